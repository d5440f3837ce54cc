-- Every statement about an airport tells the state that it saw, as those of content.sql do; only ListForms does not, whose rows only
-- place marks. One that gives a row even where there is no state tells an empty text.

-- The lexemes of words, with and without their accents. A stop word has none. "base" is the word whose stem a word has, such as bus for
-- buses. English words lose their accents first: they belong to foreign words, and people leave them out. Other languages need them to
-- find the stem: réservé and réservée both become reserv.
-- name: ReadStems :many
SELECT t.dictionary::text AS dictionary, t.word::text AS word, unaccent('public.unaccent', t.word)::text AS unaccented,
       coalesce(l.lexemes[1], '')::text AS accented, coalesce(unaccent('public.unaccent', l.lexemes[1]), '')::text AS lexeme
FROM (SELECT unnest(@dictionaries::text[]) AS dictionary, unnest(@words::text[]) AS word, unnest(@bases::text[]) AS base) AS t
CROSS JOIN LATERAL (SELECT ('pg_catalog.' || t.dictionary)::regdictionary AS id) AS d
CROSS JOIN LATERAL ts_lexize(d.id, CASE WHEN ts_lexize(d.id, t.word) = '{}' THEN t.word
                                        WHEN t.dictionary = 'english_stem' THEN unaccent('public.unaccent', t.base)
                                        ELSE t.base END) AS l (lexemes);

-- Document frequencies: how many of the airport's items of these types hold the lexemes from "lexeme" to "last". For one lexeme both
-- are the same.
-- name: ListFrequencies :many
SELECT coalesce((SELECT s.epoch || ' ' || s.revision FROM airport_state AS s WHERE s.airport = @airport), '')::text AS state_id,
       l.language::text AS language, l.lexeme::text AS lexeme, (l.last <> l.lexeme)::boolean AS prefix, f.items::integer AS items
FROM (SELECT unnest(@languages::text[]) AS language, unnest(@lexemes::text[]) AS lexeme, unnest(@lasts::text[]) AS last) AS l
CROSS JOIN LATERAL (
    SELECT coalesce(sum(k.items), 0) AS items FROM search_term AS k
    WHERE k.airport = @airport AND k.language = l.language AND k.lexeme BETWEEN l.lexeme AND l.last
      AND (sqlc.narg(types)::text[] IS NULL OR k.content_type = ANY (sqlc.narg(types)))
) AS f;

-- The lexemes of words that begin with a part, or hold it anywhere ("inside"). Inside a word, a part with only one or two letters before it
-- does not count. The lexemes that most items hold come first. A part of no word has one row, without a lexeme. A part that a word
-- exceeds by no more letters than a correction may add (1, or 2 of more than five: nearest in search/correct.go) is left to that.
-- name: ListRelated :many
SELECT coalesce((SELECT s.epoch || ' ' || s.revision FROM airport_state AS s WHERE s.airport = @airport), '')::text AS state_id,
       p.language::text AS language, p.part::text AS part, p.inside::boolean AS inside,
       coalesce(r.lexeme, '')::text AS lexeme, coalesce(r.items, 0)::integer AS items
