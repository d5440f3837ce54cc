
SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;

CREATE EXTENSION IF NOT EXISTS btree_gin WITH SCHEMA public;

COMMENT ON EXTENSION btree_gin IS 'support for indexing common datatypes in GIN';

CREATE EXTENSION IF NOT EXISTS pg_trgm WITH SCHEMA public;

COMMENT ON EXTENSION pg_trgm IS 'text similarity measurement and index searching based on trigrams';

CREATE EXTENSION IF NOT EXISTS unaccent WITH SCHEMA public;

COMMENT ON EXTENSION unaccent IS 'text search dictionary that removes accents';

CREATE FUNCTION public.add_counts(a jsonb, b jsonb) RETURNS jsonb
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN (SELECT COALESCE(jsonb_object_agg(t.key, t.items) FILTER (WHERE (t.items > (0)::numeric)), '{}'::jsonb) AS "coalesce" FROM (SELECT c.key, sum((c.value)::bigint) AS items FROM (SELECT jsonb_each.key, jsonb_each.value FROM jsonb_each(add_counts.a) jsonb_each(key, value) UNION ALL SELECT jsonb_each.key, jsonb_each.value FROM jsonb_each(add_counts.b) jsonb_each(key, value)) c GROUP BY c.key) t);

COMMENT ON FUNCTION public.add_counts(a jsonb, b jsonb) IS 'Adds counts such as {"news": 2} and {"news": -1, "page": 11}. Types that come to nothing are left out.';

CREATE FUNCTION public.phrase_count(search tsvector, norm double precision, title_norm double precision, phrase tsquery, title tsquery) RETURNS double precision
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN CASE WHEN (search @@ phrase) THEN (((1)::double precision / norm) + CASE WHEN (search @@ title) THEN ((4)::double precision / title_norm) ELSE (0)::double precision END) ELSE (0)::double precision END;

CREATE FUNCTION public.saturation(count double precision) RETURNS double precision
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN ((1)::double precision - ((2.2)::double precision / ((2.2)::double precision + count)));

CREATE TEXT SEARCH CONFIGURATION public.airport_content (
    PARSER = pg_catalog."default" );

ALTER TEXT SEARCH CONFIGURATION public.airport_content
    ADD MAPPING FOR asciiword WITH english_stem;

ALTER TEXT SEARCH CONFIGURATION public.airport_content
    ADD MAPPING FOR word WITH public.unaccent, english_stem;

ALTER TEXT SEARCH CONFIGURATION public.airport_content
    ADD MAPPING FOR numword WITH simple;

ALTER TEXT SEARCH CONFIGURATION public.airport_content
    ADD MAPPING FOR email WITH simple;

ALTER TEXT SEARCH CONFIGURATION public.airport_content
    ADD MAPPING FOR url WITH simple;

ALTER TEXT SEARCH CONFIGURATION public.airport_content
    ADD MAPPING FOR host WITH simple;

ALTER TEXT SEARCH CONFIGURATION public.airport_content
    ADD MAPPING FOR sfloat WITH simple;

ALTER TEXT SEARCH CONFIGURATION public.airport_content
    ADD MAPPING FOR version WITH simple;

ALTER TEXT SEARCH CONFIGURATION public.airport_content
    ADD MAPPING FOR hword_numpart WITH simple;

ALTER TEXT SEARCH CONFIGURATION public.airport_content
    ADD MAPPING FOR hword_part WITH public.unaccent, english_stem;

ALTER TEXT SEARCH CONFIGURATION public.airport_content
    ADD MAPPING FOR hword_asciipart WITH english_stem;

ALTER TEXT SEARCH CONFIGURATION public.airport_content
    ADD MAPPING FOR numhword WITH simple;

ALTER TEXT SEARCH CONFIGURATION public.airport_content
    ADD MAPPING FOR asciihword WITH english_stem;

ALTER TEXT SEARCH CONFIGURATION public.airport_content
    ADD MAPPING FOR hword WITH public.unaccent, english_stem;

ALTER TEXT SEARCH CONFIGURATION public.airport_content
    ADD MAPPING FOR url_path WITH simple;

ALTER TEXT SEARCH CONFIGURATION public.airport_content
    ADD MAPPING FOR file WITH simple;

ALTER TEXT SEARCH CONFIGURATION public.airport_content
    ADD MAPPING FOR "float" WITH simple;

ALTER TEXT SEARCH CONFIGURATION public.airport_content
    ADD MAPPING FOR "int" WITH simple;

ALTER TEXT SEARCH CONFIGURATION public.airport_content
    ADD MAPPING FOR uint WITH simple;

COMMENT ON TEXT SEARCH CONFIGURATION public.airport_content IS 'English without accents.';

CREATE FUNCTION public.search_words(language text, words text) RETURNS tsvector
    LANGUAGE sql STABLE PARALLEL SAFE
    RETURN CASE language WHEN 'english'::text THEN to_tsvector('public.airport_content'::regconfig, words) ELSE (public.unaccent('public.unaccent'::regdictionary, (to_tsvector((('pg_catalog.'::text || language))::regconfig, words))::text))::tsvector END;

COMMENT ON FUNCTION public.search_words(language text, words text) IS 'language: a name of Go search.Language. The text must be normalised (Go: search.Normalise).';

