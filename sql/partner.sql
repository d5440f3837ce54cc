-- One addition at a time, so that ids given by the operator and ids of the sequence do not meet.
-- name: LockPartners :exec
LOCK TABLE partner IN SHARE ROW EXCLUSIVE MODE;

-- name: AddPartner :one
INSERT INTO partner (name, rate_limit) VALUES (@name, @rate_limit) RETURNING id;

-- name: AddPartnerWithID :exec
INSERT INTO partner (id, name, rate_limit) VALUES (@id, @name, @rate_limit);

-- Ids given by the operator must not be given again by the sequence.
-- name: SkipPartnerIDs :exec
SELECT setval(pg_get_serial_sequence('partner', 'id'), (SELECT max(id) FROM partner));

-- name: ListPartners :many
SELECT p.id, p.name, p.rate_limit, p.created_at, p.disabled_at
FROM partner AS p
WHERE sqlc.narg(name)::text IS NULL OR p.name = sqlc.narg(name)
ORDER BY p.name, p.id;

-- name: GetPartnerName :one
SELECT p.name FROM partner AS p WHERE p.id = @id;

-- name: SetPartnerRateLimit :exec
UPDATE partner SET rate_limit = @rate_limit WHERE name = @name;

-- name: DisablePartner :exec
UPDATE partner SET disabled_at = coalesce(disabled_at, now()) WHERE name = @name;

-- name: EnablePartner :exec
UPDATE partner SET disabled_at = NULL WHERE name = @name;