FROM (SELECT unnest(@languages::text[]) AS language, unnest(@parts::text[]) AS part, unnest(@inside::boolean[]) AS inside) AS p
LEFT JOIN LATERAL (
    SELECT w.lexeme, f.items
    FROM (SELECT b.lexeme FROM search_word AS b
          WHERE NOT p.inside AND b.airport = @airport AND b.language = p.language
            AND b.unaccented BETWEEN p.part AND p.part || U&'\+10FFFF'
            AND NOT EXISTS (
                SELECT FROM search_word AS m
                JOIN search_term AS k ON k.airport = @airport AND k.language = m.language AND k.lexeme = m.lexeme AND k.items > 0
                  AND (sqlc.narg(types)::text[] IS NULL OR k.content_type = ANY (sqlc.narg(types)))
                WHERE m.airport = @airport AND m.language = p.language AND m.unaccented BETWEEN p.part AND p.part || U&'\+10FFFF'
                  AND length(m.unaccented) <= length(p.part) + CASE WHEN length(p.part) > 5 THEN 2 ELSE 1 END)
          UNION
          SELECT h.lexeme FROM search_word AS h
          WHERE p.inside AND h.airport = @airport AND h.language = p.language
            AND h.unaccented LIKE '%' || p.part || '%' AND strpos(h.unaccented, p.part) NOT IN (2, 3)) AS w
    CROSS JOIN LATERAL (
        SELECT sum(k.items) AS items FROM search_term AS k
        WHERE k.airport = @airport AND k.language = p.language AND k.lexeme = w.lexeme
          AND (sqlc.narg(types)::text[] IS NULL OR k.content_type = ANY (sqlc.narg(types)))
    ) AS f
    WHERE f.items > 0
    ORDER BY f.items DESC, w.lexeme
    LIMIT 12
) AS r ON true;

-- Words that may have been meant by misspelled ones: the airport's words that are similar to them (pg_trgm's % means a
-- similarity of 0.3), the swapped spellings that the airport has, and the parted ones that an item holds side by side. Only
-- items of the types count; the tags say the same.
-- name: ListNearWords :many
WITH near AS (
    SELECT w.unaccented, w.language, w.word, w.lexeme
    FROM unnest(@misspelled::text[]) AS m (word)
    JOIN search_word AS w ON w.airport = @airport AND w.unaccented % m.word
    WHERE length(w.unaccented) BETWEEN length(m.word) - 2 AND length(m.word) + 2
    UNION
    SELECT w.unaccented, w.language, w.word, w.lexeme
    FROM search_word AS w
    WHERE w.airport = @airport AND w.unaccented = ANY (@swapped::text[])
), parted AS (
    SELECT p.words, a.language, a.word || ' ' || b.word AS written, a.lexeme AS first, b.lexeme AS second
    FROM unnest(@parted::text[]) AS p (words)
    JOIN search_word AS a ON a.airport = @airport AND a.unaccented = split_part(p.words, ' ', 1)
    JOIN search_word AS b ON b.airport = @airport AND b.unaccented = split_part(p.words, ' ', 2) AND b.language = a.language
)
SELECT (SELECT s.epoch || ' ' || s.revision FROM airport_state AS s WHERE s.airport = @airport)::text AS state_id,
       n.unaccented, n.word, t.items::integer AS items
FROM near AS n
CROSS JOIN LATERAL (
    SELECT sum(k.items) AS items FROM search_term AS k
    WHERE k.airport = @airport AND k.language = n.language AND k.lexeme = n.lexeme
      AND (sqlc.narg(types)::text[] IS NULL OR k.content_type = ANY (sqlc.narg(types)))
) AS t
WHERE t.items > 0
UNION ALL
SELECT (SELECT s.epoch || ' ' || s.revision FROM airport_state AS s WHERE s.airport = @airport)::text,
       p.words::text, p.written::text, 0
FROM parted AS p
WHERE EXISTS (
    SELECT FROM content_item AS i
    WHERE i.airport = @airport AND i.search @@ @tags::tsquery AND i.search_language = p.language
      AND i.search @@ tsquery_phrase(quote_literal(p.first)::tsquery, quote_literal(p.second)::tsquery));

