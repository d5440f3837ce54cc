-- name: StageItems :copyfrom
INSERT INTO import_item (line, id, to_merge, content_type, language, search_language, source_last_modified, title, url, excerpt, thumbnail,
                         metadata, read_keys, unread_keys, open_times, content, title_length, search_length, search, translation)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20);

-- name: StageWords :copyfrom
INSERT INTO import_word (unaccented, language, word, lexeme) VALUES ($1, $2, $3, $4);

-- Good lines whose id an earlier line or an item of another source has.
-- name: ListTakenLines :many
SELECT d.line, d.id, d.first_line::bigint AS first_line, coalesce(o.source, h.source, '')::text AS source, count(*) OVER () AS total
FROM (SELECT i.line, i.id, i.to_merge, min(i.line) OVER (PARTITION BY i.id) AS first_line FROM import_item AS i) AS d
LEFT JOIN content_item AS o ON o.airport = @airport AND o.id = d.id AND o.source <> @source
LEFT JOIN (SELECT s.id, s.source FROM hidden_item AS s WHERE s.airport = @airport AND s.source <> @source AND s.content IS NOT NULL) AS h ON h.id = d.id
WHERE d.to_merge AND (d.line > d.first_line OR o.id IS NOT NULL OR h.id IS NOT NULL)
ORDER BY d.line
LIMIT @up_to::bigint;

-- name: RefuseTakenLines :exec
UPDATE import_item AS i SET to_merge = false
FROM (SELECT d.line
      FROM (SELECT l.line, l.id, min(l.line) OVER (PARTITION BY l.id) AS first_line FROM import_item AS l) AS d
      LEFT JOIN content_item AS o ON o.airport = @airport AND o.id = d.id AND o.source <> @source
      LEFT JOIN (SELECT s.id FROM hidden_item AS s WHERE s.airport = @airport AND s.source <> @source AND s.content IS NOT NULL) AS h ON h.id = d.id
      WHERE d.line > d.first_line OR o.id IS NOT NULL OR h.id IS NOT NULL) AS taken
WHERE i.line = taken.line;

-- Good lines with the thing and the language of an earlier line.
-- name: ListTranslatedTwice :many
SELECT d.line, d.id, d.first_id::text AS first_id, d.first_line::bigint AS first_line, count(*) OVER () AS total
FROM (SELECT i.line, i.id, first_value(i.id) OVER same AS first_id, first_value(i.line) OVER same AS first_line
      FROM import_item AS i
      WHERE i.to_merge AND i.translation IS NOT NULL
      WINDOW same AS (PARTITION BY i.translation, lower(i.language) ORDER BY i.line)) AS d
WHERE d.line > d.first_line
ORDER BY d.line
LIMIT @up_to::bigint;

-- name: RefuseTranslatedTwice :exec
UPDATE import_item AS i SET to_merge = false
FROM (SELECT l.line, min(l.line) OVER (PARTITION BY l.translation, lower(l.language)) AS first_line
      FROM import_item AS l
      WHERE l.to_merge AND l.translation IS NOT NULL) AS d
WHERE i.line = d.line AND d.line > d.first_line;

-- Of metadata, the operator's keys count. Keys that a newer program reads otherwise are no change of
-- the item: a reindex brings them.
-- name: CompareItems :exec
INSERT INTO import_change (id, added, content_type, search_language, title_length, search_length, search)
SELECT s.id, i.id IS NULL, s.content_type, s.search_language, s.title_length, s.search_length, s.search
FROM import_item AS s
LEFT JOIN content_item AS i ON i.airport = @airport AND i.id = s.id
WHERE s.to_merge
  AND (i.id IS NULL
       OR i.content_type <> s.content_type OR i.language <> s.language OR i.title <> s.title
       OR i.url IS DISTINCT FROM s.url OR i.excerpt IS DISTINCT FROM s.excerpt
       OR i.thumbnail IS DISTINCT FROM s.thumbnail
       OR i.metadata - coalesce(i.read_keys, '{}') IS DISTINCT FROM s.metadata - coalesce(s.read_keys, '{}')
       OR i.source_last_modified IS DISTINCT FROM coalesce(s.source_last_modified, i.source_last_modified)
       OR i.content <> s.content);

-- name: FindReplacedItems :exec
INSERT INTO import_gone (id, content_type, search_language, languages, deleted, search)
SELECT i.id, i.content_type, i.search_language, array_append(array_remove(coalesce(i.former_languages, '{}'), i.language), i.language), false, i.search
FROM import_change AS c
JOIN content_item AS i ON i.airport = @airport AND i.id = c.id
WHERE NOT c.added;

