-- name: ListTexts :many
SELECT id, language, title, coalesce(excerpt, '')::text AS excerpt, content
FROM content_item
WHERE airport = @airport AND id > @after_id
ORDER BY id
LIMIT @size::bigint;

-- name: SetSearchVectors :exec
UPDATE content_item AS i
SET search_language = t.language, search = v.vector
FROM (SELECT u.id, u.language, u.title, u.excerpt, u.text FROM
        (SELECT unnest(@ids::text[]) AS id, unnest(@languages::text[]) AS language, unnest(@titles::text[]) AS title,
                unnest(@excerpts::text[]) AS excerpt, unnest(@texts::text[]) AS text) AS u) AS t
JOIN content_item AS k ON k.airport = @airport AND k.id = t.id
CROSS JOIN LATERAL search_vector(k.airport, k.content_type, t.language, t.title, t.excerpt, t.text) AS v (vector)
WHERE i.airport = k.airport AND i.id = k.id AND i.search <> v.vector;

-- name: StageWords :copyfrom
INSERT INTO import_item (line, id, valid, search_language, words) VALUES ($1, $2, $3, $4, $5);

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
UPDATE airport_state SET revision = revision + 1 WHERE airport = @airport;
