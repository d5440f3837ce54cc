#!/bin/sh
# Makes the service's role and its database on a node of Citus. The container runs this once, when its volume is empty. The extensions
# unaccent, pg_trgm and btree_gin come with the first migration, on all nodes. Nodes connect to each other with these passwords.
set -eu

psql --quiet --no-psqlrc --set=ON_ERROR_STOP=1 --username="$POSTGRES_USER" --dbname=postgres <<'END'
\getenv password DATABASE_PASSWORD
\getenv superuser POSTGRES_USER
\getenv superuser_password POSTGRES_PASSWORD
CREATE ROLE airport_content LOGIN PASSWORD :'password';
CREATE DATABASE airport_content OWNER airport_content ENCODING 'UTF8' TEMPLATE template0;
\connect airport_content
CREATE EXTENSION citus;
INSERT INTO pg_dist_authinfo (nodeid, rolename, authinfo)
VALUES (0, :'superuser', 'password=' || :'superuser_password'), (0, 'airport_content', 'password=' || :'password');
END
