-- name: GetState :one
SELECT name, epoch, revision, synonyms, sync_time::timestamptz AS sync_time
FROM airport_state
WHERE code = @airport;

-- Every list below has the columns of ListNewest, in that order: the state of the airport and the total in each row, and
-- an item, null where the page is empty. The thin rows of ListNewest… come from an index, the wide columns by key: LIMIT 1
-- sees to that, for in a generic plan a page could be a tenth of all items, and the planner would read the whole table.
-- They differ in what they filter by, so that each has one plan that fits.

-- Items of every type, newest first.
-- name: ListNewest :many
SELECT a.name, a.epoch, a.revision, a.synonyms, a.sync_time::timestamptz AS sync_time, t.total,
       i.id, i.content_type, i.title, i.url, i.excerpt, i.thumbnail, i.language, i.last_modified, i.metadata,
       (CASE WHEN @include_body::boolean THEN i.content END)::text AS content
FROM airport_state AS a
CROSS JOIN LATERAL (
    SELECT (CASE WHEN sqlc.narg(since)::timestamptz IS NULL
                 THEN (SELECT coalesce(sum(c.items), 0) FROM content_count AS c WHERE c.airport = @airport)
                 ELSE (SELECT count(*) FROM content_item AS c
                       WHERE c.airport = @airport AND c.last_modified > sqlc.narg(since))
            END)::bigint AS total
    OFFSET 0 -- counted once, not wherever it is used
) AS t
LEFT JOIN LATERAL newest_items(@airport, sqlc.narg(since), @size::bigint, @skip::bigint, t.total) AS p (id, last_modified) ON true
LEFT JOIN LATERAL (SELECT * FROM content_item AS w WHERE w.airport = @airport AND w.id = p.id LIMIT 1) AS i ON true
WHERE a.code = @airport
ORDER BY p.last_modified DESC, p.id;

-- Items of one type, newest first.
-- name: ListNewestOfType :many
SELECT a.name, a.epoch, a.revision, a.synonyms, a.sync_time::timestamptz AS sync_time,
       (CASE WHEN sqlc.narg(since)::timestamptz IS NULL
             THEN (SELECT coalesce(sum(c.items), 0) FROM content_count AS c WHERE c.airport = @airport AND c.content_type = @content_type)
             ELSE (SELECT count(*) FROM content_item AS c
                   WHERE c.airport = @airport AND c.content_type = @content_type AND c.last_modified > sqlc.narg(since))
        END)::bigint AS total,
       i.id, i.content_type, i.title, i.url, i.excerpt, i.thumbnail, i.language, i.last_modified, i.metadata,
       (CASE WHEN @include_body::boolean THEN i.content END)::text AS content
FROM airport_state AS a
LEFT JOIN LATERAL (
    SELECT n.id, n.last_modified
    FROM content_item AS n
    WHERE n.airport = @airport AND n.content_type = @content_type
      AND n.last_modified > coalesce(sqlc.narg(since), '-infinity'::timestamptz)
    ORDER BY n.last_modified DESC, n.id
    LIMIT @size::bigint OFFSET @skip::bigint
) AS p ON true
LEFT JOIN LATERAL (SELECT * FROM content_item AS w WHERE w.airport = @airport AND w.id = p.id LIMIT 1) AS i ON true
WHERE a.code = @airport
ORDER BY p.last_modified DESC, p.id;

-- Items of several types, newest first. The types are filtered in such a way that the index of all items serves, in its
-- order: found through the index of types, all items of these types would have to be sorted for each page.
-- name: ListNewestOfTypes :many
SELECT a.name, a.epoch, a.revision, a.synonyms, a.sync_time::timestamptz AS sync_time,
       (CASE WHEN sqlc.narg(since)::timestamptz IS NULL
             THEN (SELECT coalesce(sum(c.items), 0) FROM content_count AS c WHERE c.airport = @airport AND c.content_type = ANY (@content_types::text[]))
             ELSE (SELECT count(*) FROM content_item AS c
                   WHERE c.airport = @airport AND c.content_type = ANY (@content_types::text[]) AND c.last_modified > sqlc.narg(since))
        END)::bigint AS total,
       i.id, i.content_type, i.title, i.url, i.excerpt, i.thumbnail, i.language, i.last_modified, i.metadata,
       (CASE WHEN @include_body::boolean THEN i.content END)::text AS content
FROM airport_state AS a
LEFT JOIN LATERAL (
    SELECT n.id, n.last_modified
    FROM content_item AS n
    WHERE n.airport = @airport AND array_position(@content_types::text[], n.content_type) IS NOT NULL
      AND n.last_modified > coalesce(sqlc.narg(since), '-infinity'::timestamptz)
    ORDER BY n.last_modified DESC, n.id
    LIMIT @size::bigint OFFSET @skip::bigint
) AS p ON true
LEFT JOIN LATERAL (SELECT * FROM content_item AS w WHERE w.airport = @airport AND w.id = p.id LIMIT 1) AS i ON true
WHERE a.code = @airport
ORDER BY p.last_modified DESC, p.id;


-- name: GetItem :one
SELECT a.name, a.epoch, a.revision, a.synonyms, a.sync_time::timestamptz AS sync_time,
       i.id, i.content_type, i.title, i.url, i.excerpt, i.thumbnail, i.language, i.last_modified, i.metadata, i.content
FROM airport_state AS a
LEFT JOIN content_item AS i ON i.airport = @airport AND i.id = @id
    AND (sqlc.narg(content_types)::text[] IS NULL OR i.content_type = ANY (sqlc.narg(content_types)))
WHERE a.code = @airport;
