-- The synonyms for the items of a language, and their revision. Without synonyms there is one row,
-- with an empty text.
-- name: ReadSynonyms :many
SELECT r.revision, coalesce(s.group_id, 0)::bigint AS group_id, coalesce(s.word, '')::text AS word
FROM synonym_state AS r
LEFT JOIN synonym AS s ON s.language IN ('', @language)
ORDER BY s.group_id, s.word;

-- name: ListSynonyms :many
SELECT language, word, group_id FROM synonym ORDER BY group_id, word;

-- Counts a change of the synonyms. Other changes wait until the transaction ends.
-- name: CountSynonymChange :exec
UPDATE synonym_state SET revision = revision + 1 WHERE single;

-- Joins the groups with one of the words to one group for the items of all languages.
-- name: JoinSynonyms :exec
WITH touched AS (SELECT DISTINCT s.group_id FROM synonym AS s WHERE s.language = '' AND s.normalised = ANY (@normalised::text[]))
UPDATE synonym AS s SET group_id = (SELECT min(t.group_id) FROM touched AS t)
WHERE s.group_id IN (SELECT t.group_id FROM touched AS t);

-- Adds words to the group that has one of them, or to a new group.
-- name: AddSynonyms :exec
INSERT INTO synonym (language, word, normalised, group_id)
SELECT DISTINCT ON (n.normalised) '', n.word, n.normalised,
       coalesce((SELECT min(s.group_id) FROM synonym AS s WHERE s.language = '' AND s.normalised = ANY (@normalised::text[])),
                (SELECT max(s.group_id) + 1 FROM synonym AS s), 1)
FROM (SELECT unnest(@words::text[]) AS word, unnest(@normalised::text[]) AS normalised) AS n
WHERE NOT EXISTS (SELECT FROM synonym AS k WHERE k.language = '' AND k.normalised = n.normalised)
ORDER BY n.normalised, n.word;

-- The words of the group that has this one.
-- name: ListGroup :many
SELECT s.word FROM synonym AS s
WHERE s.group_id = (SELECT min(k.group_id) FROM synonym AS k WHERE k.language = '' AND k.normalised = @normalised)
ORDER BY s.word;

-- The words of the groups that have one of these words, group by group.
-- name: ListGroups :many
SELECT s.group_id, s.word FROM synonym AS s
WHERE s.group_id IN (SELECT k.group_id FROM synonym AS k WHERE k.language = '' AND k.normalised = ANY (@normalised::text[]))
ORDER BY s.group_id, s.word;

-- name: DeleteSynonym :exec
DELETE FROM synonym WHERE language = '' AND normalised = @normalised;

-- Deletes the groups of a single word.
-- name: DeleteSingles :exec
DELETE FROM synonym WHERE group_id IN (SELECT s.group_id FROM synonym AS s GROUP BY s.group_id HAVING count(*) < 2);
