\set a random(0, :airports - 1)
\set q random(0, :queries - 1)
SELECT id, content_type, title, url, excerpt, thumbnail, language, last_modified, metadata
FROM content_item, (SELECT all_words AS q FROM bench_query WHERE n = :q AND words = 2) AS b
WHERE search @@ (quote_literal('airport A' || lpad(:a::text, 3, '0'))::tsquery && b.q)
ORDER BY ts_rank(search, b.q) DESC, last_modified DESC, id LIMIT 20;
