-- Tables of one import's session. CREATE TEMP TABLE makes them; sqlc reads them from here.
CREATE TEMP TABLE import_item (
    line                 bigint NOT NULL,
    id                   text COLLATE "C" NOT NULL,
    content_type         text COLLATE "C",
    language             text,
    source_last_modified timestamptz(3),
    title                text,
    url                  text,
    excerpt              text,
    thumbnail            text,
    metadata             jsonb,
    content              text,
    search_title         text,
    search_excerpt       text,
    search_text          text,
    words                text[] -- of this item, that were not seen shortly before
);
CREATE TEMP TABLE import_change (
    id            text COLLATE "C" NOT NULL,
    added         boolean NOT NULL,
    search        tsvector NOT NULL
);
CREATE TEMP TABLE import_term (
    lexeme text COLLATE "C" NOT NULL,
    items  integer NOT NULL
);
