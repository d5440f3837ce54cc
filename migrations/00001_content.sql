-- +goose Up

-- Which programs still work on this schema. Every migration adds a row.
CREATE TABLE schema_support (
    version        bigint PRIMARY KEY,
    oldest_program bigint NOT NULL CHECK (oldest_program <= version)
);
COMMENT ON TABLE schema_support IS 'One row for each migration.';
COMMENT ON COLUMN schema_support.oldest_program IS
    'The newest migration that a program must know, at least, to work on this schema.';

CREATE TABLE airport (
    code       text COLLATE "C" PRIMARY KEY CHECK (code ~ '^[A-Z0-9]{3,4}$'),
    name       text NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
    created_at timestamptz NOT NULL DEFAULT now()
);
COMMENT ON TABLE airport IS 'The register of airports. What an import changes stands in airport_state.';

CREATE TABLE airport_state (
    airport         text COLLATE "C" PRIMARY KEY,
    epoch           uuid NOT NULL DEFAULT gen_random_uuid(),
    revision        bigint NOT NULL DEFAULT 0,
    purged_revision bigint NOT NULL DEFAULT 0,
    published_at    timestamptz(3),
    import_mark     timestamptz(3),
    imported_at     timestamptz,
    items           jsonb NOT NULL DEFAULT '{}',
    newest          jsonb NOT NULL DEFAULT '{}',
    title_length    bigint NOT NULL DEFAULT 0,
    search_length   bigint NOT NULL DEFAULT 0,
    analysis        integer NOT NULL DEFAULT 0
);
COMMENT ON TABLE airport_state IS 'What every answer about an airport depends on; one row for each airport.';
COMMENT ON COLUMN airport_state.epoch IS 'Random. A new one ends every cursor and ETag given out before.';
COMMENT ON COLUMN airport_state.revision IS 'Grows with every visible change, under the import lock, so that commits come in its order.';
COMMENT ON COLUMN airport_state.purged_revision IS 'Deletions of revisions up to this one may be forgotten.';
COMMENT ON COLUMN airport_state.published_at IS 'The date of the last merge; null before the first content.';
COMMENT ON COLUMN airport_state.import_mark IS
    'When an import announced its merge; the merge clears it. While it stands, answers tell partners to ask again from before it.';
COMMENT ON COLUMN airport_state.imported_at IS 'When the last import ended, whether it changed something or not.';
COMMENT ON COLUMN airport_state.items IS
    'How many items the airport has of each type in each language, such as {"dining": {"en": 12, "de": 3}}.';
COMMENT ON COLUMN airport_state.newest IS
    'The last_modified of the newest item of each type, in Unix milliseconds, such as {"dining": 1772357400000}.';
COMMENT ON COLUMN airport_state.title_length IS 'The sum of content_item.title_length.';
COMMENT ON COLUMN airport_state.search_length IS 'The sum of content_item.search_length.';
COMMENT ON COLUMN airport_state.analysis IS
    'The version of the analysis that made the vectors, the oldest one if several did (Go: search.Version).';

