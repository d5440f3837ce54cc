-- These two statements read the states of airports in one round trip (db/state.go). now() is the
-- start of their transaction, which is before both snapshots.

-- name: ReadRegister :many
SELECT a.code, a.name, a.website, a.time_zone, (a.offline_at IS NOT NULL)::boolean AS offline, (SELECT s.revision FROM synonym_state AS s)::bigint AS synonyms, now()::timestamptz AS now
FROM airport AS a
WHERE a.code = ANY (@airports::text[]);

-- name: ReadStates :many
SELECT airport, epoch, revision, purged_revision, import_mark, items, newest, title_length, search_length
FROM airport_state
WHERE airport = ANY (@airports::text[]);

-- The register and the heads of all airports, read in one round trip (db/state.go).

-- name: ListCodes :one
SELECT now()::timestamptz AS now, ARRAY(SELECT a.code FROM airport AS a ORDER BY a.code)::text[] AS codes,
       ARRAY(SELECT a.code FROM airport AS a WHERE a.offline_at IS NOT NULL ORDER BY a.code)::text[] AS offline;

-- name: ListHeads :many
SELECT airport, epoch, revision, purged_revision, import_mark FROM airport_state;
