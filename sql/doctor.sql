-- The first airport by code, for trial requests. An airport with items comes before one without.
-- name: PickAirport :one
SELECT a.code FROM airport AS a JOIN airport_state AS s ON s.airport = a.code ORDER BY s.items = '{}', a.code LIMIT 1;

-- PickAirport among the airports of a node.
-- name: PickAirportOf :one
SELECT airport FROM airport_state WHERE airport = ANY (@airports::text[]) ORDER BY items = '{}', airport LIMIT 1;

-- A word of the airport's items.
-- name: PickWord :one
SELECT word FROM search_word WHERE airport = @airport ORDER BY word LIMIT 1;

-- The airports whose state has other counts than their items.
-- name: ListMiscounted :many
SELECT s.airport
FROM airport_state AS s
CROSS JOIN LATERAL (
    SELECT jsonb_object_agg(t.content_type, t.languages) AS items
    FROM (SELECT l.content_type, jsonb_object_agg(l.language, l.items) AS languages
          FROM (SELECT i.content_type, i.language, count(*) AS items FROM content_item AS i
                WHERE i.airport = s.airport GROUP BY i.content_type, i.language) AS l
          GROUP BY l.content_type) AS t) AS c
WHERE s.items <> coalesce(c.items, '{}')
ORDER BY s.airport;

-- name: SearchIndexIsValid :one
SELECT EXISTS (SELECT FROM pg_catalog.pg_index AS x
               WHERE x.indexrelid = to_regclass('public.content_item_search') AND x.indisvalid AND x.indisready);

-- Whether a search through the full-text index finds an item by a term that the airport holds.
-- name: ProbeSearch :one
SELECT (NOT EXISTS (
    SELECT FROM (SELECT t.lexeme FROM search_term AS t WHERE t.airport = @airport LIMIT 1) AS k
    WHERE NOT EXISTS (
        SELECT FROM content_item AS i
        WHERE i.airport = @airport AND i.search @@ @tag::tsquery AND i.search @@ quote_literal(k.lexeme)::tsquery
        LIMIT 1)))::boolean AS works;

-- The newest applied migration, and the newest migration that a program must know to work on this
-- schema.
-- name: GetSchemaSupport :one
SELECT max(version)::bigint AS version, max(oldest_program)::bigint AS oldest_program FROM schema_support;

-- The server, the database and the role. owner is the tables' owner; before the first migration,
-- the database's.
-- name: DescribeServer :one
SELECT current_setting('server_version_num')::integer AS version, current_setting('server_version') AS version_text,
       pg_is_in_recovery() AS replica, current_setting('default_transaction_read_only')::boolean AS read_only,
       d.datname::text AS database, pg_encoding_to_char(d.encoding)::text AS encoding,
       r.rolname::text AS role, r.rolsuper::boolean AS superuser,
       (t.oid IS NOT NULL)::boolean AS migrated,
       pg_get_userbyid(coalesce(t.relowner, d.datdba))::text AS owner,
       pg_has_role(coalesce(t.relowner, d.datdba), 'USAGE') AS owns,
       coalesce(has_schema_privilege(to_regnamespace('public')::oid, 'CREATE'), false)::boolean AS may_create_tables,
       has_database_privilege(d.oid, 'CREATE') AS may_create_extensions,
       (extract(epoch FROM current_setting('statement_timeout')::interval) * 1000)::bigint AS statement_timeout_ms -- pg_settings takes 2 ms
FROM pg_catalog.pg_roles AS r
JOIN pg_catalog.pg_database AS d ON d.datname = current_database()
LEFT JOIN pg_catalog.pg_class AS t ON t.oid = to_regclass('public.schema_support')
WHERE r.rolname = current_user;

-- The end of what a primary has on its disk, which is what it sends to replicas.
-- name: GetWritten :one
SELECT pg_current_wal_flush_lsn()::text;

-- Whether a replica receives from its primary, and its lag. The lag is 0 if the replica shows
-- "written", the position of the primary a moment ago. Otherwise the lag is the age of the last
-- commit that the replica shows, or of its start if it shows no commit since. The received position
-- does not tell the lag: a replica may show all that it received, and be far behind.
-- name: DescribeReplica :one
SELECT pg_is_in_recovery() AS replica, EXISTS (SELECT FROM pg_catalog.pg_stat_wal_receiver) AS receiving,
       (CASE WHEN pg_last_wal_replay_lsn() >= CAST(@written::text AS pg_lsn) THEN 0
             ELSE greatest(0, extract(epoch FROM clock_timestamp() - coalesce(pg_last_xact_replay_timestamp(), pg_postmaster_start_time())))
        END)::float8 AS behind_seconds;

