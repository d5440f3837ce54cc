-- name: AddAirport :exec
INSERT INTO airport (code, name) VALUES (@code, @name);

-- name: ListAirports :many
SELECT a.code, a.name, a.revision, a.published_at, a.imported_at,
       (SELECT coalesce(sum(c.items), 0) FROM content_count AS c WHERE c.airport = a.code)::bigint AS items
FROM airport AS a
WHERE sqlc.narg(code)::text IS NULL OR a.code = sqlc.narg(code)
ORDER BY a.code;

-- Those of the codes that are there; they stay there until the transaction ends.
-- name: KeepAirports :many
SELECT code FROM airport WHERE code = ANY (@codes::text[]) FOR KEY SHARE;

-- name: RenameAirport :exec
UPDATE airport SET name = @name, revision = revision + 1 WHERE code = @code;

-- name: ResetAirportSync :exec
UPDATE airport SET epoch = gen_random_uuid() WHERE code = @code;

-- name: GetImportLock :one
SELECT import_lock_class() AS class, lock_id::integer AS lock_id FROM airport WHERE code = @code;

-- name: TryImportLock :one
SELECT pg_try_advisory_lock(@class::integer, @lock_id::integer);

-- name: TakeImportLock :exec
SELECT pg_advisory_lock(@class::integer, @lock_id::integer);

-- How long the transaction's statements wait for a lock.
-- name: LimitLockWait :exec
SELECT set_config('lock_timeout', @wait::text, true);

-- The import lock, for as long as the transaction.
-- name: HoldImportsOff :one
SELECT a.code FROM airport AS a CROSS JOIN LATERAL pg_advisory_xact_lock(import_lock_class(), a.lock_id) AS l WHERE a.code = @code;

-- name: CountAirportItems :one
SELECT count(*) FROM content_item WHERE airport = @airport;

-- Keys that lose a grant with the airport, revoked ones left out.
-- name: CountAirportKeys :one
SELECT count(*) FROM api_key_airport AS g JOIN api_key AS k ON k.id = g.key_id
WHERE g.airport = @airport AND k.revoked_at IS NULL;

-- name: RemoveAirportContent :exec
DELETE FROM content_item WHERE airport = @airport;

-- name: RemoveAirport :exec
DELETE FROM airport WHERE code = @code;

-- Lets the transaction's statements run for as long as they need.
-- name: LiftStatementTimeout :exec
SELECT set_config('statement_timeout', '0', true);
