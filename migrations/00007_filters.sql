-- +goose Up

-- Serves filters by metadata: texts, numbers and booleans of an airport's items. An import empties
-- the pending list before it commits, as for content_item_search.
CREATE INDEX content_item_metadata ON content_item USING gin (airport, metadata jsonb_path_ops)
    WITH (fastupdate = on, gin_pending_list_limit = 16384) WHERE metadata IS NOT NULL;

INSERT INTO schema_support (version, oldest_program) VALUES (7, 4);

-- +goose Down
DROP INDEX content_item_metadata;
DELETE FROM schema_support WHERE version = 7;
