-- The role that `airport-content serve` logs in as. It reads what is served, and writes when and how much keys were used, and
-- nothing else, whatever is asked of it. Everybody else (migrate, import, airport, partner, key, …) keeps to the owner.
--
--     psql --set=ON_ERROR_STOP=1 --file=serve-role.sql OWNERS_DATABASE_URL
--     psql --command='\password airport_content_serve' OWNERS_DATABASE_URL      asks for it; the server sees its hash
--
-- Run it once the database was migrated, and again after every upgrade: it says the whole truth each time. It needs
-- CREATEROLE the first time, and the rights of the tables' owner always.

BEGIN; -- a server that runs meanwhile loses nothing

DO $$
BEGIN
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'airport_content_serve') THEN
        CREATE ROLE airport_content_serve LOGIN;
    END IF;
END
$$;

-- What serve says of its connections itself, but cannot through a pooler in transaction mode, which drops it or refuses it.
-- default_transaction_read_only is not among it: one connection writes. The grants below hold for all of them.
ALTER ROLE airport_content_serve SET statement_timeout = '30s';
ALTER ROLE airport_content_serve SET idle_in_transaction_session_timeout = '30s';
ALTER ROLE airport_content_serve SET jit = off;

DO $$
BEGIN
    -- Nobody but the owner makes anything here, not even temporary.
    EXECUTE format('REVOKE TEMPORARY ON DATABASE %I FROM PUBLIC', current_database());
    EXECUTE format('GRANT CONNECT ON DATABASE %I TO airport_content_serve', current_database());
END
$$;
REVOKE CREATE ON SCHEMA public FROM PUBLIC;
GRANT USAGE ON SCHEMA public TO airport_content_serve;

REVOKE ALL ON ALL TABLES IN SCHEMA public FROM airport_content_serve;
REVOKE ALL ON ALL SEQUENCES IN SCHEMA public FROM airport_content_serve;
GRANT SELECT ON ALL TABLES IN SCHEMA public TO airport_content_serve;
GRANT UPDATE (last_used_at) ON api_key TO airport_content_serve;
GRANT INSERT, UPDATE, DELETE ON usage_day TO airport_content_serve;

-- So that a server may start between a migration that adds a table and the next run of this script.
DO $$
BEGIN
    EXECUTE format('ALTER DEFAULT PRIVILEGES FOR ROLE %I IN SCHEMA public GRANT SELECT ON TABLES TO airport_content_serve',
                   (SELECT tableowner FROM pg_tables WHERE schemaname = 'public' AND tablename = 'airport'));
END
$$;

COMMIT;