-- An item whose line was skipped, or whose page brought no new version (StageStoredIDs), is not
-- missing: the stored version stays.
-- name: FindMissingItems :exec
INSERT INTO import_gone (id, content_type, search_language, languages, deleted, search)
SELECT i.id, i.content_type, i.search_language, array_append(array_remove(coalesce(i.former_languages, '{}'), i.language), i.language), true, i.search
FROM content_item AS i
LEFT JOIN import_item AS s ON s.id = i.id
WHERE i.airport = @airport AND i.source = @source AND s.id IS NULL;

-- The items that the website has withdrawn, in a pull that deletes nothing else.
-- name: FindWithdrawnItems :exec
INSERT INTO import_gone (id, content_type, search_language, languages, deleted, search)
SELECT i.id, i.content_type, i.search_language, array_append(array_remove(coalesce(i.former_languages, '{}'), i.language), i.language), true, i.search
FROM content_item AS i
JOIN pull_page AS p ON p.item_id = i.id AND p.withdrawn
LEFT JOIN import_item AS s ON s.id = i.id
WHERE i.airport = @airport AND i.source = @source AND s.id IS NULL;

-- name: StageTranslations :exec
INSERT INTO import_translation (id, language, translation)
SELECT s.id, s.language, s.translation FROM import_item AS s WHERE s.to_merge;

-- In a pull, items get things by their keys, also items that the pull does not bring. A thing has items
-- of one type, at least two, and each in a language of its own.
-- name: StagePulledTranslations :exec
INSERT INTO import_translation (id, language, translation)
SELECT n.id, n.language, n.after
FROM (SELECT o.id, o.language, o.to_merge, o.before,
             CASE WHEN o.place = 1 AND count(*) FILTER (WHERE o.place = 1) OVER (PARTITION BY o.content_type, o.key) > 1
                  THEN @source::text || ' ' || o.content_type || ' ' || o.key END AS after
      FROM (SELECT i.*, row_number() OVER (PARTITION BY i.content_type, i.key, lower(i.language) ORDER BY i.id) AS place
            FROM (SELECT s.id, s.content_type, s.language, true AS to_merge, NULL AS before, k.key
                  FROM import_item AS s
                  LEFT JOIN pull_translation AS k ON k.item_id = s.id
                  WHERE s.to_merge
                  UNION ALL
                  SELECT c.id, c.content_type, c.language, false, c.translation, k.key
                  FROM content_item AS c
                  LEFT JOIN import_item AS s ON s.id = c.id AND s.to_merge
                  LEFT JOIN pull_translation AS k ON k.item_id = c.id
                  WHERE c.airport = @airport AND c.source = @source::text AND s.id IS NULL) AS i) AS o) AS n
WHERE n.to_merge OR n.before IS DISTINCT FROM n.after;

-- name: SetStagedTranslations :exec
UPDATE import_item AS s SET translation = t.translation
FROM import_translation AS t
WHERE s.to_merge AND s.id = t.id AND t.translation IS NOT NULL;

-- The things that lose or gain an item, or of which an item changes its language.
-- name: FindChangedThings :exec
INSERT INTO import_thing (translation)
SELECT DISTINCT t.translation
FROM (SELECT i.translation AS before, s.translation AS after
      FROM import_translation AS s
      LEFT JOIN content_item AS i ON i.airport = @airport AND i.id = s.id
      WHERE i.translation IS DISTINCT FROM s.translation OR i.language <> s.language
      UNION ALL
      SELECT i.translation, NULL
      FROM import_gone AS g
      JOIN content_item AS i ON i.airport = @airport AND i.id = g.id
      WHERE g.deleted) AS c
CROSS JOIN LATERAL (VALUES (c.before), (c.after)) AS t (translation)
WHERE t.translation IS NOT NULL;

-- name: CountDifference :one
SELECT (SELECT count(*) FROM import_item) AS staged,
       (SELECT count(*) FROM import_item WHERE to_merge) AS to_merge,
       (SELECT count(*) FROM import_item WHERE hidden) AS hidden,
       (SELECT count(*) FROM import_change WHERE added) AS added,
       (SELECT count(*) FROM import_change WHERE NOT added) AS updated,
       (SELECT count(*) FROM import_gone WHERE deleted) AS deleted,
       (SELECT count(*) FROM import_thing) AS things,
       (SELECT count(*) FROM content_item AS i WHERE i.airport = @airport AND i.source = @source) AS stored;

