\set a random(0, :airports - 1)
\set i random(0, 999)
SELECT id, content_type, title, url, excerpt, thumbnail, language, last_modified, metadata, content
FROM content_item WHERE airport = 'A' || lpad(:a::text, 3, '0') AND id = 'item-' || lpad(:i::text, 6, '0');
