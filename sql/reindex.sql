-- Items have up to 2 MB, so they come in small batches.
-- name: ListTexts :many
SELECT id, content_type, language, title, coalesce(excerpt, '')::text AS excerpt, content, metadata
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

-- name: DeleteAllTerms :exec
DELETE FROM search_term WHERE airport = @airport;

-- name: DeleteAllWords :exec
DELETE FROM search_word WHERE airport = @airport;

-- Answers may differ now, so the airport gets a new revision.
-- name: FinishReindex :exec
UPDATE airport_state SET revision = revision + 1, analysis = @analysis::integer WHERE airport = @airport;
