-- One more change than asked for, so that the reader knows whether more follow. A deletion is told to those who may read the
-- type that the item had, unless they see the item in another one. OFFSET 0 and LIMIT 1 keep what is looked up for each row
-- a look-up by key: a page reads as far into the indexes as it must, however many changes and deletions there are.
-- name: ListChanges :many
SELECT a.name, a.epoch, a.revision, a.synonyms, a.sync_time::timestamptz AS sync_time, a.purged_revision,
       coalesce(p.fetched, 0)::bigint AS fetched, coalesce(p.last_revision, 0)::bigint AS last_revision,
       coalesce(p.last_id, '')::text AS last_id,
       p.change_id, p.deleted_type, p.deleted_at,
       i.id, i.content_type, i.title, i.url, i.excerpt, i.thumbnail, i.language, i.last_modified, i.metadata, i.content
FROM airport_state AS a
LEFT JOIN LATERAL (
    SELECT m.change_id, m.change_revision, m.deleted_type, m.deleted_at,
           count(*) OVER page AS fetched, row_number() OVER place AS position,
           nth_value(m.change_revision, @size::integer) OVER page AS last_revision,
           nth_value(m.change_id, @size::integer) OVER page AS last_id
    FROM (
        (SELECT u.id AS change_id, u.revision AS change_revision, NULL::text AS deleted_type, NULL::timestamptz AS deleted_at
         FROM content_item AS u
         WHERE u.airport = @airport AND (u.revision, u.id) > (@after_revision::bigint, @after_id::text)
           AND (sqlc.narg(content_types)::text[] IS NULL OR u.content_type = ANY (sqlc.narg(content_types)))
         ORDER BY u.revision, u.id
         LIMIT @up_to::bigint)
        UNION ALL
        (SELECT d.id, d.revision, d.content_type, d.deleted_at
         FROM content_deletion AS d
         WHERE d.airport = @airport AND (d.revision, d.id) > (@after_revision, @after_id)
           AND d.revision > coalesce(sqlc.narg(start_revision)::bigint, a.revision)
           AND (sqlc.narg(content_types)::text[] IS NULL OR d.content_type = ANY (sqlc.narg(content_types)))
           AND NOT EXISTS (
               SELECT FROM content_item AS v
               WHERE v.airport = @airport AND v.id = d.id
                 AND (sqlc.narg(content_types)::text[] IS NULL OR v.content_type = ANY (sqlc.narg(content_types)))
               OFFSET 0)
         ORDER BY d.revision, d.id
         LIMIT @up_to::bigint)
    ) AS m
    WINDOW place AS (ORDER BY m.change_revision, m.change_id),
           page AS (ORDER BY m.change_revision, m.change_id ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING)
    ORDER BY m.change_revision, m.change_id
    LIMIT @up_to::bigint
) AS p ON true
LEFT JOIN LATERAL (
    SELECT * FROM content_item AS w WHERE w.airport = @airport AND w.id = p.change_id AND p.deleted_type IS NULL LIMIT 1
) AS i ON true
WHERE a.code = @airport
ORDER BY p.position;
