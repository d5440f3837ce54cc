-- +goose Up

-- The safe sync time of an answer whose snapshot shows an import's mark: just before the mark while that import may
-- still commit, else the statement's time. Volatile on purpose: it must see what was committed after that snapshot, which
-- only a transaction that is READ COMMITTED can.
-- +goose StatementBegin
CREATE FUNCTION sync_time_beside_import(p_airport text, p_lock_id integer, p_mark timestamptz) RETURNS timestamptz
    LANGUAGE plpgsql VOLATILE AS $$
DECLARE
    v_before constant timestamptz := least(now(), p_mark - interval '1 millisecond');
BEGIN
    IF current_setting('transaction_isolation') <> 'read committed'
        OR EXISTS (SELECT FROM pg_catalog.pg_locks AS l
                   WHERE l.locktype = 'advisory' AND l.granted AND l.objsubid = 2
                     AND l.classid = public.import_lock_class()::oid AND l.objid = p_lock_id::oid
                     AND l.database = (SELECT d.oid FROM pg_catalog.pg_database AS d WHERE d.datname = current_database()))
    THEN
        RETURN v_before;
    END IF;
    -- No importer: it died, and the mark still stands, or it has just committed, and the mark is gone.
    RETURN CASE WHEN EXISTS (SELECT FROM public.airport AS a WHERE a.code = p_airport AND a.import_mark = p_mark)
                THEN now() ELSE v_before END;
END
$$;
-- +goose StatementEnd

CREATE FUNCTION import_lock_class() RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN 1094929232;
COMMENT ON FUNCTION import_lock_class IS 'First key of the advisory lock of an import; the second is airport.lock_id.';

-- Every merge dates its items after published_at, so that this is always safe. It is all that a standby can tell, which has
-- neither the clock nor the locks of its primary; and it is later than a clock that was set back.
CREATE VIEW airport_state AS
SELECT a.code, a.name, a.epoch, a.revision, a.purged_revision, a.search_length_total,
       (SELECT s.revision FROM synonym_state AS s WHERE s.single) AS synonyms,
       date_trunc('milliseconds', greatest(a.published_at, CASE
           WHEN pg_is_in_recovery() THEN a.created_at
           WHEN a.import_mark IS NULL THEN now()
           ELSE sync_time_beside_import(a.code, a.lock_id, a.import_mark) END)) AS sync_time
FROM airport AS a;
COMMENT ON VIEW airport_state IS 'What an answer of an airport depends on, and its safe sync time.';
COMMENT ON COLUMN airport_state.sync_time IS
    'Nothing that becomes visible after the statement carries a last_modified at or before this. now() was read before '
    'the snapshot; a merge dates its items after the clock that it reads once its mark is committed.';

INSERT INTO schema_support (version, oldest_program) VALUES (6, 6);

-- +goose Down
DROP VIEW airport_state;
DROP FUNCTION sync_time_beside_import;
DROP FUNCTION import_lock_class;
DELETE FROM schema_support WHERE version = 6;
