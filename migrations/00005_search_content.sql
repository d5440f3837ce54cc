-- +goose Up

-- The word that a misspelled one most likely meant; null when none is near.
-- +goose StatementBegin
CREATE FUNCTION search_nearest_word(p_airport text, p_word text) RETURNS text
    LANGUAGE sql STABLE SET pg_trgm.similarity_threshold = 0.25 AS $$
    SELECT near.word
    FROM (
        SELECT known.word, known.items, public.similarity(known.word, p_word) AS likeness,
               -- Two neighbouring letters in each other's place are one mistake.
               CASE WHEN length(known.word) = length(p_word) AND EXISTS (
                        SELECT FROM generate_series(1, length(p_word) - 1) AS i
                        WHERE known.word = overlay(p_word PLACING reverse(substr(p_word, i, 2)) FROM i FOR 2))
                    THEN 1
                    ELSE public.levenshtein_less_equal(known.word, p_word, 2) END AS mistakes
        FROM (
            SELECT w.word, t.items
            FROM public.search_word AS w
            JOIN public.search_term AS t ON t.airport = w.airport AND t.lexeme = w.lexeme
            WHERE w.airport = p_airport AND w.word OPERATOR(public.%) p_word
            UNION ALL
            SELECT s.word, 1 FROM public.synonym AS s WHERE s.word OPERATOR(public.%) p_word AND s.word !~ ' '
        ) AS known
        WHERE length(known.word) BETWEEN length(p_word) - 2 AND length(p_word) + 2
    ) AS near
    -- As many mistakes as Elasticsearch's fuzziness AUTO allows: one up to five letters, then two.
    WHERE near.mistakes <= CASE WHEN length(p_word) <= 5 THEN 1 ELSE 2 END
    ORDER BY near.mistakes - near.likeness - 0.1 * ln(near.items), near.word
    LIMIT 1
$$;
-- +goose StatementEnd
COMMENT ON FUNCTION search_nearest_word IS
    'Candidates by trigrams, chosen by edit distance, likeness and how many items hold the word. '
    'p_word is lower case without accents, at most 40 letters.';

-- What replaces a word that neither the airport nor the synonyms know; null when it is known or nothing is near.
-- +goose StatementBegin
CREATE FUNCTION search_correction(p_airport text, p_word text) RETURNS text
    LANGUAGE plpgsql STABLE AS $$
DECLARE
    v_lexemes text[] := tsvector_to_array(to_tsvector('public.airport_content', p_word));
BEGIN
    IF cardinality(v_lexemes) <> 1 OR p_word !~ '^[[:alpha:]]{3,40}$'
        OR EXISTS (SELECT FROM public.search_term AS t WHERE t.airport = p_airport AND t.lexeme = v_lexemes[1])
        OR EXISTS (SELECT FROM public.synonym AS s WHERE s.lexemes = v_lexemes)
    THEN
        RETURN NULL;
    END IF;
    RETURN public.search_nearest_word(p_airport, public.unaccent('public.unaccent', p_word));
END
$$;
-- +goose StatementEnd

-- How much a term tells: the inverse document frequency of Robertson and Spärck Jones in the form of Lucene's
-- BM25Similarity, which is never negative. p_items: all items of the airport; p_holding: those that hold the term.
CREATE FUNCTION search_weight(p_items float8, p_holding float8)
    RETURNS float8 LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN ln(1 + (p_items - least(p_holding, p_items) + 0.5) / (least(p_holding, p_items) + 0.5));

