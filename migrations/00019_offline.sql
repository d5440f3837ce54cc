-- +goose Up

-- All requests read this table, so this migration has no long statement.
ALTER TABLE airport ADD COLUMN offline_at timestamptz;
COMMENT ON COLUMN airport.offline_at IS 'Since when partners get 503 instead of the content, and sources rest; null: they do not.';

INSERT INTO schema_support (version, oldest_program) VALUES (19, 4);

-- +goose Down
ALTER TABLE airport DROP COLUMN offline_at;
DELETE FROM schema_support WHERE version = 19;