CREATE FUNCTION public.search_vector(airport text, content_type text, language text, title text, excerpt text, body text) RETURNS tsvector
    LANGUAGE sql STABLE PARALLEL SAFE
    RETURN (((((array_to_tsvector(ARRAY[('airport '::text || airport), ('type '::text || content_type)]) || setweight(public.search_words(language, title), 'A'::"char")) || (format('''language %s'':3'::text, language))::tsvector) || setweight(public.search_words(language, excerpt), 'B'::"char")) || (format('''language %s'':3'::text, language))::tsvector) || public.search_words(language, body));

COMMENT ON FUNCTION public.search_vector(airport text, content_type text, language text, title text, excerpt text, body text) IS 'The texts must be normalised (Go: search.Document).';

CREATE FUNCTION public.word_count(search tsvector, norm double precision, title_norm double precision, word tsquery, title tsquery) RETURNS double precision
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN (COALESCE((((0.645)::double precision / (((1)::double precision / NULLIF(ts_rank('{1,1,1,1}'::real[], search, word), (0)::double precision)) - (1)::double precision)) / norm), (0)::double precision) + CASE WHEN (search @@ title) THEN ((4)::double precision / title_norm) ELSE (0)::double precision END);

COMMENT ON FUNCTION public.word_count(search tsvector, norm double precision, title_norm double precision, word tsquery, title tsquery) IS 'title: the word within titles.';

SET default_tablespace = '';

SET default_table_access_method = heap;

CREATE TABLE public.airport (
    code text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT airport_code_check CHECK ((code ~ '^[A-Z0-9]{3,4}$'::text)),
    CONSTRAINT airport_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200)))
);

COMMENT ON TABLE public.airport IS 'The register of airports. What an import changes stands in airport_state.';

CREATE TABLE public.airport_state (
    airport text NOT NULL COLLATE pg_catalog."C",
    epoch uuid DEFAULT gen_random_uuid() NOT NULL,
    revision bigint DEFAULT 0 NOT NULL,
    purged_revision bigint DEFAULT 0 NOT NULL,
    published_at timestamp(3) with time zone,
    import_mark timestamp(3) with time zone,
    imported_at timestamp with time zone,
    items jsonb DEFAULT '{}'::jsonb NOT NULL,
    title_length bigint DEFAULT 0 NOT NULL,
    search_length bigint DEFAULT 0 NOT NULL
);

COMMENT ON TABLE public.airport_state IS 'What every answer about an airport depends on; one row for each airport.';

COMMENT ON COLUMN public.airport_state.epoch IS 'Random. A new one ends every cursor and ETag given out before.';

COMMENT ON COLUMN public.airport_state.revision IS 'Grows with every visible change, under the import lock, so that commits come in its order.';

COMMENT ON COLUMN public.airport_state.purged_revision IS 'Deletions of revisions up to this one may be forgotten.';

COMMENT ON COLUMN public.airport_state.published_at IS 'The date of the last merge; null before the first content.';

COMMENT ON COLUMN public.airport_state.import_mark IS 'When an import announced its merge; the merge clears it. While it stands, answers tell partners to ask again from before it.';

COMMENT ON COLUMN public.airport_state.imported_at IS 'When the last import ended, whether it changed something or not.';

COMMENT ON COLUMN public.airport_state.items IS 'How many items the airport has of each type in each language, such as {"dining": {"en": 12, "de": 3}}.';

COMMENT ON COLUMN public.airport_state.title_length IS 'The sum of content_item.title_length.';

COMMENT ON COLUMN public.airport_state.search_length IS 'The sum of content_item.search_length.';

CREATE TABLE public.api_key (
    id text NOT NULL COLLATE pg_catalog."C",
    partner_id bigint NOT NULL,
    digest bytea NOT NULL,
    label text DEFAULT ''::text NOT NULL,
    scopes text[] NOT NULL,
    all_airports boolean NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    expires_at timestamp with time zone,
    revoked_at timestamp with time zone,
    last_used_at timestamp with time zone,
    CONSTRAINT api_key_digest_check CHECK ((octet_length(digest) = 32)),
    CONSTRAINT api_key_id_check CHECK ((id ~ '^[A-Za-z0-9]{1,32}$'::text)),
    CONSTRAINT api_key_label_check CHECK ((length(label) <= 200)),
    CONSTRAINT api_key_scopes_check CHECK ((array_to_string(scopes, ' '::text) ~ '^content:read(:[a-z-]+)?( content:read(:[a-z-]+)?)*$'::text))
);

COMMENT ON TABLE public.api_key IS 'API keys of partners. The key itself is not stored.';

COMMENT ON COLUMN public.api_key.id IS 'Public: for lists and logs.';

COMMENT ON COLUMN public.api_key.digest IS 'SHA-256 of the whole key.';

COMMENT ON COLUMN public.api_key.scopes IS 'content:read, or content:read:<contentType>.';

COMMENT ON COLUMN public.api_key.last_used_at IS 'The last accepted use. Servers write it in batches.';

CREATE TABLE public.api_key_airport (
    key_id text NOT NULL COLLATE pg_catalog."C",
    airport text NOT NULL COLLATE pg_catalog."C"
);

COMMENT ON TABLE public.api_key_airport IS 'The airports of keys that are not for all airports.';

CREATE TABLE public.content_deletion (
    airport text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    content_type text NOT NULL COLLATE pg_catalog."C",
    revision bigint NOT NULL,
    deleted_at timestamp(3) with time zone NOT NULL
);

COMMENT ON TABLE public.content_deletion IS 'Items that were deleted, or that changed their type. /changes tells them to keys that no longer see the item.';

CREATE TABLE public.content_item (
    airport text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    source text DEFAULT 'import'::text NOT NULL COLLATE pg_catalog."C",
    content_type text NOT NULL COLLATE pg_catalog."C",
    language text NOT NULL COLLATE pg_catalog."C",
    search_language text NOT NULL COLLATE pg_catalog."C",
    last_modified timestamp(3) with time zone NOT NULL,
    source_last_modified timestamp(3) with time zone,
    revision bigint NOT NULL,
    title_length integer GENERATED ALWAYS AS (length(ts_filter(search, '{a}'::"char"[]))) STORED NOT NULL,
    search_length integer GENERATED ALWAYS AS (length(search)) STORED NOT NULL,
    title text NOT NULL,
    url text,
    excerpt text,
    thumbnail text,
    metadata jsonb,
    content text NOT NULL,
    search tsvector NOT NULL,
    CONSTRAINT content_item_content_check CHECK ((octet_length(content) <= 2097152)),
    CONSTRAINT content_item_content_type_check CHECK ((content_type = ANY (ARRAY['page'::text, 'news'::text, 'faq'::text, 'shopping'::text, 'dining'::text, 'amenity'::text, 'parking-transportation'::text, 'event'::text, 'general'::text]))),
    CONSTRAINT content_item_excerpt_check CHECK ((length(excerpt) <= 10000)),
    CONSTRAINT content_item_id_check CHECK ((((length(id) >= 1) AND (length(id) <= 200)) AND (id <> ALL (ARRAY['.'::text, '..'::text])))),
    CONSTRAINT content_item_language_check CHECK ((language ~ '^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$'::text)),
    CONSTRAINT content_item_metadata_check CHECK ((jsonb_typeof(metadata) = 'object'::text)),
    CONSTRAINT content_item_revision_check CHECK ((revision > 0)),
    CONSTRAINT content_item_source_check CHECK ((source ~ '^[a-z0-9][a-z0-9-]{0,39}$'::text)),
    CONSTRAINT content_item_thumbnail_check CHECK ((length(thumbnail) <= 2048)),
    CONSTRAINT content_item_title_check CHECK (((length(title) >= 1) AND (length(title) <= 1000))),
    CONSTRAINT content_item_url_check CHECK ((length(url) <= 2048))
)
WITH (toast_tuple_target='8160');
ALTER TABLE ONLY public.content_item ALTER COLUMN title SET STATISTICS 0;
ALTER TABLE ONLY public.content_item ALTER COLUMN title SET STORAGE MAIN;
ALTER TABLE ONLY public.content_item ALTER COLUMN url SET STATISTICS 0;
ALTER TABLE ONLY public.content_item ALTER COLUMN url SET STORAGE MAIN;
ALTER TABLE ONLY public.content_item ALTER COLUMN excerpt SET STATISTICS 0;
ALTER TABLE ONLY public.content_item ALTER COLUMN excerpt SET STORAGE MAIN;
ALTER TABLE ONLY public.content_item ALTER COLUMN thumbnail SET STATISTICS 0;
ALTER TABLE ONLY public.content_item ALTER COLUMN thumbnail SET STORAGE MAIN;
ALTER TABLE ONLY public.content_item ALTER COLUMN metadata SET STATISTICS 0;
ALTER TABLE ONLY public.content_item ALTER COLUMN metadata SET STORAGE MAIN;
ALTER TABLE ONLY public.content_item ALTER COLUMN content SET STATISTICS 0;
ALTER TABLE ONLY public.content_item ALTER COLUMN search SET STATISTICS 0;
ALTER TABLE ONLY public.content_item ALTER COLUMN search SET STORAGE MAIN;

COMMENT ON TABLE public.content_item IS 'One row for each item.';

COMMENT ON COLUMN public.content_item.source IS 'Where it comes from. Imports and pulls change only items of their own source.';

COMMENT ON COLUMN public.content_item.search_language IS 'The text search configuration that reads the item (Go: search.Language).';

COMMENT ON COLUMN public.content_item.last_modified IS 'When this version became visible here. A first load keeps the dates of the source.';

COMMENT ON COLUMN public.content_item.source_last_modified IS 'The date that the source gave, if any.';

COMMENT ON COLUMN public.content_item.revision IS 'The revision of the airport that brought this version.';

COMMENT ON COLUMN public.content_item.title_length IS 'How many different lexemes the title has.';

COMMENT ON COLUMN public.content_item.search_length IS 'How many different lexemes search has.';

COMMENT ON COLUMN public.content_item.search IS 'Made by search_vector(): the lexemes of the text, and tags for airport, type and search_language.';

CREATE TABLE public.goose_db_version (
    id integer NOT NULL,
    version_id bigint NOT NULL,
    is_applied boolean NOT NULL,
    tstamp timestamp without time zone DEFAULT now() NOT NULL
);

ALTER TABLE public.goose_db_version ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.goose_db_version_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.partner (
    id bigint NOT NULL,
    name text NOT NULL,
    rate_limit integer,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    disabled_at timestamp with time zone,
    CONSTRAINT partner_id_check CHECK (((id >= 1) AND (id <= '9007199254740991'::bigint))),
    CONSTRAINT partner_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200))),
    CONSTRAINT partner_rate_limit_check CHECK ((rate_limit > 0))
);

COMMENT ON TABLE public.partner IS 'Organisations that read content.';

COMMENT ON COLUMN public.partner.id IS 'At most 2^53 - 1: partners read it as a JSON number.';

COMMENT ON COLUMN public.partner.rate_limit IS 'Requests a minute; null: the default of the server.';

CREATE TABLE public.schema_support (
    version bigint NOT NULL,
    oldest_program bigint NOT NULL,
    CONSTRAINT schema_support_check CHECK ((oldest_program <= version))
);

COMMENT ON TABLE public.schema_support IS 'One row for each migration.';

COMMENT ON COLUMN public.schema_support.oldest_program IS 'The newest migration that a program must know, at least, to work on this schema.';

CREATE TABLE public.search_term (
    airport text NOT NULL COLLATE pg_catalog."C",
    language text NOT NULL COLLATE pg_catalog."C",
    lexeme text NOT NULL COLLATE pg_catalog."C",
    items jsonb NOT NULL
);

COMMENT ON TABLE public.search_term IS 'How many items of an airport and a search language hold a lexeme. Imports keep it exact.';

COMMENT ON COLUMN public.search_term.items IS 'The number of items of each type that has one, such as {"news": 2, "page": 11}.';

CREATE TABLE public.search_word (
    airport text NOT NULL COLLATE pg_catalog."C",
    plain text NOT NULL COLLATE pg_catalog."C",
    language text NOT NULL COLLATE pg_catalog."C",
    word text NOT NULL COLLATE pg_catalog."C",
    lexeme text NOT NULL COLLATE pg_catalog."C"
);

COMMENT ON TABLE public.search_word IS 'Words as people write them, with their lexemes in a search language. Misspelled words are corrected to these. A word that no item holds any more stays while another word has its lexeme, or until the next reindex.';

COMMENT ON COLUMN public.search_word.plain IS 'The word without accents. Misspelled words are compared with it.';

CREATE TABLE public.source (
    airport text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL COLLATE pg_catalog."C",
    kind text NOT NULL,
    url text NOT NULL,
    settings jsonb NOT NULL,
    paused boolean DEFAULT false NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    read_with text DEFAULT ''::text NOT NULL,
    CONSTRAINT source_name_check CHECK (((name ~ '^[a-z0-9][a-z0-9-]{0,39}$'::text) AND (name <> 'import'::text))),
    CONSTRAINT source_settings_check CHECK ((jsonb_typeof(settings) = 'object'::text)),
    CONSTRAINT source_url_check CHECK ((length(url) <= 2048))
);

COMMENT ON TABLE public.source IS 'The websites that content is pulled from. Passwords are never stored.';

COMMENT ON COLUMN public.source.read_with IS 'The settings that the last good run read with. What is remembered of pages counts only for the same ones.';

CREATE TABLE public.source_page (
    airport text NOT NULL COLLATE pg_catalog."C",
    source text NOT NULL COLLATE pg_catalog."C",
    key text NOT NULL COLLATE pg_catalog."C",
    item_id text NOT NULL COLLATE pg_catalog."C",
    etag text NOT NULL,
    modified text NOT NULL,
    hash text NOT NULL,
    CONSTRAINT source_page_key_check CHECK ((octet_length(key) <= 2000))
);

COMMENT ON TABLE public.source_page IS 'What a source remembers of each page from one run to the next. It is written with the merge.';

COMMENT ON COLUMN public.source_page.key IS 'The page''s URL, or the id of a post.';

COMMENT ON COLUMN public.source_page.hash IS 'Of the item as it was read.';