-- One page of what a query finds. It scores narrow rows first, and reads the wide columns of the page's rows last. "found" counts
-- what the query finds, "total" what is left after the filters. Items that the tsquery "first" finds come first; "total_first" counts them.
-- "counts", for facets, tells how many items of each type and language the query finds since the date. The filters of types and
-- languages do not change it.
-- "queries" has an object for each search language (Go: store.searchPageQuery): its tsqueries, the averages of the airport, two clauses of
-- a single word, which are scored quickly (word_score), and all other clauses, which cost a scan for each item. Each language reads its
-- own items. LIMIT 1 makes the planner read each of the page's rows by its key.
-- Tags and query are two conditions, so that the planner expects few rows and uses the GIN index, whatever the parameters.
-- name: SearchPage :many
WITH query AS MATERIALIZED (
    SELECT s.value ->> 'language' AS language, (s.value ->> 'query')::tsquery AS query, (s.value ->> 'first')::tsquery AS first,
           (s.value -> 'average_length')::float8 AS average_length, (s.value -> 'average_title_length')::float8 AS average_title_length,
           (s.value -> 'weight_1')::float8 AS weight_1, (s.value ->> 'word_1')::tsquery AS word_1, (s.value ->> 'title_1')::tsquery AS title_1,
           (s.value -> 'weight_2')::float8 AS weight_2, (s.value ->> 'word_2')::tsquery AS word_2, (s.value ->> 'title_2')::tsquery AS title_2,
           s.value -> 'clauses' AS clauses
    FROM jsonb_array_elements(CAST(@queries::text AS jsonb)) AS s (value)
), clause AS MATERIALIZED (
    SELECT q.language, (c.value -> 'weight')::float8 AS weight,
           (c.value ->> 'word')::tsquery AS word, (c.value ->> 'word_title')::tsquery AS word_title,
           (c.value ->> 'phrase')::tsquery AS phrase, (c.value ->> 'phrase_title')::tsquery AS phrase_title,
           (c.value ->> 'synonyms')::tsquery AS synonyms, (c.value ->> 'synonyms_title')::tsquery AS synonyms_title
    FROM query AS q
    CROSS JOIN LATERAL jsonb_array_elements(q.clauses) AS c (value)
), hit AS MATERIALIZED (
    SELECT i.id, i.content_type, i.language, i.last_modified, i.shown, coalesce(i.search @@ q.first, false) AS first,
           CASE WHEN i.shown THEN
               word_score(i.search, i.norm, i.title_norm, q.weight_1, q.word_1, q.title_1)
               + word_score(i.search, i.norm, i.title_norm, q.weight_2, q.word_2, q.title_2)
               + CASE WHEN q.clauses IS NULL THEN 0 ELSE (
                   SELECT sum(c.weight * saturation(greatest(
                       word_count(i.search, i.norm, i.title_norm, c.word, c.word_title),
                       phrase_count(i.search, i.norm, i.title_norm, c.phrase, c.phrase_title),
                       0.8 * phrase_count(i.search, i.norm, i.title_norm, c.synonyms, c.synonyms_title))))
                   FROM clause AS c
                   WHERE c.language = q.language)
               END
           END AS score
    FROM query AS q
    CROSS JOIN LATERAL (
        SELECT n.id, n.content_type, n.language, n.last_modified,
               CASE WHEN pg_column_compression(n.search) IS NULL AND pg_column_size(n.search) < 8160 THEN n.search
                    ELSE n.search || '' END AS search, -- unpacks it only once, not for each clause
               0.5 + 0.5 * (n.search_length / q.average_length) AS norm,
               0.35 + 0.65 * (n.title_length / q.average_title_length) AS title_norm,
               (sqlc.narg(types)::text[] IS NULL OR n.content_type = ANY (sqlc.narg(types)))
               AND (sqlc.narg(languages)::text[] IS NULL OR n.language = ANY (sqlc.narg(languages)))
               AND (sqlc.narg(since)::timestamptz IS NULL OR n.last_modified > sqlc.narg(since)) AS shown
        FROM content_item AS n
        WHERE n.airport = @airport AND n.search_language = q.language AND n.search @@ @tags::tsquery AND n.search @@ q.query
        OFFSET 0 -- works out the norms once for each item
    ) AS i
)
SELECT (SELECT s.epoch || ' ' || s.revision FROM airport_state AS s WHERE s.airport = @airport)::text AS state_id,
       n.found, n.total, n.total_first,
       CASE WHEN @facets::boolean THEN (
           SELECT coalesce(jsonb_object_agg(t.content_type, t.languages), '{}')
           FROM (SELECT l.content_type, jsonb_object_agg(l.language, l.items) AS languages
                 FROM (SELECT h.content_type, h.language, count(*) AS items
                       FROM hit AS h
                       WHERE sqlc.narg(since)::timestamptz IS NULL OR h.last_modified > sqlc.narg(since)
                       GROUP BY h.content_type, h.language) AS l
                 GROUP BY l.content_type) AS t)
       ELSE '{}' END::jsonb AS counts,
       i.id, i.content_type, i.title, i.url, i.excerpt, i.thumbnail, i.language, i.last_modified, i.metadata,
       octet_length(i.content) AS body_size
