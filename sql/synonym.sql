-- Every synonym with each of its lexemes. If there are no synonyms, one row gives the revision.
-- name: ListSynonyms :many
SELECT r.revision, coalesce(s.group_id, 0)::integer AS group_id, coalesce(s.word, '')::text AS word,
       coalesce(s.reading, '')::text AS reading,
       coalesce(l.lexeme, '')::text AS lexeme, coalesce(l.positions, '{}')::smallint[] AS positions
FROM synonym_state AS r
LEFT JOIN synonym AS s ON true
LEFT JOIN LATERAL unnest(to_tsvector('public.airport_content', s.reading)) AS l (lexeme, positions, weights) ON true
WHERE r.single
ORDER BY s.group_id, s.word;

-- The lexemes of texts, as the search reads them.
-- name: ReadWords :many
SELECT t.text::text AS text, l.lexeme::text AS lexeme, l.positions::smallint[] AS positions
FROM unnest(@texts::text[]) AS t (text)
CROSS JOIN LATERAL unnest(to_tsvector('public.airport_content', t.text)) AS l (lexeme, positions, weights);

-- Counts a change of the synonyms. Other changes wait until the transaction ends.
-- name: CountSynonymChange :exec
UPDATE synonym_state SET revision = revision + 1 WHERE single;

-- The same for the default synonyms, which are added only once.
-- name: ClaimDefaultSynonyms :execrows
UPDATE synonym_state SET revision = revision + 1, defaults_added = true WHERE single AND NOT defaults_added;

-- name: DeleteSynonyms :exec
DELETE FROM synonym;

-- name: InsertSynonyms :exec
INSERT INTO synonym (word, reading, group_id)
SELECT n.word, n.reading, n.group_id
FROM (SELECT unnest(@words::text[]) AS word, unnest(@readings::text[]) AS reading, unnest(@groups::integer[]) AS group_id) AS n;