CREATE TABLE public.source_run (
    airport text NOT NULL COLLATE pg_catalog."C",
    source text NOT NULL COLLATE pg_catalog."C",
    ended_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    started_at timestamp with time zone NOT NULL,
    added integer NOT NULL,
    updated integer NOT NULL,
    unchanged integer NOT NULL,
    deleted integer NOT NULL,
    skipped integer NOT NULL,
    notes text[] NOT NULL,
    error text
);

COMMENT ON TABLE public.source_run IS 'The last runs of each source, and its last good one.';

COMMENT ON COLUMN public.source_run.skipped IS 'Items that are no good, and pages that could not be read.';

COMMENT ON COLUMN public.source_run.notes IS 'About the first of the skipped ones, a line each.';

COMMENT ON COLUMN public.source_run.error IS 'Why the run changed nothing; null for a good run.';

CREATE TABLE public.synonym (
    language text NOT NULL COLLATE pg_catalog."C",
    word text NOT NULL,
    reading text NOT NULL,
    group_id integer NOT NULL,
    CONSTRAINT synonym_reading_check CHECK ((reading <> ''::text)),
    CONSTRAINT synonym_word_check CHECK ((word <> ''::text))
);

COMMENT ON TABLE public.synonym IS 'Words, or short phrases, of one group stand for each other in a search.';

COMMENT ON COLUMN public.synonym.language IS 'The search language of the items that are searched for it; empty: all.';

COMMENT ON COLUMN public.synonym.reading IS 'The word, normalised as texts and queries are.';

CREATE TABLE public.synonym_state (
    single boolean DEFAULT true NOT NULL,
    revision bigint NOT NULL,
    defaults_added boolean NOT NULL,
    CONSTRAINT synonym_state_single_check CHECK (single)
);

COMMENT ON TABLE public.synonym_state IS 'One row. Its revision grows with every change of synonym.';

COMMENT ON COLUMN public.synonym_state.defaults_added IS 'Whether the program has added its default synonyms. It does so once.';

CREATE TABLE public.usage_day (
    day date NOT NULL,
    key_id text NOT NULL COLLATE pg_catalog."C",
    requests bigint NOT NULL,
    refused bigint NOT NULL,
    rate_limited bigint NOT NULL,
    CONSTRAINT usage_day_check CHECK (((refused + rate_limited) <= requests)),
    CONSTRAINT usage_day_rate_limited_check CHECK ((rate_limited >= 0)),
    CONSTRAINT usage_day_refused_check CHECK ((refused >= 0)),
    CONSTRAINT usage_day_requests_check CHECK ((requests > 0))
);

COMMENT ON TABLE public.usage_day IS 'Requests of each key on each day, in UTC. Every server adds to it in batches.';

COMMENT ON COLUMN public.usage_day.requests IS 'All requests, whatever the answer.';

COMMENT ON COLUMN public.usage_day.refused IS 'Answers with a status from 400 to 499, without 429.';

COMMENT ON COLUMN public.usage_day.rate_limited IS 'Answers with status 429.';

INSERT INTO public.airport (code, name, created_at) VALUES ('SFO', 'San Francisco', '2026-11-22 20:10:20.901041+00');

INSERT INTO public.airport_state (airport, epoch, revision, purged_revision, published_at, import_mark, imported_at, items, title_length, search_length) VALUES ('SFO', '2e16b025-89ea-406c-b4b1-0e54db88c5d4', 2, 0, '2026-11-22 20:10:21.038+00', NULL, '2026-11-22 20:10:21.046755+00', '{"faq": {"fr": 1}, "dining": {"en": 1}}', 4, 18);

INSERT INTO public.api_key (id, partner_id, digest, label, scopes, all_airports, created_at, expires_at, revoked_at, last_used_at) VALUES ('L7MhZ3SqfS', 1, '\xaef5fc8cdf9f2e38b1da2a2f2563791e7abe6f1d9745406020165e75e2a56750', '', '{content:read}', false, '2026-11-22 20:10:20.941886+00', NULL, NULL, '2026-11-22 20:10:21.338164+00');

INSERT INTO public.api_key_airport (key_id, airport) VALUES ('L7MhZ3SqfS', 'SFO');

INSERT INTO public.content_deletion (airport, id, content_type, revision, deleted_at) VALUES ('SFO', 'old', 'news', 2, '2026-11-22 20:10:21.038+00');

INSERT INTO public.content_item (airport, id, source, content_type, language, search_language, last_modified, source_last_modified, revision, title, url, excerpt, thumbnail, metadata, content, search) VALUES ('SFO', 'coffee', 'import', 'dining', 'en', 'english', '2026-01-01 00:00:00+00', '2026-01-01 00:00:00+00', 1, 'Harbor Coffee', NULL, NULL, NULL, '{"terminal": "1"}', '<p>Espresso and cakes near gate B4.</p>', '''airport SFO'' ''b4'':14 ''cake'':11 ''coffe'':2A ''espresso'':9 ''gate'':13 ''harbor'':1A ''language english'':5,8 ''near'':12 ''type dining''');
INSERT INTO public.content_item (airport, id, source, content_type, language, search_language, last_modified, source_last_modified, revision, title, url, excerpt, thumbnail, metadata, content, search) VALUES ('SFO', 'bagages', 'import', 'faq', 'fr', 'french', '2026-01-02 00:00:00+00', '2026-01-02 00:00:00+00', 1, 'Consigne à bagages', NULL, NULL, NULL, NULL, '<p>La consigne est ouverte jusqu''à minuit.</p>', '''airport SFO'' ''bagag'':3A ''consign'':1A,11 ''jusqu'':14 ''language french'':6,9 ''minuit'':16 ''ouvert'':13 ''type faq''');

INSERT INTO public.goose_db_version (id, version_id, is_applied, tstamp) VALUES (1, 0, true, '2026-11-22 20:10:20.797345');
INSERT INTO public.goose_db_version (id, version_id, is_applied, tstamp) VALUES (2, 1, true, '2026-11-22 20:10:20.803341');
INSERT INTO public.goose_db_version (id, version_id, is_applied, tstamp) VALUES (3, 2, true, '2026-11-22 20:10:20.820804');
INSERT INTO public.goose_db_version (id, version_id, is_applied, tstamp) VALUES (4, 3, true, '2026-11-22 20:10:20.831883');
INSERT INTO public.goose_db_version (id, version_id, is_applied, tstamp) VALUES (5, 4, true, '2026-11-22 20:10:20.861874');

INSERT INTO public.partner (id, name, rate_limit, created_at, disabled_at) VALUES (1, 'Acme', NULL, '2026-11-22 20:10:20.920101+00', NULL);

INSERT INTO public.schema_support (version, oldest_program) VALUES (1, 1);
INSERT INTO public.schema_support (version, oldest_program) VALUES (2, 2);
INSERT INTO public.schema_support (version, oldest_program) VALUES (3, 3);
INSERT INTO public.schema_support (version, oldest_program) VALUES (4, 4);

INSERT INTO public.search_term (airport, language, lexeme, items) VALUES ('SFO', 'english', 'b4', '{"dining": 1}');
INSERT INTO public.search_term (airport, language, lexeme, items) VALUES ('SFO', 'english', 'cake', '{"dining": 1}');
INSERT INTO public.search_term (airport, language, lexeme, items) VALUES ('SFO', 'english', 'coffe', '{"dining": 1}');
INSERT INTO public.search_term (airport, language, lexeme, items) VALUES ('SFO', 'english', 'espresso', '{"dining": 1}');
INSERT INTO public.search_term (airport, language, lexeme, items) VALUES ('SFO', 'english', 'gate', '{"dining": 1}');
INSERT INTO public.search_term (airport, language, lexeme, items) VALUES ('SFO', 'english', 'harbor', '{"dining": 1}');
INSERT INTO public.search_term (airport, language, lexeme, items) VALUES ('SFO', 'english', 'near', '{"dining": 1}');
INSERT INTO public.search_term (airport, language, lexeme, items) VALUES ('SFO', 'french', 'bagag', '{"faq": 1}');
INSERT INTO public.search_term (airport, language, lexeme, items) VALUES ('SFO', 'french', 'consign', '{"faq": 1}');
INSERT INTO public.search_term (airport, language, lexeme, items) VALUES ('SFO', 'french', 'jusqu', '{"faq": 1}');
INSERT INTO public.search_term (airport, language, lexeme, items) VALUES ('SFO', 'french', 'minuit', '{"faq": 1}');
INSERT INTO public.search_term (airport, language, lexeme, items) VALUES ('SFO', 'french', 'ouvert', '{"faq": 1}');

INSERT INTO public.search_word (airport, plain, language, word, lexeme) VALUES ('SFO', 'coffee', 'english', 'coffee', 'coffe');
INSERT INTO public.search_word (airport, plain, language, word, lexeme) VALUES ('SFO', 'gate', 'english', 'gate', 'gate');
INSERT INTO public.search_word (airport, plain, language, word, lexeme) VALUES ('SFO', 'espresso', 'english', 'espresso', 'espresso');
INSERT INTO public.search_word (airport, plain, language, word, lexeme) VALUES ('SFO', 'ouverte', 'french', 'ouverte', 'ouvert');
INSERT INTO public.search_word (airport, plain, language, word, lexeme) VALUES ('SFO', 'jusqu', 'french', 'jusqu', 'jusqu');
INSERT INTO public.search_word (airport, plain, language, word, lexeme) VALUES ('SFO', 'bagages', 'french', 'bagages', 'bagag');
INSERT INTO public.search_word (airport, plain, language, word, lexeme) VALUES ('SFO', 'consigne', 'french', 'consigne', 'consign');
INSERT INTO public.search_word (airport, plain, language, word, lexeme) VALUES ('SFO', 'harbor', 'english', 'harbor', 'harbor');
INSERT INTO public.search_word (airport, plain, language, word, lexeme) VALUES ('SFO', 'minuit', 'french', 'minuit', 'minuit');
INSERT INTO public.search_word (airport, plain, language, word, lexeme) VALUES ('SFO', 'cakes', 'english', 'cakes', 'cake');
INSERT INTO public.search_word (airport, plain, language, word, lexeme) VALUES ('SFO', 'near', 'english', 'near', 'near');

