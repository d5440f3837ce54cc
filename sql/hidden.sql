-- Lines of hidden items leave the import, and renew the hidden versions.
-- name: HideLines :exec
UPDATE import_item AS i SET to_merge = false, hidden = true
FROM hidden_item AS h
WHERE i.to_merge AND h.airport = @airport AND h.id = i.id;

-- name: UpdateHiddenItems :exec
UPDATE hidden_item AS h
SET source = @source, content_type = s.content_type, language = s.language,
    source_last_modified = coalesce(s.source_last_modified, h.source_last_modified), title = s.title, url = s.url, excerpt = s.excerpt,
    thumbnail = s.thumbnail, metadata = s.metadata - coalesce(s.read_keys, '{}'), content = s.content, translation = s.translation
FROM import_item AS s
WHERE h.airport = @airport AND h.id = s.id AND s.hidden;

-- Hidden items that the source no longer has. They stay hidden.
-- name: DropHiddenItems :exec
UPDATE hidden_item AS h SET excerpt = NULL, metadata = NULL, content = NULL
WHERE h.airport = @airport AND h.source = @source AND h.content IS NOT NULL
  AND NOT EXISTS (SELECT FROM import_item AS s WHERE s.id = h.id);

-- name: CountHiddenItems :one
SELECT count(*) FROM hidden_item WHERE airport = @airport AND source = @source AND content IS NOT NULL;

-- The hidden items of all sources.
-- name: CountAllHiddenItems :one
SELECT count(*) FROM hidden_item WHERE airport = @airport AND content IS NOT NULL;

-- An item that an operator hides is deleted for partners.
-- name: FindItemToHide :execrows
INSERT INTO import_gone (id, content_type, search_language, languages, deleted, hidden, search)
SELECT i.id, i.content_type, i.search_language, array_append(array_remove(coalesce(i.former_languages, '{}'), i.language), i.language), true, true, i.search
FROM content_item AS i
WHERE i.airport = @airport AND i.id = @item;

-- name: HideItems :exec
INSERT INTO hidden_item (airport, id, hidden_at, source, content_type, language, source_last_modified, added_at, title, url, excerpt, thumbnail,
                         metadata, content, translation)
SELECT i.airport, i.id, @merge_date::timestamptz, i.source, i.content_type, i.language, i.source_last_modified, i.added_at, i.title, i.url,
       i.excerpt, i.thumbnail, i.metadata - coalesce(i.read_keys, '{}'), i.content, i.translation
FROM import_gone AS g
JOIN content_item AS i ON i.airport = @airport AND i.id = g.id
WHERE g.hidden;

-- name: GetHiddenItem :many
SELECT id, source, content_type, language, source_last_modified, added_at, title, url, excerpt, thumbnail, metadata, content, translation
FROM hidden_item
WHERE airport = @airport AND id = @item;

-- An item that is shown again came when it came first.
-- name: SetAddedAt :exec
UPDATE content_item SET added_at = @added_at WHERE airport = @airport AND id = @item;

-- name: ForgetHiding :exec
DELETE FROM hidden_item WHERE airport = @airport AND id = @item;
