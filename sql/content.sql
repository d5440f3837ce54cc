-- Every statement here returns the state that it saw: epoch and revision, as in content.State.ID.
-- After a result without rows, Go reads the state again. If the state's counts promise rows, the
-- result is from another state. A page is found in an index first, and its wide columns are read
-- last: deep pages and filters then skip narrow rows. LIMIT 1 makes each read of wide columns a
-- look-up by key, also in a generic plan. Lists and changes come without bodies; ReadBodies reads
-- these.

-- Items of all types, or of several, newest first. The index includes type and language, so the
-- index serves the order and the filters. A new filter by a short column needs the column in the
-- index; a filter by a long or computed value needs an index and statements of its own.
-- name: ListNewest :many
SELECT (SELECT s.epoch || ' ' || s.revision FROM airport_state AS s WHERE s.airport = @airport)::text AS state_id,
       i.id, i.content_type, i.title, i.url, i.excerpt, i.thumbnail, i.language, i.last_modified, i.metadata,
       octet_length(i.content) AS body_size
FROM (
    SELECT n.id, n.last_modified
    FROM content_item AS n
    WHERE n.airport = @airport AND n.last_modified > coalesce(sqlc.narg(since), '-infinity'::timestamptz)
      AND (sqlc.narg(types)::text[] IS NULL OR n.content_type = ANY (sqlc.narg(types)))
      AND (sqlc.narg(languages)::text[] IS NULL OR n.language = ANY (sqlc.narg(languages)))
    ORDER BY n.last_modified DESC, n.id
    LIMIT @size::bigint OFFSET @skip::bigint
) AS p
CROSS JOIN LATERAL (SELECT * FROM content_item AS w WHERE w.airport = @airport AND w.id = p.id LIMIT 1) AS i
ORDER BY p.last_modified DESC, p.id;

-- Items of one type, newest first: a rare type has an index of its own order.
-- name: ListNewestOfType :many
SELECT (SELECT s.epoch || ' ' || s.revision FROM airport_state AS s WHERE s.airport = @airport)::text AS state_id,
       i.id, i.content_type, i.title, i.url, i.excerpt, i.thumbnail, i.language, i.last_modified, i.metadata,
       octet_length(i.content) AS body_size
FROM (
    SELECT n.id, n.last_modified
    FROM content_item AS n
    WHERE n.airport = @airport AND n.last_modified > coalesce(sqlc.narg(since), '-infinity'::timestamptz)
      AND n.content_type = @type
      AND (sqlc.narg(languages)::text[] IS NULL OR n.language = ANY (sqlc.narg(languages)))
    ORDER BY n.last_modified DESC, n.id
    LIMIT @size::bigint OFFSET @skip::bigint
) AS p
CROSS JOIN LATERAL (SELECT * FROM content_item AS w WHERE w.airport = @airport AND w.id = p.id LIMIT 1) AS i
ORDER BY p.last_modified DESC, p.id;

