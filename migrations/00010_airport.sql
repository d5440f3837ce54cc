-- +goose Up

-- All requests read this table, so this migration has no long statement.
ALTER TABLE airport
    ADD COLUMN website   text CHECK (length(website) <= 2048),
    ADD COLUMN time_zone text CHECK (length(time_zone) <= 64);
COMMENT ON COLUMN airport.website IS 'The base address of the paths of items; null if unknown.';
COMMENT ON COLUMN airport.time_zone IS 'An IANA name, such as America/Los_Angeles; null if unknown.';

INSERT INTO schema_support (version, oldest_program) VALUES (10, 4);

-- +goose Down
ALTER TABLE airport DROP COLUMN time_zone, DROP COLUMN website;
DELETE FROM schema_support WHERE version = 10;
