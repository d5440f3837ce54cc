-- +goose Up

ALTER TABLE usage_day ADD COLUMN failed bigint NOT NULL DEFAULT 0 CHECK (failed >= 0);
COMMENT ON COLUMN usage_day.failed IS 'Answers with a status of 500 or more.';

CREATE TABLE search_day (
    day             date NOT NULL,
    airport         text COLLATE "C" NOT NULL REFERENCES airport (code) ON DELETE CASCADE,
    searches        bigint NOT NULL CHECK (searches >= 0),
    without_results bigint NOT NULL CHECK (without_results >= 0),
    some_words      bigint NOT NULL CHECK (some_words >= 0),
    corrected       bigint NOT NULL CHECK (corrected >= 0),
    rare            bigint NOT NULL,
    private         bigint NOT NULL CHECK (private >= 0),
    PRIMARY KEY (day, airport)
);
COMMENT ON TABLE search_day IS 'Searches at each airport on each day, in UTC. Every server adds its counts once a minute.';
COMMENT ON COLUMN search_day.some_words IS 'Searches that found items, none of which holds every word.';
COMMENT ON COLUMN search_day.rare IS 'Searches whose words are not stored, because too few searches asked for the words.';
COMMENT ON COLUMN search_day.private IS 'Searches whose words are not stored, because the words may identify a person.';

CREATE TABLE search_query (
    day             date NOT NULL,
    airport         text COLLATE "C" NOT NULL REFERENCES airport (code) ON DELETE CASCADE,
    words           text COLLATE "C" NOT NULL CHECK (words <> ''),
    searches        bigint NOT NULL CHECK (searches >= 0),
    without_results bigint NOT NULL CHECK (without_results >= 0),
    some_words      bigint NOT NULL CHECK (some_words >= 0),
    corrected       bigint NOT NULL CHECK (corrected >= 0),
    corrections     jsonb NOT NULL CHECK (jsonb_typeof(corrections) = 'object'),
    languages       text[] NOT NULL,
    PRIMARY KEY (day, airport, words)
);
COMMENT ON TABLE search_query IS 'Of the searches of search_day, those for words that were searched for often enough on that day.';
COMMENT ON COLUMN search_query.corrections IS 'Each misspelled word, with the word that was searched for instead.';
COMMENT ON COLUMN search_query.languages IS 'The languages that the searches were limited to.';
CREATE INDEX search_query_words ON search_query (airport, words);

-- The role of serve has no right to delete: with it, the role could lock the tables.
-- +goose StatementBegin
CREATE FUNCTION forget_old_counts() RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
BEGIN ATOMIC
    DELETE FROM public.usage_day WHERE day < (now() AT TIME ZONE 'UTC')::date - 400;
    DELETE FROM public.search_query WHERE day < (now() AT TIME ZONE 'UTC')::date - 90;
    DELETE FROM public.search_day WHERE day < (now() AT TIME ZONE 'UTC')::date - 90;
END;
-- +goose StatementEnd
COMMENT ON FUNCTION forget_old_counts IS 'Keeps usage for 400 days, so that a month can be compared with the same one a year ago, and searches for 90.';

INSERT INTO schema_support (version, oldest_program) VALUES (8, 4);

-- +goose Down
DROP FUNCTION forget_old_counts;
DROP TABLE search_query;
DROP TABLE search_day;
ALTER TABLE usage_day DROP COLUMN failed;
DELETE FROM schema_support WHERE version = 8;
