-- Every statement here returns the epoch and revision that it saw, even when the page is empty.
-- It finds the rows of a page in an index first, and reads their wide columns last. LIMIT 1 makes each of these reads a
-- look-up by key, also in a generic plan. Lists and changes come without bodies; ReadBodies reads these.

-- Items of all types, or of several, newest first. The index includes type and language, so it serves the order and the filters.
-- name: ListNewest :many
SELECT s.epoch, s.revision,
       (CASE WHEN sqlc.narg(since)::timestamptz IS NULL THEN 0
             ELSE (SELECT count(*) FROM content_item AS c
                   WHERE c.airport = @airport AND c.last_modified > sqlc.narg(since)
                     AND (sqlc.narg(types)::text[] IS NULL OR c.content_type = ANY (sqlc.narg(types)))
                     AND (sqlc.narg(languages)::text[] IS NULL OR c.language = ANY (sqlc.narg(languages)))) END)::bigint AS since_total,
       coalesce(i.id, '')::text AS id, coalesce(i.content_type, '')::text AS content_type, coalesce(i.title, '')::text AS title,
       i.url, i.excerpt, i.thumbnail, coalesce(i.language, '')::text AS language,
       coalesce(i.last_modified, 'epoch')::timestamptz AS last_modified, i.metadata,
       coalesce(octet_length(i.content), 0)::bigint AS body_size
FROM airport_state AS s
LEFT JOIN LATERAL (
    SELECT n.id, n.last_modified
    FROM content_item AS n
    WHERE n.airport = @airport AND n.last_modified > coalesce(sqlc.narg(since), '-infinity'::timestamptz)
      AND (sqlc.narg(types)::text[] IS NULL OR n.content_type = ANY (sqlc.narg(types)))
      AND (sqlc.narg(languages)::text[] IS NULL OR n.language = ANY (sqlc.narg(languages)))
    ORDER BY n.last_modified DESC, n.id
    LIMIT @size::bigint OFFSET @skip::bigint
) AS p ON true
LEFT JOIN LATERAL (SELECT * FROM content_item AS w WHERE w.airport = @airport AND w.id = p.id LIMIT 1) AS i ON true
WHERE s.airport = @airport
ORDER BY p.last_modified DESC, p.id;

-- Items of one type, newest first: a rare type has an index of its own order.
-- name: ListNewestOfType :many
SELECT s.epoch, s.revision,
       (CASE WHEN sqlc.narg(since)::timestamptz IS NULL THEN 0
             ELSE (SELECT count(*) FROM content_item AS c
                   WHERE c.airport = @airport AND c.last_modified > sqlc.narg(since) AND c.content_type = @type::text
                     AND (sqlc.narg(languages)::text[] IS NULL OR c.language = ANY (sqlc.narg(languages)))) END)::bigint AS since_total,
       coalesce(i.id, '')::text AS id, coalesce(i.content_type, '')::text AS content_type, coalesce(i.title, '')::text AS title,
       i.url, i.excerpt, i.thumbnail, coalesce(i.language, '')::text AS language,
       coalesce(i.last_modified, 'epoch')::timestamptz AS last_modified, i.metadata,
       coalesce(octet_length(i.content), 0)::bigint AS body_size
FROM airport_state AS s
LEFT JOIN LATERAL (
    SELECT n.id, n.last_modified
    FROM content_item AS n
    WHERE n.airport = @airport AND n.last_modified > coalesce(sqlc.narg(since), '-infinity'::timestamptz) AND n.content_type = @type
      AND (sqlc.narg(languages)::text[] IS NULL OR n.language = ANY (sqlc.narg(languages)))
    ORDER BY n.last_modified DESC, n.id
    LIMIT @size::bigint OFFSET @skip::bigint
) AS p ON true
LEFT JOIN LATERAL (SELECT * FROM content_item AS w WHERE w.airport = @airport AND w.id = p.id LIMIT 1) AS i ON true
WHERE s.airport = @airport
ORDER BY p.last_modified DESC, p.id;

