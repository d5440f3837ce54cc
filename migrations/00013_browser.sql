-- +goose Up

ALTER TABLE api_key ADD COLUMN origins text[] NOT NULL DEFAULT '{}';
COMMENT ON COLUMN api_key.origins IS 'Of a key for web pages: the origins of the pages, such as https://app.example. Empty: a key for servers.';

INSERT INTO schema_support (version, oldest_program) VALUES (13, 4);

-- +goose Down
ALTER TABLE api_key DROP COLUMN origins;
DELETE FROM schema_support WHERE version = 13;
