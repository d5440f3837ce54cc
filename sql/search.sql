-- SearchPage and ReadTexts return the airport's epoch and revision, even when the page is empty. They show the caller whether
-- the airport has changed since it read the state.

-- The lexemes of texts in each language. items counts the airport's items of these types that hold a lexeme. A text of stop words
-- has no lexeme.
-- name: ReadTexts :many
SELECT s.epoch, s.revision, g.language::text AS language, t.text, t.plain, coalesce(l.lexeme, '')::text AS lexeme,
       coalesce(l.positions, '{}')::smallint[] AS positions,
       coalesce((SELECT sum(c.value::integer) FROM search_term AS k CROSS JOIN jsonb_each(k.items) AS c
                 WHERE k.airport = @airport AND k.language = g.language AND k.lexeme = l.lexeme
                   AND (sqlc.narg(types)::text[] IS NULL OR c.key = ANY (sqlc.narg(types)))), 0)::integer AS items
FROM airport_state AS s
CROSS JOIN unnest(@languages::text[]) AS g (language)
CROSS JOIN LATERAL (
    SELECT w.text::text AS text, unaccent('public.unaccent', w.text)::text AS plain
    FROM unnest(@texts::text[]) AS w (text)
) AS t
LEFT JOIN LATERAL unnest(search_words(g.language, t.text)) AS l (lexeme, positions, weights) ON true
WHERE s.airport = @airport;

-- Words that may have been meant by misspelled ones: the airport's words that are similar to them (pg_trgm's % means a
-- similarity of 0.3), the swapped spellings that the airport has, and the parted ones that an item holds side by side. Only
-- items of the types count; the tags say the same.
-- name: ListNearWords :many
WITH near AS (
    SELECT w.plain, w.language, w.word, w.lexeme
    FROM unnest(@misspelled::text[]) AS m (word)
    JOIN search_word AS w ON w.airport = @airport AND w.plain % m.word
    WHERE length(w.plain) BETWEEN length(m.word) - 2 AND length(m.word) + 2
    UNION
    SELECT w.plain, w.language, w.word, w.lexeme
    FROM search_word AS w
    WHERE w.airport = @airport AND w.plain = ANY (@swapped::text[])
), parted AS (
    SELECT p.words, a.language, a.word || ' ' || b.word AS written, a.lexeme AS first, b.lexeme AS second
    FROM unnest(@parted::text[]) AS p (words)
    JOIN search_word AS a ON a.airport = @airport AND a.plain = split_part(p.words, ' ', 1)
    JOIN search_word AS b ON b.airport = @airport AND b.plain = split_part(p.words, ' ', 2) AND b.language = a.language
)
SELECT n.plain, n.word, t.items::integer AS items
FROM near AS n
CROSS JOIN LATERAL (
    SELECT sum(c.value::integer) AS items FROM search_term AS k CROSS JOIN jsonb_each(k.items) AS c
    WHERE k.airport = @airport AND k.language = n.language AND k.lexeme = n.lexeme
      AND (sqlc.narg(types)::text[] IS NULL OR c.key = ANY (sqlc.narg(types)))
) AS t
WHERE t.items > 0
UNION ALL
SELECT p.words::text, p.written::text, 0
FROM parted AS p
WHERE EXISTS (
    SELECT FROM content_item AS i
    WHERE i.airport = @airport AND i.search @@ @tags::tsquery AND i.search_language = p.language
      AND i.search @@ tsquery_phrase(quote_literal(p.first)::tsquery, quote_literal(p.second)::tsquery));

-- One page of a search. It scores narrow rows first, and reads the wide columns of the page's rows last. hits counts what the
-- query finds, total what is left after the filters. An item is scored by the terms of its search language: by two words from
-- the arrays, which is quick, and by all other terms with a join.
-- Items that the query "first" finds come first.
-- Tags and query are two conditions, so that the planner expects few rows and uses the GIN index, whatever the parameters.
-- name: SearchPage :many
WITH term AS MATERIALIZED (
    SELECT unnest(@term_parts::integer[]) AS part, unnest(@term_weights::float8[]) AS weight,
           nullif(unnest(@term_words::tsquery[]), '''no term''') AS word, nullif(unnest(@term_word_titles::tsquery[]), '''no term''') AS word_title,
           nullif(unnest(@term_phrases::tsquery[]), '''no term''') AS phrase, nullif(unnest(@term_phrase_titles::tsquery[]), '''no term''') AS phrase_title,
           nullif(unnest(@term_synonyms::tsquery[]), '''no term''') AS synonym, nullif(unnest(@term_synonym_titles::tsquery[]), '''no term''') AS synonym_title
), found AS MATERIALIZED (
    SELECT f.id, f.last_modified, f.shown, f.search @@ sqlc.narg(first)::tsquery AS first,
           CASE WHEN f.shown THEN
               coalesce((@weights::float8[])[f.part - 1] * saturation(
                   word_count(f.search, f.norm, f.title_norm, (@words::tsquery[])[f.part - 1], (@titles::tsquery[])[f.part - 1])), 0)
               + coalesce((@weights::float8[])[f.part] * saturation(
                   word_count(f.search, f.norm, f.title_norm, (@words::tsquery[])[f.part], (@titles::tsquery[])[f.part])), 0)
               + CASE WHEN cardinality(@term_weights::float8[]) = 0 THEN 0 ELSE (
                   SELECT coalesce(sum(t.weight * saturation(greatest(
                       word_count(f.search, f.norm, f.title_norm, t.word, t.word_title),
                       phrase_count(f.search, f.norm, f.title_norm, t.phrase, t.phrase_title),
                       0.8 * phrase_count(f.search, f.norm, f.title_norm, t.synonym, t.synonym_title)))), 0)
                   FROM term AS t
                   WHERE t.part = f.part)
               END
           END AS score
    FROM (
        SELECT i.id, i.last_modified, i.search,
               0.35 + 0.65 * (i.search_length / sqlc.arg(average_length)::float8) AS norm,
               0.35 + 0.65 * (i.title_length / sqlc.arg(average_title_length)::float8) AS title_norm,
               2 * array_position(@search_languages::text[], i.search_language) AS part,
               (sqlc.narg(types)::text[] IS NULL OR i.content_type = ANY (sqlc.narg(types)))
               AND (sqlc.narg(languages)::text[] IS NULL OR i.language = ANY (sqlc.narg(languages)))
               AND (sqlc.narg(since)::timestamptz IS NULL OR i.last_modified > sqlc.narg(since)) AS shown
        FROM content_item AS i
        WHERE i.airport = @airport AND i.search @@ @tags::tsquery AND i.search @@ @query::tsquery
        OFFSET 0 -- works out norm and part once for each row
    ) AS f
), page AS (
    SELECT h.id, row_number() OVER () AS position
    FROM (SELECT f.id FROM found AS f WHERE f.shown
          ORDER BY f.first DESC, f.score DESC, f.last_modified DESC, f.id
          LIMIT @size::bigint OFFSET @skip::bigint) AS h
)
SELECT s.epoch, s.revision, c.hits, c.total,
       i.id, i.content_type, i.title, i.url, i.excerpt, i.thumbnail, i.language, i.last_modified, i.metadata,
       coalesce(octet_length(i.content), 0)::bigint AS body_size
FROM airport_state AS s
CROSS JOIN (SELECT count(*) AS hits, count(*) FILTER (WHERE f.shown) AS total FROM found AS f) AS c
LEFT JOIN page AS p ON true
LEFT JOIN content_item AS i ON i.airport = @airport AND i.id = p.id
WHERE s.airport = @airport
ORDER BY p.position;
