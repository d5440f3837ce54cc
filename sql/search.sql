-- Every statement about an airport returns the state that it saw, as in content.sql.

-- The lexemes of words, with and without their accents. A stop word has none. "base" is the word to
-- stem, such as bus for buses. English words lose their accents first: only foreign words have
-- accents, and people leave them out. In other languages the stemmer needs the accents: réservé and
-- réservée both become reserv. Some stemmers take one ending at a time, so these stem twice: Turkish
-- eczaneler becomes eczane, and eczane becomes ecza.
-- name: ReadStems :many
SELECT t.dictionary::text AS dictionary, t.word::text AS word, unaccent('public.unaccent', t.word)::text AS unaccented,
       coalesce(l.lexemes[1], '')::text AS accented, coalesce(unaccent('public.unaccent', l.lexemes[1]), '')::text AS lexeme
FROM (SELECT unnest(@dictionaries::text[]) AS dictionary, unnest(@words::text[]) AS word, unnest(@bases::text[]) AS base) AS t
CROSS JOIN LATERAL (SELECT ('pg_catalog.' || t.dictionary)::regdictionary AS id) AS d
CROSS JOIN LATERAL ts_lexize(d.id, CASE WHEN ts_lexize(d.id, t.word) = '{}' THEN t.word
                                        WHEN t.dictionary = 'english_stem' THEN unaccent('public.unaccent', t.base)
                                        ELSE t.base END) AS once (lexemes)
CROSS JOIN LATERAL (SELECT CASE WHEN t.dictionary IN ('greek_stem', 'hungarian_stem', 'turkish_stem')
                                THEN coalesce(nullif(ts_lexize(d.id, once.lexemes[1]), '{}'), once.lexemes)
                                ELSE once.lexemes END) AS l (lexemes);

-- The words of an airport (Go: search.Vocabulary), a row for each language. One text has lexemes,
-- types and numbers of items, another text has words. A space separates all values, because no
-- value has a space.
-- name: ReadVocabulary :many
SELECT (SELECT s.epoch || ' ' || s.revision FROM airport_state AS s WHERE s.airport = @airport)::text AS state_id,
       t.language, t.counts::text AS counts, coalesce(w.words, '')::text AS words
FROM (SELECT k.language, string_agg(k.lexeme || ' ' || k.content_type || ' ' || k.items, ' ' ORDER BY k.lexeme) AS counts
      FROM search_term AS k
      WHERE k.airport = @airport
      GROUP BY k.language) AS t
LEFT JOIN (SELECT n.language, string_agg(n.unaccented || ' ' || n.word || ' ' || n.lexeme, ' ' ORDER BY n.unaccented, n.word) AS words
           FROM search_word AS n
           WHERE n.airport = @airport
           GROUP BY n.language) AS w ON w.language = t.language;

