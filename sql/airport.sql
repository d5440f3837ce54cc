-- name: AddAirport :exec
INSERT INTO airport (code, name) VALUES (@code, @name);

-- A crash between the two commits of a distributed database can leave a state without its airport.
-- name: AddAirportState :exec
INSERT INTO airport_state (airport, analysis) VALUES (@airport, @analysis) ON CONFLICT (airport) DO NOTHING;

-- name: ListAirports :many
SELECT code, name, website, time_zone, read_texts, offline_at FROM airport ORDER BY code;

-- name: ListAirportStates :many
SELECT airport, revision, published_at, imported_at, import_mark, items, analysis FROM airport_state;

-- ListAirportStates for one airport. Its node may be the only one that works.
-- name: ReadAirportState :many
SELECT airport, revision, published_at, imported_at, import_mark, items, analysis FROM airport_state WHERE airport = @airport;

-- A page of the airports that a key may read: all of them, or those of a list that exist.
-- name: FindAirports :one
SELECT now()::timestamptz AS now, count(*) AS total,
       ARRAY(SELECT p.code FROM airport AS p
             WHERE @all_airports::boolean OR p.code = ANY (@airports::text[])
             ORDER BY p.code
             LIMIT @size::bigint OFFSET @skip::bigint)::text[] AS page
FROM airport AS a
WHERE @all_airports OR a.code = ANY (@airports);

-- name: RenameAirport :exec
UPDATE airport SET name = @name WHERE code = @code;

-- An airport that is offline already keeps its date.
-- name: SetOffline :exec
UPDATE airport SET offline_at = CASE WHEN @offline::boolean THEN coalesce(offline_at, now()) END WHERE code = @code;

-- A null text changes nothing, and an empty text clears.
-- name: SetPlace :exec
UPDATE airport
SET website = nullif(coalesce(sqlc.narg(website)::text, website), ''), time_zone = nullif(coalesce(sqlc.narg(time_zone)::text, time_zone), '')
WHERE code = @code;

-- name: ResetAirportSync :exec
UPDATE airport_state SET epoch = @epoch WHERE airport = @airport;

-- Locks of an airport's imports and of a source's pulls. The session holds them.
-- name: TryLock :one
SELECT pg_try_advisory_lock(@class::integer, @key::integer);

-- name: TakeLock :exec
SELECT pg_advisory_lock(@class::integer, @key::integer);

-- Holds the import lock until the end of the transaction.
-- name: HoldImportsOff :exec
SELECT pg_advisory_xact_lock(@class::integer, @key::integer);

-- Limits how long the statements of the transaction wait for a lock.
-- name: LimitLockWait :exec
SELECT set_config('lock_timeout', @wait::text, true);

-- Lets the statements of the transaction run for as long as they need.
-- name: LiftStatementTimeout :exec
SELECT set_config('statement_timeout', '0', true);

-- Whether texts of the airport's items are read. No row if there is no such airport.
-- name: ReadsTexts :many
SELECT read_texts FROM airport WHERE code = @code;

-- name: SetReadTexts :exec
UPDATE airport SET read_texts = @read_texts WHERE code = @code;

-- name: CountAirportItems :one
SELECT count(*) FROM content_item WHERE airport = @airport;

-- Counts the keys that lose a grant with the airport. Revoked keys do not count.
-- name: CountAirportKeys :one
SELECT count(*) FROM api_key_airport AS g JOIN api_key AS k ON k.id = g.key_id
WHERE g.airport = @airport AND k.revoked_at IS NULL;

-- The websites that content is pulled from.
-- name: ListSourceNames :many
SELECT name FROM source WHERE airport = @airport ORDER BY name;

-- name: ListItemSources :many
SELECT DISTINCT source FROM content_item WHERE airport = @airport ORDER BY source;

-- name: RemoveAirportContent :exec
DELETE FROM content_item WHERE airport = @airport;

-- name: RemoveAirportState :exec
DELETE FROM airport_state WHERE airport = @airport;

-- name: RemoveAirport :exec
DELETE FROM airport WHERE code = @code;
