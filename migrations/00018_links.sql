-- +goose Up

ALTER TABLE source_page ADD COLUMN links jsonb NOT NULL DEFAULT '{}';
COMMENT ON COLUMN source_page.links IS 'The page''s address and its translations, as far as the website tells (Go: content.PageLinks).';

INSERT INTO schema_support (version, oldest_program) VALUES (18, 4);

-- +goose Down
ALTER TABLE source_page DROP COLUMN links;
DELETE FROM schema_support WHERE version = 18;
