-- name: AddSource :exec
INSERT INTO source (airport, name, kind, url, settings) VALUES (@airport, @name, @kind, @url, CAST(@settings::text AS jsonb));

-- Sources with their last run, the end of their last good run, and how many of their last runs died.
-- name: ListSources :many
SELECT s.airport, s.name, s.kind, s.url, s.settings, s.paused, (a.offline_at IS NOT NULL)::boolean AS offline, s.created_at, s.read_with, s.running_since,
       r.started_at, r.ended_at, r.added, r.updated, r.unchanged, r.deleted, r.skipped, r.failed, r.pages, r.good, r.left_out, r.notes, r.error,
       g.ended_at AS good_at,
       (SELECT count(*)::integer FROM source_run AS d
        WHERE d.airport = s.airport AND d.source = s.name AND d.died
          AND d.ended_at > coalesce((SELECT max(l.ended_at) FROM source_run AS l
                                     WHERE l.airport = s.airport AND l.source = s.name AND NOT l.died), '-infinity')) AS died
FROM source AS s
JOIN airport AS a ON a.code = s.airport
LEFT JOIN source_run AS r ON r.airport = s.airport AND r.source = s.name
    AND r.ended_at = (SELECT max(l.ended_at) FROM source_run AS l WHERE l.airport = s.airport AND l.source = s.name)
LEFT JOIN source_run AS g ON g.airport = s.airport AND g.source = s.name
    AND g.ended_at = (SELECT max(l.ended_at) FROM source_run AS l
                      WHERE l.airport = s.airport AND l.source = s.name AND l.error IS NULL)
WHERE sqlc.narg(airport)::text IS NULL OR s.airport = sqlc.narg(airport)
ORDER BY s.airport, s.name;

-- name: LockSource :exec
SELECT FROM source WHERE airport = @airport AND name = @name FOR UPDATE;

-- name: SetSource :exec
UPDATE source SET url = @url, settings = CAST(@settings::text AS jsonb) WHERE airport = @airport AND name = @name;

-- name: PauseSource :exec
UPDATE source SET paused = @paused WHERE airport = @airport AND name = @name;

-- name: RemoveSource :exec
DELETE FROM source WHERE airport = @airport AND name = @name;

-- name: SourceExists :one
SELECT EXISTS (SELECT FROM source WHERE airport = @airport AND name = @name);

-- name: CountSourceItems :one
SELECT count(*) FROM content_item WHERE airport = @airport AND source = @source;

-- The last ten runs, newest first.
-- name: ListSourceRuns :many
SELECT started_at, ended_at, added, updated, unchanged, deleted, skipped, failed, pages, good, left_out, notes, error
FROM source_run
WHERE airport = @airport AND source = @source
ORDER BY ended_at DESC
LIMIT 10;

-- name: AddSourceRun :exec
INSERT INTO source_run (airport, source, started_at, added, updated, unchanged, deleted, skipped, failed, pages, good, left_out,
    notes, error)
VALUES (@airport, @source, clock_timestamp() - make_interval(secs => @seconds::float8), @added, @updated, @unchanged, @deleted, @skipped,
        @failed, @pages, @good, @left_out, coalesce(@notes::text[], '{}'), @error);

-- Keeps the last 20 runs, and the last good run of any age.
-- name: TrimSourceRuns :exec
DELETE FROM source_run AS r
WHERE r.airport = @airport AND r.source = @source
  AND r.ended_at < (SELECT min(k.ended_at)
                    FROM (SELECT l.ended_at FROM source_run AS l WHERE l.airport = @airport AND l.source = @source
                          ORDER BY l.ended_at DESC LIMIT 20) AS k)
  AND r.ended_at IS DISTINCT FROM (SELECT max(g.ended_at) FROM source_run AS g
                                   WHERE g.airport = @airport AND g.source = @source AND g.error IS NULL);

