-- +goose Up

ALTER TABLE content_item ADD COLUMN added_at timestamptz(3);
COMMENT ON COLUMN content_item.added_at IS 'When the item came; null if an older program added it.';

-- Items that an operator hides are here and not in content_item, so no statement about content can
-- show them. Citus leaves the table on the coordinator.
CREATE TABLE hidden_item (
    airport              text COLLATE "C" NOT NULL REFERENCES airport (code) ON DELETE CASCADE,
    id                   text COLLATE "C" NOT NULL,
    hidden_at            timestamptz NOT NULL,
    source               text COLLATE "C" NOT NULL,
    content_type         text COLLATE "C" NOT NULL,
    language             text COLLATE "C" NOT NULL,
    source_last_modified timestamptz(3),
    added_at             timestamptz(3),
    title                text NOT NULL,
    url                  text,
    excerpt              text,
    thumbnail            text,
    metadata             jsonb,
    content              text,
    translation          text COLLATE "C",
    PRIMARY KEY (airport, id)
);
COMMENT ON TABLE hidden_item IS 'Items that partners must not see, as imports and pulls bring them.';
COMMENT ON COLUMN hidden_item.metadata IS 'Without the keys that were read from texts.';
COMMENT ON COLUMN hidden_item.content IS 'Null: the source no longer has the item. The item stays hidden if it comes again.';

INSERT INTO schema_support (version, oldest_program) VALUES (17, 4);

-- +goose Down
DROP TABLE hidden_item;
ALTER TABLE content_item DROP COLUMN added_at;
DELETE FROM schema_support WHERE version = 17;
