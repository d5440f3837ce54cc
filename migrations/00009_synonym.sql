-- +goose Up
ALTER TABLE synonym_state ADD COLUMN defaults integer NOT NULL DEFAULT 0;
COMMENT ON COLUMN synonym_state.defaults IS 'The version of the default synonyms that the program has added.';
UPDATE synonym_state SET defaults = 1 WHERE defaults_added;

INSERT INTO schema_support (version, oldest_program) VALUES (9, 4);

-- +goose Down
ALTER TABLE synonym_state DROP COLUMN defaults;
DELETE FROM schema_support WHERE version = 9;