-- Stores the run before, if it died, and that a run is under way.
-- name: SetRunning :exec
WITH died AS (
    INSERT INTO source_run (airport, source, ended_at, started_at, added, updated, unchanged, deleted, skipped, failed, pages, good,
        notes, error, died)
    SELECT s.airport, s.name, s.running_since, s.running_since, 0, 0, 0, 0, 0, 0, 0, 0, '{}', @error, true
    FROM source AS s
    WHERE s.airport = @airport AND s.name = @name
      AND s.running_since > coalesce((SELECT max(l.ended_at) FROM source_run AS l
                                      WHERE l.airport = s.airport AND l.source = s.name), '-infinity')
)
UPDATE source AS s SET running_since = clock_timestamp() WHERE s.airport = @airport AND s.name = @name;

-- name: ForgetRunning :exec
UPDATE source SET running_since = NULL WHERE airport = @airport AND name = @name;

-- name: ListRunning :many
SELECT airport, name, running_since::timestamptz AS running_since FROM source WHERE running_since IS NOT NULL;

-- The second keys of the advisory locks of a class that sessions hold in this database.
-- name: ListHeldLocks :many
SELECT l.objid::bigint AS key
FROM pg_catalog.pg_locks AS l
JOIN pg_catalog.pg_database AS d ON d.oid = l.database
WHERE d.datname = current_database() AND l.locktype = 'advisory' AND l.granted AND l.classid::bigint = @class::bigint;

-- name: GetSourceMemory :one
SELECT title_suffix, list_etag, list_modified FROM source WHERE airport = @airport AND name = @name;

-- name: SetSourceMemory :exec
UPDATE source
SET read_with = @read_with, title_suffix = @title_suffix, list_etag = @list_etag, list_modified = @list_modified
WHERE airport = @airport AND name = @name;

-- name: ListPageRecords :many
SELECT key, item_id, etag, modified, hash, reason, blocks, links FROM source_page WHERE airport = @airport AND source = @source ORDER BY key;

-- name: StagePageRecords :copyfrom
INSERT INTO pull_page (key, item_id, etag, modified, hash, reason, blocks, links, found, withdrawn) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10);

-- name: StageTranslationKeys :copyfrom
INSERT INTO pull_translation (item_id, key) VALUES ($1, $2);

-- Ids of items whose stored version stays.
-- name: StageStoredIDs :exec
INSERT INTO import_item (line, id, to_merge)
SELECT 0, s.item_id, false FROM pull_page AS s
WHERE NOT s.found AND NOT s.withdrawn AND s.item_id <> ''
  AND NOT EXISTS (SELECT FROM pull_page AS p WHERE p.found AND p.item_id = s.item_id);

-- Forgets pages whose items were refused because other sources have their ids. The next crawl reads
-- these pages again.
-- name: ForgetRefusedPages :exec
UPDATE pull_page AS p SET item_id = '', etag = '', modified = '', hash = '', blocks = ''
FROM import_item AS i
WHERE p.found AND i.id = p.item_id AND NOT i.to_merge AND NOT i.hidden;

-- name: DeleteSourcePages :exec
DELETE FROM source_page AS s
WHERE s.airport = @airport AND s.source = @source AND NOT EXISTS (SELECT FROM pull_page AS p WHERE p.key = s.key);

-- name: DeleteWithdrawnPages :exec
DELETE FROM source_page AS s
USING pull_page AS p
WHERE s.airport = @airport AND s.source = @source AND p.withdrawn AND p.key = s.key;

-- name: SaveSourcePages :exec
INSERT INTO source_page AS s (airport, source, key, item_id, etag, modified, hash, reason, blocks, links)
SELECT @airport, @source, p.key, p.item_id, p.etag, p.modified, p.hash, p.reason, p.blocks, p.links FROM pull_page AS p
WHERE NOT p.withdrawn
ON CONFLICT (airport, source, key) DO UPDATE
SET item_id = excluded.item_id, etag = excluded.etag, modified = excluded.modified, hash = excluded.hash, reason = excluded.reason,
    blocks = excluded.blocks, links = excluded.links
WHERE (s.item_id, s.etag, s.modified, s.hash, s.reason, s.blocks, s.links)
   <> (excluded.item_id, excluded.etag, excluded.modified, excluded.hash, excluded.reason, excluded.blocks, excluded.links);
