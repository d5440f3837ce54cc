-- The rights of keys, and whether they have ended.
-- name: ListAccess :many
SELECT k.digest, k.id, k.label, k.scopes, k.all_airports, k.origins, k.expires_at, p.id AS partner_id, p.name AS partner, p.rate_limit,
       ARRAY(SELECT g.airport FROM api_key_airport AS g WHERE g.key_id = k.id ORDER BY g.airport)::text[] AS airports,
       (CASE WHEN k.revoked_at IS NOT NULL THEN 'it was revoked'
             WHEN k.expires_at <= now() THEN 'it has expired'
             WHEN p.disabled_at IS NOT NULL THEN 'its partner is disabled'
             ELSE '' END)::text AS ended
FROM api_key AS k
JOIN partner AS p ON p.id = k.partner_id
WHERE k.digest = ANY (@digests::bytea[]);

-- name: AddKey :exec
INSERT INTO api_key (id, partner_id, digest, label, scopes, all_airports, origins, expires_at)
VALUES (@id, @partner_id, @digest, @label, @scopes, @all_airports, @origins, @expires_at);

-- name: GetKeyByDigest :one
SELECT k.id, p.name AS partner FROM api_key AS k JOIN partner AS p ON p.id = k.partner_id WHERE k.digest = @digest;

-- name: GrantAirports :exec
INSERT INTO api_key_airport (key_id, airport) SELECT @key_id, unnest(@airports::text[]) ON CONFLICT DO NOTHING;

-- name: WithdrawAirports :exec
DELETE FROM api_key_airport WHERE key_id = @key_id AND airport = ANY (@airports::text[]);

-- name: ListKeys :many
SELECT k.id, k.partner_id, p.name AS partner, k.label, k.all_airports,
       ARRAY(SELECT g.airport FROM api_key_airport AS g WHERE g.key_id = k.id ORDER BY g.airport)::text[] AS airports,
       k.scopes, k.origins, k.created_at, k.expires_at, k.revoked_at, k.last_used_at
FROM api_key AS k
JOIN partner AS p ON p.id = k.partner_id
WHERE (sqlc.narg(partner)::text IS NULL OR p.name = sqlc.narg(partner))
  AND (sqlc.narg(revoked_since)::timestamptz IS NULL OR k.revoked_at >= sqlc.narg(revoked_since))
ORDER BY p.name, k.created_at, k.id;

-- The good keys that end before a time, the first first.
-- name: ListExpiringKeys :many
SELECT k.id, k.partner_id, p.name AS partner, k.label, k.all_airports,
       ARRAY(SELECT g.airport FROM api_key_airport AS g WHERE g.key_id = k.id ORDER BY g.airport)::text[] AS airports,
       k.scopes, k.origins, k.created_at, k.expires_at, k.revoked_at, k.last_used_at
FROM api_key AS k
JOIN partner AS p ON p.id = k.partner_id
WHERE k.revoked_at IS NULL AND k.expires_at > now() AND k.expires_at < @before::timestamptz AND p.disabled_at IS NULL
ORDER BY k.expires_at, k.id;

-- name: LockKey :exec
SELECT FROM api_key WHERE id = @id FOR UPDATE;

-- name: SetKey :exec
UPDATE api_key
SET label = @label, scopes = @scopes, expires_at = @expires_at,
    rotated_at = CASE WHEN expires_at IS NOT DISTINCT FROM @expires_at THEN rotated_at END
WHERE id = @id;

-- name: GetRotation :one
SELECT rotated_at, full_expires_at FROM api_key WHERE id = @id;

-- name: RevokeKey :exec
UPDATE api_key SET revoked_at = coalesce(revoked_at, now()) WHERE id = @id;

-- Lets a rotated key expire after this many seconds, unless it expires earlier.
-- name: ExpireKey :exec
UPDATE api_key
SET expires_at = least(expires_at, now() + make_interval(secs => @seconds)), rotated_at = now(),
    full_expires_at = CASE WHEN rotated_at IS NULL THEN expires_at ELSE full_expires_at END
WHERE id = @id;

-- uses is a JSON array of usage.Use.
-- name: SetKeysUsed :exec
UPDATE api_key AS k SET last_used_at = u.used_at
FROM (SELECT u ->> 'KeyID' AS id, max((u ->> 'LastUsed')::timestamptz) AS used_at FROM jsonb_array_elements(CAST(@uses::text AS jsonb)) AS u GROUP BY id) AS u
WHERE k.id = u.id AND (k.last_used_at IS NULL OR k.last_used_at < u.used_at);
