-- +goose Up

CREATE TABLE airport (
    code                text COLLATE "C" PRIMARY KEY CHECK (code ~ '^[A-Z0-9]{3,4}$'),
    name                text NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
    lock_id             integer NOT NULL GENERATED ALWAYS AS IDENTITY UNIQUE,
    epoch               uuid NOT NULL DEFAULT gen_random_uuid(),
    revision            bigint NOT NULL DEFAULT 0,
    purged_revision     bigint NOT NULL DEFAULT 0,
    published_at        timestamptz(3),
    import_mark         timestamptz(3),
    imported_at         timestamptz,
    search_length_total bigint NOT NULL DEFAULT 0,
    created_at          timestamptz NOT NULL DEFAULT now()
);
COMMENT ON TABLE airport IS 'Airports whose content is served.';
COMMENT ON COLUMN airport.lock_id IS 'Second key of the advisory lock that an import of this airport holds.';
COMMENT ON COLUMN airport.epoch IS 'Random; a new one makes every cursor and ETag given out before invalid.';
COMMENT ON COLUMN airport.revision IS 'Grows with every visible change; taken under the import lock, so commit order is revision order.';
COMMENT ON COLUMN airport.purged_revision IS 'Deletions of revisions up to this one may have been forgotten.';
COMMENT ON COLUMN airport.published_at IS 'Latest last_modified ever given by an import; null until the first content.';
COMMENT ON COLUMN airport.import_mark IS 'When the running import committed its mark; null when none merges.';
COMMENT ON COLUMN airport.imported_at IS 'When the last import, changing something or not, was finished.';
COMMENT ON COLUMN airport.search_length_total IS 'Sum of content_item.search_length, for the average length.';

CREATE TABLE content_item (
    airport              text COLLATE "C" NOT NULL REFERENCES airport (code) ON UPDATE RESTRICT ON DELETE RESTRICT,
    id                   text COLLATE "C" NOT NULL CHECK (length(id) BETWEEN 1 AND 200 AND id NOT IN ('.', '..')),
    content_type         text COLLATE "C" NOT NULL CHECK (content_type IN
        ('page', 'news', 'faq', 'shopping', 'dining', 'amenity', 'parking-transportation', 'event', 'general')),
    language             text NOT NULL CHECK (language ~ '^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$'),
    last_modified        timestamptz(3) NOT NULL,
    source_last_modified timestamptz(3),
    revision             bigint NOT NULL CHECK (revision > 0),
    search_length        integer NOT NULL CHECK (search_length >= 0),
    title                text NOT NULL CHECK (length(title) BETWEEN 1 AND 1000),
    url                  text CHECK (length(url) <= 2048),
    excerpt              text CHECK (length(excerpt) <= 10000),
    thumbnail            text CHECK (length(thumbnail) <= 2048),
    metadata             jsonb CHECK (jsonb_typeof(metadata) = 'object'),
    content              text NOT NULL CHECK (octet_length(content) <= 2097152),
    search               tsvector NOT NULL,
    PRIMARY KEY (airport, id)
);
-- A row that fits a page stays in one piece, so that ranking need not unpack its vector, nor a list fetch each text from
-- elsewhere. Of a larger one the body is compressed first, then put elsewhere.
ALTER TABLE content_item SET (toast_tuple_target = 8160);
ALTER TABLE content_item
    ALTER COLUMN title SET STORAGE MAIN, ALTER COLUMN url SET STORAGE MAIN, ALTER COLUMN excerpt SET STORAGE MAIN,
    ALTER COLUMN thumbnail SET STORAGE MAIN, ALTER COLUMN metadata SET STORAGE MAIN, ALTER COLUMN search SET STORAGE MAIN;
-- No plan depends on what these hold, and ANALYZE takes long to look at them.
ALTER TABLE content_item
    ALTER COLUMN title SET STATISTICS 0, ALTER COLUMN url SET STATISTICS 0, ALTER COLUMN excerpt SET STATISTICS 0,
    ALTER COLUMN thumbnail SET STATISTICS 0, ALTER COLUMN metadata SET STATISTICS 0, ALTER COLUMN content SET STATISTICS 0,
    ALTER COLUMN search SET STATISTICS 0;