-- The items of all sources.
-- name: CountAllItems :one
SELECT count(*) FROM content_item AS i WHERE i.airport = @airport;

-- How many of the source's items the input has, also in bad lines.
-- name: CountKnownItems :one
SELECT count(*)
FROM content_item AS i
JOIN (SELECT DISTINCT l.id FROM import_item AS l) AS s ON s.id = i.id
WHERE i.airport = @airport AND i.source = @source;

-- The text that most new and changed items would get for another one, how many, and its beginning.
-- name: FindCommonText :many
SELECT t.field::text AS field, t.beginning::text AS beginning, t.items
FROM (SELECT 'title' AS field, min(s.title) AS beginning, count(*) AS items
      FROM import_change AS c
      JOIN import_item AS s ON s.id = c.id AND s.to_merge
      LEFT JOIN content_item AS i ON i.airport = @airport AND i.id = c.id
      WHERE i.title IS DISTINCT FROM s.title
      GROUP BY s.title
      UNION ALL
      SELECT 'content', left(min(s.content), 60), count(*)
      FROM import_change AS c
      JOIN import_item AS s ON s.id = c.id AND s.to_merge
      LEFT JOIN content_item AS i ON i.airport = @airport AND i.id = c.id
      WHERE s.content <> '' AND i.content IS DISTINCT FROM s.content
      GROUP BY md5(s.content)) AS t
ORDER BY t.items DESC, t.field
LIMIT 1;

-- In a distributed database each node has a clock of its own. So all stored dates come from
-- GetClock, which runs on the coordinator.

-- The mark is committed before the merge begins. From then on, answers carry a sync time before it.
-- name: MarkImport :exec
UPDATE airport_state SET import_mark = @clock::timestamptz WHERE airport = @airport;

-- The date and the revision of the merge. The clock is read after the commit of the mark, so an
-- answer without the mark has an earlier sync time.
-- name: BeginMerge :one
SELECT (greatest(@clock::timestamptz, published_at) + interval '1 millisecond')::timestamptz AS merge_date,
       (revision + 1)::bigint AS merge_revision, (published_at IS NULL)::boolean AS first
FROM airport_state
WHERE airport = @airport
FOR NO KEY UPDATE;

-- name: InsertItems :exec
INSERT INTO content_item (airport, id, source, added_at, content_type, language, search_language, last_modified, source_last_modified,
                          revision, title, url, excerpt, thumbnail, metadata, read_keys, unread_keys, open_times, content,
                          title_length, search_length, search, translation)
SELECT @airport, s.id, @source, @merge_date::timestamptz, s.content_type, s.language, s.search_language,
       CASE WHEN @keep_dates::boolean THEN least(s.source_last_modified, @merge_date::timestamptz) ELSE @merge_date::timestamptz END,
       s.source_last_modified, @merge_revision,
       s.title, s.url, s.excerpt, s.thumbnail, s.metadata, s.read_keys, s.unread_keys, s.open_times, s.content, c.title_length,
       c.search_length, c.search, s.translation
FROM import_change AS c
JOIN import_item AS s ON s.id = c.id AND s.to_merge
WHERE c.added;

-- A query of its own joins the staged rows, so that Citus sends only these rows to the node.
-- name: UpdateItems :exec
UPDATE content_item AS i
SET content_type = s.content_type, language = s.language, search_language = s.search_language,
    former_languages = CASE WHEN i.language = s.language THEN i.former_languages
                            ELSE array_append(array_remove(coalesce(i.former_languages, '{}'), i.language), i.language) END,
    source_last_modified = s.source_last_modified,
    last_modified = CASE WHEN @keep_dates::boolean THEN least(s.source_last_modified, @merge_date)
                         ELSE @merge_date::timestamptz END,
    revision = @merge_revision, title = s.title, url = s.url, excerpt = s.excerpt,
    thumbnail = s.thumbnail, metadata = s.metadata, read_keys = s.read_keys, unread_keys = s.unread_keys, open_times = s.open_times, content = s.content,
    title_length = s.title_length, search_length = s.search_length, search = s.search
FROM (SELECT c.id, n.content_type, n.language, n.search_language, n.source_last_modified, n.title, n.url, n.excerpt, n.thumbnail,
             n.metadata, n.read_keys, n.unread_keys, n.open_times, n.content, c.title_length, c.search_length, c.search
      FROM import_change AS c
      JOIN import_item AS n ON n.id = c.id AND n.to_merge
      WHERE NOT c.added) AS s
