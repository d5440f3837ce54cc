-- +goose Up

CREATE TABLE usage_day (
    day          date NOT NULL,
    key_id       text COLLATE "C" NOT NULL REFERENCES api_key (id) ON DELETE CASCADE,
    requests     bigint NOT NULL CHECK (requests > 0),
    refused      bigint NOT NULL CHECK (refused >= 0),
    rate_limited bigint NOT NULL CHECK (rate_limited >= 0),
    PRIMARY KEY (day, key_id),
    CHECK (refused + rate_limited <= requests)
);
COMMENT ON TABLE usage_day IS
    'What was asked with a key on a day; added to by every server, in batches. Requests without a good key are nobody''s.';
COMMENT ON COLUMN usage_day.day IS 'In UTC.';
COMMENT ON COLUMN usage_day.requests IS 'All of them, whatever the answer.';
COMMENT ON COLUMN usage_day.refused IS 'Answered with a status from 400 to 499 other than 429.';
COMMENT ON COLUMN usage_day.rate_limited IS 'Answered with 429.';

INSERT INTO schema_support (version, oldest_program) VALUES (8, 7);

-- +goose Down
DROP TABLE usage_day;
DELETE FROM schema_support WHERE version = 8;
