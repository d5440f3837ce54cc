-- The temporary table of one pull: its record of each page, as source_page has it.
CREATE TEMP TABLE pull_page (
    key       text COLLATE "C" PRIMARY KEY,
    item_id   text COLLATE "C" NOT NULL,
    etag      text NOT NULL,
    modified  text NOT NULL,
    hash      text NOT NULL,
    reason    text NOT NULL,
    blocks    bytea NOT NULL,
    links     jsonb NOT NULL,
    found     boolean NOT NULL, -- false: the item's stored version stays
    withdrawn boolean NOT NULL -- the item and the record are deleted, also if the crawl did not see every page
);

-- The keys of the items that share one with their translations.
CREATE TEMP TABLE pull_translation (
    item_id text COLLATE "C" PRIMARY KEY,
    key     text COLLATE "C" NOT NULL
);
