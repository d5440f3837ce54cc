-- +goose Up

ALTER TABLE source
    ADD COLUMN title_suffix  text NOT NULL DEFAULT '',
    ADD COLUMN list_etag     text NOT NULL DEFAULT '',
    ADD COLUMN list_modified text NOT NULL DEFAULT '';
COMMENT ON COLUMN source.title_suffix IS 'What most titles of the website end or begin with. Items are stored without it.';
COMMENT ON COLUMN source.list_etag IS 'The ETag of the list of entries, if one answer has the whole list.';
COMMENT ON COLUMN source.list_modified IS 'The Last-Modified of the same answer.';

ALTER TABLE source_run ADD COLUMN left_out integer NOT NULL DEFAULT 0;
COMMENT ON COLUMN source_run.left_out IS 'Of the pages, those that are no items by their kind, and those that are listed and gone.';
COMMENT ON COLUMN source_run.notes IS 'About the first of the pages that make no item, a line each.';
COMMENT ON COLUMN source_run.error IS 'Why the run changed nothing, or ended before it had read everything; null for a good run.';

ALTER TABLE source_page
    ADD COLUMN reason text NOT NULL DEFAULT '',
    ADD COLUMN blocks bytea NOT NULL DEFAULT '';
COMMENT ON COLUMN source_page.reason IS 'Why the last crawl made no item of the page.';
COMMENT ON COLUMN source_page.blocks IS
    'A hash of each block of the page''s text, eight bytes each: a block that stands on many pages is no content.';

-- The suffix of the titles, and the validators of a feed, stood among the pages.
UPDATE source AS s SET title_suffix = p.etag
FROM source_page AS p
WHERE p.airport = s.airport AND p.source = s.name AND p.key = 'the suffix of the titles';
DELETE FROM source_page AS p
USING source AS s
WHERE p.airport = s.airport AND p.source = s.name
  AND (p.key = 'the suffix of the titles' OR s.kind = 'feed' AND p.key = s.url AND p.item_id = '');

INSERT INTO schema_support (version, oldest_program) VALUES (6, 4);

-- +goose Down
ALTER TABLE source_page DROP COLUMN blocks, DROP COLUMN reason;
ALTER TABLE source_run DROP COLUMN left_out;
COMMENT ON COLUMN source_run.notes IS 'About the first of the skipped ones, a line each.';
COMMENT ON COLUMN source_run.error IS 'Why the run changed nothing; null for a good run.';
ALTER TABLE source DROP COLUMN list_modified, DROP COLUMN list_etag, DROP COLUMN title_suffix;
DELETE FROM schema_support WHERE version = 6;
