\set a random(0, :airports - 1)
SELECT id, content_type, title, url, excerpt, thumbnail, language, last_modified, metadata
FROM content_item WHERE airport = 'A' || lpad(:a::text, 3, '0') AND content_type = 'dining' AND last_modified > '2025-01-01'
ORDER BY last_modified DESC, id LIMIT 20;
