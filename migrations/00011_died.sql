-- +goose Up

ALTER TABLE source_run ADD COLUMN died boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN source_run.died IS 'Whether the program was killed before the run ended. The end of such a run is its beginning.';
COMMENT ON COLUMN source.running_since IS
    'When the last pull began, null if it was interrupted. It runs while its advisory lock is held. Without the lock and without an end, it died.';

INSERT INTO schema_support (version, oldest_program) VALUES (11, 4);

-- +goose Down
ALTER TABLE source_run DROP COLUMN died;
COMMENT ON COLUMN source.running_since IS 'When the last pull began. It runs while its advisory lock is held.';
DELETE FROM schema_support WHERE version = 11;
