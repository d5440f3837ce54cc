-- +goose Up

-- The words that the program added say what its concepts say now. Groups of operators are for the
-- items of all languages, and stay.
DELETE FROM synonym WHERE language <> '';
UPDATE synonym_state SET revision = revision + 1, defaults = 2, defaults_added = true; -- so that no older program adds its words

INSERT INTO schema_support (version, oldest_program) VALUES (22, 4);

-- +goose Down
UPDATE synonym_state SET revision = revision + 1, defaults = 0, defaults_added = false; -- so that an older program adds its words
DELETE FROM schema_support WHERE version = 22;
