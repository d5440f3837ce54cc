-- SearchPage and ReadTexts return the airport's epoch and revision, even when the page is empty. They show the caller whether
-- the airport has changed since it read the state.

-- The lexemes of texts in each language, and how many items of the airport, of these types, hold each one. A text of stop words
-- has no lexeme.
-- name: ReadTexts :many
SELECT s.epoch, s.revision, g.language::text AS language, t.text, t.plain, coalesce(l.lexeme, '')::text AS lexeme,
       coalesce(l.positions, '{}')::smallint[] AS positions,
       coalesce((SELECT sum(k.items) FROM search_term AS k
                 WHERE k.airport = @airport AND k.language = g.language AND k.lexeme = l.lexeme
                   AND (sqlc.narg(types)::text[] IS NULL OR k.content_type = ANY (sqlc.narg(types)))), 0)::integer AS items
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
    SELECT sum(k.items) AS items FROM search_term AS k
    WHERE k.airport = @airport AND k.language = n.language AND k.lexeme = n.lexeme
      AND (sqlc.narg(types)::text[] IS NULL OR k.content_type = ANY (sqlc.narg(types)))
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
-- query finds, total what is left after the filters. If a term has several forms, its best form counts. The terms of each search
-- language have a part of their own in the arrays, of this width. The first part is for the first language.
-- Tags and query are two conditions, so that the planner expects few rows and uses the GIN index, whatever the parameters.
-- name: SearchPage :many
WITH hit AS MATERIALIZED (
    SELECT f.id, f.last_modified, f.shown, f.search @@ sqlc.narg(every)::tsquery AS holds_every,
           CASE WHEN f.shown THEN
               term_gain(f.search, f.norm, (@terms::tsquery[])[f.part + 1], (@weights::float8[])[f.part + 1])
               + term_gain(f.search, f.norm, (@terms::tsquery[])[f.part + 2], (@weights::float8[])[f.part + 2])
               + term_gain(f.search, f.norm, (@terms::tsquery[])[f.part + 3], (@weights::float8[])[f.part + 3])
               + term_gain(f.search, f.norm, (@terms::tsquery[])[f.part + 4], (@weights::float8[])[f.part + 4])
               + CASE WHEN sqlc.arg(width)::integer <= 4 THEN 0 ELSE
                   term_gain(f.search, f.norm, (@terms::tsquery[])[f.part + 5], (@weights::float8[])[f.part + 5])
                   + term_gain(f.search, f.norm, (@terms::tsquery[])[f.part + 6], (@weights::float8[])[f.part + 6])
                   + term_gain(f.search, f.norm, (@terms::tsquery[])[f.part + 7], (@weights::float8[])[f.part + 7])
                   + term_gain(f.search, f.norm, (@terms::tsquery[])[f.part + 8], (@weights::float8[])[f.part + 8])
                   + term_gain(f.search, f.norm, (@terms::tsquery[])[f.part + 9], (@weights::float8[])[f.part + 9])
                   + term_gain(f.search, f.norm, (@terms::tsquery[])[f.part + 10], (@weights::float8[])[f.part + 10])
                   + term_gain(f.search, f.norm, (@terms::tsquery[])[f.part + 11], (@weights::float8[])[f.part + 11])
                   + term_gain(f.search, f.norm, (@terms::tsquery[])[f.part + 12], (@weights::float8[])[f.part + 12])
               END
               + CASE WHEN cardinality(@forms::tsquery[]) = 0 THEN 0 ELSE (
                   SELECT coalesce(sum(b.gain), 0)
                   FROM (SELECT max(term_gain(f.search, f.norm / o.factor, o.form, o.weight)) AS gain
                         FROM (SELECT unnest(@forms::tsquery[]) AS form, unnest(@form_terms::integer[]) AS term,
                                      unnest(@form_parts::integer[]) AS part, unnest(@form_factors::float8[]) AS factor,
                                      unnest(@form_weights::float8[]) AS weight) AS o
                         WHERE o.part = f.part AND f.search @@ o.form
                         GROUP BY o.term) AS b)
               END
           END AS score
    FROM (
        SELECT i.id, i.last_modified, i.search, sqlc.arg(norm_base)::float8 + sqlc.arg(norm_slope)::float8 * i.search_length AS norm,
               (sqlc.arg(width)::integer * (array_position(@search_languages::text[], i.search_language) - 1)) AS part,
               (sqlc.narg(types)::text[] IS NULL OR i.content_type = ANY (sqlc.narg(types)))
               AND (sqlc.narg(languages)::text[] IS NULL OR i.language = ANY (sqlc.narg(languages)))
               AND (sqlc.narg(since)::timestamptz IS NULL OR i.last_modified > sqlc.narg(since)) AS shown
        FROM content_item AS i
        WHERE i.airport = @airport AND i.search @@ @tags::tsquery AND i.search @@ @query::tsquery
        OFFSET 0 -- works out norm and part once for each row
    ) AS f
), page AS (
    SELECT h.id, row_number() OVER () AS position
    FROM (SELECT hit.id FROM hit WHERE hit.shown
          ORDER BY hit.holds_every DESC, hit.score DESC, hit.last_modified DESC, hit.id
          LIMIT @size::bigint OFFSET @skip::bigint) AS h
)
SELECT s.epoch, s.revision, c.hits, c.total,
       i.id, i.content_type, i.title, i.url, i.excerpt, i.thumbnail, i.language, i.last_modified, i.metadata,
       coalesce(octet_length(i.content), 0)::bigint AS body_size
FROM airport_state AS s
CROSS JOIN (SELECT count(*) AS hits, count(*) FILTER (WHERE hit.shown) AS total FROM hit) AS c
LEFT JOIN page AS p ON true
LEFT JOIN content_item AS i ON i.airport = @airport AND i.id = p.id
WHERE s.airport = @airport
ORDER BY p.position;
