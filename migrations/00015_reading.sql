-- +goose Up

-- Imports of older programs leave these columns alone; the next reindex mends them.
ALTER TABLE content_item
    ADD COLUMN read_keys   text[] COLLATE "C",
    ADD COLUMN unread_keys text[] COLLATE "C",
    ADD COLUMN open_times  text COLLATE "C";
COMMENT ON COLUMN content_item.read_keys IS
    'The keys of metadata that were read from the item''s texts (Go: reading.Add); null if there are none. The others are the operator''s.';
COMMENT ON COLUMN content_item.unread_keys IS 'The keys of metadata whose text says when or where, and was not understood; null if there are none.';
COMMENT ON COLUMN content_item.open_times IS 'When the item is open (Go: reading.Times); null if unknown.';

-- Lists of what is open at a time come from this index alone.
CREATE INDEX content_item_open ON content_item (airport, open_times, last_modified DESC, id) INCLUDE (content_type, language)
    WHERE open_times IS NOT NULL;
CREATE INDEX content_item_unread ON content_item (airport) INCLUDE (unread_keys) WHERE unread_keys IS NOT NULL;

INSERT INTO schema_support (version, oldest_program) VALUES (15, 4);

-- +goose Down
DROP INDEX content_item_unread;
DROP INDEX content_item_open;
ALTER TABLE content_item DROP COLUMN open_times, DROP COLUMN unread_keys, DROP COLUMN read_keys;
DELETE FROM schema_support WHERE version = 15;
