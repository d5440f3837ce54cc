-- +goose Up

-- For /changes in some languages: an item that leaves them counts as deleted.
ALTER TABLE content_item ADD COLUMN former_languages text[] COLLATE "C";
COMMENT ON COLUMN content_item.former_languages IS 'The languages of earlier versions; null if there is only one.';

ALTER TABLE content_deletion ADD COLUMN languages text[] COLLATE "C";
COMMENT ON COLUMN content_deletion.languages IS 'The languages that the item had; null if unknown.';

INSERT INTO schema_support (version, oldest_program) VALUES (12, 4);

-- +goose Down
ALTER TABLE content_deletion DROP COLUMN languages;
ALTER TABLE content_item DROP COLUMN former_languages;
DELETE FROM schema_support WHERE version = 12;
