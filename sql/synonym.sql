-- Every synonym for the items of a language, with each of its lexemes there. If there are none, one row gives the revision.
-- name: ReadSynonyms :many
SELECT r.revision, coalesce(s.group_id, 0)::integer AS group_id, coalesce(s.word, '')::text AS word,
       coalesce(s.reading, '')::text AS reading, coalesce(unaccent('public.unaccent', s.reading), '')::text AS plain,
       coalesce(l.lexeme, '')::text AS lexeme, coalesce(l.positions, '{}')::smallint[] AS positions
FROM synonym_state AS r
LEFT JOIN synonym AS s ON s.language IN ('', @language)
LEFT JOIN LATERAL unnest(search_words(@language, s.reading)) AS l (lexeme, positions, weights) ON true
WHERE r.single
ORDER BY s.group_id, s.reading;

-- name: ListSynonyms :many
SELECT language, word, group_id FROM synonym ORDER BY group_id, word;

-- Counts a change of the synonyms. Other changes wait until the transaction ends.
-- name: CountSynonymChange :exec
UPDATE synonym_state SET revision = revision + 1 WHERE single;

-- The same for the default synonyms, which are added only once.
-- name: ClaimDefaultSynonyms :execrows
UPDATE synonym_state SET revision = revision + 1, defaults_added = true WHERE single AND NOT defaults_added;

-- Makes one group, for the items of all languages, of the groups that have one of the words.
-- name: JoinSynonyms :exec
WITH touched AS (SELECT DISTINCT s.group_id FROM synonym AS s WHERE s.language = '' AND s.reading = ANY (@readings::text[]))
UPDATE synonym AS s SET group_id = (SELECT min(t.group_id) FROM touched AS t)
WHERE s.group_id IN (SELECT t.group_id FROM touched AS t);

-- Adds words to the group that has one of them, or to a new group.
-- name: AddSynonyms :exec
INSERT INTO synonym (language, word, reading, group_id)
SELECT DISTINCT ON (n.reading) '', n.word, n.reading,
       coalesce((SELECT min(s.group_id) FROM synonym AS s WHERE s.language = '' AND s.reading = ANY (@readings::text[])),
                (SELECT max(s.group_id) + 1 FROM synonym AS s), 1)
FROM (SELECT unnest(@words::text[]) AS word, unnest(@readings::text[]) AS reading) AS n
WHERE NOT EXISTS (SELECT FROM synonym AS k WHERE k.language = '' AND k.reading = n.reading)
ORDER BY n.reading, n.word;

-- The words of the group that has this one.
-- name: ListGroup :many
SELECT s.word FROM synonym AS s
WHERE s.group_id = (SELECT min(k.group_id) FROM synonym AS k WHERE k.language = '' AND k.reading = @reading)
ORDER BY s.word;

-- name: InsertDefaultSynonyms :copyfrom
INSERT INTO synonym (language, word, reading, group_id) VALUES ($1, $2, $3, $4);

-- name: LastSynonymGroup :one
SELECT coalesce(max(group_id), 0)::integer FROM synonym;

-- name: DeleteSynonym :many
DELETE FROM synonym WHERE reading = @reading RETURNING word;

-- Deletes the groups of a single word.
-- name: DeleteSingles :many
DELETE FROM synonym WHERE group_id IN (SELECT s.group_id FROM synonym AS s GROUP BY s.group_id HAVING count(*) < 2) RETURNING word;
