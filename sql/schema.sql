-- The newest migration applied, and the newest that a program must know to work on this schema.
-- name: GetSchemaSupport :one
SELECT max(version)::bigint AS version, max(oldest_program)::bigint AS oldest_program FROM schema_support;
