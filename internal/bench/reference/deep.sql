SELECT id, content_type, title, url, excerpt, thumbnail, language, last_modified, metadata
FROM content_item WHERE airport = 'BIG'
ORDER BY last_modified DESC, id LIMIT 20 OFFSET :deep;
