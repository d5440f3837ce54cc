-- name: ListTexts :many
SELECT id, content_type, language, title, coalesce(excerpt, '')::text AS excerpt, content, metadata
FROM content_item
WHERE airport = @airport AND id > @after_id
ORDER BY id
LIMIT @size::bigint;

-- name: StageVectors :copyfrom
INSERT INTO import_change (id, added, content_type, search_language, title_length, search_length, search) VALUES ($1, $2, $3, $4, $5, $6, $7);

-- name: SetVectors :exec
UPDATE content_item AS i
SET search_language = c.search_language, title_length = c.title_length, search_length = c.search_length, search = c.search
FROM import_change AS c
WHERE i.airport = @airport AND i.id = c.id AND (i.title_length, i.search_length, i.search) IS DISTINCT FROM (c.title_length, c.search_length, c.search);

-- name: DeleteAllTerms :exec
DELETE FROM search_term WHERE airport = @airport;

-- name: DeleteAllWords :exec
DELETE FROM search_word WHERE airport = @airport;

-- name: CountAllTerms :exec
INSERT INTO search_term (airport, language, lexeme, content_type, items)
SELECT g.airport, g.search_language, t.word, g.content_type, t.ndoc
FROM (SELECT DISTINCT i.airport, i.search_language, i.content_type FROM content_item AS i WHERE i.airport = @airport) AS g
CROSS JOIN LATERAL ts_stat(format(
    'SELECT search FROM public.content_item WHERE airport = %L AND search_language = %L AND content_type = %L',
    g.airport, g.search_language, g.content_type)) AS t
WHERE t.word NOT LIKE '% %';

-- Answers may differ now, so the airport gets a new revision.
-- name: FinishReindex :exec
UPDATE airport_state SET revision = revision + 1, analysis = @analysis::integer WHERE airport = @airport;
