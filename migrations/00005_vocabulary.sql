-- +goose Up

-- Misspelled words are looked up in memory. Imports of 1.0.0 still flush search_word_spelling while
-- an upgrade runs, so an empty index keeps that name.
CREATE INDEX search_word_none ON search_word USING gin (airport) WHERE false;
DROP INDEX search_word_spelling; -- last, because searches of 1.0.0 wait from here on
ALTER INDEX search_word_none RENAME TO search_word_spelling;

-- How often an item holds words that begin with a prefix. ts_rank adds up the lexemes of a prefix
-- and passes 1, so word_count would turn negative; ts_rank_cd of one prefix counts each place.
CREATE FUNCTION prefix_count(search tsvector, norm float8, title_norm float8, prefix tsquery, title tsquery)
    RETURNS float8 LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN ts_rank_cd('{1, 1, 1, 1}', search, prefix) / norm + CASE WHEN search @@ title THEN 4 / title_norm ELSE 0 END;

INSERT INTO schema_support (version, oldest_program) VALUES (5, 4);

-- +goose Down
DROP FUNCTION prefix_count;
DROP INDEX search_word_spelling;
CREATE INDEX search_word_spelling ON search_word USING gin (airport, unaccented public.gin_trgm_ops)
    WITH (fastupdate = on, gin_pending_list_limit = 16384);
DELETE FROM schema_support WHERE version = 5;
