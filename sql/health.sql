-- name: Ping :one
SELECT 1::integer;

-- name: ProbeSearch :one
SELECT search_works();
