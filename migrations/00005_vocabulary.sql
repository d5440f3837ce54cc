-- +goose Up

-- Misspelled words are looked up in memory. Imports of 1.0.0 still flush this index while an upgrade runs, so an empty one keeps its name.
DROP INDEX search_word_spelling;
CREATE INDEX search_word_spelling ON search_word USING gin (airport) WHERE false;

INSERT INTO schema_support (version, oldest_program) VALUES (5, 4);

-- +goose Down
DROP INDEX search_word_spelling;
CREATE INDEX search_word_spelling ON search_word USING gin (airport, unaccented public.gin_trgm_ops)
    WITH (fastupdate = on, gin_pending_list_limit = 16384);
DELETE FROM schema_support WHERE version = 5;