CREATE TABLE content_item (
    airport              text COLLATE "C" NOT NULL REFERENCES airport_state (airport),
    id                   text COLLATE "C" NOT NULL CHECK (length(id) BETWEEN 1 AND 200 AND id NOT IN ('.', '..')),
    source               text COLLATE "C" NOT NULL DEFAULT 'import' CHECK (source ~ '^[a-z0-9][a-z0-9-]{0,39}$'),
    content_type         text COLLATE "C" NOT NULL CHECK (content_type IN
        ('page', 'news', 'faq', 'shopping', 'dining', 'amenity', 'parking-transportation', 'event', 'general')),
    language             text COLLATE "C" NOT NULL CHECK (language ~ '^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$'),
    search_language      text COLLATE "C" NOT NULL,
    last_modified        timestamptz(3) NOT NULL,
    source_last_modified timestamptz(3),
    revision             bigint NOT NULL CHECK (revision > 0),
    title_length         integer NOT NULL,
    search_length        integer NOT NULL,
    title                text NOT NULL CHECK (length(title) BETWEEN 1 AND 1000),
    url                  text CHECK (length(url) <= 2048),
    excerpt              text CHECK (length(excerpt) <= 10000),
    thumbnail            text CHECK (length(thumbnail) <= 2048),
    metadata             jsonb CHECK (jsonb_typeof(metadata) = 'object'),
    content              text NOT NULL CHECK (octet_length(content) <= 2097152),
    search               tsvector NOT NULL,
    PRIMARY KEY (airport, id)
);
COMMENT ON TABLE content_item IS 'One row for each item.';
COMMENT ON COLUMN content_item.source IS 'Where it comes from. Imports and pulls change only items of their own source.';
COMMENT ON COLUMN content_item.last_modified IS 'When this version became visible here. A first load keeps the dates of the source.';
COMMENT ON COLUMN content_item.source_last_modified IS 'The date that the source gave, if any.';
COMMENT ON COLUMN content_item.revision IS 'The revision of the airport that brought this version.';
COMMENT ON COLUMN content_item.search_language IS 'Go: search.Language.';
COMMENT ON COLUMN content_item.search IS 'The lexemes of title (A), excerpt (B), content, kind and metadata (D), and tags for airport, type and search_language (Go: search.Vector). A tag holds a space, which no lexeme of a text does, so no text can forge one.';
COMMENT ON COLUMN content_item.title_length IS 'How many words of the title are in search.';
COMMENT ON COLUMN content_item.search_length IS 'How many words of the item are in search; a word that comes twice counts twice.';

-- Keep a row that fits into a page in one piece: ranking then reads the vector without unpacking it.
ALTER TABLE content_item SET (toast_tuple_target = 8160);
ALTER TABLE content_item
    ALTER COLUMN title SET STORAGE MAIN, ALTER COLUMN url SET STORAGE MAIN, ALTER COLUMN excerpt SET STORAGE MAIN,
    ALTER COLUMN thumbnail SET STORAGE MAIN, ALTER COLUMN metadata SET STORAGE MAIN, ALTER COLUMN search SET STORAGE MAIN;
-- No plan depends on the values of these columns, and ANALYZE is slow on them.
ALTER TABLE content_item
    ALTER COLUMN title SET STATISTICS 0, ALTER COLUMN url SET STATISTICS 0, ALTER COLUMN excerpt SET STATISTICS 0,
    ALTER COLUMN thumbnail SET STATISTICS 0, ALTER COLUMN metadata SET STATISTICS 0, ALTER COLUMN content SET STATISTICS 0,
    ALTER COLUMN search SET STATISTICS 0;

-- Vacuum within a minute of an import, however many items other airports have, so that lists are read from the index alone.
ALTER TABLE content_item SET (
    autovacuum_vacuum_threshold = 100, autovacuum_vacuum_scale_factor = 0,
    autovacuum_vacuum_insert_threshold = 100, autovacuum_vacuum_insert_scale_factor = 0
);

CREATE INDEX content_item_newest ON content_item (airport, last_modified DESC, id)
    INCLUDE (content_type, language, title_length, search_length);
CREATE INDEX content_item_newest_of_type ON content_item (airport, content_type, last_modified DESC, id) INCLUDE (language);
CREATE INDEX content_item_revision ON content_item (airport, revision, id) INCLUDE (content_type);
-- A large pending list makes imports several times as fast. An import empties it before it commits.
CREATE INDEX content_item_search ON content_item USING gin (search) WITH (fastupdate = on, gin_pending_list_limit = 16384);

CREATE TABLE content_deletion (
    airport      text COLLATE "C" NOT NULL REFERENCES airport_state (airport) ON DELETE CASCADE,
    id           text COLLATE "C" NOT NULL,
    content_type text COLLATE "C" NOT NULL,
    revision     bigint NOT NULL,
    deleted_at   timestamptz(3) NOT NULL,
    PRIMARY KEY (airport, id, content_type)
);
COMMENT ON TABLE content_deletion IS
    'Items that were deleted, or that changed their type. /changes tells them to keys that no longer see the item.';
CREATE INDEX content_deletion_revision ON content_deletion (airport, revision, id) INCLUDE (content_type);
CREATE INDEX content_deletion_age ON content_deletion (airport, deleted_at);

INSERT INTO schema_support (version, oldest_program) VALUES (1, 1);

-- +goose Down
DROP TABLE content_deletion;
DROP TABLE content_item;
DROP TABLE airport_state;
DROP TABLE airport;
DROP TABLE schema_support;