-- name: GetClock :one
SELECT clock_timestamp()::timestamptz;

-- The needed extensions outside the schema public: the schema of each, '' if it is not installed,
-- and whether the server could create it.
-- name: ListMissingExtensions :many
SELECT n.name::text AS name, coalesce(s.nspname, '')::text AS schema,
       EXISTS (SELECT FROM pg_catalog.pg_available_extensions AS a WHERE a.name = n.name) AS available
FROM unnest(@needed::text[]) AS n (name)
LEFT JOIN pg_catalog.pg_extension AS e ON e.extname = n.name
LEFT JOIN pg_catalog.pg_namespace AS s ON s.oid = e.extnamespace
WHERE s.nspname IS DISTINCT FROM 'public'
ORDER BY n.name;

-- The client_encoding that this role or database sets for connections; '' for none.
-- name: GetClientEncoding :one
SELECT coalesce(max(substr(c.setting, 17)), '')::text
FROM pg_catalog.pg_db_role_setting AS s, unnest(s.setconfig) AS c (setting), pg_catalog.pg_database AS d, pg_catalog.pg_roles AS r
WHERE d.datname = current_database() AND r.rolname = current_user AND s.setdatabase IN (0, d.oid) AND s.setrole IN (0, r.oid)
  AND c.setting LIKE 'client\_encoding=%';

-- name: CheckIndexes :one
SELECT count(*) AS total,
       coalesce(array_agg(c.relname ORDER BY c.relname) FILTER (WHERE NOT (i.indisvalid AND i.indisready)), '{}')::text[] AS invalid
FROM pg_catalog.pg_index AS i
JOIN pg_catalog.pg_class AS c ON c.oid = i.indexrelid
WHERE c.relnamespace = 'public'::regnamespace;

-- The limits of connections for this role and database, and the connections in use. own counts the
-- connections of this program from this machine in this database, without the connection of this
-- query. A limit of -1 means no limit.
-- name: CountConnections :one
SELECT (current_setting('max_connections')::integer - current_setting('superuser_reserved_connections')::integer
            - coalesce(current_setting('reserved_connections', true)::integer, 0))::integer AS server_limit,
       (SELECT sum(s.numbackends) FROM pg_catalog.pg_stat_database AS s)::integer AS server_used,
       d.datconnlimit::integer AS database_limit,
       (SELECT s.numbackends FROM pg_catalog.pg_stat_database AS s WHERE s.datid = d.oid)::integer AS database_used,
       r.rolconnlimit::integer AS role_limit,
       (SELECT count(*) FROM pg_catalog.pg_stat_activity AS a WHERE a.usename = current_user)::integer AS role_used,
       (SELECT count(*) FROM pg_catalog.pg_stat_activity AS a
        WHERE a.datid = d.oid AND a.application_name = @program::text AND a.client_addr IS NOT DISTINCT FROM inet_client_addr()
          AND a.pid <> pg_backend_pid())::integer AS own
FROM pg_catalog.pg_database AS d, pg_catalog.pg_roles AS r
WHERE d.datname = current_database() AND r.rolname = current_user;

-- The rights that serve lacks, and the tables that the role may write although serve never writes
-- them.
-- name: CheckPrivileges :one
SELECT ARRAY(SELECT t.name FROM unnest(@read::text[]) AS t (name)
             WHERE NOT has_table_privilege('public.' || t.name, 'SELECT') ORDER BY t.name)::text[] AS unreadable,
       ((SELECT bool_and(has_table_privilege('public.' || t.name, 'INSERT') AND has_column_privilege('public.' || t.name, t.counted, 'UPDATE'))
         FROM (VALUES ('usage_day', 'failed'), ('search_day', 'searches'), ('search_query', 'searches')) AS t (name, counted))
        AND has_function_privilege('public.forget_old_counts()', 'EXECUTE')
        AND has_column_privilege('public.api_key', 'last_used_at', 'UPDATE'))::boolean AS keeps_account,
       ARRAY(SELECT t.name FROM unnest(ARRAY['airport', 'api_key', 'content_item', 'partner']) AS t (name)
             WHERE has_table_privilege('public.' || t.name, 'INSERT, UPDATE, DELETE, TRUNCATE') ORDER BY t.name)::text[] AS writable;

-- Where the database keeps its data, or "" if the role may not know, and whether that is on the
-- machine of the client.
-- name: GetDataDirectory :one
SELECT coalesce((SELECT s.setting FROM pg_catalog.pg_settings AS s WHERE s.name = 'data_directory'), '')::text AS directory,
       (inet_server_addr() IS NOT DISTINCT FROM inet_client_addr())::boolean AS local;
