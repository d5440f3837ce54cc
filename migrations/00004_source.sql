-- +goose Up

CREATE TABLE source (
    airport       text COLLATE "C" NOT NULL REFERENCES airport (code) ON DELETE CASCADE,
    name          text COLLATE "C" NOT NULL CHECK (name ~ '^[a-z0-9][a-z0-9-]{0,39}$' AND name <> 'import'),
    kind          text NOT NULL,
    url           text NOT NULL CHECK (length(url) <= 2048),
    settings      jsonb NOT NULL CHECK (jsonb_typeof(settings) = 'object'),
    paused        boolean NOT NULL DEFAULT false,
    created_at    timestamptz NOT NULL DEFAULT now(),
    read_with     text NOT NULL DEFAULT '',
    running_since timestamptz,
    PRIMARY KEY (airport, name)
);
COMMENT ON TABLE source IS 'The websites that content is pulled from. Passwords are never stored.';
COMMENT ON COLUMN source.read_with IS
    'The settings that the last good run read with. What is remembered of pages counts only for the same ones.';
COMMENT ON COLUMN source.running_since IS 'When the last pull began. It runs while its advisory lock is held.';

CREATE TABLE source_run (
    airport    text COLLATE "C" NOT NULL,
    source     text COLLATE "C" NOT NULL,
    ended_at   timestamptz NOT NULL DEFAULT clock_timestamp(),
    started_at timestamptz NOT NULL,
    added      integer NOT NULL,
    updated    integer NOT NULL,
    unchanged  integer NOT NULL,
    deleted    integer NOT NULL,
    skipped    integer NOT NULL,
    failed     integer NOT NULL,
    pages      integer NOT NULL,
    good       integer NOT NULL,
    notes      text[] NOT NULL,
    error      text,
    PRIMARY KEY (airport, source, ended_at),
    FOREIGN KEY (airport, source) REFERENCES source (airport, name) ON DELETE CASCADE
);
COMMENT ON TABLE source_run IS 'The last runs of each source, and its last good one.';
COMMENT ON COLUMN source_run.skipped IS 'Items that are no good, and pages that could not be read.';
COMMENT ON COLUMN source_run.failed IS 'Of the skipped ones, pages that could not be read.';
COMMENT ON COLUMN source_run.pages IS 'All that the website lists.';
COMMENT ON COLUMN source_run.good IS 'Of the pages, those that make a good item.';
COMMENT ON COLUMN source_run.notes IS 'About the first of the skipped ones, a line each.';
COMMENT ON COLUMN source_run.error IS 'Why the run changed nothing; null for a good run.';

CREATE TABLE source_page (
    airport  text COLLATE "C" NOT NULL,
    source   text COLLATE "C" NOT NULL,
    key      text COLLATE "C" NOT NULL CHECK (octet_length(key) <= 2000),
    item_id  text COLLATE "C" NOT NULL,
    etag     text NOT NULL,
    modified text NOT NULL,
    hash     text NOT NULL,
    PRIMARY KEY (airport, source, key),
    FOREIGN KEY (airport, source) REFERENCES source (airport, name) ON DELETE CASCADE
);
COMMENT ON TABLE source_page IS 'What a source remembers of each page from one run to the next. It is written with the merge.';
COMMENT ON COLUMN source_page.key IS 'The page''s URL, or the id of a post.';
COMMENT ON COLUMN source_page.hash IS 'Of the item as it was read, of its title, and of its text.';

INSERT INTO schema_support (version, oldest_program) VALUES (4, 4);

-- +goose Down
DROP TABLE source_page;
DROP TABLE source_run;
DROP TABLE source;
DELETE FROM schema_support WHERE version = 4;
