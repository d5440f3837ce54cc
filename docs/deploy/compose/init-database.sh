#!/bin/sh
# Makes the service's role, which is no superuser, and its database with the extensions. The container of PostgreSQL runs this
# once, when its volume is empty.
set -eu

psql --quiet --no-psqlrc --set=ON_ERROR_STOP=1 --username="$POSTGRES_USER" --dbname=postgres <<'END'
\getenv password DATABASE_PASSWORD
CREATE ROLE airport_content LOGIN PASSWORD :'password';
CREATE DATABASE airport_content OWNER airport_content ENCODING 'UTF8' TEMPLATE template0;
\connect airport_content
CREATE EXTENSION unaccent;
CREATE EXTENSION pg_trgm;
CREATE EXTENSION btree_gin;
END
