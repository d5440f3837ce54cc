-- The queries of some days and airports whose words are stored already.
-- name: ListStoredQueries :many
SELECT to_char(q.day, 'YYYY-MM-DD') AS day, q.airport, q.words
FROM search_query AS q
JOIN (SELECT unnest(@days::text[])::date AS day, unnest(@airports::text[]) AS airport) AS u ON u.day = q.day AND u.airport = q.airport;

-- Adds to the stored counts, all or nothing. counts is a JSON object with two arrays: Days holds
-- searchcounts.Day, and Queries holds searchcounts.Query. Counts of removed airports are dropped. All writers
-- lock rows in one order, so they cannot deadlock.
-- name: AddSearches :exec
WITH days AS (
    INSERT INTO search_day AS d (day, airport, searches, without_results, some_words, corrected, rare, private)
    SELECT (u ->> 'Day')::date AS day, a.code, (u ->> 'Searches')::bigint, (u ->> 'WithoutResults')::bigint, (u ->> 'SomeWords')::bigint,
           (u ->> 'Corrected')::bigint, (u ->> 'Rare')::bigint, (u ->> 'Private')::bigint
    FROM jsonb_array_elements(CAST(@counts::text AS jsonb) -> 'Days') AS u
    JOIN airport AS a ON a.code = u ->> 'Airport'
    ORDER BY day, a.code
    ON CONFLICT (day, airport) DO UPDATE
    SET searches = d.searches + excluded.searches, without_results = d.without_results + excluded.without_results,
        some_words = d.some_words + excluded.some_words, corrected = d.corrected + excluded.corrected,
        rare = d.rare + excluded.rare, private = d.private + excluded.private
)
INSERT INTO search_query AS q (day, airport, words, searches, without_results, some_words, corrected, corrections, languages)
SELECT (u ->> 'Day')::date AS day, a.code, u ->> 'Words' AS words, (u ->> 'Searches')::bigint, (u ->> 'WithoutResults')::bigint,
       (u ->> 'SomeWords')::bigint, (u ->> 'Corrected')::bigint, u -> 'Corrections',
       ARRAY(SELECT jsonb_array_elements_text(u -> 'Languages'))
FROM jsonb_array_elements(CAST(@counts::text AS jsonb) -> 'Queries') AS u
JOIN airport AS a ON a.code = u ->> 'Airport'
ORDER BY day, a.code, words
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
