-- name: Ping :one
SELECT 1::integer;

