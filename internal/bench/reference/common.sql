SELECT count(*) FROM content_item, (SELECT all_words AS q FROM bench_query WHERE words = 1) AS b
WHERE search @@ (quote_literal('airport BIG')::tsquery && b.q);