-- Each thing once, newest first: of the items of a thing that pass the filters, the one whose
-- language comes first in "liked", which has all languages of the airport. "counts" counts the things
-- by type and language, before the filter of types. "language_counts", if "facets" is set, also
-- before the filter of languages. There is one row without an item if the page is empty.
-- "hours_unknown" counts the things of no item whose hours are known.
-- name: ListThings :many
WITH m AS MATERIALIZED (
    SELECT n.id, n.content_type, n.language, n.last_modified, array_position(@liked::text[], n.language) AS place,
           coalesce(n.translation, ' ' || n.id) AS thing,
           sqlc.narg(languages)::text[] IS NULL OR n.language = ANY (sqlc.narg(languages)) AS spoken,
           sqlc.narg(open)::jsonb IS NULL OR coalesce(sqlc.narg(open)::jsonb -> n.open_times = 'true', false) AS fits,
           sqlc.narg(open)::jsonb -> n.open_times IS NOT NULL AS known
    FROM content_item AS n
    WHERE n.airport = @airport AND n.last_modified > coalesce(sqlc.narg(since)::timestamptz, '-infinity')
      AND (sqlc.narg(path)::jsonpath IS NULL OR n.metadata @@ sqlc.narg(path))
), thing AS MATERIALIZED (
    SELECT DISTINCT ON (m.thing) m.id, m.content_type, m.language, m.last_modified
    FROM m
    WHERE m.spoken AND m.fits
    ORDER BY m.thing, m.place, m.id
)
SELECT coalesce((SELECT s.epoch || ' ' || s.revision FROM airport_state AS s WHERE s.airport = @airport), '')::text AS state_id,
       0::bigint AS found, 0::bigint AS total, 0::bigint AS total_first, -- a row is as one of SearchThings
       CASE WHEN sqlc.narg(open)::jsonb IS NULL THEN 0 ELSE (
           SELECT count(*)
           FROM (SELECT FROM m
                 WHERE m.spoken AND (sqlc.narg(types)::text[] IS NULL OR m.content_type = ANY (sqlc.narg(types)))
                 GROUP BY m.thing
                 HAVING NOT bool_or(m.known)) AS u)
       END::bigint AS hours_unknown,
       c.counts::jsonb AS counts, c.language_counts::jsonb AS language_counts,
       coalesce(i.id, '')::text AS id, coalesce(i.content_type, '')::text AS content_type, coalesce(i.title, '')::text AS title, i.url,
       i.excerpt, i.thumbnail, coalesce(i.language, '')::text AS language, coalesce(i.last_modified, 'epoch')::timestamptz AS last_modified,
       i.metadata, coalesce(octet_length(i.content), 0)::integer AS body_size
FROM (
    SELECT (SELECT coalesce(jsonb_object_agg(t.content_type, t.languages), '{}')
            FROM (SELECT l.content_type, jsonb_object_agg(l.language, l.items) AS languages
                  FROM (SELECT h.content_type, h.language, count(*) AS items FROM thing AS h GROUP BY h.content_type, h.language) AS l
                  GROUP BY l.content_type) AS t) AS counts,
           CASE WHEN @facets::boolean THEN (
               SELECT coalesce(jsonb_object_agg(t.content_type, t.languages), '{}')
               FROM (SELECT l.content_type, jsonb_object_agg(l.language, l.items) AS languages
                     FROM (SELECT h.content_type, h.language, count(*) AS items
                           FROM (SELECT DISTINCT ON (m.thing) m.content_type, m.language FROM m WHERE m.fits ORDER BY m.thing, m.place, m.id) AS h
                           GROUP BY h.content_type, h.language) AS l
                     GROUP BY l.content_type) AS t)
           ELSE '{}' END AS language_counts
) AS c
LEFT JOIN (
    SELECT h.id, h.last_modified
    FROM thing AS h
    WHERE sqlc.narg(types)::text[] IS NULL OR h.content_type = ANY (sqlc.narg(types))
    ORDER BY h.last_modified DESC, h.id
    LIMIT @size::bigint OFFSET @skip::bigint
) AS p ON true
LEFT JOIN LATERAL (SELECT * FROM content_item AS w WHERE w.airport = @airport AND w.id = p.id LIMIT 1) AS i ON true
ORDER BY p.last_modified DESC, p.id;

-- The other items of the things of some items, as far as a reader may read their type.
-- name: ListTranslations :many
SELECT (SELECT s.epoch || ' ' || s.revision FROM airport_state AS s WHERE s.airport = @airport)::text AS state_id,
       i.id, i.language, i.translation::text AS thing, jsonb_object_agg(o.language, o.id) AS translations
FROM content_item AS i
JOIN content_item AS o ON o.airport = @airport AND o.translation = i.translation AND o.id <> i.id
WHERE i.airport = @airport AND i.id = ANY (@ids::text[]) AND (sqlc.narg(types)::text[] IS NULL OR o.content_type = ANY (sqlc.narg(types)))
GROUP BY i.id, i.language, i.translation;

-- How many items of each type and language have changed since a date.
-- name: CountSince :many
SELECT (SELECT s.epoch || ' ' || s.revision FROM airport_state AS s WHERE s.airport = @airport)::text AS state_id,
       i.content_type, i.language, count(*) AS items
FROM content_item AS i
WHERE i.airport = @airport AND i.last_modified > @since
GROUP BY i.content_type, i.language;

