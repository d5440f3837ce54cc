-- +goose Up

ALTER TABLE content_item ADD COLUMN translation text COLLATE "C";
COMMENT ON COLUMN content_item.translation IS
    'Source, type and key of the thing that the item tells of in its language: "import dining cafe-1". Null: the item has no translation.';

-- The items of a thing.
CREATE INDEX content_item_translation ON content_item (airport, translation) INCLUDE (id, content_type, language) WHERE translation IS NOT NULL;
-- Lists that show each thing once read all of an airport's items from this index alone.
CREATE INDEX content_item_thing ON content_item (airport, last_modified DESC, id) INCLUDE (content_type, language, translation);

INSERT INTO schema_support (version, oldest_program) VALUES (14, 4);

-- +goose Down
DROP INDEX content_item_thing;
DROP INDEX content_item_translation;
ALTER TABLE content_item DROP COLUMN translation;
DELETE FROM schema_support WHERE version = 14;
