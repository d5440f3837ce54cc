-- +goose Up

CREATE EXTENSION IF NOT EXISTS unaccent WITH SCHEMA public;
CREATE EXTENSION IF NOT EXISTS pg_trgm WITH SCHEMA public;
CREATE EXTENSION IF NOT EXISTS btree_gin WITH SCHEMA public;

-- These two tables have no foreign key to airport_state: checking one for each row took a tenth of an import.
CREATE TABLE search_term (
    airport      text COLLATE "C" NOT NULL,
    language     text COLLATE "C" NOT NULL,
    lexeme       text COLLATE "C" NOT NULL,
    content_type text COLLATE "C" NOT NULL,
    items        integer NOT NULL CHECK (items >= 0),
    PRIMARY KEY (airport, language, lexeme, content_type)
);
COMMENT ON TABLE search_term IS
    'Document frequencies: how many items of an airport, a search language and a type hold a lexeme. Imports keep them exact.';

CREATE TABLE search_word (
    airport    text COLLATE "C" NOT NULL,
    unaccented text COLLATE "C" NOT NULL,
    language   text COLLATE "C" NOT NULL,
    word       text COLLATE "C" NOT NULL,
    lexeme     text COLLATE "C" NOT NULL,
    PRIMARY KEY (airport, unaccented, language, word)
);
COMMENT ON TABLE search_word IS
    'Words as people write them, with their lexemes in a search language. Misspelled words are corrected to these. '
    'A word that no item holds any more stays while another word has its lexeme, or until the next reindex.';
COMMENT ON COLUMN search_word.unaccented IS 'The word without accents. Misspelled words are compared with it.';
CREATE INDEX search_word_lexeme ON search_word (airport, language, lexeme);
CREATE INDEX search_word_spelling ON search_word USING gin (airport, unaccented public.gin_trgm_ops)
    WITH (fastupdate = on, gin_pending_list_limit = 16384);

CREATE TABLE synonym (
    language   text COLLATE "C" NOT NULL,
    word       text NOT NULL CHECK (word <> ''),
    normalised text NOT NULL CHECK (normalised <> ''),
    group_id   integer NOT NULL,
    PRIMARY KEY (language, word)
);
COMMENT ON TABLE synonym IS 'Words, or short phrases, of one group stand for each other in a search.';
COMMENT ON COLUMN synonym.language IS 'The search language of the items that are searched for it; empty: all.';
COMMENT ON COLUMN synonym.normalised IS 'The word, normalised as texts and queries are (Go: search.Normalise).';

CREATE TABLE synonym_state (
    single         boolean PRIMARY KEY DEFAULT true CHECK (single),
    revision       bigint NOT NULL,
    defaults_added boolean NOT NULL
);
COMMENT ON TABLE synonym_state IS 'One row. Its revision grows with every change of synonym.';
COMMENT ON COLUMN synonym_state.defaults_added IS 'Whether the program has added its default synonyms. It does so once.';
INSERT INTO synonym_state (revision, defaults_added) VALUES (1, false);

-- The score is BM25F (Robertson and Zaragoza, "The Probabilistic Relevance Framework", 2009): each term adds its weight times
-- saturation(how often the item holds it). A title counts 1/norm + 4/title_norm, another place 1/norm. Both norms are
-- 1−b+b·length/average, of the whole item with b 0.5, and of its title with b 0.65.
--
-- word_count counts a word. ts_rank is the sum of 1/i² over the positions of a word, divided by π²/6. So 0.645/(1/rank − 1) is
-- the number of positions, give or take 5 percent. This takes a quarter of the time of ts_rank_cd.
CREATE FUNCTION word_count(search tsvector, norm float8, title_norm float8, word tsquery, title tsquery)
    RETURNS float8 LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN coalesce(0.645 / (1 / nullif(ts_rank('{1, 1, 1, 1}', search, word), 0) - 1) / norm, 0)
        + CASE WHEN search @@ title THEN 4 / title_norm ELSE 0 END;
COMMENT ON FUNCTION word_count IS 'title: the word within titles.';

-- Several words, or synonyms, count once.
CREATE FUNCTION phrase_count(search tsvector, norm float8, title_norm float8, phrase tsquery, title tsquery)
    RETURNS float8 LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN CASE WHEN search @@ phrase THEN 1 / norm + CASE WHEN search @@ title THEN 4 / title_norm ELSE 0 END ELSE 0 END;

CREATE FUNCTION saturation(count float8)
    RETURNS float8 LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN 1 - 2.2 / (2.2 + count);

-- The score of one word, 0 for none. SearchPage scores the two weightiest words of a query with this, and all other clauses with a scan
-- for each item: with a scan for these two as well, a search of 878 hits took 1.4 times as long.
CREATE FUNCTION word_score(search tsvector, norm float8, title_norm float8, weight float8, word tsquery, title tsquery)
    RETURNS float8 LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN coalesce(weight * saturation(word_count(search, norm, title_norm, word, title)), 0);

INSERT INTO schema_support (version, oldest_program) VALUES (3, 3);

-- +goose Down
DROP FUNCTION word_score;
DROP FUNCTION saturation;
DROP FUNCTION phrase_count;
DROP FUNCTION word_count;
DROP TABLE synonym;
DROP TABLE synonym_state;
DROP TABLE search_word;
DROP TABLE search_term;
DELETE FROM schema_support WHERE version = 3;
-- The extensions stay: others may use them, and only a superuser may be able to make them again.