-- When the items of an airport are open: each text that at least one item has.
-- name: ListOpenTimes :many
SELECT (SELECT s.epoch || ' ' || s.revision FROM airport_state AS s WHERE s.airport = @airport)::text AS state_id,
       i.open_times::text AS open_times
FROM content_item AS i
WHERE i.airport = @airport AND i.open_times IS NOT NULL
GROUP BY i.open_times;

-- Items that are open at a time, newest first: "open" maps texts of ListOpenTimes to whether they say
-- open then. A text that leaves that open is not in it.
-- name: ListOpen :many
SELECT (SELECT s.epoch || ' ' || s.revision FROM airport_state AS s WHERE s.airport = @airport)::text AS state_id,
       i.id, i.content_type, i.title, i.url, i.excerpt, i.thumbnail, i.language, i.last_modified, i.metadata,
       octet_length(i.content) AS body_size
FROM (
    SELECT n.id, n.last_modified
    FROM content_item AS n
    WHERE n.airport = @airport AND n.open_times IS NOT NULL AND @open::jsonb -> n.open_times = 'true'
      AND n.last_modified > coalesce(sqlc.narg(since)::timestamptz, '-infinity')
      AND (sqlc.narg(types)::text[] IS NULL OR n.content_type = ANY (sqlc.narg(types)))
      AND (sqlc.narg(languages)::text[] IS NULL OR n.language = ANY (sqlc.narg(languages)))
    ORDER BY n.last_modified DESC, n.id
    LIMIT @size::bigint OFFSET @skip::bigint
) AS p
CROSS JOIN LATERAL (SELECT * FROM content_item AS w WHERE w.airport = @airport AND w.id = p.id LIMIT 1) AS i
ORDER BY p.last_modified DESC, p.id;

-- How many items of each type and language are open at a time, and of how many the hours are known,
-- of those that have changed since a date.
-- name: CountOpen :many
SELECT (SELECT s.epoch || ' ' || s.revision FROM airport_state AS s WHERE s.airport = @airport)::text AS state_id,
       i.content_type, i.language, count(*) FILTER (WHERE @open::jsonb -> i.open_times = 'true') AS items, count(*) AS known
FROM content_item AS i
WHERE i.airport = @airport AND i.open_times IS NOT NULL AND @open::jsonb -> i.open_times IS NOT NULL
  AND i.last_modified > coalesce(sqlc.narg(since)::timestamptz, '-infinity')
GROUP BY i.content_type, i.language;

-- Items with a value in their metadata, newest first. MATERIALIZED makes the planner use
-- content_item_metadata for every path, instead of a walk through the newest items.
-- name: ListMatching :many
WITH m AS MATERIALIZED (
    SELECT n.id, n.last_modified, n.content_type, n.language, sqlc.narg(open)::jsonb -> n.open_times AS is_open FROM content_item AS n
    WHERE n.airport = @airport AND n.metadata @@ @path::jsonpath
)
SELECT (SELECT s.epoch || ' ' || s.revision FROM airport_state AS s WHERE s.airport = @airport)::text AS state_id,
       i.id, i.content_type, i.title, i.url, i.excerpt, i.thumbnail, i.language, i.last_modified, i.metadata,
       octet_length(i.content) AS body_size
FROM (
    SELECT m.id, m.last_modified
    FROM m
    WHERE m.last_modified > coalesce(sqlc.narg(since)::timestamptz, '-infinity')
      AND (sqlc.narg(open)::jsonb IS NULL OR m.is_open = 'true')
      AND (sqlc.narg(types)::text[] IS NULL OR m.content_type = ANY (sqlc.narg(types)))
      AND (sqlc.narg(languages)::text[] IS NULL OR m.language = ANY (sqlc.narg(languages)))
    ORDER BY m.last_modified DESC, m.id
    LIMIT @size::bigint OFFSET @skip::bigint
) AS p
CROSS JOIN LATERAL (SELECT * FROM content_item AS w WHERE w.airport = @airport AND w.id = p.id LIMIT 1) AS i
ORDER BY p.last_modified DESC, p.id;