INSERT INTO public.source (airport, name, kind, url, settings, paused, created_at, read_with) VALUES ('SFO', 'site', 'sitemap', 'https://airport.example/sitemap.xml', '{"rate": 5, "every": 900000000000}', false, '2026-11-22 20:10:21.072996+00', '');

INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'restroom', 'restroom', 1);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'toilet', 'toilet', 1);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'bathroom', 'bathroom', 1);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'washroom', 'washroom', 1);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'lavatory', 'lavatory', 1);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'wc', 'wc', 1);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'loo', 'loo', 1);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'stroller', 'stroller', 2);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'pram', 'pram', 2);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'pushchair', 'pushchair', 2);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'buggy', 'buggy', 2);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'diaper', 'diaper', 3);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'nappy', 'nappy', 3);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'baby changing', 'baby changing', 4);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'changing table', 'changing table', 4);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'diaper changing', 'diaper changing', 4);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'nappy changing', 'nappy changing', 4);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'nursing room', 'nursing room', 5);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'nursing pod', 'nursing pod', 5);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'lactation', 'lactation', 5);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'breastfeeding', 'breastfeeding', 5);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'breast feeding', 'breast feeding', 5);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'baby care', 'baby care', 5);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'mother and baby room', 'mother and baby room', 5);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'feeding room', 'feeding room', 5);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'baby', 'baby', 6);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'infant', 'infant', 6);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'child', 'child', 7);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'children', 'children', 7);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'kids', 'kids', 7);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'playground', 'playground', 8);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'play area', 'play area', 8);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'play zone', 'play zone', 8);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'kids zone', 'kids zone', 8);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'soft play', 'soft play', 8);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'unaccompanied minor', 'unaccompanied minor', 9);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'child travelling alone', 'child travelling alone', 9);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'children travelling alone', 'children travelling alone', 9);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'minor travelling alone', 'minor travelling alone', 9);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'baggage', 'baggage', 10);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'luggage', 'luggage', 10);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'suitcase', 'suitcase', 10);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'hand luggage', 'hand luggage', 11);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'hand baggage', 'hand baggage', 11);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'cabin baggage', 'cabin baggage', 11);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'cabin luggage', 'cabin luggage', 11);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'cabin bag', 'cabin bag', 11);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'carry on bag', 'carry on bag', 11);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'carry on baggage', 'carry on baggage', 11);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'carry on luggage', 'carry on luggage', 11);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'checked baggage', 'checked baggage', 12);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'checked luggage', 'checked luggage', 12);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'checked bag', 'checked bag', 12);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'hold luggage', 'hold luggage', 12);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'hold baggage', 'hold baggage', 12);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'baggage claim', 'baggage claim', 13);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'baggage reclaim', 'baggage reclaim', 13);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'luggage claim', 'luggage claim', 13);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'luggage reclaim', 'luggage reclaim', 13);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'baggage carousel', 'baggage carousel', 13);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'baggage belt', 'baggage belt', 13);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'lost baggage', 'lost baggage', 14);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'lost luggage', 'lost luggage', 14);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'lost bag', 'lost bag', 14);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'missing baggage', 'missing baggage', 14);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'missing luggage', 'missing luggage', 14);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'missing bag', 'missing bag', 14);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'delayed baggage', 'delayed baggage', 14);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'delayed luggage', 'delayed luggage', 14);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'delayed bag', 'delayed bag', 14);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'left luggage', 'left luggage', 15);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'baggage storage', 'baggage storage', 15);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'luggage storage', 'luggage storage', 15);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'bag storage', 'bag storage', 15);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'luggage locker', 'luggage locker', 15);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'baggage locker', 'baggage locker', 15);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'lost and found', 'lost and found', 16);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'lost property', 'lost property', 16);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'found property', 'found property', 16);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'cart', 'cart', 17);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'trolley', 'trolley', 17);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'parking', 'parking', 18);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'car park', 'car park', 18);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'long stay', 'long stay', 19);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'long term', 'long term', 19);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'short stay', 'short stay', 20);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'short term', 'short term', 20);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'valet parking', 'valet parking', 21);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'meet and greet parking', 'meet and greet parking', 21);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'ev', 'ev', 22);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'electric car', 'electric car', 22);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'electric vehicle', 'electric vehicle', 22);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'ev charging', 'ev charging', 23);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'ev charger', 'ev charger', 23);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'electric vehicle charging', 'electric vehicle charging', 23);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'electric car charging', 'electric car charging', 23);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'petrol station', 'petrol station', 24);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'gas station', 'gas station', 24);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'filling station', 'filling station', 24);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'fuel station', 'fuel station', 24);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'drop off zone', 'drop off zone', 25);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'drop off area', 'drop off area', 25);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'kiss and fly', 'kiss and fly', 25);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'kiss and ride', 'kiss and ride', 25);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'pick up zone', 'pick up zone', 26);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'pick up area', 'pick up area', 26);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'pick up point', 'pick up point', 26);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'pickup zone', 'pickup zone', 26);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'pickup area', 'pickup area', 26);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'pickup point', 'pickup point', 26);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'collection point', 'collection point', 26);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'meeting point', 'meeting point', 27);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'meeting place', 'meeting place', 27);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'car rental', 'car rental', 28);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'car hire', 'car hire', 28);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'rental car', 'rental car', 28);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'hire car', 'hire car', 28);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'rent a car', 'rent a car', 28);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'taxi', 'taxi', 29);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'cab', 'cab', 29);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'taxicab', 'taxicab', 29);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'rideshare', 'rideshare', 30);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'ride hailing', 'ride hailing', 30);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'private hire', 'private hire', 30);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'limousine', 'limousine', 31);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'limo', 'limo', 31);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'chauffeur', 'chauffeur', 31);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'shuttle', 'shuttle', 32);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'courtesy bus', 'courtesy bus', 32);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'transfer bus', 'transfer bus', 32);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'bus', 'bus', 33);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'coach', 'coach', 33);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'train', 'train', 34);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'rail', 'rail', 34);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'railway', 'railway', 34);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'tram', 'tram', 35);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'streetcar', 'streetcar', 35);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'light rail', 'light rail', 35);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'metro', 'metro', 36);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'subway train', 'subway train', 36);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'subway station', 'subway station', 36);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'subway line', 'subway line', 36);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'underground train', 'underground train', 36);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'underground station', 'underground station', 36);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'tube station', 'tube station', 36);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'bicycle', 'bicycle', 37);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'bike', 'bike', 37);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'cycling', 'cycling', 37);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'motorcycle', 'motorcycle', 38);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'motorbike', 'motorbike', 38);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'timetable', 'timetable', 39);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'schedule', 'schedule', 39);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'elevator', 'elevator', 40);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'lift', 'lift', 40);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'escalator', 'escalator', 41);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'moving stairs', 'moving stairs', 41);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'moving staircase', 'moving staircase', 41);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'moving walkway', 'moving walkway', 42);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'moving sidewalk', 'moving sidewalk', 42);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'travelator', 'travelator', 42);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'people conveyor', 'people conveyor', 42);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'step free', 'step free', 43);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'barrier free', 'barrier free', 43);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'wheelchair accessible', 'wheelchair accessible', 43);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'wheelchair', 'wheelchair', 44);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'reduced mobility', 'reduced mobility', 44);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'disabled', 'disabled', 44);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'prm', 'prm', 44);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'special assistance', 'special assistance', 44);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'mobility assistance', 'mobility assistance', 44);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'service dog', 'service dog', 45);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'service animal', 'service animal', 45);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'assistance dog', 'assistance dog', 45);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'assistance animal', 'assistance animal', 45);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'guide dog', 'guide dog', 45);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'pet relief', 'pet relief', 46);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'dog relief', 'dog relief', 46);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'animal relief', 'animal relief', 46);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'pet area', 'pet area', 46);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'dog toilet', 'dog toilet', 46);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'atm', 'atm', 47);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'cash machine', 'cash machine', 47);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'cashpoint', 'cashpoint', 47);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'cash dispenser', 'cash dispenser', 47);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'currency exchange', 'currency exchange', 48);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'bureau de change', 'bureau de change', 48);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'foreign exchange', 'foreign exchange', 48);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'money exchange', 'money exchange', 48);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'exchange office', 'exchange office', 48);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'tax refund', 'tax refund', 49);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'vat refund', 'vat refund', 49);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'tax reclaim', 'tax reclaim', 49);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'vat reclaim', 'vat reclaim', 49);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'duty free', 'duty free', 50);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'dutyfree', 'dutyfree', 50);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'tax free', 'tax free', 50);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'wifi', 'wifi', 51);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'wi fi', 'wi fi', 51);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'wlan', 'wlan', 51);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'wireless internet', 'wireless internet', 51);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'internet access', 'internet access', 51);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'power outlet', 'power outlet', 52);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'electrical outlet', 'electrical outlet', 52);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'socket', 'socket', 52);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'usb port', 'usb port', 52);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'charging station', 'charging station', 52);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'charging point', 'charging point', 52);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'charging table', 'charging table', 52);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'phone charging', 'phone charging', 52);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'email', 'email', 53);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'e mail', 'e mail', 53);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'mobile phone', 'mobile phone', 54);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'cell phone', 'cell phone', 54);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'cellphone', 'cellphone', 54);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'smartphone', 'smartphone', 54);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'sim card', 'sim card', 55);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'esim', 'esim', 55);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'mobile sim', 'mobile sim', 55);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'prepaid sim', 'prepaid sim', 55);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'drinking water', 'drinking water', 56);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'drinking fountain', 'drinking fountain', 56);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'water fountain', 'water fountain', 56);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'water refill', 'water refill', 56);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'bottle refill', 'bottle refill', 56);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'refill station', 'refill station', 56);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'bottle filling', 'bottle filling', 56);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'hydration station', 'hydration station', 56);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'prayer room', 'prayer room', 57);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'chapel', 'chapel', 57);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'multi faith room', 'multi faith room', 57);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'multifaith room', 'multifaith room', 57);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'place of worship', 'place of worship', 57);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'mosque', 'mosque', 57);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'meditation room', 'meditation room', 57);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'reflection room', 'reflection room', 57);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'smoking area', 'smoking area', 58);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'smoking room', 'smoking room', 58);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'smoking lounge', 'smoking lounge', 58);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'smoking zone', 'smoking zone', 58);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'first aid', 'first aid', 59);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'medical centre', 'medical centre', 59);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'medical center', 'medical center', 59);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'clinic', 'clinic', 59);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'doctor', 'doctor', 59);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'defibrillator', 'defibrillator', 60);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'aed', 'aed', 60);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'pharmacy', 'pharmacy', 61);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'chemist', 'chemist', 61);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'drugstore', 'drugstore', 61);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'vaccination', 'vaccination', 62);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'immunization', 'immunization', 62);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'flu shot', 'flu shot', 62);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'flu jab', 'flu jab', 62);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'optician', 'optician', 63);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'eyewear', 'eyewear', 63);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'hairdresser', 'hairdresser', 64);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'barber', 'barber', 64);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'hair salon', 'hair salon', 64);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'gym', 'gym', 65);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'fitness centre', 'fitness centre', 65);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'fitness center', 'fitness center', 65);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'cinema', 'cinema', 66);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'movie theater', 'movie theater', 66);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'movie theatre', 'movie theatre', 66);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'laundry', 'laundry', 67);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'dry cleaning', 'dry cleaning', 67);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'vending machine', 'vending machine', 68);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'snack machine', 'snack machine', 68);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'observation deck', 'observation deck', 69);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'observation terrace', 'observation terrace', 69);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'viewing terrace', 'viewing terrace', 69);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'viewing platform', 'viewing platform', 69);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'viewing gallery', 'viewing gallery', 69);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'viewing deck', 'viewing deck', 69);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'spectator terrace', 'spectator terrace', 69);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'sleep pod', 'sleep pod', 70);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'nap pod', 'nap pod', 70);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'capsule hotel', 'capsule hotel', 70);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'hotel', 'hotel', 71);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'accommodation', 'accommodation', 71);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'vip lounge', 'vip lounge', 72);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'executive lounge', 'executive lounge', 72);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'business lounge', 'business lounge', 72);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'business class lounge', 'business class lounge', 72);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'airline lounge', 'airline lounge', 72);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'fast track', 'fast track', 73);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'fast lane', 'fast lane', 73);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'priority lane', 'priority lane', 73);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'express lane', 'express lane', 73);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'security checkpoint', 'security checkpoint', 74);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'security control', 'security control', 74);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'security screening', 'security screening', 74);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'passenger screening', 'passenger screening', 74);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'immigration', 'immigration', 75);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'passport control', 'passport control', 75);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'border control', 'border control', 75);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'boarding pass', 'boarding pass', 76);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'boarding card', 'boarding card', 76);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'check in desk', 'check in desk', 77);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'check in counter', 'check in counter', 77);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'checkin desk', 'checkin desk', 77);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'checkin counter', 'checkin counter', 77);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'check in island', 'check in island', 77);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'waiting time', 'waiting time', 78);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'queue time', 'queue time', 78);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'flight delay', 'flight delay', 79);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'delayed flight', 'delayed flight', 79);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'late flight', 'late flight', 79);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'plane', 'plane', 80);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'aircraft', 'aircraft', 80);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'airplane', 'airplane', 80);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'aeroplane', 'aeroplane', 80);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'job', 'job', 81);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'career', 'career', 81);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'vacancy', 'vacancy', 81);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'employment', 'employment', 81);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'recruitment', 'recruitment', 81);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'post office', 'post office', 82);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'mailbox', 'mailbox', 82);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'post box', 'post box', 82);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'letter box', 'letter box', 82);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'newsagent', 'newsagent', 83);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'newsstand', 'newsstand', 83);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'news stand', 'news stand', 83);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'bookshop', 'bookshop', 84);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'bookstore', 'bookstore', 84);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'book shop', 'book shop', 84);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'book store', 'book store', 84);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'gift', 'gift', 85);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'souvenir', 'souvenir', 85);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'perfume', 'perfume', 86);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'fragrance', 'fragrance', 86);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'jewellery', 'jewellery', 87);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'jewelry', 'jewelry', 87);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'jeweller', 'jeweller', 87);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'candy', 'candy', 88);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'confectionery', 'confectionery', 88);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'sweet shop', 'sweet shop', 88);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'tobacco', 'tobacco', 89);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'cigarette', 'cigarette', 89);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'e cigarette', 'e cigarette', 90);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'electronic cigarette', 'electronic cigarette', 90);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'vape', 'vape', 90);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'alcohol', 'alcohol', 91);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'liquor', 'liquor', 91);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'sunscreen', 'sunscreen', 92);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'sunblock', 'sunblock', 92);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'sun cream', 'sun cream', 92);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'sun screen', 'sun screen', 92);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'takeaway', 'takeaway', 93);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'takeout', 'takeout', 93);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'take away', 'take away', 93);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'vegetarian', 'vegetarian', 94);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'veggie', 'veggie', 94);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'meat free', 'meat free', 94);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'meatless', 'meatless', 94);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'vegan', 'vegan', 95);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'plant based', 'plant based', 95);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'gluten free', 'gluten free', 96);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'coeliac', 'coeliac', 96);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'celiac', 'celiac', 96);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'trash', 'trash', 97);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'rubbish', 'rubbish', 97);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'garbage', 'garbage', 97);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'emergency exit', 'emergency exit', 98);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'fire exit', 'fire exit', 98);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', '24 7', '24 7', 99);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', '24 hours', '24 hours', 99);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', '24h', '24h', 99);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'round the clock', 'round the clock', 99);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'around the clock', 'around the clock', 99);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'day and night', 'day and night', 99);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 't1', 't1', 100);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'terminal 1', 'terminal 1', 100);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'terminal one', 'terminal one', 100);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 't2', 't2', 101);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'terminal 2', 'terminal 2', 101);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'terminal two', 'terminal two', 101);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 't3', 't3', 102);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'terminal 3', 'terminal 3', 102);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'terminal three', 'terminal three', 102);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 't4', 't4', 103);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'terminal 4', 'terminal 4', 103);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'terminal four', 'terminal four', 103);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 't5', 't5', 104);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'terminal 5', 'terminal 5', 104);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'terminal five', 'terminal five', 104);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'centre', 'centre', 105);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'center', 'center', 105);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'theatre', 'theatre', 106);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'theater', 'theater', 106);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'harbour', 'harbour', 107);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'harbor', 'harbor', 107);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'colour', 'colour', 108);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'color', 'color', 108);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'kerb', 'kerb', 109);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'curb', 'curb', 109);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'licence', 'licence', 110);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'license', 'license', 110);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'programme', 'programme', 111);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'program', 'program', 111);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'doughnut', 'doughnut', 112);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'donut', 'donut', 112);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'yoghurt', 'yoghurt', 113);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'yogurt', 'yogurt', 113);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'whisky', 'whisky', 114);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('english', 'whiskey', 'whiskey', 114);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'toilettes', 'toilettes', 115);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'wc', 'wc', 115);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'sanitaires', 'sanitaires', 115);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'poussette', 'poussette', 116);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'landau', 'landau', 116);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'table à langer', 'table à langer', 117);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'espace bébé', 'espace bébé', 117);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'nurserie', 'nurserie', 117);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'bébé', 'bébé', 118);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'nourrisson', 'nourrisson', 118);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'enfant', 'enfant', 119);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'enfants', 'enfants', 119);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'aire de jeux', 'aire de jeux', 120);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'espace enfants', 'espace enfants', 120);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'jeux pour enfants', 'jeux pour enfants', 120);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'espace allaitement', 'espace allaitement', 121);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'salle d allaitement', 'salle d allaitement', 121);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'bagage', 'bagage', 122);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'valise', 'valise', 122);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'bagage à main', 'bagage à main', 123);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'bagage cabine', 'bagage cabine', 123);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'bagage de cabine', 'bagage de cabine', 123);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'bagage en soute', 'bagage en soute', 124);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'bagage enregistré', 'bagage enregistré', 124);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'retrait des bagages', 'retrait des bagages', 125);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'livraison des bagages', 'livraison des bagages', 125);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'tapis à bagages', 'tapis à bagages', 125);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'consigne à bagages', 'consigne à bagages', 126);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'casier à bagages', 'casier à bagages', 126);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'dépôt de bagages', 'dépôt de bagages', 126);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'bagage perdu', 'bagage perdu', 127);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'bagage égaré', 'bagage égaré', 127);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'bagage retardé', 'bagage retardé', 127);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'objets trouvés', 'objets trouvés', 128);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'objets perdus', 'objets perdus', 128);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'chariot', 'chariot', 129);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'chariot à bagages', 'chariot à bagages', 129);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'stationnement', 'stationnement', 130);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'parking', 'parking', 130);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'parc de stationnement', 'parc de stationnement', 130);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'garer voiture', 'garer voiture', 130);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'garer véhicule', 'garer véhicule', 130);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'longue durée', 'longue durée', 131);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'long séjour', 'long séjour', 131);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'courte durée', 'courte durée', 132);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'dépose minute', 'dépose minute', 132);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'voiture électrique', 'voiture électrique', 133);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'véhicule électrique', 'véhicule électrique', 133);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'borne de recharge', 'borne de recharge', 134);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'station de recharge', 'station de recharge', 134);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'borne électrique', 'borne électrique', 134);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'station service', 'station service', 135);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'essence', 'essence', 135);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'point de rencontre', 'point de rencontre', 136);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'lieu de rendez vous', 'lieu de rendez vous', 136);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'location de voiture', 'location de voiture', 137);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'location de véhicule', 'location de véhicule', 137);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'voiture de location', 'voiture de location', 137);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'taxi', 'taxi', 138);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'station de taxi', 'station de taxi', 138);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'vtc', 'vtc', 139);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'voiture avec chauffeur', 'voiture avec chauffeur', 139);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'navette', 'navette', 140);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'navette gratuite', 'navette gratuite', 140);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'bus', 'bus', 141);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'autobus', 'autobus', 141);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'autocar', 'autocar', 141);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'train', 'train', 142);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'chemin de fer', 'chemin de fer', 142);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'gare', 'gare', 143);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'gare ferroviaire', 'gare ferroviaire', 143);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'tramway', 'tramway', 144);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'tram', 'tram', 144);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'métro', 'métro', 145);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'métropolitain', 'métropolitain', 145);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'vélo', 'vélo', 146);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'bicyclette', 'bicyclette', 146);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'moto', 'moto', 147);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'deux roues', 'deux roues', 147);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'horaires', 'horaires', 148);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'grille horaire', 'grille horaire', 148);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'ascenseur', 'ascenseur', 149);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'élévateur', 'élévateur', 149);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'escalier roulant', 'escalier roulant', 150);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'escalator', 'escalator', 150);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'escalier mécanique', 'escalier mécanique', 150);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'tapis roulant', 'tapis roulant', 151);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'trottoir roulant', 'trottoir roulant', 151);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'accessible', 'accessible', 152);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'sans obstacle', 'sans obstacle', 152);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'plain pied', 'plain pied', 152);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'fauteuil roulant', 'fauteuil roulant', 153);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'mobilité réduite', 'mobilité réduite', 153);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'pmr', 'pmr', 153);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'handicap', 'handicap', 153);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'chien guide', 'chien guide', 154);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'chien d assistance', 'chien d assistance', 154);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'distributeur', 'distributeur', 155);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'distributeur de billets', 'distributeur de billets', 155);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'guichet automatique', 'guichet automatique', 155);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'bureau de change', 'bureau de change', 156);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'échange de devises', 'échange de devises', 156);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'détaxe', 'détaxe', 157);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'remboursement de tva', 'remboursement de tva', 157);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'boutique hors taxes', 'boutique hors taxes', 158);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'duty free', 'duty free', 158);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'hors taxe', 'hors taxe', 158);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'wifi', 'wifi', 159);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'wi fi', 'wi fi', 159);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'internet sans fil', 'internet sans fil', 159);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'prise électrique', 'prise électrique', 160);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'prise de courant', 'prise de courant', 160);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'prise usb', 'prise usb', 160);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'téléphone portable', 'téléphone portable', 161);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'téléphone mobile', 'téléphone mobile', 161);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'smartphone', 'smartphone', 161);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'eau potable', 'eau potable', 162);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'fontaine à eau', 'fontaine à eau', 162);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'salle de prière', 'salle de prière', 163);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'lieu de culte', 'lieu de culte', 163);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'chapelle', 'chapelle', 163);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'espace de recueillement', 'espace de recueillement', 163);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'espace fumeurs', 'espace fumeurs', 164);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'zone fumeurs', 'zone fumeurs', 164);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'fumoir', 'fumoir', 164);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'premiers secours', 'premiers secours', 165);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'poste de secours', 'poste de secours', 165);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'infirmerie', 'infirmerie', 165);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'médecin', 'médecin', 165);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'pharmacie', 'pharmacie', 166);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'parapharmacie', 'parapharmacie', 166);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'coiffeur', 'coiffeur', 167);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'salon de coiffure', 'salon de coiffure', 167);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'terrasse panoramique', 'terrasse panoramique', 168);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'terrasse d observation', 'terrasse d observation', 168);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'hôtel', 'hôtel', 169);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'hébergement', 'hébergement', 169);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'contrôle de sûreté', 'contrôle de sûreté', 170);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'contrôle de sécurité', 'contrôle de sécurité', 170);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'poste d inspection filtrage', 'poste d inspection filtrage', 170);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'contrôle des passeports', 'contrôle des passeports', 171);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'contrôle aux frontières', 'contrôle aux frontières', 171);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'comptoir d enregistrement', 'comptoir d enregistrement', 172);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'borne d enregistrement', 'borne d enregistrement', 172);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'temps d attente', 'temps d attente', 173);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'file d attente', 'file d attente', 173);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'vol retardé', 'vol retardé', 174);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'retard de vol', 'retard de vol', 174);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'restaurant', 'restaurant', 175);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'restauration', 'restauration', 175);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'brasserie', 'brasserie', 175);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'petit déjeuner', 'petit déjeuner', 176);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'viennoiserie', 'viennoiserie', 176);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'boutique', 'boutique', 177);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'magasin', 'magasin', 177);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'commerce', 'commerce', 177);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'librairie', 'librairie', 178);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'presse', 'presse', 178);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'journaux', 'journaux', 178);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'cadeau', 'cadeau', 179);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'souvenir', 'souvenir', 179);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'parfum', 'parfum', 180);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'parfumerie', 'parfumerie', 180);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'emploi', 'emploi', 181);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'recrutement', 'recrutement', 181);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'carrière', 'carrière', 181);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'boîte aux lettres', 'boîte aux lettres', 182);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('french', 'bureau de poste', 'bureau de poste', 182);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'toilette', 'toilette', 183);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'wc', 'wc', 183);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'klo', 'klo', 183);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'sanitäranlage', 'sanitäranlage', 183);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'kinderwagen', 'kinderwagen', 184);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'buggy', 'buggy', 184);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'wickelraum', 'wickelraum', 185);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'wickeltisch', 'wickeltisch', 185);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'babywickelraum', 'babywickelraum', 185);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'baby', 'baby', 186);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'säugling', 'säugling', 186);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'kleinkind', 'kleinkind', 186);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'kind', 'kind', 187);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'kinder', 'kinder', 187);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'spielplatz', 'spielplatz', 188);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'spielbereich', 'spielbereich', 188);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'spielecke', 'spielecke', 188);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'kinderland', 'kinderland', 188);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'stillraum', 'stillraum', 189);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'stillzimmer', 'stillzimmer', 189);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'gepäck', 'gepäck', 190);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'koffer', 'koffer', 190);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'reisegepäck', 'reisegepäck', 190);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'handgepäck', 'handgepäck', 191);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'kabinengepäck', 'kabinengepäck', 191);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'bordgepäck', 'bordgepäck', 191);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'aufgegebenes gepäck', 'aufgegebenes gepäck', 192);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'aufgabegepäck', 'aufgabegepäck', 192);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'gepäckausgabe', 'gepäckausgabe', 193);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'gepäckband', 'gepäckband', 193);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'gepäckrückgabe', 'gepäckrückgabe', 193);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'gepäckaufbewahrung', 'gepäckaufbewahrung', 194);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'schließfach', 'schließfach', 194);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'gepäckschließfach', 'gepäckschließfach', 194);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'gepäcklagerung', 'gepäcklagerung', 194);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'gepäckermittlung', 'gepäckermittlung', 195);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'verlorenes gepäck', 'verlorenes gepäck', 195);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'verspätetes gepäck', 'verspätetes gepäck', 195);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'vermisstes gepäck', 'vermisstes gepäck', 195);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'fundbüro', 'fundbüro', 196);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'fundsachen', 'fundsachen', 196);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'fundstelle', 'fundstelle', 196);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'gepäckwagen', 'gepäckwagen', 197);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'kofferkuli', 'kofferkuli', 197);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'gepäcktrolley', 'gepäcktrolley', 197);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'parken', 'parken', 198);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'parkplatz', 'parkplatz', 198);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'parkhaus', 'parkhaus', 198);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'parkfläche', 'parkfläche', 198);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'stellplatz', 'stellplatz', 198);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'langzeitparken', 'langzeitparken', 199);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'dauerparken', 'dauerparken', 199);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'urlauberparken', 'urlauberparken', 199);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'kurzzeitparken', 'kurzzeitparken', 200);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'kurzparken', 'kurzparken', 200);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'kurzparkzone', 'kurzparkzone', 200);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'elektroauto', 'elektroauto', 201);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'elektrofahrzeug', 'elektrofahrzeug', 201);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'e auto', 'e auto', 201);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'ladestation', 'ladestation', 202);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'ladesäule', 'ladesäule', 202);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'stromtankstelle', 'stromtankstelle', 202);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'tankstelle', 'tankstelle', 203);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'tanken', 'tanken', 203);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'abholen', 'abholen', 204);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'abholzone', 'abholzone', 204);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'abholbereich', 'abholbereich', 204);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'treffpunkt', 'treffpunkt', 205);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'meeting point', 'meeting point', 205);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'mietwagen', 'mietwagen', 206);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'autovermietung', 'autovermietung', 206);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'leihwagen', 'leihwagen', 206);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'mietauto', 'mietauto', 206);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'taxi', 'taxi', 207);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'taxistand', 'taxistand', 207);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'bus', 'bus', 208);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'linienbus', 'linienbus', 208);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'fernbus', 'fernbus', 209);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'reisebus', 'reisebus', 209);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'shuttle', 'shuttle', 210);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'shuttlebus', 'shuttlebus', 210);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'pendelbus', 'pendelbus', 210);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'zubringer', 'zubringer', 210);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'zug', 'zug', 211);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'bahn', 'bahn', 211);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'eisenbahn', 'eisenbahn', 211);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'bahnhof', 'bahnhof', 212);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'bahnsteig', 'bahnsteig', 212);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'bahnstation', 'bahnstation', 212);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'straßenbahn', 'straßenbahn', 213);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'tram', 'tram', 213);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'stadtbahn', 'stadtbahn', 213);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'u bahn', 'u bahn', 214);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'metro', 'metro', 214);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'fahrrad', 'fahrrad', 215);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'rad', 'rad', 215);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'motorrad', 'motorrad', 216);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'motorroller', 'motorroller', 216);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'fahrplan', 'fahrplan', 217);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'abfahrtszeiten', 'abfahrtszeiten', 217);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'aufzug', 'aufzug', 218);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'fahrstuhl', 'fahrstuhl', 218);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'lift', 'lift', 218);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'rolltreppe', 'rolltreppe', 219);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'fahrtreppe', 'fahrtreppe', 219);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'rollsteig', 'rollsteig', 220);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'fahrsteig', 'fahrsteig', 220);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'laufband', 'laufband', 220);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'barrierefrei', 'barrierefrei', 221);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'rollstuhlgerecht', 'rollstuhlgerecht', 221);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'stufenlos', 'stufenlos', 221);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'rollstuhl', 'rollstuhl', 222);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'eingeschränkte mobilität', 'eingeschränkte mobilität', 222);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'behinderung', 'behinderung', 222);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'mobilitätsservice', 'mobilitätsservice', 222);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'assistenzhund', 'assistenzhund', 223);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'blindenhund', 'blindenhund', 223);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'begleithund', 'begleithund', 223);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'geldautomat', 'geldautomat', 224);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'bankautomat', 'bankautomat', 224);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'bancomat', 'bancomat', 224);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'wechselstube', 'wechselstube', 225);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'geldwechsel', 'geldwechsel', 225);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'währungsumtausch', 'währungsumtausch', 225);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'steuerrückerstattung', 'steuerrückerstattung', 226);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'mehrwertsteuererstattung', 'mehrwertsteuererstattung', 226);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'tax free', 'tax free', 226);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'duty free', 'duty free', 227);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'zollfrei', 'zollfrei', 227);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'wlan', 'wlan', 228);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'wifi', 'wifi', 228);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'internetzugang', 'internetzugang', 228);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'drahtloses internet', 'drahtloses internet', 228);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'steckdose', 'steckdose', 229);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'ladestecker', 'ladestecker', 229);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'handy laden', 'handy laden', 229);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'handy', 'handy', 230);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'mobiltelefon', 'mobiltelefon', 230);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'smartphone', 'smartphone', 230);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'trinkwasser', 'trinkwasser', 231);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'trinkbrunnen', 'trinkbrunnen', 231);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'wasserspender', 'wasserspender', 231);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'gebetsraum', 'gebetsraum', 232);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'andachtsraum', 'andachtsraum', 232);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'kapelle', 'kapelle', 232);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'raum der stille', 'raum der stille', 232);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'raucherbereich', 'raucherbereich', 233);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'raucherkabine', 'raucherkabine', 233);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'raucherlounge', 'raucherlounge', 233);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'raucherzone', 'raucherzone', 233);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'erste hilfe', 'erste hilfe', 234);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'sanitätsstation', 'sanitätsstation', 234);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'arzt', 'arzt', 234);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'friseur', 'friseur', 235);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'haarsalon', 'haarsalon', 235);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'besucherterrasse', 'besucherterrasse', 236);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'aussichtsterrasse', 'aussichtsterrasse', 236);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'zuschauerterrasse', 'zuschauerterrasse', 236);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'hotel', 'hotel', 237);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'übernachtung', 'übernachtung', 237);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'unterkunft', 'unterkunft', 237);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'sicherheitskontrolle', 'sicherheitskontrolle', 238);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'sicherheitscheck', 'sicherheitscheck', 238);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'passagierkontrolle', 'passagierkontrolle', 238);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'passkontrolle', 'passkontrolle', 239);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'grenzkontrolle', 'grenzkontrolle', 239);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'bordkarte', 'bordkarte', 240);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'boardingpass', 'boardingpass', 240);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'check in schalter', 'check in schalter', 241);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'abfertigungsschalter', 'abfertigungsschalter', 241);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'eincheckschalter', 'eincheckschalter', 241);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'wartezeit', 'wartezeit', 242);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'warteschlange', 'warteschlange', 242);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'verspätung', 'verspätung', 243);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'verspäteter flug', 'verspäteter flug', 243);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'flugzeug', 'flugzeug', 244);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'flieger', 'flieger', 244);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'restaurant', 'restaurant', 245);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'gaststätte', 'gaststätte', 245);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'gastronomie', 'gastronomie', 245);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'café', 'café', 246);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'kaffeehaus', 'kaffeehaus', 246);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'imbiss', 'imbiss', 247);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'schnellimbiss', 'schnellimbiss', 247);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'snack', 'snack', 247);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'geschäft', 'geschäft', 248);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'shop', 'shop', 248);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'buchhandlung', 'buchhandlung', 249);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'buchladen', 'buchladen', 249);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'zeitschriften', 'zeitschriften', 250);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'zeitungen', 'zeitungen', 250);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'geschenk', 'geschenk', 251);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'souvenir', 'souvenir', 251);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'mitbringsel', 'mitbringsel', 251);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'parfüm', 'parfüm', 252);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'duft', 'duft', 252);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'spielwaren', 'spielwaren', 253);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'spielzeug', 'spielzeug', 253);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'job', 'job', 254);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'karriere', 'karriere', 254);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'arbeitsplatz', 'arbeitsplatz', 254);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'briefkasten', 'briefkasten', 255);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('german', 'postfiliale', 'postfiliale', 255);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'aseo', 'aseo', 256);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'baño', 'baño', 256);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'lavabo', 'lavabo', 256);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'wc', 'wc', 256);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'cochecito', 'cochecito', 257);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'carrito de bebé', 'carrito de bebé', 257);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'silla de paseo', 'silla de paseo', 257);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'cambiador', 'cambiador', 258);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'cambiador de bebés', 'cambiador de bebés', 258);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'sala de lactancia', 'sala de lactancia', 258);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'bebé', 'bebé', 259);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'lactante', 'lactante', 259);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'niño', 'niño', 260);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'infantil', 'infantil', 260);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'zona de juegos', 'zona de juegos', 261);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'área de juegos', 'área de juegos', 261);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'parque infantil', 'parque infantil', 261);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'equipaje', 'equipaje', 262);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'maleta', 'maleta', 262);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'equipaje de mano', 'equipaje de mano', 263);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'equipaje de cabina', 'equipaje de cabina', 263);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'equipaje facturado', 'equipaje facturado', 264);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'equipaje de bodega', 'equipaje de bodega', 264);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'recogida de equipajes', 'recogida de equipajes', 265);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'entrega de equipaje', 'entrega de equipaje', 265);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'cinta de equipajes', 'cinta de equipajes', 265);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'reclamo de equipaje', 'reclamo de equipaje', 265);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'consigna', 'consigna', 266);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'consigna de equipajes', 'consigna de equipajes', 266);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'guardaequipaje', 'guardaequipaje', 266);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'taquilla', 'taquilla', 266);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'equipaje perdido', 'equipaje perdido', 267);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'equipaje extraviado', 'equipaje extraviado', 267);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'equipaje demorado', 'equipaje demorado', 267);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'objetos perdidos', 'objetos perdidos', 268);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'objetos extraviados', 'objetos extraviados', 268);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'carrito portaequipajes', 'carrito portaequipajes', 269);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'carrito de equipaje', 'carrito de equipaje', 269);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'aparcamiento', 'aparcamiento', 270);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'estacionamiento', 'estacionamiento', 270);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'parking', 'parking', 270);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'aparcar', 'aparcar', 270);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'estacionar', 'estacionar', 270);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'larga estancia', 'larga estancia', 271);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'larga duración', 'larga duración', 271);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'corta estancia', 'corta estancia', 272);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'corta duración', 'corta duración', 272);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'coche', 'coche', 273);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'automóvil', 'automóvil', 273);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'auto', 'auto', 273);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'coche eléctrico', 'coche eléctrico', 274);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'vehículo eléctrico', 'vehículo eléctrico', 274);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'punto de recarga', 'punto de recarga', 275);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'cargador eléctrico', 'cargador eléctrico', 275);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'estación de carga', 'estación de carga', 275);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'gasolinera', 'gasolinera', 276);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'estación de servicio', 'estación de servicio', 276);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'punto de encuentro', 'punto de encuentro', 277);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'lugar de encuentro', 'lugar de encuentro', 277);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'alquiler de coches', 'alquiler de coches', 278);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'renta de autos', 'renta de autos', 278);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'coche de alquiler', 'coche de alquiler', 278);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'taxi', 'taxi', 279);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'parada de taxis', 'parada de taxis', 279);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'lanzadera', 'lanzadera', 280);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'autobús de enlace', 'autobús de enlace', 280);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'autobús', 'autobús', 281);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'bus', 'bus', 281);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'autocar', 'autocar', 281);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'tren', 'tren', 282);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'ferrocarril', 'ferrocarril', 282);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'tranvía', 'tranvía', 283);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'tren ligero', 'tren ligero', 283);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'metro', 'metro', 284);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'subterráneo', 'subterráneo', 284);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'bicicleta', 'bicicleta', 285);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'bici', 'bici', 285);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'motocicleta', 'motocicleta', 286);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'moto', 'moto', 286);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'ascensor', 'ascensor', 287);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'elevador', 'elevador', 287);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'escalera mecánica', 'escalera mecánica', 288);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'escalera eléctrica', 'escalera eléctrica', 288);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'pasillo rodante', 'pasillo rodante', 289);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'cinta transportadora', 'cinta transportadora', 289);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'accesible', 'accesible', 290);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'sin barreras', 'sin barreras', 290);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'sin escalones', 'sin escalones', 290);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'silla de ruedas', 'silla de ruedas', 291);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'movilidad reducida', 'movilidad reducida', 291);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'discapacidad', 'discapacidad', 291);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'pmr', 'pmr', 291);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'perro guía', 'perro guía', 292);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'perro de asistencia', 'perro de asistencia', 292);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'cajero automático', 'cajero automático', 293);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'cajero', 'cajero', 293);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'cambio de divisas', 'cambio de divisas', 294);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'casa de cambio', 'casa de cambio', 294);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'cambio de moneda', 'cambio de moneda', 294);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'devolución de impuestos', 'devolución de impuestos', 295);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'devolución del iva', 'devolución del iva', 295);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'libre de impuestos', 'libre de impuestos', 296);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'duty free', 'duty free', 296);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'wifi', 'wifi', 297);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'wi fi', 'wi fi', 297);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'internet inalámbrico', 'internet inalámbrico', 297);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'enchufe', 'enchufe', 298);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'toma de corriente', 'toma de corriente', 298);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'puerto usb', 'puerto usb', 298);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'móvil', 'móvil', 299);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'celular', 'celular', 299);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'teléfono móvil', 'teléfono móvil', 299);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'agua potable', 'agua potable', 300);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'fuente de agua', 'fuente de agua', 300);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'capilla', 'capilla', 301);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'sala de oración', 'sala de oración', 301);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'lugar de culto', 'lugar de culto', 301);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'zona de fumadores', 'zona de fumadores', 302);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'sala de fumadores', 'sala de fumadores', 302);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'primeros auxilios', 'primeros auxilios', 303);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'enfermería', 'enfermería', 303);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'médico', 'médico', 303);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'farmacia', 'farmacia', 304);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'botica', 'botica', 304);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'peluquería', 'peluquería', 305);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'barbería', 'barbería', 305);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'terraza', 'terraza', 306);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'mirador', 'mirador', 306);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'hotel', 'hotel', 307);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'alojamiento', 'alojamiento', 307);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'control de seguridad', 'control de seguridad', 308);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'filtro de seguridad', 'filtro de seguridad', 308);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'inspección de seguridad', 'inspección de seguridad', 308);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'control de pasaportes', 'control de pasaportes', 309);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'migración', 'migración', 309);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'inmigración', 'inmigración', 309);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'tarjeta de embarque', 'tarjeta de embarque', 310);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'pase de abordar', 'pase de abordar', 310);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'mostrador de facturación', 'mostrador de facturación', 311);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'mostrador de registro', 'mostrador de registro', 311);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'vuelo retrasado', 'vuelo retrasado', 312);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'vuelo demorado', 'vuelo demorado', 312);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'retraso', 'retraso', 312);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'avión', 'avión', 313);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'aeronave', 'aeronave', 313);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'restaurante', 'restaurante', 314);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'restauración', 'restauración', 314);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'cafetería', 'cafetería', 315);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'café', 'café', 315);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'tienda', 'tienda', 316);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'comercio', 'comercio', 316);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'librería', 'librería', 317);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'prensa', 'prensa', 317);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'regalo', 'regalo', 318);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'recuerdo', 'recuerdo', 318);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'perfume', 'perfume', 319);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'perfumería', 'perfumería', 319);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'juguete', 'juguete', 320);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'juguetería', 'juguetería', 320);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'empleo', 'empleo', 321);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'trabajo', 'trabajo', 321);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'vacante', 'vacante', 321);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'buzón', 'buzón', 322);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'oficina de correos', 'oficina de correos', 322);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'vegetariano', 'vegetariano', 323);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'sin carne', 'sin carne', 323);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'sin gluten', 'sin gluten', 324);
INSERT INTO public.synonym (language, word, reading, group_id) VALUES ('spanish', 'celíaco', 'celíaco', 324);