-- One page of the items that a query finds. The statement scores narrow rows first, and reads the
-- wide columns of the page's rows last. "found" counts the items that the query finds, "total" the
-- items left after the filters. Items that the tsquery "foremost" finds come first, then those that
-- "first" finds, unless "unordered" is set; "total_first" counts those of "first". "counts", for
-- facets, counts the found items by type and language: the filters of date, metadata and opening hours
-- apply to them, and no other. A page without items is
-- one row without an item, and the state is an empty text if there is none. "queries" has an object
-- for each search language (Go: store.searchPageQuery): its tsqueries, the numbers of the ranking
-- (Go: search.Norms), two clauses of a single word, which are scored quickly (word_score), and all
-- other clauses, which cost a scan for each item.
-- Each language reads its own items. LIMIT 1 makes the planner read each of the page's rows by its
-- key. Tags and query are two conditions, so that the planner always expects few rows, and uses the
-- GIN index. Filters stand in the select list, so that the planner takes no index of theirs.
-- name: SearchPage :many
WITH query AS MATERIALIZED (
    SELECT s.value ->> 'language' AS language, (s.value ->> 'query')::tsquery AS query, (s.value ->> 'first')::tsquery AS first,
           (s.value ->> 'foremost')::tsquery AS foremost, coalesce((s.value -> 'unordered')::boolean, false) AS unordered,
           (s.value -> 'norm')::float8 AS norm, (s.value -> 'norm_length')::float8 AS norm_length,
           (s.value -> 'title_norm')::float8 AS title_norm, (s.value -> 'title_norm_length')::float8 AS title_norm_length, (s.value -> 'synonym')::float8 AS synonym,
           (s.value -> 'weight_1')::float8 AS weight_1, (s.value ->> 'word_1')::tsquery AS word_1, (s.value ->> 'title_1')::tsquery AS title_1,
           (s.value -> 'weight_2')::float8 AS weight_2, (s.value ->> 'word_2')::tsquery AS word_2, (s.value ->> 'title_2')::tsquery AS title_2,
           s.value -> 'clauses' AS clauses
    FROM jsonb_array_elements(CAST(@queries::text AS jsonb)) AS s (value)
), clause AS MATERIALIZED (
    SELECT q.language, (c.value -> 'weight')::float8 AS weight,
           (c.value ->> 'word')::tsquery AS word, (c.value ->> 'word_title')::tsquery AS word_title,
           (c.value ->> 'prefix')::tsquery AS prefix, (c.value ->> 'prefix_title')::tsquery AS prefix_title,
           (c.value ->> 'phrase')::tsquery AS phrase, (c.value ->> 'phrase_title')::tsquery AS phrase_title,
           (c.value ->> 'synonyms')::tsquery AS synonyms, (c.value ->> 'synonyms_title')::tsquery AS synonyms_title
    FROM query AS q
    CROSS JOIN LATERAL jsonb_array_elements(q.clauses) AS c (value)
), hit AS MATERIALIZED (
    SELECT i.id, i.content_type, i.language, i.last_modified, i.translation, i.fits, i.of_language, i.shown, i.known, coalesce(i.search @@ q.first, false) AS first,
           coalesce(i.search @@ q.foremost, false) AS foremost, q.unordered,
           CASE WHEN i.shown THEN
               word_score(i.search, i.norm, i.title_norm, q.weight_1, q.word_1, q.title_1)
               + word_score(i.search, i.norm, i.title_norm, q.weight_2, q.word_2, q.title_2)
               + CASE WHEN q.clauses IS NULL THEN 0 ELSE (
                   SELECT sum(c.weight * saturation(greatest(
                       word_count(i.search, i.norm, i.title_norm, c.word, c.word_title),
                       prefix_count(i.search, i.norm, i.title_norm, c.prefix, c.prefix_title),
                       phrase_count(i.search, i.norm, i.title_norm, c.phrase, c.phrase_title),
                       q.synonym * phrase_count(i.search, i.norm, i.title_norm, c.synonyms, c.synonyms_title))))
                   FROM clause AS c
                   WHERE c.language = q.language)
               END
           END AS score
    FROM query AS q
    CROSS JOIN LATERAL (
        SELECT n.id, n.content_type, n.language, n.last_modified, n.translation,
               CASE WHEN pg_column_compression(n.search) IS NULL AND pg_column_size(n.search) < 8160 THEN n.search
                    ELSE n.search || '' END AS search, -- unpacks it only once, not for each clause
               q.norm + q.norm_length * n.search_length AS norm, q.title_norm + q.title_norm_length * n.title_length AS title_norm,
               g.fits, f.of_language, g.fits AND f.of_language AND f.of_type AS shown,
               CASE WHEN sqlc.narg(open)::jsonb IS NOT NULL AND f.fits_anytime AND f.of_language AND f.of_type THEN sqlc.narg(open)::jsonb -> n.open_times IS NOT NULL END AS known
        FROM content_item AS n
        CROSS JOIN LATERAL (
            SELECT (sqlc.narg(since)::timestamptz IS NULL OR n.last_modified > sqlc.narg(since))
                   AND (sqlc.narg(path)::jsonpath IS NULL OR coalesce(n.metadata @@ sqlc.narg(path), false)) AS fits_anytime,
                   sqlc.narg(languages)::text[] IS NULL OR n.language = ANY (sqlc.narg(languages)) AS of_language,
                   sqlc.narg(types)::text[] IS NULL OR n.content_type = ANY (sqlc.narg(types)) AS of_type
        ) AS f
        CROSS JOIN LATERAL (
            SELECT f.fits_anytime AND (sqlc.narg(open)::jsonb IS NULL OR coalesce(sqlc.narg(open)::jsonb -> n.open_times = 'true', false)) AS fits
        ) AS g
        WHERE n.airport = @airport AND n.search_language = q.language AND n.search @@ @tags::tsquery AND n.search @@ q.query
        OFFSET 0 -- works out the norms once for each item
    ) AS i
)
SELECT coalesce((SELECT s.epoch || ' ' || s.revision FROM airport_state AS s WHERE s.airport = @airport), '')::text AS state_id,
       n.found, n.total, n.total_first, n.hours_unknown,
       CASE WHEN @facets::boolean THEN (
           SELECT coalesce(jsonb_object_agg(t.content_type, t.languages), '{}')
           FROM (SELECT l.content_type, jsonb_object_agg(l.language, l.items) AS languages
                 FROM (SELECT h.content_type, h.language, count(*) AS items
                       FROM hit AS h
                       WHERE h.fits
                       GROUP BY h.content_type, h.language) AS l
                 GROUP BY l.content_type) AS t)
       ELSE '{}' END::jsonb AS counts,
       '{}'::jsonb AS language_counts,
       coalesce(i.id, '')::text AS id, coalesce(i.content_type, '')::text AS content_type, coalesce(i.title, '')::text AS title, i.url,
       i.excerpt, i.thumbnail, coalesce(i.language, '')::text AS language, coalesce(i.last_modified, 'epoch')::timestamptz AS last_modified,
       i.metadata, coalesce(octet_length(i.content), 0)::integer AS body_size