-- Counts items by type and language. Three filters apply: values of metadata, opening hours, and the
-- date of the last change. "known" counts the items with known hours.
-- name: CountMatching :many
WITH m AS MATERIALIZED (
    SELECT n.content_type, n.language, n.last_modified, sqlc.narg(open)::jsonb -> n.open_times AS is_open FROM content_item AS n
    WHERE n.airport = @airport AND n.metadata @@ @path::jsonpath
)
SELECT (SELECT s.epoch || ' ' || s.revision FROM airport_state AS s WHERE s.airport = @airport)::text AS state_id,
       m.content_type, m.language, count(*) FILTER (WHERE sqlc.narg(open)::jsonb IS NULL OR m.is_open = 'true') AS items, count(m.is_open) AS known
FROM m
WHERE m.last_modified > coalesce(sqlc.narg(since)::timestamptz, '-infinity')
GROUP BY m.content_type, m.language;

-- For each key of the metadata, the number of items that have the key, by type and language. The most
-- frequent keys come first. Keys that are longer than a filter may name are left out.
-- name: CountKeys :many
SELECT (SELECT s.epoch || ' ' || s.revision FROM airport_state AS s WHERE s.airport = @airport)::text AS state_id,
       c.key::text AS key, c.content_type, c.language, c.items
FROM (
    SELECT k.key, n.content_type, n.language, count(*) AS items, sum(count(*)) OVER (PARTITION BY k.key) AS of_key
    FROM content_item AS n CROSS JOIN LATERAL jsonb_object_keys(n.metadata) AS k (key)
    WHERE n.airport = @airport AND octet_length(k.key) <= 64
    GROUP BY k.key, n.content_type, n.language
) AS c
ORDER BY c.of_key DESC, c.key
LIMIT @size::bigint;

-- The texts under a key of the metadata, also in lists there. No filter is longer.
-- name: ListMetadataTexts :many
SELECT (SELECT s.epoch || ' ' || s.revision FROM airport_state AS s WHERE s.airport = @airport)::text AS state_id, e.value::text AS value
FROM (
    SELECT DISTINCT x.value #>> '{}' AS value
    FROM (SELECT DISTINCT n.metadata -> @key::text AS value FROM content_item AS n WHERE n.airport = @airport) AS v
    CROSS JOIN LATERAL jsonb_array_elements(CASE jsonb_typeof(v.value) WHEN 'array' THEN v.value ELSE jsonb_build_array(v.value) END) AS x (value)
    WHERE jsonb_typeof(x.value) = 'string' AND octet_length(x.value::text) <= 10000
) AS e;

-- The values under a key of the metadata, the most frequent first, each with its number of items (Go:
-- content.CountMetadata). The elements of a list are values, but a short list with both texts and
-- numbers, or with texts that may differ in letter case only, is one value: Go compares these. Long values count together, as an empty text, which comes
-- first. Equal values and lists are counted first, as texts: that is faster.
-- name: CountMetadata :many
SELECT (SELECT s.epoch || ' ' || s.revision FROM airport_state AS s WHERE s.airport = @airport)::text AS state_id,
       e.value::text AS value, sum(g.items)::bigint AS items