INSERT INTO public.synonym_state (single, revision, defaults_added) VALUES (true, 2, true);

INSERT INTO public.usage_day (day, key_id, requests, refused, rate_limited) VALUES ('2026-11-22', 'L7MhZ3SqfS', 1, 0, 0);

SELECT pg_catalog.setval('public.goose_db_version_id_seq', 5, true);

ALTER TABLE ONLY public.airport
    ADD CONSTRAINT airport_pkey PRIMARY KEY (code);

ALTER TABLE ONLY public.airport_state
    ADD CONSTRAINT airport_state_pkey PRIMARY KEY (airport);

ALTER TABLE ONLY public.api_key_airport
    ADD CONSTRAINT api_key_airport_pkey PRIMARY KEY (key_id, airport);

ALTER TABLE ONLY public.api_key
    ADD CONSTRAINT api_key_digest_key UNIQUE (digest);

ALTER TABLE ONLY public.api_key
    ADD CONSTRAINT api_key_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.content_deletion
    ADD CONSTRAINT content_deletion_pkey PRIMARY KEY (airport, id, content_type);

ALTER TABLE ONLY public.content_item
    ADD CONSTRAINT content_item_pkey PRIMARY KEY (airport, id);

ALTER TABLE ONLY public.goose_db_version
    ADD CONSTRAINT goose_db_version_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.partner
    ADD CONSTRAINT partner_name_key UNIQUE (name);

