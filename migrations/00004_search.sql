-- +goose Up

CREATE EXTENSION IF NOT EXISTS unaccent WITH SCHEMA public;
CREATE EXTENSION IF NOT EXISTS pg_trgm WITH SCHEMA public;
CREATE EXTENSION IF NOT EXISTS fuzzystrmatch WITH SCHEMA public;
CREATE EXTENSION IF NOT EXISTS btree_gin WITH SCHEMA public;

CREATE TEXT SEARCH CONFIGURATION public.airport_content (COPY = pg_catalog.english);
ALTER TEXT SEARCH CONFIGURATION public.airport_content
    ALTER MAPPING FOR hword, hword_part, word WITH public.unaccent, pg_catalog.english_stem;
COMMENT ON TEXT SEARCH CONFIGURATION public.airport_content IS 'English, accents taken off.';

CREATE TABLE search_term (
    airport text COLLATE "C" NOT NULL REFERENCES airport (code) ON DELETE CASCADE,
    lexeme  text COLLATE "C" NOT NULL,
    items   integer NOT NULL CHECK (items > 0),
    PRIMARY KEY (airport, lexeme)
);
COMMENT ON TABLE search_term IS 'How many items of an airport hold a lexeme; kept exact by imports.';

CREATE TABLE search_word (
    airport text COLLATE "C" NOT NULL REFERENCES airport (code) ON DELETE CASCADE,
    word    text COLLATE "C" NOT NULL,
    lexeme  text COLLATE "C" NOT NULL,
    PRIMARY KEY (airport, word)
);
COMMENT ON TABLE search_word IS
    'Words as people write them, without accents, and their lexemes: what a misspelled word may have meant.';
CREATE INDEX search_word_lexeme ON search_word (airport, lexeme);
CREATE INDEX search_word_spelling ON search_word USING gin (airport, word public.gin_trgm_ops)
    WITH (fastupdate = on, gin_pending_list_limit = 1024);

CREATE TABLE synonym (
    word     text PRIMARY KEY CHECK (word <> ''),
    group_id integer NOT NULL,
    query    tsquery NOT NULL UNIQUE CHECK (numnode(query) > 0),
    lexemes  text[] NOT NULL CHECK (cardinality(lexemes) > 0)
);
COMMENT ON TABLE synonym IS 'Words of one group stand for each other in a search.';
COMMENT ON COLUMN synonym.query IS 'The word, or the phrase that it is, in lexemes.';
CREATE INDEX synonym_group ON synonym (group_id);

CREATE TABLE synonym_state (
    single   boolean PRIMARY KEY DEFAULT true CHECK (single),
    revision bigint NOT NULL
);
COMMENT ON TABLE synonym_state IS 'One row, whose revision grows with every change of synonym.';
INSERT INTO synonym_state (revision) VALUES (1);

-- +goose StatementBegin
CREATE FUNCTION synonym_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE public.synonym_state SET revision = revision + 1;
    RETURN NULL;
END
$$;
-- +goose StatementEnd
CREATE TRIGGER synonym_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON synonym
    FOR EACH STATEMENT EXECUTE FUNCTION synonym_changed();

-- The vector of an item. Its tags hold a space, which no lexeme of a text does; so no text can forge one.
CREATE FUNCTION search_vector(airport text, content_type text, title text, excerpt text, body text)
    RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN setweight(to_tsvector('public.airport_content', title), 'A')
        || setweight(to_tsvector('public.airport_content', excerpt), 'B')
        || to_tsvector('public.airport_content', body)
        || array_to_tsvector(ARRAY['airport ' || airport, 'type ' || content_type]);
COMMENT ON FUNCTION search_vector IS 'Title weighs A, excerpt B, body D. The texts are normalised (Go: searchtext.Document).';

-- The part of a search that the caller's rights and filters make: never a word of the user's.
CREATE FUNCTION search_tags(airport text, types text[])
    RETURNS tsquery LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN (quote_literal('airport ' || airport) || CASE WHEN types IS NULL THEN '' ELSE
        ' & (' || coalesce((SELECT string_agg(quote_literal('type ' || t), ' | ') FROM unnest(types) AS t),
                           quote_literal('no type')) || ')' END)::tsquery;
COMMENT ON FUNCTION search_tags IS 'Types null: every type; empty: none.';

INSERT INTO schema_support (version, oldest_program) VALUES (4, 4);

-- +goose Down
DROP FUNCTION search_tags;
DROP FUNCTION search_vector;
DROP TABLE synonym;
DROP TABLE synonym_state;
DROP FUNCTION synonym_changed;
DROP TABLE search_word;
DROP TABLE search_term;
DROP TEXT SEARCH CONFIGURATION public.airport_content;
DELETE FROM schema_support WHERE version = 4;
-- The extensions stay: others may use them, and only a superuser may be able to make them again.
