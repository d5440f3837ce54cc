-- Items have up to 2 MB, so they come in small batches. Metadata come without the keys that were read
-- from texts.
-- name: ListTexts :many
SELECT id, content_type, language, title, coalesce(excerpt, '')::text AS excerpt, content,
       (metadata - coalesce(read_keys, '{}'))::jsonb AS metadata
FROM content_item
WHERE airport = @airport AND id > @after_id
ORDER BY id
LIMIT 50;

-- All staged items, whose terms are counted anew.
-- name: ChangeAllItems :exec
INSERT INTO import_change (id, added, content_type, search_language, title_length, search_length, search)
SELECT id, false, content_type, search_language, title_length, search_length, search FROM import_item;

-- name: SetVectors :exec
UPDATE content_item AS i
SET search_language = c.search_language, title_length = c.title_length, search_length = c.search_length, search = c.search
FROM import_change AS c
WHERE i.airport = @airport AND i.id = c.id AND (i.title_length, i.search_length, i.search) IS DISTINCT FROM (c.title_length, c.search_length, c.search);

-- The metadata of an airport's items, without the keys that were read from texts.
-- name: ListMetadata :many
SELECT id, content_type, language, (metadata - coalesce(read_keys, '{}'))::jsonb AS metadata
FROM content_item
WHERE airport = @airport AND id > @after_id AND metadata IS NOT NULL
ORDER BY id
LIMIT 500;

-- Changes what was read from the texts of items. Partners get the changed items in /changes. The
-- items keep their dates, because their websites have not changed.
-- name: SetReadKeys :execrows
UPDATE content_item AS i
SET metadata = s.metadata, read_keys = s.read_keys, unread_keys = s.unread_keys, open_times = s.open_times,
    revision = CASE WHEN i.metadata IS DISTINCT FROM s.metadata THEN @revision::bigint ELSE i.revision END
FROM (SELECT n.id, n.metadata, n.read_keys, n.unread_keys, n.open_times FROM import_item AS n) AS s
WHERE i.airport = @airport AND i.id = s.id
  AND (i.metadata, i.read_keys, i.unread_keys, i.open_times) IS DISTINCT FROM (s.metadata, s.read_keys, s.unread_keys, s.open_times);

-- How many items have texts that were not understood, by the keys of the texts.
-- name: CountUnread :many
SELECT n.airport, k.key::text AS key, count(*) AS items
FROM content_item AS n
CROSS JOIN LATERAL unnest(n.unread_keys) AS k (key)
WHERE n.unread_keys IS NOT NULL
GROUP BY n.airport, k.key
ORDER BY n.airport, k.key;

-- The texts of an airport's items that were not understood, the most frequent first.
-- name: ListUnread :many
SELECT k.key::text AS key, (n.metadata -> k.key)::text AS text, count(*) AS items
FROM content_item AS n
CROSS JOIN LATERAL unnest(n.unread_keys) AS k (key)
WHERE n.airport = @airport AND n.unread_keys IS NOT NULL
GROUP BY k.key, (n.metadata -> k.key)::text
ORDER BY count(*) DESC, k.key, (n.metadata -> k.key)::text COLLATE "C"
LIMIT @size::bigint;

-- The revision that the next change of the airport gets. The row stays locked.
-- name: NextRevision :one
SELECT (revision + 1)::bigint AS next FROM airport_state WHERE airport = @airport FOR NO KEY UPDATE;

-- name: FinishReading :exec
UPDATE airport_state SET revision = revision + 1 WHERE airport = @airport;

-- name: DeleteAllTerms :exec
DELETE FROM search_term WHERE airport = @airport;

-- name: DeleteAllWords :exec
DELETE FROM search_word WHERE airport = @airport;

-- Answers may differ now, so the airport gets a new revision.
-- name: FinishReindex :exec
UPDATE airport_state SET revision = revision + 1, analysis = @analysis::integer WHERE airport = @airport;
