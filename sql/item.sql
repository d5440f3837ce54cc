-- Items as operators list them. Hidden ones stand in another table, which Citus leaves on the
-- coordinator, so each table has a statement.

-- name: ListItems :many
SELECT id, source, content_type, language, last_modified, title
FROM content_item
WHERE airport = @airport AND (sqlc.narg(source)::text IS NULL OR source = sqlc.narg(source))
ORDER BY id;

-- name: ListHiddenItems :many
SELECT id, source, content_type, language, hidden_at, (content IS NULL)::boolean AS gone, title
FROM hidden_item
WHERE airport = @airport AND (sqlc.narg(source)::text IS NULL OR source = sqlc.narg(source))
ORDER BY id;

-- The items with an id or a URL.
-- name: FindItem :many
SELECT id, source, content_type, language, last_modified, source_last_modified, added_at, title, url, translation,
       ARRAY(SELECT u.lexeme FROM unnest(search) AS u WHERE u.lexeme NOT LIKE '% %' AND 'A' = ANY (u.weights) ORDER BY u.positions[1])::text[] AS title_words,
       ARRAY(SELECT u.lexeme FROM unnest(search) AS u WHERE u.lexeme NOT LIKE '% %' AND NOT 'A' = ANY (u.weights)
             ORDER BY cardinality(u.positions) DESC, u.lexeme COLLATE "C")::text[] AS other_words
FROM content_item
WHERE airport = @airport AND (id = @item OR url = @item)
ORDER BY id <> @item, id;

-- name: FindHiddenItem :many
SELECT id, source, content_type, language, hidden_at, source_last_modified, added_at, (content IS NULL)::boolean AS gone, title, url, translation
FROM hidden_item
WHERE airport = @airport AND (id = @item OR url = @item)
ORDER BY id <> @item, id;

-- When an item was deleted, if that is still known.
-- name: FindDeletion :many
SELECT content_type, deleted_at FROM content_deletion WHERE airport = @airport AND id = @item ORDER BY deleted_at DESC;

-- The pages of sources that made an item, or that have an address.
-- name: FindPages :many
SELECT source, key, item_id, reason
FROM source_page
WHERE airport = @airport AND (item_id = @item OR key = @item)
ORDER BY source, key;
