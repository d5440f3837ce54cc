-- +goose Up

-- Which programs still work on this schema: every migration adds its row.
CREATE TABLE schema_support (
    version        bigint PRIMARY KEY,
    oldest_program bigint NOT NULL CHECK (oldest_program <= version)
);
COMMENT ON TABLE schema_support IS
    'One row a migration: the newest migration that a program must know at least, to work once this one is applied.';

INSERT INTO schema_support (version, oldest_program) VALUES (1, 1);

-- +goose Down
DROP TABLE schema_support;
