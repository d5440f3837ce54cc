-- name: AddAirport :exec
INSERT INTO airport (code, name) VALUES (@code, @name);

-- name: ListAirports :many
SELECT a.code, a.name, a.revision, a.published_at, a.imported_at,
       (SELECT coalesce(sum(c.items), 0) FROM content_count AS c WHERE c.airport = a.code)::bigint AS items
FROM airport AS a
ORDER BY a.code;

-- name: RenameAirport :execrows
UPDATE airport SET name = @name, revision = revision + 1 WHERE code = @code;

-- name: ResetAirportSync :execrows
UPDATE airport SET epoch = gen_random_uuid() WHERE code = @code;

-- name: GetImportLock :one
SELECT import_lock_class() AS class, lock_id FROM airport WHERE code = @code;

-- name: TryImportLock :one
SELECT pg_try_advisory_lock(@class::integer, @lock_id::integer);

-- name: TakeImportLock :exec
SELECT pg_advisory_lock(@class::integer, @lock_id::integer);

-- name: CountAirportItems :one
SELECT count(*) FROM content_item WHERE airport = @airport;

-- name: RemoveAirportContent :execrows
DELETE FROM content_item WHERE airport = @airport;

-- name: RemoveAirport :execrows
DELETE FROM airport WHERE code = @code;
