-- Adds to what is there; keys that are gone are left out. Everyone writes in the same order, so none waits in a circle.
-- name: AddUsage :exec
INSERT INTO usage_day AS d (day, key_id, requests, refused, rate_limited)
SELECT u.day::date, u.key_id, u.requests, u.refused, u.rate_limited
FROM (SELECT unnest(@days::text[]) AS day, unnest(@key_ids::text[]) AS key_id, unnest(@requests::bigint[]) AS requests,
             unnest(@refused::bigint[]) AS refused, unnest(@rate_limited::bigint[]) AS rate_limited) AS u
JOIN api_key AS k ON k.id = u.key_id
ORDER BY u.day, u.key_id
ON CONFLICT (day, key_id) DO UPDATE
SET requests = d.requests + excluded.requests, refused = d.refused + excluded.refused,
    rate_limited = d.rate_limited + excluded.rate_limited;

-- name: PurgeUsage :exec
DELETE FROM usage_day WHERE day < (@before::text)::date;

-- From a day on, of one partner, by its name, or of all.
-- name: ListUsage :many
SELECT p.id AS partner_id, p.name AS partner, k.id AS key_id, k.label, to_char(d.day, 'YYYY-MM-DD') AS day,
       d.requests, d.refused, d.rate_limited
FROM usage_day AS d
JOIN api_key AS k ON k.id = d.key_id
JOIN partner AS p ON p.id = k.partner_id
WHERE d.day >= (@since::text)::date AND (sqlc.narg(partner)::text IS NULL OR p.name = sqlc.narg(partner))
ORDER BY p.name, k.created_at, k.id, d.day;
