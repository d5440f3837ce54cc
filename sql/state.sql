-- The three parts of the airports' states. They run one after the other in one round trip (db/state.go): the clock first,
-- so that it is read before the snapshot of the states.

-- name: ReadClock :one
SELECT clock_timestamp()::timestamptz AS now;

-- name: ReadRegister :many
SELECT a.code, a.name, (SELECT s.revision FROM synonym_state AS s)::bigint AS synonyms
FROM airport AS a
WHERE a.code = ANY (@airports::text[]);

-- name: ReadStates :many
SELECT airport, epoch, revision, purged_revision, import_mark, items, title_length, search_length
FROM airport_state
WHERE airport = ANY (@airports::text[]);
