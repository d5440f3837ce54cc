-- Temporary tables of one import. An import creates them at its start; sqlc reads them to check the
-- queries.
CREATE TEMP TABLE import_item (
    line                 bigint NOT NULL,
    id                   text COLLATE "C" NOT NULL,
    to_merge             boolean NOT NULL, -- false: the stored version stays, since the line is bad, or the page brings nothing new
    hidden               boolean NOT NULL DEFAULT false, -- the item is hidden; its new version goes to hidden_item
    content_type         text COLLATE "C",
    language             text,
    search_language      text,
    source_last_modified timestamptz(3),
    title                text,
    url                  text,
    excerpt              text,
    thumbnail            text,
    metadata             jsonb,
    read_keys            text[],
    unread_keys          text[],
    open_times           text,
    content              text,
    title_length         integer,
    search_length        integer,
    search               tsvector,
    translation          text COLLATE "C" -- as content_item.translation
);
ALTER TABLE import_item SET (toast_tuple_target = 8160);
ALTER TABLE import_item ALTER COLUMN search SET STORAGE MAIN; -- so that most are copied to content_item as they are

-- Words of the items. Some come more than once.
CREATE TEMP TABLE import_word (
    unaccented text COLLATE "C" NOT NULL,
    language   text COLLATE "C" NOT NULL,
    word       text COLLATE "C" NOT NULL,
    lexeme     text COLLATE "C" NOT NULL
);

-- Items that are new or differ from what is stored.
CREATE TEMP TABLE import_change (
    id              text COLLATE "C" NOT NULL,
    added           boolean NOT NULL,
    content_type    text COLLATE "C" NOT NULL,
    search_language text COLLATE "C" NOT NULL,
    title_length    integer NOT NULL,
    search_length   integer NOT NULL,
    search          tsvector NOT NULL
);
ALTER TABLE import_change SET (toast_tuple_target = 8160);
ALTER TABLE import_change ALTER COLUMN search SET STORAGE MAIN; -- so that most are copied to content_item as they are

-- Stored versions that are deleted or replaced.
CREATE TEMP TABLE import_gone (
    id              text COLLATE "C" NOT NULL,
    content_type    text COLLATE "C" NOT NULL,
    search_language text COLLATE "C" NOT NULL,
    languages       text[] COLLATE "C" NOT NULL, -- of this version and of earlier ones
    deleted         boolean NOT NULL, -- false: replaced by a new version
    hidden          boolean NOT NULL DEFAULT false, -- deleted because an operator hides it
    search          tsvector NOT NULL
);

-- How the counts of search_term change: less than 0 for items that are gone.
CREATE TEMP TABLE import_term (
    language     text COLLATE "C" NOT NULL,
    lexeme       text COLLATE "C" NOT NULL,
    content_type text COLLATE "C" NOT NULL,
    items        integer NOT NULL
);

-- The things of items after the import, as content_item.translation, and their languages: of staged items,
-- and in a pull of stored items that get another thing.
CREATE TEMP TABLE import_translation (
    id          text COLLATE "C" NOT NULL,
    language    text NOT NULL,
    translation text COLLATE "C"
);

-- The things whose items, or the languages of these, change.
CREATE TEMP TABLE import_thing (translation text COLLATE "C" NOT NULL);