FROM (
    SELECT count(*) AS found, count(*) FILTER (WHERE h.shown) AS total, count(*) FILTER (WHERE h.shown AND h.first) AS total_first,
           count(*) FILTER (WHERE NOT h.known) AS hours_unknown
    FROM hit AS h
) AS n
LEFT JOIN (
    SELECT h.foremost, h.first AND NOT h.unordered AS before, h.score, h.last_modified, h.id -- to sort takes longer with the text in front
    FROM hit AS h
    WHERE h.shown
    ORDER BY h.foremost DESC, before DESC, h.score DESC, h.last_modified DESC, h.id
    LIMIT @size::bigint OFFSET @skip::bigint
) AS p ON true
LEFT JOIN LATERAL (SELECT * FROM content_item AS w WHERE w.airport = @airport AND w.id = p.id LIMIT 1) AS i ON true
ORDER BY p.foremost DESC, p.before DESC, p.score DESC, p.last_modified DESC, p.id;

-- SearchPage of things: each thing once, in the language that comes first in "liked". It is a
-- statement of its own because the plan of a page with things takes a third longer to set up. Both
-- find and score items with the same text.
-- name: SearchThings :many
WITH query AS MATERIALIZED (
    SELECT s.value ->> 'language' AS language, (s.value ->> 'query')::tsquery AS query, (s.value ->> 'first')::tsquery AS first,
           (s.value ->> 'foremost')::tsquery AS foremost, coalesce((s.value -> 'unordered')::boolean, false) AS unordered,
           (s.value -> 'norm')::float8 AS norm, (s.value -> 'norm_length')::float8 AS norm_length,
           (s.value -> 'title_norm')::float8 AS title_norm, (s.value -> 'title_norm_length')::float8 AS title_norm_length, (s.value -> 'synonym')::float8 AS synonym,
           (s.value -> 'weight_1')::float8 AS weight_1, (s.value ->> 'word_1')::tsquery AS word_1, (s.value ->> 'title_1')::tsquery AS title_1,
           (s.value -> 'weight_2')::float8 AS weight_2, (s.value ->> 'word_2')::tsquery AS word_2, (s.value ->> 'title_2')::tsquery AS title_2,
           s.value -> 'clauses' AS clauses
    FROM jsonb_array_elements(CAST(@queries::text AS jsonb)) AS s (value)
), clause AS MATERIALIZED (
    SELECT q.language, (c.value -> 'weight')::float8 AS weight,
           (c.value ->> 'word')::tsquery AS word, (c.value ->> 'word_title')::tsquery AS word_title,
           (c.value ->> 'prefix')::tsquery AS prefix, (c.value ->> 'prefix_title')::tsquery AS prefix_title,
           (c.value ->> 'phrase')::tsquery AS phrase, (c.value ->> 'phrase_title')::tsquery AS phrase_title,
           (c.value ->> 'synonyms')::tsquery AS synonyms, (c.value ->> 'synonyms_title')::tsquery AS synonyms_title
    FROM query AS q
    CROSS JOIN LATERAL jsonb_array_elements(q.clauses) AS c (value)
), hit AS MATERIALIZED (
    SELECT i.id, i.content_type, i.language, i.last_modified, i.translation, i.fits, i.of_language, i.shown, i.known, coalesce(i.search @@ q.first, false) AS first,
           coalesce(i.search @@ q.foremost, false) AS foremost, q.unordered,
           CASE WHEN i.shown THEN
               word_score(i.search, i.norm, i.title_norm, q.weight_1, q.word_1, q.title_1)
               + word_score(i.search, i.norm, i.title_norm, q.weight_2, q.word_2, q.title_2)
               + CASE WHEN q.clauses IS NULL THEN 0 ELSE (
                   SELECT sum(c.weight * saturation(greatest(
                       word_count(i.search, i.norm, i.title_norm, c.word, c.word_title),
                       prefix_count(i.search, i.norm, i.title_norm, c.prefix, c.prefix_title),
                       phrase_count(i.search, i.norm, i.title_norm, c.phrase, c.phrase_title),
                       q.synonym * phrase_count(i.search, i.norm, i.title_norm, c.synonyms, c.synonyms_title))))
                   FROM clause AS c
                   WHERE c.language = q.language)
               END
           END AS score
    FROM query AS q
    CROSS JOIN LATERAL (
        SELECT n.id, n.content_type, n.language, n.last_modified, n.translation,
               CASE WHEN pg_column_compression(n.search) IS NULL AND pg_column_size(n.search) < 8160 THEN n.search
                    ELSE n.search || '' END AS search, -- unpacks it only once, not for each clause
               q.norm + q.norm_length * n.search_length AS norm, q.title_norm + q.title_norm_length * n.title_length AS title_norm,
               g.fits, f.of_language, g.fits AND f.of_language AND f.of_type AS shown,
               CASE WHEN sqlc.narg(open)::jsonb IS NOT NULL AND f.fits_anytime AND f.of_language AND f.of_type THEN sqlc.narg(open)::jsonb -> n.open_times IS NOT NULL END AS known
        FROM content_item AS n
        CROSS JOIN LATERAL (
            SELECT (sqlc.narg(since)::timestamptz IS NULL OR n.last_modified > sqlc.narg(since))
                   AND (sqlc.narg(path)::jsonpath IS NULL OR coalesce(n.metadata @@ sqlc.narg(path), false)) AS fits_anytime,
                   sqlc.narg(languages)::text[] IS NULL OR n.language = ANY (sqlc.narg(languages)) AS of_language,
                   sqlc.narg(types)::text[] IS NULL OR n.content_type = ANY (sqlc.narg(types)) AS of_type
        ) AS f
        CROSS JOIN LATERAL (
            SELECT f.fits_anytime AND (sqlc.narg(open)::jsonb IS NULL OR coalesce(sqlc.narg(open)::jsonb -> n.open_times = 'true', false)) AS fits
        ) AS g
        WHERE n.airport = @airport AND n.search_language = q.language AND n.search @@ @tags::tsquery AND n.search @@ q.query
        OFFSET 0 -- works out the norms once for each item
    ) AS i
), thing AS MATERIALIZED (
    -- Each thing is shown by the item whose language comes first, and by one that passes the filters of
    -- languages and others before one that does not. The thing stands at the place of its best shown
    -- item. It holds every word if one of its shown items does. "counted" marks the things that facets
    -- count: those that pass all filters but that of types.
    SELECT DISTINCT ON (h.thing) h.id, h.content_type, h.language, h.last_modified, h.fits AND h.of_language AS counted, h.shown,
           bool_or(h.known) OVER same AS known, bool_or(h.shown AND h.first) OVER same AS first,
           first_value(h.foremost) OVER best AS foremost, first_value(h.first AND NOT h.unordered) OVER best AS before, first_value(h.score) OVER best AS score
    FROM (SELECT w.*, coalesce(w.translation, ' ' || w.id) AS thing FROM hit AS w) AS h
    WINDOW same AS (PARTITION BY h.thing), best AS (same ORDER BY h.shown DESC, h.foremost DESC, h.first AND NOT h.unordered DESC, h.score DESC)
    ORDER BY h.thing, h.fits AND h.of_language DESC, array_position(@liked::text[], h.language), h.id
)
SELECT coalesce((SELECT s.epoch || ' ' || s.revision FROM airport_state AS s WHERE s.airport = @airport), '')::text AS state_id,
       n.found, n.total, n.total_first, n.hours_unknown,
       CASE WHEN @facets::boolean THEN (
           SELECT coalesce(jsonb_object_agg(t.content_type, t.languages), '{}')
           FROM (SELECT l.content_type, jsonb_object_agg(l.language, l.items) AS languages
                 FROM (SELECT h.content_type, h.language, count(*) AS items
                       FROM thing AS h
                       WHERE h.counted
                       GROUP BY h.content_type, h.language) AS l
                 GROUP BY l.content_type) AS t)
       ELSE '{}' END::jsonb AS counts,
       CASE WHEN @facets THEN (
           SELECT coalesce(jsonb_object_agg(t.content_type, t.languages), '{}')
           FROM (SELECT l.content_type, jsonb_object_agg(l.language, l.items) AS languages
                 FROM (SELECT h.content_type, h.language, count(*) AS items
                       FROM (SELECT DISTINCT ON (coalesce(w.translation, ' ' || w.id)) w.content_type, w.language
                             FROM hit AS w
                             WHERE w.fits
                             ORDER BY coalesce(w.translation, ' ' || w.id), array_position(@liked::text[], w.language), w.id) AS h
                       GROUP BY h.content_type, h.language) AS l
                 GROUP BY l.content_type) AS t)
       ELSE '{}' END::jsonb AS language_counts,
       coalesce(i.id, '')::text AS id, coalesce(i.content_type, '')::text AS content_type, coalesce(i.title, '')::text AS title, i.url,
       i.excerpt, i.thumbnail, coalesce(i.language, '')::text AS language, coalesce(i.last_modified, 'epoch')::timestamptz AS last_modified,
       i.metadata, coalesce(octet_length(i.content), 0)::integer AS body_size
