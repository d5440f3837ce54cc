-- The queries of some days and airports whose words are stored already.
-- name: ListStoredQueries :many
SELECT to_char(q.day, 'YYYY-MM-DD') AS day, q.airport, q.words
FROM search_query AS q
JOIN (SELECT unnest(@days::text[])::date AS day, unnest(@airports::text[]) AS airport) AS u ON u.day = q.day AND u.airport = q.airport;

-- Adds to the stored counts, all or nothing. Removed airports are left out. All writers use the
-- same order, so they cannot deadlock. corrections are JSON objects, languages are separated by
-- commas.
-- name: AddSearches :exec
WITH days AS (
    INSERT INTO search_day AS d (day, airport, searches, without_results, some_words, corrected, rare, private)
    SELECT u.day::date, u.airport, u.searches, u.without_results, u.some_words, u.corrected, u.rare, u.private
    FROM (SELECT unnest(@days::text[]) AS day, unnest(@airports::text[]) AS airport, unnest(@searches::bigint[]) AS searches,
                 unnest(@without_results::bigint[]) AS without_results, unnest(@some_words::bigint[]) AS some_words,
                 unnest(@corrected::bigint[]) AS corrected, unnest(@rare::bigint[]) AS rare, unnest(@private::bigint[]) AS private) AS u
    JOIN airport AS a ON a.code = u.airport
    ORDER BY u.day, u.airport
    ON CONFLICT (day, airport) DO UPDATE
    SET searches = d.searches + excluded.searches, without_results = d.without_results + excluded.without_results,
        some_words = d.some_words + excluded.some_words, corrected = d.corrected + excluded.corrected,
        rare = d.rare + excluded.rare, private = d.private + excluded.private
)
INSERT INTO search_query AS q (day, airport, words, searches, without_results, some_words, corrected, corrections, languages)
SELECT u.day::date, u.airport, u.words, u.searches, u.without_results, u.some_words, u.corrected, u.corrections::jsonb,
       string_to_array(u.languages, ',')
FROM (SELECT unnest(@query_days::text[]) AS day, unnest(@query_airports::text[]) AS airport, unnest(@query_words::text[]) AS words,
             unnest(@query_searches::bigint[]) AS searches, unnest(@query_without_results::bigint[]) AS without_results,
             unnest(@query_some_words::bigint[]) AS some_words, unnest(@query_corrected::bigint[]) AS corrected,
             unnest(@query_corrections::text[]) AS corrections, unnest(@query_languages::text[]) AS languages) AS u
JOIN airport AS a ON a.code = u.airport
ORDER BY u.day, u.airport, u.words
ON CONFLICT (day, airport, words) DO UPDATE
SET searches = q.searches + excluded.searches, without_results = q.without_results + excluded.without_results,
    some_words = q.some_words + excluded.some_words, corrected = q.corrected + excluded.corrected,
    corrections = q.corrections || excluded.corrections,
    languages = ARRAY(SELECT DISTINCT l FROM unnest(q.languages || excluded.languages) AS l ORDER BY l);

-- name: ForgetOldCounts :exec
SELECT forget_old_counts();

-- The queries since a day at an airport, or at all airports, the most frequent first. With missing,
-- only queries that found nothing, or no item with every word; those with most such searches come
-- first.
-- name: ListSearches :many
WITH top AS (
    SELECT q.airport, q.words, sum(q.searches)::bigint AS searches, sum(q.without_results)::bigint AS without_results,
           sum(q.some_words)::bigint AS some_words, sum(q.corrected)::bigint AS corrected,
           CASE WHEN @missing::boolean THEN sum(q.without_results + q.some_words) ELSE sum(q.searches) END AS weight
    FROM search_query AS q
    WHERE q.day >= (@since::text)::date AND (sqlc.narg(airport)::text IS NULL OR q.airport = sqlc.narg(airport))
    GROUP BY q.airport, q.words
    HAVING NOT @missing OR sum(q.without_results + q.some_words) > 0
    ORDER BY weight DESC, q.airport, q.words
    LIMIT sqlc.arg(size)::integer
)
SELECT t.airport, t.words, t.searches, t.without_results, t.some_words, t.corrected,
       coalesce((SELECT jsonb_object_agg(c.key, c.value) FROM search_query AS q, jsonb_each(q.corrections) AS c
                 WHERE q.airport = t.airport AND q.words = t.words AND q.day >= (@since::text)::date), '{}')::jsonb AS corrections,
       ARRAY(SELECT DISTINCT l FROM search_query AS q, unnest(q.languages) AS l
             WHERE q.airport = t.airport AND q.words = t.words AND q.day >= (@since::text)::date ORDER BY l)::text[] AS languages
FROM top AS t
ORDER BY t.weight DESC, t.airport, t.words;

-- The sums of all searches since a day at an airport, or at all airports.
-- name: SumSearches :one
SELECT coalesce(sum(d.searches), 0)::bigint AS searches, coalesce(sum(d.without_results), 0)::bigint AS without_results,
       coalesce(sum(d.some_words), 0)::bigint AS some_words, coalesce(sum(d.corrected), 0)::bigint AS corrected,
       coalesce(sum(d.rare), 0)::bigint AS rare, coalesce(sum(d.private), 0)::bigint AS private
FROM search_day AS d
WHERE d.day >= (@since::text)::date AND (sqlc.narg(airport)::text IS NULL OR d.airport = sqlc.narg(airport));

-- The words of an airport's items, without accents.
-- name: ListWords :many
SELECT DISTINCT unaccented, language, lexeme FROM search_word WHERE airport = @airport;