COMMENT ON TABLE content_item IS 'One row an item, as partners see it.';
COMMENT ON COLUMN content_item.last_modified IS 'When this version became visible here; the source''s date for a first load.';
COMMENT ON COLUMN content_item.source_last_modified IS 'The date that the source gave; null when it gave none.';
COMMENT ON COLUMN content_item.revision IS 'airport.revision of the import that made this version.';
COMMENT ON COLUMN content_item.search IS 'search_vector() of the item: lexemes of its text, and its airport and type as tags.';
COMMENT ON COLUMN content_item.search_length IS 'Different lexemes in search, tags left out.';

CREATE INDEX content_item_newest ON content_item (airport, last_modified DESC, id) INCLUDE (content_type);
CREATE INDEX content_item_newest_of_type ON content_item (airport, content_type, last_modified DESC, id);
CREATE INDEX content_item_revision ON content_item (airport, revision, id) INCLUDE (content_type);
-- An import inserts several times as fast through a pending list, and empties it before it commits: a search pays for it
-- only beside an import, at 16 MB some milliseconds.
CREATE INDEX content_item_search ON content_item USING gin (search) WITH (fastupdate = on, gin_pending_list_limit = 16384);

CREATE TABLE content_count (
    airport      text COLLATE "C" NOT NULL REFERENCES airport (code) ON DELETE CASCADE,
    content_type text COLLATE "C" NOT NULL,
    items        integer NOT NULL CHECK (items > 0),
    PRIMARY KEY (airport, content_type)
);
COMMENT ON TABLE content_count IS 'How many items of each type an airport has; kept exact by imports, so that a total costs nothing.';

-- Thin rows of a page, from the index alone. A page in the second half is found from the end: to skip 20,000 items takes
-- milliseconds.
CREATE FUNCTION newest_items(p_airport text, p_since timestamptz, p_size bigint, p_skip bigint, p_total bigint)
    RETURNS TABLE (id text, last_modified timestamptz) LANGUAGE sql STABLE
    AS $$
    (SELECT n.id, n.last_modified
     FROM public.content_item AS n
     WHERE n.airport = p_airport AND n.last_modified > coalesce(p_since, '-infinity'::timestamptz)
     ORDER BY n.last_modified DESC, n.id
     LIMIT CASE WHEN p_skip < p_total / 2 THEN p_size ELSE 0 END OFFSET p_skip)
    UNION ALL
    (SELECT n.id, n.last_modified
     FROM public.content_item AS n
     WHERE n.airport = p_airport AND n.last_modified > coalesce(p_since, '-infinity'::timestamptz)
     ORDER BY n.last_modified, n.id DESC
     LIMIT CASE WHEN p_skip < p_total / 2 THEN 0 ELSE greatest(least(p_size, p_total - p_skip), 0) END
     OFFSET greatest(p_total - p_skip - p_size, 0))
$$;
COMMENT ON FUNCTION newest_items IS 'p_since: null for all; p_total: how many items there are after it.';

CREATE TABLE content_deletion (
    airport      text COLLATE "C" NOT NULL REFERENCES airport (code) ON DELETE CASCADE,
    id           text COLLATE "C" NOT NULL,
    content_type text COLLATE "C" NOT NULL,
    revision     bigint NOT NULL,
    deleted_at   timestamptz(3) NOT NULL,
    PRIMARY KEY (airport, id, content_type)
);
COMMENT ON TABLE content_deletion IS
    'Items that ended, or left a type: told by /changes to those who may read that type and no longer see the item.';
CREATE INDEX content_deletion_revision ON content_deletion (airport, revision, id) INCLUDE (content_type);
CREATE INDEX content_deletion_age ON content_deletion (airport, deleted_at);

INSERT INTO schema_support (version, oldest_program) VALUES (2, 2);

-- +goose Down
DROP TABLE content_deletion;
DROP FUNCTION newest_items;
DROP TABLE content_count;
DROP TABLE content_item;
DROP TABLE airport;
DELETE FROM schema_support WHERE version = 2;
