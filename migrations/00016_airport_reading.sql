-- +goose Up

-- All requests read this table, so this migration has no long statement.
ALTER TABLE airport ADD COLUMN read_texts boolean NOT NULL DEFAULT true;
COMMENT ON COLUMN airport.read_texts IS 'Whether keys of metadata are read from the texts of items.';

INSERT INTO schema_support (version, oldest_program) VALUES (16, 4);

-- +goose Down
ALTER TABLE airport DROP COLUMN read_texts;
DELETE FROM schema_support WHERE version = 16;