ALTER TABLE ONLY public.partner
    ADD CONSTRAINT partner_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.schema_support
    ADD CONSTRAINT schema_support_pkey PRIMARY KEY (version);

ALTER TABLE ONLY public.search_term
    ADD CONSTRAINT search_term_pkey PRIMARY KEY (airport, language, lexeme);

ALTER TABLE ONLY public.search_word
    ADD CONSTRAINT search_word_pkey PRIMARY KEY (airport, plain, language, word);

ALTER TABLE ONLY public.source_page
    ADD CONSTRAINT source_page_pkey PRIMARY KEY (airport, source, key);

ALTER TABLE ONLY public.source
    ADD CONSTRAINT source_pkey PRIMARY KEY (airport, name);

ALTER TABLE ONLY public.source_run
    ADD CONSTRAINT source_run_pkey PRIMARY KEY (airport, source, ended_at);

ALTER TABLE ONLY public.synonym
    ADD CONSTRAINT synonym_pkey PRIMARY KEY (language, word);

ALTER TABLE ONLY public.synonym_state
    ADD CONSTRAINT synonym_state_pkey PRIMARY KEY (single);

ALTER TABLE ONLY public.usage_day
    ADD CONSTRAINT usage_day_pkey PRIMARY KEY (day, key_id);

