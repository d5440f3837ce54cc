-- The role of `airport-content serve`. It reads every table, and writes only counts: the usage of
-- keys, and searches. All other commands (migrate, import, airport, partner, key, …) use the owner.
--
--     psql --set=ON_ERROR_STOP=1 --file=serve-role.sql service=airport-content
--     psql --command='\password airport_content_serve' service=airport-content
--
-- docs/operations/backup.md says how to name the database as a service, so that no list of
-- processes shows a password.
--
-- Run both as a superuser after the first migration. After every upgrade run the first one again,
-- as a superuser or the owner.

BEGIN; -- so that running servers never lack a right

DO $$
BEGIN
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'airport_content_serve') THEN
        CREATE ROLE airport_content_serve LOGIN;
        -- serve sets these for its own connections, but cannot through a pooler in transaction
        -- mode. There, a REQUEST_TIMEOUT of more than 30 seconds needs a longer statement_timeout:
        -- docs/pgbouncer.md.
        ALTER ROLE airport_content_serve SET statement_timeout = '30s';
        ALTER ROLE airport_content_serve SET idle_in_transaction_session_timeout = '30s';
        ALTER ROLE airport_content_serve SET jit = off;
    END IF;
END
$$;

DO $$
BEGIN
    -- Only the owner of the tables creates anything here, temporary tables included.
    EXECUTE format('REVOKE TEMPORARY ON DATABASE %I FROM PUBLIC', current_database());
    EXECUTE format('GRANT TEMPORARY ON DATABASE %I TO %I', current_database(),
                   (SELECT tableowner FROM pg_tables WHERE schemaname = 'public' AND tablename = 'airport'));
    EXECUTE format('GRANT CONNECT ON DATABASE %I TO airport_content_serve', current_database());
END
$$;
REVOKE CREATE ON SCHEMA public FROM PUBLIC;
GRANT USAGE ON SCHEMA public TO airport_content_serve;

REVOKE ALL ON ALL TABLES IN SCHEMA public FROM airport_content_serve;
GRANT SELECT ON ALL TABLES IN SCHEMA public TO airport_content_serve;
GRANT UPDATE (last_used_at) ON api_key TO airport_content_serve;
-- Rights to update single columns do not let the role lock the tables, as rights to update or
-- delete whole rows would.
GRANT INSERT, UPDATE (requests, refused, rate_limited, failed) ON usage_day TO airport_content_serve;
GRANT INSERT, UPDATE (searches, without_results, some_words, corrected, rare, private) ON search_day TO airport_content_serve;
GRANT INSERT, UPDATE (searches, without_results, some_words, corrected, corrections, languages) ON search_query TO airport_content_serve;

-- Nobody but a superuser makes large objects, which could fill the disk. Only a superuser can take
-- the right back.
DO $$
BEGIN
    IF (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) THEN
        REVOKE EXECUTE ON FUNCTION lo_creat(integer), lo_create(oid), lo_from_bytea(oid, bytea) FROM PUBLIC;
    END IF;
END
$$;

-- A server can start after a migration that adds a table, before this script runs again.
DO $$
BEGIN
    EXECUTE format('ALTER DEFAULT PRIVILEGES FOR ROLE %I IN SCHEMA public GRANT SELECT ON TABLES TO airport_content_serve',
                   (SELECT tableowner FROM pg_tables WHERE schemaname = 'public' AND tablename = 'airport'));
END
$$;

COMMIT;
