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
    'Words as people write them, without accents, and their lexemes: what a misspelled word may have meant. '
    'One that no item writes any more stays while another of its lexeme does, until the airport is reindexed.';
CREATE INDEX search_word_lexeme ON search_word (airport, lexeme);
CREATE INDEX search_word_spelling ON search_word USING gin (airport, word public.gin_trgm_ops)
    WITH (fastupdate = on, gin_pending_list_limit = 16384);

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

-- The vector of an item. Its tags hold a space, which no lexeme of a text does; so no text can forge one. Stop words take
-- places: those before a field keep a phrase from beginning in the field before it.
CREATE FUNCTION search_vector(airport text, content_type text, title text, excerpt text, body text)
    RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN setweight(to_tsvector('public.airport_content', title), 'A')
        || setweight(to_tsvector('public.airport_content', 'a a a ' || excerpt), 'B')
        || to_tsvector('public.airport_content', 'a a a ' || body)
        || array_to_tsvector(ARRAY['airport ' || airport, 'type ' || content_type]);
COMMENT ON FUNCTION search_vector IS 'Title weighs A, excerpt B, body D. The texts are normalised (Go: searchtext.Document).';

-- The part of a search that the caller's rights and filters make: never a word of the user's. PL/pgSQL, whose plain
-- expressions cost a tenth of a query.
-- +goose StatementBegin
CREATE FUNCTION search_tags(airport text, types text[]) RETURNS tsquery LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
    IF types IS NULL THEN
        RETURN quote_literal('airport ' || airport)::tsquery;
    END IF;
    RETURN quote_literal('airport ' || airport)::tsquery
        && coalesce((SELECT string_agg(quote_literal('type ' || t), ' | ') FROM unnest(types) AS t),
                    quote_literal('no type'))::tsquery;
END
$$;
-- +goose StatementEnd
COMMENT ON FUNCTION search_tags IS 'Types null: every type; empty: none.';

-- The word that a misspelled one most likely meant; null when none is near. Trigrams find the candidates, but not those of
-- short words with two letters in each other's place: these are tried one by one. Of the airport's words, only those of
-- the types that are searched are told.
-- +goose StatementBegin
CREATE FUNCTION search_nearest_word(p_airport text, p_types text[], p_word text) RETURNS text
    LANGUAGE sql STABLE SET pg_trgm.similarity_threshold = 0.25 AS $$
    WITH swapped AS MATERIALIZED (
        SELECT array_agg(overlay(p_word PLACING reverse(substr(p_word, i, 2)) FROM i FOR 2)) AS words
        FROM generate_series(1, length(p_word) - 1) AS i
    ), known AS (
        SELECT w.word, w.lexeme, p_types IS NULL AS told FROM public.search_word AS w
        WHERE w.airport = p_airport AND w.word OPERATOR(public.%) p_word
        UNION
        SELECT w.word, w.lexeme, p_types IS NULL FROM public.search_word AS w
        WHERE w.airport = p_airport AND w.word = ANY ((SELECT s.words FROM swapped AS s)::text[])
        UNION
        SELECT s.word, s.lexemes[1], true FROM public.synonym AS s
        WHERE s.word !~ ' ' AND s.word OPERATOR(public.%) p_word
    ), near AS (
        SELECT k.word, k.lexeme, k.told, coalesce(t.items, 1) AS items, public.similarity(k.word, p_word) AS likeness,
               CASE WHEN k.word = ANY ((SELECT s.words FROM swapped AS s)::text[]) THEN 1
                    ELSE public.levenshtein_less_equal(k.word, p_word, 2) END AS mistakes
        FROM known AS k
        LEFT JOIN public.search_term AS t ON t.airport = p_airport AND t.lexeme = k.lexeme
        WHERE length(k.word) BETWEEN length(p_word) - 2 AND length(p_word) + 2
    )
    SELECT b.word
    FROM (SELECT n.word, n.lexeme, n.told FROM near AS n
          -- As many mistakes as Elasticsearch's fuzziness AUTO allows: one up to five letters, then two.
          WHERE n.mistakes <= CASE WHEN length(p_word) <= 5 THEN 1 ELSE 2 END
          ORDER BY n.mistakes - n.likeness - 0.1 * ln(n.items), n.word
          OFFSET 0) AS b
    WHERE b.told OR (SELECT true FROM public.content_item AS c
                     WHERE c.search @@ (public.search_tags(p_airport, p_types) && quote_literal(b.lexeme)::tsquery)
                     LIMIT 1)
    LIMIT 1
$$;
-- +goose StatementEnd
COMMENT ON FUNCTION search_nearest_word IS
    'Chosen by edit distance, likeness and how many items hold the word. p_word: lower case, without accents.';

-- What replaces a word that no item of the airport holds: the two words that it runs together, if the airport has them
-- one after the other, or the nearest word; null when the word is one of the synonyms' or there is nothing of the kind.
-- +goose StatementBegin
CREATE FUNCTION search_correction(p_airport text, p_types text[], p_word text) RETURNS text LANGUAGE plpgsql STABLE AS $$
DECLARE
    v_word   constant text := public.unaccent('public.unaccent', p_word);
    v_lexeme constant text := (tsvector_to_array(to_tsvector('public.airport_content', p_word)))[1];
    v_parted text;
BEGIN
    IF v_word !~ '^[^\d\s]{3,40}$' OR EXISTS (SELECT FROM public.synonym AS s WHERE v_lexeme = ANY (s.lexemes)) THEN
        RETURN NULL;
    END IF;
    SELECT t.words INTO v_parted
    FROM generate_series(3, length(v_word) - 3) AS i, concat(left(v_word, i), ' ', substr(v_word, i + 1)) AS t (words)
    WHERE (SELECT true FROM public.search_word AS w WHERE w.airport = p_airport AND w.word = left(v_word, i))
      AND (SELECT true FROM public.search_word AS w WHERE w.airport = p_airport AND w.word = substr(v_word, i + 1))
      AND (SELECT true FROM public.content_item AS c
           WHERE c.search @@ (public.search_tags(p_airport, p_types) && phraseto_tsquery('public.airport_content', t.words))
           LIMIT 1)
    LIMIT 1;
    RETURN coalesce(v_parted, public.search_nearest_word(p_airport, p_types, v_word));
END
$$;
-- +goose StatementEnd
COMMENT ON FUNCTION search_correction IS 'p_types: null for every type; p_word: one normalised word.';

INSERT INTO schema_support (version, oldest_program) VALUES (4, 4);

-- +goose Down
DROP FUNCTION search_correction;
DROP FUNCTION search_nearest_word;
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