WHERE i.airport = @airport AND i.id = s.id;

-- Gives items their things. An item that leaves its thing comes in /changes, as the items of
-- the thing do (ReviseThings).
-- name: SetThings :exec
UPDATE content_item AS i SET translation = s.translation, revision = @merge_revision
FROM (SELECT n.id, n.translation FROM import_translation AS n) AS s
WHERE i.airport = @airport AND i.id = s.id AND i.translation IS DISTINCT FROM s.translation;

-- Of two items of a thing in one language, only the one with the smaller id stays in it.
-- name: LeaveThings :exec
UPDATE content_item AS i SET translation = NULL
WHERE i.airport = @airport AND i.translation IN (SELECT t.translation FROM import_thing AS t)
  AND EXISTS (SELECT FROM content_item AS o
              WHERE o.airport = @airport AND o.translation = i.translation AND lower(o.language) = lower(i.language) AND o.id < i.id);

-- Items of changed things come in /changes, and keep their dates.
-- name: ReviseThings :exec
UPDATE content_item AS i SET revision = @merge_revision
WHERE i.airport = @airport AND i.translation IN (SELECT t.translation FROM import_thing AS t) AND i.revision < @merge_revision;

-- name: DeleteItems :exec
DELETE FROM content_item AS i USING import_gone AS g WHERE g.deleted AND i.airport = @airport AND i.id = g.id;

-- name: RememberDeletions :exec
INSERT INTO content_deletion (airport, id, content_type, languages, revision, deleted_at)
SELECT @airport, g.id, g.content_type, g.languages, @merge_revision, @merge_date
FROM import_gone AS g
LEFT JOIN content_item AS i ON i.airport = @airport AND i.id = g.id
WHERE g.deleted OR i.content_type <> g.content_type
ON CONFLICT (airport, id, content_type)
DO UPDATE SET languages = excluded.languages, revision = excluded.revision, deleted_at = excluded.deleted_at;

-- Items that are stored again keep the languages of their deletions, which ForgetDeletions deletes.
-- name: KeepLanguages :exec
UPDATE content_item AS i SET former_languages = coalesce(i.former_languages, '{}') || g.languages
FROM (SELECT d.id, d.languages
      FROM content_deletion AS d
      JOIN import_change AS c ON c.id = d.id AND c.content_type = d.content_type
      WHERE d.airport = @airport) AS g
WHERE i.airport = @airport AND i.id = g.id AND NOT g.languages <@ array_append(coalesce(i.former_languages, '{}'), i.language);

-- Deletes the deletions of items that are stored again.
-- name: ForgetDeletions :exec
DELETE FROM content_deletion AS d
USING import_change AS c
WHERE d.airport = @airport AND d.id = c.id AND d.content_type = c.content_type;

-- now() is the start of the transaction, so the deletions of this merge stay. The revision grows,
-- because a purge may expire cursors.
-- name: PurgeDeletions :exec
WITH purged AS (
    DELETE FROM content_deletion AS d
    WHERE d.airport = @airport AND d.deleted_at < now() - make_interval(secs => @retention_seconds::float8)
    RETURNING d.revision
)
UPDATE airport_state AS a
SET purged_revision = greatest(a.purged_revision, (SELECT max(p.revision) FROM purged AS p)), revision = a.revision + 1
WHERE a.airport = @airport AND EXISTS (SELECT FROM purged);

-- The changes of document frequencies. Tags are not counted: only tags have a space. ts_stat takes
-- a query as text.
-- name: CountChangedTerms :exec
INSERT INTO import_term (language, lexeme, content_type, items)
SELECT g.search_language, t.word, g.content_type, sum(t.ndoc * g.sign)
FROM (SELECT DISTINCT c.search_language, c.content_type, 'import_change' AS changed, 1 AS sign FROM import_change AS c
      UNION ALL
      SELECT DISTINCT d.search_language, d.content_type, 'import_gone', -1 FROM import_gone AS d) AS g
CROSS JOIN LATERAL ts_stat(format('SELECT search FROM %I WHERE search_language = %L AND content_type = %L',
                                  g.changed, g.search_language, g.content_type)) AS t
WHERE t.word NOT LIKE '% %'
GROUP BY g.search_language, t.word, g.content_type
HAVING sum(t.ndoc * g.sign) <> 0;