FROM (
    SELECT h.id, h.first, h.score, h.last_modified
    FROM hit AS h
    WHERE h.shown
    ORDER BY h.first DESC, h.score DESC, h.last_modified DESC, h.id
    LIMIT @size::bigint OFFSET @skip::bigint
) AS p
CROSS JOIN (
    SELECT count(*) AS found, count(*) FILTER (WHERE h.shown) AS total, count(*) FILTER (WHERE h.shown AND h.first) AS total_first
    FROM hit AS h
) AS n
CROSS JOIN LATERAL (SELECT * FROM content_item AS w WHERE w.airport = @airport AND w.id = p.id LIMIT 1) AS i
ORDER BY p.first DESC, p.score DESC, p.last_modified DESC, p.id;

-- The counts of SearchPage, for a page without a row.
-- name: CountFound :one
WITH hit AS MATERIALIZED (
    SELECT i.content_type, i.language, i.last_modified, i.shown, coalesce(i.search @@ q.first, false) AS first
    FROM (
        SELECT s.value ->> 'language' AS language, (s.value ->> 'query')::tsquery AS query, (s.value ->> 'first')::tsquery AS first
        FROM jsonb_array_elements(CAST(@queries::text AS jsonb)) AS s (value)
    ) AS q
    CROSS JOIN LATERAL (
        SELECT n.content_type, n.language, n.last_modified, n.search,
               (sqlc.narg(types)::text[] IS NULL OR n.content_type = ANY (sqlc.narg(types)))
               AND (sqlc.narg(languages)::text[] IS NULL OR n.language = ANY (sqlc.narg(languages)))
               AND (sqlc.narg(since)::timestamptz IS NULL OR n.last_modified > sqlc.narg(since)) AS shown
        FROM content_item AS n
        WHERE n.airport = @airport AND n.search_language = q.language AND n.search @@ @tags::tsquery AND n.search @@ q.query
        OFFSET 0 -- one scan for each language
    ) AS i
)
SELECT coalesce((SELECT s.epoch || ' ' || s.revision FROM airport_state AS s WHERE s.airport = @airport), '')::text AS state_id,
       count(*) AS found, count(*) FILTER (WHERE hit.shown) AS total, count(*) FILTER (WHERE hit.shown AND hit.first) AS total_first,
       CASE WHEN @facets::boolean THEN (
           SELECT coalesce(jsonb_object_agg(t.content_type, t.languages), '{}')
           FROM (SELECT l.content_type, jsonb_object_agg(l.language, l.items) AS languages
                 FROM (SELECT h.content_type, h.language, count(*) AS items
                       FROM hit AS h
                       WHERE sqlc.narg(since)::timestamptz IS NULL OR h.last_modified > sqlc.narg(since)
                       GROUP BY h.content_type, h.language) AS l
                 GROUP BY l.content_type) AS t)
       ELSE '{}' END::jsonb AS counts
FROM hit;

-- How items of an airport write lexemes.
-- name: ListForms :many
SELECT w.language, w.word, w.lexeme
FROM (SELECT unnest(@languages::text[]) AS language, unnest(@lexemes::text[]) AS lexeme) AS l
JOIN search_word AS w ON w.airport = @airport AND w.language = l.language AND w.lexeme = l.lexeme;
