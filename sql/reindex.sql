-- name: ListTexts :many
SELECT id, title, coalesce(excerpt, '')::text AS excerpt, content
FROM content_item
WHERE airport = @airport AND id > @after_id
ORDER BY id
LIMIT @size::bigint;

-- name: SetSearchVectors :exec
UPDATE content_item AS i
SET search = v.vector, search_length = length(v.vector) - 2
FROM (SELECT u.id, u.title, u.excerpt, u.text FROM
        (SELECT unnest(@ids::text[]) AS id, unnest(@titles::text[]) AS title,
                unnest(@excerpts::text[]) AS excerpt, unnest(@texts::text[]) AS text) AS u) AS t
JOIN content_item AS k ON k.airport = @airport AND k.id = t.id
CROSS JOIN LATERAL search_vector(k.airport, k.content_type, t.title, t.excerpt, t.text) AS v (vector)
WHERE i.airport = k.airport AND i.id = k.id AND i.search <> v.vector;

-- name: StageWords :exec
INSERT INTO import_item (line, id, valid, words) VALUES (0, '', false, @words::text[]);

-- name: DeleteAllTerms :exec
DELETE FROM search_term WHERE airport = @airport;

-- name: DeleteAllWords :exec
DELETE FROM search_word WHERE airport = @airport;

-- ts_stat takes a query as text; quote_literal quotes the airport's code in it.
-- name: CountAllTerms :exec
INSERT INTO search_term (airport, lexeme, items)
SELECT @airport::text, t.word, t.ndoc
FROM ts_stat('SELECT search FROM public.content_item WHERE airport = ' || quote_literal(@airport)) AS t
WHERE t.word NOT LIKE '% %';

-- Answers may differ now, so the airport gets a new revision.
-- name: FinishReindex :exec
UPDATE airport_state AS a
SET revision = a.revision + 1,
    items = (SELECT coalesce(jsonb_object_agg(t.content_type, t.items), '{}')
             FROM (SELECT i.content_type, count(*) AS items FROM content_item AS i
                   WHERE i.airport = @airport GROUP BY i.content_type) AS t),
    search_length = (SELECT coalesce(sum(i.search_length), 0) FROM content_item AS i WHERE i.airport = a.airport)
WHERE a.airport = @airport;