FROM (
    SELECT count(*) AS found, count(*) FILTER (WHERE h.shown) AS total, count(*) FILTER (WHERE h.shown AND h.first) AS total_first,
           count(*) FILTER (WHERE NOT h.known) AS hours_unknown
    FROM thing AS h
) AS n
LEFT JOIN (
    SELECT h.foremost, h.before, h.score, h.last_modified, h.id -- to sort takes longer with the text in front
    FROM thing AS h
    WHERE h.shown
    ORDER BY h.foremost DESC, h.before DESC, h.score DESC, h.last_modified DESC, h.id
    LIMIT @size::bigint OFFSET @skip::bigint
) AS p ON true
LEFT JOIN LATERAL (SELECT * FROM content_item AS w WHERE w.airport = @airport AND w.id = p.id LIMIT 1) AS i ON true
ORDER BY p.foremost DESC, p.before DESC, p.score DESC, p.last_modified DESC, p.id;

-- CountMetadata among the items that a query finds.
-- name: CountFoundMetadata :many
SELECT (SELECT s.epoch || ' ' || s.revision FROM airport_state AS s WHERE s.airport = @airport)::text AS state_id,
       e.value::text AS value, sum(g.items)::bigint AS items
FROM (
    SELECT CASE WHEN octet_length(v.whole) <= 1000 OR v.whole LIKE '[%' THEN v.whole ELSE 'null' END AS whole, count(*) AS items
    FROM (
        SELECT s.value ->> 'language' AS language, (s.value ->> 'query')::tsquery AS query
        FROM jsonb_array_elements(CAST(@queries::text AS jsonb)) AS s (value)
    ) AS q
    CROSS JOIN LATERAL (
        SELECT ((n.metadata -> @key::text)::text COLLATE "C")::text AS whole
        FROM content_item AS n
        WHERE n.airport = @airport AND n.search_language = q.language AND n.search @@ @tags::tsquery AND n.search @@ q.query
          AND (sqlc.narg(path)::jsonpath IS NULL OR n.metadata @@ sqlc.narg(path))
          AND (sqlc.narg(open)::jsonb IS NULL OR sqlc.narg(open)::jsonb -> n.open_times = 'true')
          AND (sqlc.narg(since)::timestamptz IS NULL OR n.last_modified > sqlc.narg(since))
          AND (sqlc.narg(types)::text[] IS NULL OR n.content_type = ANY (sqlc.narg(types)))
          AND (sqlc.narg(languages)::text[] IS NULL OR n.language = ANY (sqlc.narg(languages)))
          AND (sqlc.narg(liked)::text[] IS NULL OR n.translation IS NULL OR NOT EXISTS (
              SELECT FROM content_item AS o
              WHERE o.airport = @airport AND o.translation = n.translation
                AND (array_position(sqlc.narg(liked)::text[], o.language), o.id) < (array_position(sqlc.narg(liked)::text[], n.language), n.id)
                AND o.search @@ @tags::tsquery AND EXISTS (
                    SELECT FROM jsonb_array_elements(CAST(@queries::text AS jsonb)) AS e (value)
                    WHERE e.value ->> 'language' = o.search_language AND o.search @@ (e.value ->> 'query')::tsquery)
                AND (sqlc.narg(path)::jsonpath IS NULL OR o.metadata @@ sqlc.narg(path))
                AND (sqlc.narg(open)::jsonb IS NULL OR sqlc.narg(open)::jsonb -> o.open_times = 'true')
                AND (sqlc.narg(since)::timestamptz IS NULL OR o.last_modified > sqlc.narg(since))
                AND (sqlc.narg(languages)::text[] IS NULL OR o.language = ANY (sqlc.narg(languages)))))
        OFFSET 0 -- one scan for each language, which reads the value once
    ) AS v
    WHERE v.whole <> 'null' AND v.whole NOT LIKE '{%'
    GROUP BY 1
) AS g
CROSS JOIN LATERAL (
    SELECT g.whole LIKE '[%' AND NOT (
        octet_length(g.whole) <= 1000 AND (
            g.whole::jsonb @? '$[*] ? (@.type() == "number")' AND g.whole::jsonb @? '$[*] ? (@.type() == "string")'
            OR (SELECT count(DISTINCT w.value) > count(DISTINCT regexp_replace(lower(w.value), '[^\x01-\x7f]', '?', 'g'))
                FROM jsonb_array_elements_text(g.whole::jsonb) AS w (value)))
    ) AS is_split
    OFFSET 0 -- once for each list
) AS l
CROSS JOIN LATERAL (
    SELECT DISTINCT CASE WHEN jsonb_typeof(x.value) = 'null' OR octet_length(x.value::text) > 1000 THEN ''
                         WHEN jsonb_typeof(x.value) = 'number' THEN trim_scale(x.value::numeric)::text
                         ELSE x.value::text END COLLATE "C" AS value
    FROM jsonb_array_elements(CASE WHEN l.is_split THEN g.whole::jsonb ELSE jsonb_build_array(g.whole::jsonb) END) AS x (value)
    WHERE NOT l.is_split OR jsonb_typeof(x.value) IN ('string', 'number', 'boolean')
) AS e
GROUP BY e.value
ORDER BY e.value <> '', items DESC, e.value
LIMIT 501;
