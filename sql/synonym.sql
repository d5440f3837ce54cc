-- name: ListSynonyms :many
SELECT group_id, word FROM synonym ORDER BY min(word) OVER (PARTITION BY group_id), group_id, word;

-- name: ListSynonymGroup :many
SELECT word FROM synonym WHERE group_id = @group_id ORDER BY word;

-- name: LockSynonyms :exec
LOCK TABLE synonym IN SHARE ROW EXCLUSIVE MODE;

-- Whether anything of a word, or a phrase, is left to search for, and the group that has it already.
-- name: ReadSynonym :one
SELECT (numnode(q.query) > 0)::boolean AS searched, s.group_id
FROM phraseto_tsquery('public.airport_content', @text::text) AS q (query)
LEFT JOIN synonym AS s ON s.query = q.query;

-- name: NewSynonymGroup :one
SELECT (coalesce(max(group_id), 0) + 1)::integer FROM synonym;

-- name: MergeSynonymGroups :exec
UPDATE synonym SET group_id = @into_group WHERE group_id = ANY (@group_ids::integer[]) AND group_id <> @into_group;

-- Adds nothing where the word, or one that reads the same to the search, is there already.
-- name: AddSynonym :exec
INSERT INTO synonym (word, group_id, query, lexemes)
SELECT @word, @group_id, phraseto_tsquery('public.airport_content', @text::text),
       tsvector_to_array(to_tsvector('public.airport_content', @text))
ON CONFLICT DO NOTHING;

-- Removes the word, and the last word left of its group with it.
-- name: RemoveSynonym :many
DELETE FROM synonym AS s
USING synonym AS r
WHERE r.query = phraseto_tsquery('public.airport_content', @text) AND s.group_id = r.group_id
  AND (s.word = r.word OR (SELECT count(*) FROM synonym AS g WHERE g.group_id = r.group_id) <= 2)
RETURNING s.word;