FROM (
    SELECT CASE WHEN octet_length(v.whole) <= 1000 OR v.whole LIKE '[%' THEN v.whole ELSE 'null' END AS whole, count(*) AS items
    FROM (
        SELECT ((n.metadata -> @key::text)::text COLLATE "C")::text AS whole
        FROM content_item AS n
        WHERE n.airport = @airport
          AND (sqlc.narg(path)::jsonpath IS NULL OR n.metadata @@ sqlc.narg(path))
          AND (sqlc.narg(open)::jsonb IS NULL OR sqlc.narg(open)::jsonb -> n.open_times = 'true')
          AND n.last_modified > coalesce(sqlc.narg(since), '-infinity'::timestamptz)
          AND (sqlc.narg(types)::text[] IS NULL OR n.content_type = ANY (sqlc.narg(types)))
          AND (sqlc.narg(languages)::text[] IS NULL OR n.language = ANY (sqlc.narg(languages)))
          AND (sqlc.narg(liked)::text[] IS NULL OR n.translation IS NULL OR NOT EXISTS (
              SELECT FROM content_item AS o
              WHERE o.airport = @airport AND o.translation = n.translation
                AND (array_position(sqlc.narg(liked)::text[], o.language), o.id) < (array_position(sqlc.narg(liked)::text[], n.language), n.id)
                AND (sqlc.narg(path)::jsonpath IS NULL OR o.metadata @@ sqlc.narg(path))
                AND (sqlc.narg(open)::jsonb IS NULL OR sqlc.narg(open)::jsonb -> o.open_times = 'true')
                AND o.last_modified > coalesce(sqlc.narg(since), '-infinity'::timestamptz)
                AND (sqlc.narg(languages)::text[] IS NULL OR o.language = ANY (sqlc.narg(languages)))))
        OFFSET 0 -- reads the value once
    ) AS v
    WHERE v.whole <> 'null' AND v.whole NOT LIKE '{%'
    GROUP BY 1
) AS g
CROSS JOIN LATERAL (
    SELECT g.whole LIKE '[%' AND NOT (
        octet_length(g.whole) <= 1000 AND (
            g.whole::jsonb @? '$[*] ? (@.type() == "number")' AND g.whole::jsonb @? '$[*] ? (@.type() == "string")'
            OR (SELECT count(DISTINCT w.value) > count(DISTINCT regexp_replace(lower(w.value), '[^\x01-\x7f]', '?', 'g'))
                FROM jsonb_array_elements_text(g.whole::jsonb) AS w (value)))
    ) AS is_split
    OFFSET 0 -- once for each list
) AS l
CROSS JOIN LATERAL (
    SELECT DISTINCT CASE WHEN jsonb_typeof(x.value) = 'null' OR octet_length(x.value::text) > 1000 THEN ''
                         WHEN jsonb_typeof(x.value) = 'number' THEN trim_scale(x.value::numeric)::text
                         ELSE x.value::text END COLLATE "C" AS value
    FROM jsonb_array_elements(CASE WHEN l.is_split THEN g.whole::jsonb ELSE jsonb_build_array(g.whole::jsonb) END) AS x (value)
    WHERE NOT l.is_split OR jsonb_typeof(x.value) IN ('string', 'number', 'boolean')
) AS e
GROUP BY e.value
ORDER BY e.value <> '', items DESC, e.value
LIMIT 501;

-- Items by their ids.
-- name: ListByID :many
SELECT (SELECT s.epoch || ' ' || s.revision FROM airport_state AS s WHERE s.airport = @airport)::text AS state_id,
       i.id, i.content_type, i.title, i.url, i.excerpt, i.thumbnail, i.language, i.last_modified, i.metadata,
       octet_length(i.content) AS body_size
FROM content_item AS i
WHERE i.airport = @airport AND i.id = ANY (@ids::text[])
  AND (sqlc.narg(types)::text[] IS NULL OR i.content_type = ANY (sqlc.narg(types)))
  AND (sqlc.narg(languages)::text[] IS NULL OR i.language = ANY (sqlc.narg(languages)));

-- The bytes of the texts that ListTitles reads.
-- name: CountTitleBytes :one
SELECT coalesce(sum(octet_length(i.id) + octet_length(i.title) + coalesce(octet_length(i.url), 0)
                    + coalesce(octet_length(i.metadata ->> 'location_detail'), 0)), 0)::bigint AS bytes
FROM content_item AS i
WHERE i.airport = @airport;

-- The columns of all items that suggestions need (Go: search.Titles).
-- name: ListTitles :many
SELECT (SELECT s.epoch || ' ' || s.revision FROM airport_state AS s WHERE s.airport = @airport)::text AS state_id,
       i.id, i.content_type, i.language, i.title, i.url,
       (CASE jsonb_typeof(i.metadata -> 'location_detail') WHEN 'string' THEN coalesce(i.metadata ->> 'location_detail', '') ELSE '' END)::text AS place
FROM content_item AS i
WHERE i.airport = @airport;

-- name: ReadBodies :many
SELECT (SELECT s.epoch || ' ' || s.revision FROM airport_state AS s WHERE s.airport = @airport)::text AS state_id, i.id, i.content
FROM content_item AS i
WHERE i.airport = @airport AND i.id = ANY (@ids::text[]);

