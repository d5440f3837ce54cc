-- The three parts of an airport's state. They run one after the other in one round trip (db/state.go): the clock first,
-- so that it is read before the state's snapshot.

-- name: ReadClock :one
SELECT clock_timestamp()::timestamptz AS now;

-- name: ReadRegister :one
SELECT a.name, (SELECT s.revision FROM synonym_state AS s)::bigint AS synonyms
FROM airport AS a
WHERE a.code = @airport;

-- name: ReadState :one
SELECT epoch, revision, purged_revision, import_mark, items, search_length
FROM airport_state
WHERE airport = @airport;
