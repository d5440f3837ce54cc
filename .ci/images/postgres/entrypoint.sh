#!/bin/sh
# Makes the database at the first start, then runs the server as user postgres, on all of the container's addresses.
set -eu

for bin in /usr/lib/postgresql/*/bin; do :; done # the newest is the last
PATH="$bin:$PATH"

if [ "$(id -u)" = 0 ]; then
    mkdir -p "$PGDATA"
    chown postgres:postgres "$PGDATA"
    chmod 700 "$PGDATA"
    exec setpriv --reuid=postgres --regid=postgres --init-groups "$0" "$@"
fi

if [ ! -s "$PGDATA/PG_VERSION" ]; then
    password_file=$(mktemp)
    printf '%s\n' "$POSTGRES_PASSWORD" >"$password_file"
    initdb --pgdata="$PGDATA" --username="$POSTGRES_USER" --pwfile="$password_file" --auth-local=trust \
        --auth-host=scram-sha-256 --encoding=UTF8 --locale=C.UTF-8
    rm "$password_file"
    echo 'host all all all scram-sha-256' >>"$PGDATA/pg_hba.conf"
    pg_ctl --pgdata="$PGDATA" --wait --options='-c listen_addresses=' start
    for script in /docker-entrypoint-initdb.d/*.sh; do
        [ ! -e "$script" ] || sh "$script"
    done
    pg_ctl --pgdata="$PGDATA" --wait --mode=fast stop
fi

exec postgres -c 'listen_addresses=*' "$@"
