-- What items gain by each clause of a search. queries is as in SearchPage (sql/search.sql), but all
-- clauses are in "clauses".
-- name: ExplainItems :many
SELECT (SELECT s.epoch || ' ' || s.revision FROM airport_state AS s WHERE s.airport = @airport)::text AS state_id,
       i.id, i.search_language, coalesce(i.search @@ i.foremost, false)::boolean AS foremost, coalesce(i.search @@ i.first, false)::boolean AS first,
       c.place::integer AS place,
       ((c.value -> 'weight')::float8 * saturation(greatest(
           word_count(i.search, i.norm, i.title_norm, (c.value ->> 'word')::tsquery, (c.value ->> 'word_title')::tsquery),
           prefix_count(i.search, i.norm, i.title_norm, (c.value ->> 'prefix')::tsquery, (c.value ->> 'prefix_title')::tsquery),
           phrase_count(i.search, i.norm, i.title_norm, (c.value ->> 'phrase')::tsquery, (c.value ->> 'phrase_title')::tsquery),
           i.synonym * phrase_count(i.search, i.norm, i.title_norm, (c.value ->> 'synonyms')::tsquery, (c.value ->> 'synonyms_title')::tsquery))))::float8 AS gain
FROM (
    SELECT n.id, n.search_language, n.search, q.value -> 'clauses' AS clauses, (q.value ->> 'foremost')::tsquery AS foremost,
           CASE WHEN q.value -> 'unordered' IS NULL THEN (q.value ->> 'first')::tsquery END AS first,
           (q.value -> 'norm')::float8 + (q.value -> 'norm_length')::float8 * n.search_length AS norm,
           (q.value -> 'title_norm')::float8 + (q.value -> 'title_norm_length')::float8 * n.title_length AS title_norm, (q.value -> 'synonym')::float8 AS synonym
    FROM content_item AS n
    JOIN jsonb_array_elements(CAST(@queries::text AS jsonb)) AS q (value) ON q.value ->> 'language' = n.search_language
    WHERE n.airport = @airport AND n.id = ANY (@ids::text[])
) AS i
CROSS JOIN LATERAL jsonb_array_elements(i.clauses) WITH ORDINALITY AS c (value, place)
ORDER BY i.id, c.place;
