-- The two parts of the airports' states. They run one after the other in one round trip (db/state.go). The clock comes first: now()
-- is when the transaction began, so it is earlier than every snapshot.

-- name: ReadRegister :many
SELECT a.code, a.name, (SELECT s.revision FROM synonym_state AS s)::bigint AS synonyms, now()::timestamptz AS now
FROM airport AS a
WHERE a.code = ANY (@airports::text[]);

-- name: ReadStates :many
SELECT airport, epoch, revision, purged_revision, import_mark, items, title_length, search_length
FROM airport_state
WHERE airport = ANY (@airports::text[]);