-- What one term adds to an item's score: BM25's saturation (Robertson and Zaragoza, "The Probabilistic Relevance
-- Framework", 2009), with ts_rank's weighted sum over positions as the term frequency. p_norm: k1·(1−b+b·length/average).
-- A synonym counts for 0.8 of the word itself.
CREATE FUNCTION search_gain(p_search tsvector, p_term tsquery, p_synonyms tsquery, p_weight float8, p_norm float8)
    RETURNS float8 LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN p_weight / (1 + p_norm / greatest(1e-9, CASE
        WHEN p_synonyms IS NULL THEN ts_rank('{0.1, 0.4, 0.6, 1.0}', p_search, p_term)
        ELSE greatest(ts_rank('{0.1, 0.4, 0.6, 1.0}', p_search, p_term),
                      0.8::float4 * ts_rank('{0.1, 0.4, 0.6, 1.0}', p_search, p_synonyms)) END));

-- +goose StatementBegin
CREATE FUNCTION search_plan(
    p_airport text, p_words text[], p_kinds text[], p_branches integer[],
    OUT query_all tsquery,  -- what was asked, synonyms included; null when nothing but stop words was
    OUT query_any tsquery,  -- any of the words
    OUT terms tsquery[],    -- what to score: words, phrases, runs of words that have synonyms
    OUT synonyms tsquery[], -- of each term; null where it has none
    OUT weights float8[],   -- of each term
    OUT corrected text[]    -- of each word: what replaced it; null where nothing did
) LANGUAGE plpgsql STABLE AS $$
DECLARE
    v_last    constant integer := coalesce(cardinality(p_words), 0);
    v_items   float8 := (SELECT sum(c.items) FROM public.content_count AS c WHERE c.airport = p_airport);
    v_words   text[] := p_words;
    v_run     integer; -- words in the term
    v_term    tsquery;
    v_others  tsquery; -- its synonyms
    v_holding float8;  -- items that hold a synonym, about
    v_weight  float8;
    v_all     tsquery; -- of the branch, as the next three
    v_any     tsquery;
    v_not     tsquery;
    n         integer;
BEGIN
    FOR n IN 1 .. v_last LOOP
        IF p_kinds[n] = 'word' THEN
            corrected[n] := public.search_correction(p_airport, p_words[n]);
            v_words[n] := coalesce(corrected[n], p_words[n]);
        ELSE
            corrected[n] := NULL;
        END IF;
    END LOOP;

    n := 1;
    WHILE n <= v_last LOOP
        v_run := NULL;
        IF p_kinds[n] = 'word' THEN
            -- The longest run of up to four words that has synonyms.
            SELECT run.words, others.query, others.holding INTO v_run, v_others, v_holding
            FROM (
                SELECT l AS words, tsvector_to_array(v.vector) AS lexemes,
                       phraseto_tsquery('public.airport_content', t.text) AS query
                FROM generate_series(1, least(4, v_last - n + 1)) AS l,
                     array_to_string(v_words[n : n + l - 1], ' ') AS t (text),
                     to_tsvector('public.airport_content', t.text) AS v (vector)
                WHERE 'word' = ALL (p_kinds[n : n + l - 1]) AND p_branches[n] = ALL (p_branches[n : n + l - 1])
            ) AS run
            JOIN public.synonym AS s ON s.lexemes = run.lexemes AND s.query = run.query
            CROSS JOIN LATERAL (
                SELECT string_agg('(' || o.query::text || ')', ' | ')::tsquery AS query, max(member.items) AS holding
                FROM public.synonym AS o
                CROSS JOIN LATERAL (
                    SELECT coalesce(min(coalesce(t.items, 0)), 0) AS items
                    FROM unnest(o.lexemes) AS l (lexeme)
                    LEFT JOIN public.search_term AS t ON t.airport = p_airport AND t.lexeme = l.lexeme
                ) AS member
                WHERE o.group_id = s.group_id AND o.word <> s.word
            ) AS others
            ORDER BY run.words DESC
            LIMIT 1;
        END IF;
        IF v_run IS NULL THEN
            v_run := 1;
            v_others := NULL;
            v_term := phraseto_tsquery('public.airport_content', v_words[n]);
        ELSE
            SELECT string_agg('(' || q.query::text || ')', ' & ')::tsquery INTO v_term
            FROM unnest(v_words[n : n + v_run - 1]) AS w (word), phraseto_tsquery('public.airport_content', w.word) AS q (query)
            WHERE numnode(q.query) > 0;
        END IF;

        IF numnode(v_term) = 0 THEN
            NULL; -- a stop word
        ELSIF p_kinds[n] = 'not' THEN
            v_not := coalesce(v_not && !!v_term, !!v_term);
        ELSE
            SELECT CASE WHEN v_others IS NULL THEN sum(public.search_weight(v_items, coalesce(t.items, 0)))
                        ELSE public.search_weight(v_items, greatest(v_holding, min(coalesce(t.items, 0)))) END
            INTO v_weight
            FROM unnest(tsvector_to_array(to_tsvector('public.airport_content',
                        array_to_string(v_words[n : n + v_run - 1], ' ')))) AS l (lexeme)
            LEFT JOIN public.search_term AS t ON t.airport = p_airport AND t.lexeme = l.lexeme;
            terms := terms || v_term;
            synonyms := synonyms || v_others;
            weights := weights || v_weight;
            v_term := coalesce(v_term || v_others, v_term);
            v_all := coalesce(v_all && v_term, v_term);
            v_any := coalesce(v_any || v_term, v_term);
        END IF;

        n := n + v_run;
        IF n > v_last OR p_branches[n] <> p_branches[n - 1] THEN
            v_all := coalesce(v_all && v_not, v_all, v_not);
            v_any := coalesce(v_any && v_not, v_any, v_not);
            query_all := coalesce(query_all || v_all, query_all, v_all);
            query_any := coalesce(query_any || v_any, query_any, v_any);
            v_all := NULL;
            v_any := NULL;
            v_not := NULL;
        END IF;
    END LOOP;
END
$$;
-- +goose StatementEnd
COMMENT ON FUNCTION search_plan IS
    'p_words: normalised words and phrases, at most 12; p_kinds of each: word, phrase or not; '
    'p_branches of each: the alternative between two "or" that it stands in, ascending.';

-- +goose StatementBegin
CREATE FUNCTION search_content(
    p_airport text, p_types text[], p_since timestamptz,
    p_words text[], p_kinds text[], p_branches integer[], p_size bigint, p_from bigint,
    OUT match text, OUT corrected text[], OUT total bigint, OUT ids text[]
) LANGUAGE plpgsql STABLE
    SET enable_seqscan = off SET jit = off SET plan_cache_mode = force_generic_plan
    SET max_parallel_workers_per_gather = 0 SET work_mem = '32MB' AS $$
DECLARE
    v_plan     record;
    v_tags     tsquery := public.search_tags(p_airport, p_types);
    v_query    tsquery;
    v_terms    tsquery[];
    v_synonyms tsquery[];
    v_weights  float8[];
    v_count    integer;
    v_base     constant float8 := 0.7; -- k1 = 1, b = 0.3
    v_slope    float8;
    v_hits     bigint;
    v_some     text[];
    v_first    text[] := '{}';
BEGIN
    match := 'all';
    total := 0;
    ids := '{}';
    SELECT * INTO v_plan FROM public.search_plan(p_airport, p_words, p_kinds, p_branches);
    corrected := v_plan.corrected;
    IF v_plan.query_all IS NULL THEN
        RETURN;
    END IF;
    v_query := v_plan.query_all;
    v_terms := v_plan.terms;
    v_synonyms := v_plan.synonyms;
    v_weights := v_plan.weights;
    v_count := coalesce(cardinality(v_terms), 0);
    SELECT (1 - v_base) * sum(c.items) / greatest(1, a.search_length_total) INTO v_slope
    FROM public.airport AS a JOIN public.content_count AS c ON c.airport = a.code
    WHERE a.code = p_airport GROUP BY a.search_length_total;

    LOOP
        WITH hit AS MATERIALIZED (
            SELECT i.id, i.last_modified,
                   CASE WHEN v_count < 1 THEN 0 ELSE
                   public.search_gain(i.search, v_terms[1], v_synonyms[1], v_weights[1], v_base + v_slope * i.search_length)
                   + CASE WHEN v_count < 2 THEN 0 ELSE public.search_gain(i.search, v_terms[2], v_synonyms[2], v_weights[2], v_base + v_slope * i.search_length)
                   + CASE WHEN v_count < 3 THEN 0 ELSE public.search_gain(i.search, v_terms[3], v_synonyms[3], v_weights[3], v_base + v_slope * i.search_length)
                   + CASE WHEN v_count < 4 THEN 0 ELSE public.search_gain(i.search, v_terms[4], v_synonyms[4], v_weights[4], v_base + v_slope * i.search_length)
                   + CASE WHEN v_count < 5 THEN 0 ELSE public.search_gain(i.search, v_terms[5], v_synonyms[5], v_weights[5], v_base + v_slope * i.search_length)
                   + CASE WHEN v_count < 6 THEN 0 ELSE public.search_gain(i.search, v_terms[6], v_synonyms[6], v_weights[6], v_base + v_slope * i.search_length)
                   + CASE WHEN v_count < 7 THEN 0 ELSE public.search_gain(i.search, v_terms[7], v_synonyms[7], v_weights[7], v_base + v_slope * i.search_length)
                   + CASE WHEN v_count < 8 THEN 0 ELSE public.search_gain(i.search, v_terms[8], v_synonyms[8], v_weights[8], v_base + v_slope * i.search_length)
                   + CASE WHEN v_count < 9 THEN 0 ELSE public.search_gain(i.search, v_terms[9], v_synonyms[9], v_weights[9], v_base + v_slope * i.search_length)
                   + CASE WHEN v_count < 10 THEN 0 ELSE public.search_gain(i.search, v_terms[10], v_synonyms[10], v_weights[10], v_base + v_slope * i.search_length)
                   + CASE WHEN v_count < 11 THEN 0 ELSE public.search_gain(i.search, v_terms[11], v_synonyms[11], v_weights[11], v_base + v_slope * i.search_length)
                   + CASE WHEN v_count < 12 THEN 0 ELSE public.search_gain(i.search, v_terms[12], v_synonyms[12], v_weights[12], v_base + v_slope * i.search_length) END END END END END END END END END END END END AS score
            FROM public.content_item AS i
            WHERE i.search @@ (v_tags && v_query)
        )
        SELECT (SELECT count(*) FROM hit),
               (SELECT count(*) FROM hit WHERE p_since IS NULL OR hit.last_modified > p_since),
               ARRAY(SELECT hit.id FROM hit LIMIT 10),
               ARRAY(SELECT hit.id FROM hit WHERE p_since IS NULL OR hit.last_modified > p_since
                     ORDER BY hit.id = ANY (v_first) DESC, hit.score DESC, hit.last_modified DESC, hit.id
                     LIMIT p_size OFFSET p_from)
        INTO v_hits, total, v_some, ids;
        EXIT WHEN match = 'any' OR v_hits >= 10 OR v_count < 2;
        match := 'any';
        v_query := v_plan.query_any;
        v_first := v_some;
    END LOOP;
END
$$;
-- +goose StatementEnd
COMMENT ON FUNCTION search_content IS
    'One page of a search: the ids in order, how many items match, and how the words were taken. '
    'Every word is asked for; where fewer than ten items hold them all, any of them, those that hold all first.';

-- +goose StatementBegin
CREATE FUNCTION search_works() RETURNS boolean LANGUAGE plpgsql STABLE SET enable_seqscan = off AS $$
DECLARE
    v_term record;
BEGIN
    IF NOT EXISTS (SELECT FROM pg_catalog.pg_index AS i
                   WHERE i.indexrelid = to_regclass('public.content_item_search') AND i.indisvalid AND i.indisready)
    THEN
        RETURN false;
    END IF;
    SELECT t.airport, t.lexeme INTO v_term FROM public.search_term AS t LIMIT 1;
    RETURN NOT FOUND OR EXISTS (
        SELECT FROM public.content_item AS i
        WHERE i.search @@ (public.search_tags(v_term.airport, NULL) && quote_literal(v_term.lexeme)::tsquery));
END
$$;
-- +goose StatementEnd
COMMENT ON FUNCTION search_works IS
    'Whether the full-text index stands and finds an item by a term that the airport is known to hold.';

INSERT INTO schema_support (version, oldest_program) VALUES (5, 5);

-- +goose Down
DROP FUNCTION search_works;
DROP FUNCTION search_content;
DROP FUNCTION search_plan;
DROP FUNCTION search_gain;
DROP FUNCTION search_weight;
DROP FUNCTION search_correction;
DROP FUNCTION search_nearest_word;
DELETE FROM schema_support WHERE version = 5;
