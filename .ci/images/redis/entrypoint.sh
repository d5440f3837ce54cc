#!/bin/sh
# Runs the server as user redis, open to the network of the container.
set -eu

case "${1:-redis-server}" in
-*) set -- redis-server "$@" ;;
redis-server | valkey-server)
    shift || :
    set -- redis-server "$@"
    ;;
esac
if [ "$1" = redis-server ]; then
    shift
    set -- redis-server --bind 0.0.0.0 --protected-mode no "$@"
fi
if [ "$(id -u)" = 0 ]; then
    exec setpriv --reuid=redis --regid=redis --init-groups "$@"
fi
exec "$@"