-- The first bytes of bodies, which may end within a character. To count characters takes longer.
-- name: ReadBeginnings :many
SELECT (SELECT s.epoch || ' ' || s.revision FROM airport_state AS s WHERE s.airport = @airport)::text AS state_id,
       i.id, substring(convert_to(i.content, 'UTF8') FOR @bytes::integer)::bytea AS beginning
FROM content_item AS i
WHERE i.airport = @airport AND i.id = ANY (@ids::text[]);

-- Changes after a place (revision, id), in that order: new versions of items, and deletions.
-- Deletions up to start_revision are left out: the first pass does not need them. A reader gets a
-- deletion if he asks for the type and a language of the deleted item, and does not see the item
-- under another type. "languages" are the tags that he asks for, null for all, and "known" all tags
-- of the airport. An item that has left the languages is a deletion. Languages that no item has any
-- more may be asked for. OFFSET 0 makes the planner look up the item by key.
-- name: ListChanges :many
SELECT (SELECT s.epoch || ' ' || s.revision FROM airport_state AS s WHERE s.airport = @airport)::text AS state_id,
       c.revision, c.id, c.content_type, c.deleted, c.deleted_at, c.body_size
FROM (
    SELECT m.revision, m.id, m.content_type, m.deleted, m.deleted_at, m.body_size
    FROM (
        (SELECT u.revision, u.id, u.content_type,
                coalesce(u.language <> ALL (sqlc.narg(languages)::text[]), false)::boolean AS deleted, u.last_modified AS deleted_at, octet_length(u.content)::integer AS body_size
         FROM content_item AS u
         WHERE u.airport = @airport AND (u.revision, u.id) > (@after_revision::bigint, @after_id::text)
           AND (sqlc.narg(types)::text[] IS NULL OR u.content_type = ANY (sqlc.narg(types)))
           AND (sqlc.narg(languages) IS NULL OR u.language = ANY (sqlc.narg(languages))
                OR u.revision > @start_revision::bigint
                   AND (u.former_languages && sqlc.narg(languages) OR NOT u.former_languages <@ @known::text[]))
         ORDER BY u.revision, u.id
         LIMIT @size::bigint)
        UNION ALL
        (SELECT d.revision, d.id, d.content_type, true, d.deleted_at, 0
         FROM content_deletion AS d
         WHERE d.airport = @airport AND (d.revision, d.id) > (@after_revision, @after_id) AND d.revision > @start_revision
           AND (sqlc.narg(types)::text[] IS NULL OR d.content_type = ANY (sqlc.narg(types)))
           AND (sqlc.narg(languages) IS NULL OR d.languages IS NULL OR d.languages && sqlc.narg(languages) OR NOT d.languages <@ @known)
           AND NOT EXISTS (
               SELECT FROM content_item AS v
               WHERE v.airport = @airport AND v.id = d.id
                 AND (sqlc.narg(types)::text[] IS NULL OR v.content_type = ANY (sqlc.narg(types)))
                 AND (sqlc.narg(languages) IS NULL OR v.language = ANY (sqlc.narg(languages)))
               OFFSET 0)
         ORDER BY d.revision, d.id
         LIMIT @size::bigint)
    ) AS m
    ORDER BY m.revision, m.id
    LIMIT @size::bigint
) AS c
ORDER BY c.revision, c.id;

-- Whole items: one by itself, or those of a page of changes. Items are left out if their bodies
-- have more bytes than "longest".
-- name: ReadItems :many
SELECT (SELECT s.epoch || ' ' || s.revision FROM airport_state AS s WHERE s.airport = @airport)::text AS state_id,
       i.id, i.content_type, i.title, i.url, i.excerpt, i.thumbnail, i.language, i.last_modified, i.metadata, i.content,
       CASE WHEN i.translation IS NOT NULL THEN (
           SELECT jsonb_object_agg(o.language, o.id)
           FROM content_item AS o
           WHERE o.airport = @airport AND o.translation = i.translation AND o.id <> i.id)
       END::jsonb AS translations
FROM content_item AS i
WHERE i.airport = @airport AND i.id = ANY (@ids::text[])
  AND (sqlc.narg(types)::text[] IS NULL OR i.content_type = ANY (sqlc.narg(types)))
  AND octet_length(i.content) <= @longest::integer;
