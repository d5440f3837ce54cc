-- +goose Up

-- Serves filters by metadata: values of an airport's items, texts, numbers and booleans alike. An
-- import empties the pending list before it commits, as for content_item_search.
CREATE INDEX content_item_metadata ON content_item USING gin (airport, metadata jsonb_path_ops)
    WITH (fastupdate = on, gin_pending_list_limit = 16384) WHERE metadata IS NOT NULL;

ALTER TABLE airport
    ADD COLUMN website   text CHECK (length(website) <= 2048),
    ADD COLUMN time_zone text CHECK (length(time_zone) <= 64);
COMMENT ON COLUMN airport.website IS 'The address that the paths of items continue; null where nobody has told.';
COMMENT ON COLUMN airport.time_zone IS 'An IANA name, such as America/Los_Angeles; null where nobody has told.';

INSERT INTO schema_support (version, oldest_program) VALUES (7, 4);

-- +goose Down
ALTER TABLE airport DROP COLUMN time_zone, DROP COLUMN website;
DROP INDEX content_item_metadata;
DELETE FROM schema_support WHERE version = 7;
