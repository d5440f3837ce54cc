-- The bytes of each airport's items as they are stored, compressed, without indexes.
-- name: ListItemSizes :many
SELECT i.airport, sum(pg_column_size(i.content))::bigint AS bodies, sum(pg_column_size(i.search))::bigint AS vectors,
       sum(pg_column_size(i.id) + pg_column_size(i.title) + coalesce(pg_column_size(i.url), 0) + coalesce(pg_column_size(i.excerpt), 0)
           + coalesce(pg_column_size(i.metadata), 0) + 100)::bigint AS others
FROM content_item AS i
GROUP BY i.airport;

-- The bytes of each airport's words, without indexes.
-- name: ListWordSizes :many
SELECT w.airport, sum(pg_column_size(w.unaccented) + pg_column_size(w.word) + pg_column_size(w.lexeme) + 40)::bigint AS bytes FROM search_word AS w GROUP BY w.airport;

-- What parts of the database take on this server, with their indexes.
-- name: GetSizes :one
SELECT (pg_total_relation_size('content_item') - pg_indexes_size('content_item'))::bigint AS items,
       (pg_relation_size('content_item_search'))::bigint AS search_index,
       (pg_indexes_size('content_item') - pg_relation_size('content_item_search'))::bigint AS other_indexes,
       (pg_total_relation_size('search_term') + pg_total_relation_size('search_word'))::bigint AS words,
       (pg_total_relation_size('content_deletion'))::bigint AS deletions,
       (pg_total_relation_size('source_page'))::bigint AS pages,
       (pg_total_relation_size('usage_day') + pg_total_relation_size('usage_hour'))::bigint AS usage,
       (pg_total_relation_size('search_day') + pg_total_relation_size('search_query'))::bigint AS searches,
       (pg_total_relation_size('history'))::bigint AS history,
       (pg_database_size(current_database()))::bigint AS database;