CREATE INDEX api_key_airport_airport ON public.api_key_airport USING btree (airport);

CREATE INDEX api_key_partner ON public.api_key USING btree (partner_id);

CREATE INDEX content_deletion_age ON public.content_deletion USING btree (airport, deleted_at);

CREATE INDEX content_deletion_revision ON public.content_deletion USING btree (airport, revision, id) INCLUDE (content_type);

CREATE INDEX content_item_newest ON public.content_item USING btree (airport, last_modified DESC, id) INCLUDE (content_type, language, title_length, search_length);

CREATE INDEX content_item_newest_of_type ON public.content_item USING btree (airport, content_type, last_modified DESC, id) INCLUDE (language);

CREATE INDEX content_item_revision ON public.content_item USING btree (airport, revision, id) INCLUDE (content_type);

CREATE INDEX content_item_search ON public.content_item USING gin (search) WITH (fastupdate='on', gin_pending_list_limit='16384');

CREATE INDEX search_word_lexeme ON public.search_word USING btree (airport, language, lexeme);

CREATE INDEX search_word_spelling ON public.search_word USING gin (airport, plain public.gin_trgm_ops) WITH (fastupdate='on', gin_pending_list_limit='16384');

CREATE INDEX source_page_item ON public.source_page USING btree (airport, source, item_id);

