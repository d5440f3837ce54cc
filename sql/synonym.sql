-- name: ListSynonyms :many
SELECT group_id, word FROM synonym ORDER BY min(word) OVER (PARTITION BY group_id), group_id, word;

-- name: LockSynonyms :exec
LOCK TABLE synonym IN SHARE ROW EXCLUSIVE MODE;

-- Groups that hold one of the words already.
-- name: FindSynonymGroups :many
SELECT DISTINCT s.group_id
FROM synonym AS s JOIN unnest(@texts::text[]) AS w (text) ON s.query = phraseto_tsquery('public.airport_content', w.text)
ORDER BY s.group_id;

-- name: NewSynonymGroup :one
SELECT (coalesce(max(group_id), 0) + 1)::integer FROM synonym;

-- name: MergeSynonymGroups :exec
UPDATE synonym SET group_id = @into_group WHERE group_id = ANY (@group_ids::integer[]) AND group_id <> @into_group;

-- Zero rows: the word is nothing but stop words, or is there already.
-- name: AddSynonym :execrows
INSERT INTO synonym (word, group_id, query, lexemes)
SELECT @word, @group_id, q.query, tsvector_to_array(to_tsvector('public.airport_content', @text::text))
FROM phraseto_tsquery('public.airport_content', @text) AS q (query)
WHERE numnode(q.query) > 0
ON CONFLICT DO NOTHING;

-- Removes the word, and the last word left of its group with it.
-- name: RemoveSynonym :execrows
DELETE FROM synonym AS s
USING synonym AS r
WHERE r.query = phraseto_tsquery('public.airport_content', @text) AND s.group_id = r.group_id
  AND (s.word = r.word OR (SELECT count(*) FROM synonym AS g WHERE g.group_id = r.group_id) <= 2);