-- name: GetItem :one
SELECT s.epoch, s.revision, coalesce(i.id, '')::text AS id, coalesce(i.content_type, '')::text AS content_type,
       coalesce(i.title, '')::text AS title, i.url, i.excerpt, i.thumbnail, coalesce(i.language, '')::text AS language,
       coalesce(i.last_modified, 'epoch')::timestamptz AS last_modified, i.metadata,
       coalesce(i.content, '')::text AS content
FROM airport_state AS s
LEFT JOIN content_item AS i ON i.airport = @airport AND i.id = @id
    AND (sqlc.narg(types)::text[] IS NULL OR i.content_type = ANY (sqlc.narg(types)))
WHERE s.airport = @airport;

-- Changes after a place (revision, id), in that order. One extra row, without its columns, shows that more follow.
-- Deletions up to start_revision are left out: the first pass does not need them. A key gets a deletion if it may read the type
-- that the item had, and does not see the item under another type. OFFSET 0 makes the planner check that by key.
-- name: ListChanges :many
SELECT s.epoch, s.revision, coalesce(p.change_revision, 0)::bigint AS change_revision, coalesce(p.change_id, '')::text AS change_id,
       p.deleted_type, p.deleted_at,
       coalesce(i.id, '')::text AS id, coalesce(i.content_type, '')::text AS content_type, coalesce(i.title, '')::text AS title,
       i.url, i.excerpt, i.thumbnail, coalesce(i.language, '')::text AS language,
       coalesce(i.last_modified, 'epoch')::timestamptz AS last_modified, i.metadata,
       coalesce(octet_length(i.content), 0)::bigint AS body_size
FROM airport_state AS s
LEFT JOIN LATERAL (
    SELECT m.change_id, m.change_revision, m.deleted_type, m.deleted_at,
           row_number() OVER (ORDER BY m.change_revision, m.change_id) AS position
    FROM (
        (SELECT u.id AS change_id, u.revision AS change_revision, NULL::text AS deleted_type, NULL::timestamptz AS deleted_at
         FROM content_item AS u
         WHERE u.airport = @airport AND (u.revision, u.id) > (@after_revision::bigint, @after_id::text)
           AND (sqlc.narg(types)::text[] IS NULL OR u.content_type = ANY (sqlc.narg(types)))
         ORDER BY u.revision, u.id
         LIMIT @up_to::bigint)
        UNION ALL
        (SELECT d.id, d.revision, d.content_type, d.deleted_at
         FROM content_deletion AS d
         WHERE d.airport = @airport AND (d.revision, d.id) > (@after_revision, @after_id) AND d.revision > @start_revision::bigint
           AND (sqlc.narg(types)::text[] IS NULL OR d.content_type = ANY (sqlc.narg(types)))
           AND NOT EXISTS (
               SELECT FROM content_item AS v
               WHERE v.airport = @airport AND v.id = d.id
                 AND (sqlc.narg(types)::text[] IS NULL OR v.content_type = ANY (sqlc.narg(types)))
               OFFSET 0)
         ORDER BY d.revision, d.id
         LIMIT @up_to::bigint)
    ) AS m
    ORDER BY m.change_revision, m.change_id
    LIMIT @up_to::bigint
) AS p ON true
LEFT JOIN LATERAL (
    SELECT * FROM content_item AS w
    WHERE w.airport = @airport AND w.id = p.change_id AND p.deleted_type IS NULL AND p.position <= @size::bigint
    LIMIT 1
) AS i ON true
WHERE s.airport = @airport
ORDER BY p.position;

-- name: ReadBodies :many
SELECT s.epoch, s.revision, coalesce(i.id, '')::text AS id, coalesce(i.content, '')::text AS content
FROM airport_state AS s
LEFT JOIN content_item AS i ON i.airport = @airport AND i.id = ANY (@ids::text[])
WHERE s.airport = @airport;
