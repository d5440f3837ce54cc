-- name: AddHistory :exec
INSERT INTO history (operator, change, subject, details) VALUES (@operator, @change, @subject, @details);

-- name: ListHistory :many
SELECT at, operator, change, subject, details FROM history WHERE at >= @since::timestamptz ORDER BY id;