-- name: RaiseTerms :exec
INSERT INTO search_term AS t (airport, language, lexeme, content_type, items)
SELECT @airport, d.language, d.lexeme, d.content_type, d.items FROM import_term AS d WHERE d.items > 0
ORDER BY d.language, d.lexeme, d.content_type -- as the index has them, so that neighbours go to one page
ON CONFLICT (airport, language, lexeme, content_type) DO UPDATE SET items = t.items + excluded.items;

-- name: LowerTerms :exec
UPDATE search_term AS t SET items = t.items + d.items
FROM import_term AS d
WHERE d.items < 0 AND t.airport = @airport AND t.language = d.language AND t.lexeme = d.lexeme AND t.content_type = d.content_type;

-- name: DeleteTerms :exec
DELETE FROM search_term AS t USING import_term AS d
WHERE t.airport = @airport AND t.language = d.language AND t.lexeme = d.lexeme AND t.content_type = d.content_type AND t.items = 0;

-- Words whose lexeme no item holds any more.
-- name: DeleteWords :exec
DELETE FROM search_word AS w
USING (SELECT DISTINCT d.language, d.lexeme FROM import_term AS d WHERE d.items < 0) AS g
WHERE w.airport = @airport AND w.language = g.language AND w.lexeme = g.lexeme
  AND NOT EXISTS (SELECT FROM search_term AS t WHERE t.airport = @airport AND t.language = g.language AND t.lexeme = g.lexeme);

-- Adds the staged words that an item holds; words of refused lines are left out. A scalar subquery
-- reads search_term: the planner has no statistics for new rows, and would choose a bad join. ON
-- CONFLICT alone finds the stored words.
-- name: InsertWords :exec
INSERT INTO search_word (airport, unaccented, language, word, lexeme)
SELECT @airport, d.unaccented, d.language, d.word, d.lexeme
FROM (SELECT DISTINCT w.unaccented, w.language, w.word, w.lexeme FROM import_word AS w) AS d
WHERE (SELECT true FROM search_term AS t
       WHERE t.airport = @airport AND t.language = d.language AND t.lexeme = d.lexeme LIMIT 1)
ORDER BY d.unaccented, d.language, d.word
ON CONFLICT DO NOTHING;

-- In a distributed database this runs on the airport's node. There, names of tables and indexes end
-- in the number of the shard, such as content_item_102008.
-- name: FlushItemIndexes :exec
SELECT gin_clean_pending_list(('content_item_search' || coalesce(substring(i.tableoid::regclass::text FROM '_[0-9]+$'), ''))::regclass),
       gin_clean_pending_list(('content_item_metadata' || coalesce(substring(i.tableoid::regclass::text FROM '_[0-9]+$'), ''))::regclass)
FROM content_item AS i
WHERE i.airport = @airport
LIMIT 1;

-- name: CountItems :exec
UPDATE airport_state AS a
SET items = coalesce(c.items, '{}'), newest = coalesce(c.newest, '{}'), title_length = coalesce(c.title_length, 0), search_length = coalesce(c.search_length, 0)
FROM (SELECT jsonb_object_agg(t.content_type, t.languages) AS items,
             jsonb_object_agg(t.content_type, (extract(epoch FROM t.newest) * 1000)::bigint) AS newest,
             sum(t.title_length) AS title_length, sum(t.search_length) AS search_length
      FROM (SELECT l.content_type, jsonb_object_agg(l.language, l.items) AS languages, max(l.newest) AS newest,
                   sum(l.title_length) AS title_length, sum(l.search_length) AS search_length
            FROM (SELECT i.content_type, i.language, count(*) AS items, max(i.last_modified) AS newest,
                         sum(i.title_length) AS title_length, sum(i.search_length) AS search_length
                  FROM content_item AS i WHERE i.airport = @airport GROUP BY i.content_type, i.language) AS l
            GROUP BY l.content_type) AS t) AS c
WHERE a.airport = @airport;

-- name: FinishMerge :exec
UPDATE airport_state
SET revision = @merge_revision, published_at = @merge_date, import_mark = NULL, imported_at = coalesce(sqlc.narg(imported_at)::timestamptz, imported_at),
    analysis = least(analysis, @analysis::integer)
WHERE airport = @airport;

-- name: FinishUnchanged :exec
UPDATE airport_state SET imported_at = @clock::timestamptz WHERE airport = @airport;

-- name: ClearMark :exec
UPDATE airport_state SET import_mark = NULL WHERE airport = @airport AND import_mark IS NOT NULL;