ALTER TABLE ONLY public.api_key_airport
    ADD CONSTRAINT api_key_airport_airport_fkey FOREIGN KEY (airport) REFERENCES public.airport(code) ON DELETE CASCADE;

ALTER TABLE ONLY public.api_key_airport
    ADD CONSTRAINT api_key_airport_key_id_fkey FOREIGN KEY (key_id) REFERENCES public.api_key(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.api_key
    ADD CONSTRAINT api_key_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES public.partner(id);

ALTER TABLE ONLY public.content_deletion
    ADD CONSTRAINT content_deletion_airport_fkey FOREIGN KEY (airport) REFERENCES public.airport_state(airport) ON DELETE CASCADE;

ALTER TABLE ONLY public.content_item
    ADD CONSTRAINT content_item_airport_fkey FOREIGN KEY (airport) REFERENCES public.airport_state(airport);

ALTER TABLE ONLY public.search_term
    ADD CONSTRAINT search_term_airport_fkey FOREIGN KEY (airport) REFERENCES public.airport_state(airport) ON DELETE CASCADE;

ALTER TABLE ONLY public.search_word
    ADD CONSTRAINT search_word_airport_fkey FOREIGN KEY (airport) REFERENCES public.airport_state(airport) ON DELETE CASCADE;

ALTER TABLE ONLY public.source
    ADD CONSTRAINT source_airport_fkey FOREIGN KEY (airport) REFERENCES public.airport(code) ON DELETE CASCADE;

ALTER TABLE ONLY public.source_page
    ADD CONSTRAINT source_page_airport_source_fkey FOREIGN KEY (airport, source) REFERENCES public.source(airport, name) ON DELETE CASCADE;

ALTER TABLE ONLY public.source_run
    ADD CONSTRAINT source_run_airport_source_fkey FOREIGN KEY (airport, source) REFERENCES public.source(airport, name) ON DELETE CASCADE;

ALTER TABLE ONLY public.usage_day
    ADD CONSTRAINT usage_day_key_id_fkey FOREIGN KEY (key_id) REFERENCES public.api_key(id) ON DELETE CASCADE;

