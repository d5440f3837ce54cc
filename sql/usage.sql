-- Adds to the stored counts. uses is a JSON array of usage.Use. Removed keys are left out. All
-- writers use the same order, so they cannot deadlock.
-- name: AddUsage :exec
INSERT INTO usage_day AS d (day, key_id, requests, refused, rate_limited, failed)
SELECT (u ->> 'Day')::date AS day, k.id, (u ->> 'Requests')::bigint, (u ->> 'Refused')::bigint, (u ->> 'RateLimited')::bigint,
       (u ->> 'Failed')::bigint
FROM jsonb_array_elements(CAST(@uses::text AS jsonb)) AS u
JOIN api_key AS k ON k.id = u ->> 'KeyID'
ORDER BY day, k.id
ON CONFLICT (day, key_id) DO UPDATE
SET requests = d.requests + excluded.requests, refused = d.refused + excluded.refused,
    rate_limited = d.rate_limited + excluded.rate_limited, failed = d.failed + excluded.failed;

-- The usage since a day, of the partner with this name, or of all partners.
-- name: ListUsage :many
SELECT to_char(d.day, 'YYYY-MM-DD') AS day, k.id AS key_id, d.requests, d.refused, d.rate_limited, d.failed,
       p.name AS partner, p.id AS partner_id, k.label
FROM usage_day AS d
JOIN api_key AS k ON k.id = d.key_id
JOIN partner AS p ON p.id = k.partner_id
WHERE d.day >= (@since::text)::date AND (sqlc.narg(partner)::text IS NULL OR p.name = sqlc.narg(partner))
ORDER BY p.name, k.created_at, k.id, d.day;

-- The usage of each partner on each day since a day, summed over its keys.
-- name: SumUsage :many
SELECT to_char(d.day, 'YYYY-MM-DD') AS day, p.name AS partner, sum(d.requests)::bigint AS requests, sum(d.refused)::bigint AS refused,
       sum(d.rate_limited)::bigint AS rate_limited, sum(d.failed)::bigint AS failed
FROM usage_day AS d
JOIN api_key AS k ON k.id = d.key_id
JOIN partner AS p ON p.id = k.partner_id
WHERE d.day >= (@since::text)::date
GROUP BY d.day, p.id
ORDER BY d.day, p.name;

-- uses is a JSON array of usage.Hour.
-- name: AddUsageHours :exec
SELECT add_usage_hours(CAST(@uses::text AS jsonb));

-- The usage by hour since a time: of a partner, an airport and a status, if these are given.
-- name: ListHourlyUsage :many
SELECT h.hour, k.id AS key_id, h.airport, h.status, h.requests, p.name AS partner, p.id AS partner_id, k.label
FROM usage_hour AS h
JOIN api_key AS k ON k.id = h.key_id
JOIN partner AS p ON p.id = k.partner_id
WHERE h.hour >= @since::timestamptz
  AND (sqlc.narg(partner)::text IS NULL OR p.name = sqlc.narg(partner))
  AND (sqlc.narg(airport)::text IS NULL OR h.airport = sqlc.narg(airport))
  AND (sqlc.narg(status)::integer IS NULL OR h.status = sqlc.narg(status))
ORDER BY p.name, k.created_at, k.id, h.hour, h.airport, h.status;
