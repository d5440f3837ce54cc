-- +goose Up

-- How much a term tells: the inverse document frequency of Robertson and Spärck Jones in the form of Lucene's
-- BM25Similarity, which is never negative. p_items: all items of the airport; p_holding: those that hold the term.
CREATE FUNCTION search_weight(p_items float8, p_holding float8)
    RETURNS float8 LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN ln(1 + (p_items - least(p_holding, p_items) + 0.5) / (least(p_holding, p_items) + 0.5));

-- How often, and where: body, -, excerpt, title. A word once in a title comes to 0.61.
CREATE FUNCTION search_rank(p_search tsvector, p_query tsquery)
    RETURNS float4 LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN ts_rank('{0.2, 0.4, 0.4, 1.0}', p_search, p_query);

-- What word n adds to an item's score: BM25's saturation (Robertson and Zaragoza, "The Probabilistic Relevance
-- Framework", 2009), with ts_rank's weighted sum over positions as the term frequency. p_norm: k1·(1−b+b·length/average).
CREATE FUNCTION search_word_gain(p_search tsvector, p_norm float8, n integer, p_words tsquery[], p_weights float8[])
    RETURNS float8 LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN p_weights[n] / (1 + p_norm / greatest(1e-9, public.search_rank(p_search, p_words[n])));

-- The same for terms that are no single words: phrases, and words with synonyms. Of each term the best form counts that an
-- item holds: the words themselves, which come first, or a synonym, at 0.8 of its rank. Several words together once in a
-- title have a rank of nearly 1, hence the 0.61.
-- +goose StatementBegin
CREATE FUNCTION search_terms_gain(p_search tsvector, p_norm float8,
                                  p_terms tsquery[], p_forms tsquery[], p_firsts integer[], p_weights float8[])
    RETURNS float8 LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
    v_gain float8 := 0;
    v_best float8;
BEGIN
    FOR n IN 1 .. cardinality(p_terms) LOOP
        CONTINUE WHEN NOT p_search @@ p_terms[n];
        v_best := 1e-9;
        FOR i IN p_firsts[n] .. p_firsts[n + 1] - 1 LOOP
            CONTINUE WHEN NOT p_search @@ p_forms[i];
            v_best := greatest(v_best, public.search_rank(p_search, p_forms[i])
                * CASE WHEN numnode(p_forms[i]) > 1 THEN 0.61::float8 ELSE 1 END
                * CASE WHEN i > p_firsts[n] THEN 0.8::float8 ELSE 1 END);
        END LOOP;
        v_gain := v_gain + p_weights[n] / (1 + p_norm / v_best);
    END LOOP;
    RETURN v_gain;
END
$$;
-- +goose StatementEnd

-- Where one is null: the other.
CREATE FUNCTION search_and(a tsquery, b tsquery)
    RETURNS tsquery LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN coalesce(a && b, a, b);
CREATE FUNCTION search_or(a tsquery, b tsquery)
    RETURNS tsquery LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN coalesce(a || b, a, b);

-- The synonyms of a query in its group that the airport's items may hold, and the most of them that do; null: there are none.
-- +goose StatementBegin
CREATE FUNCTION search_synonyms(p_airport text, p_group integer, p_query tsquery, OUT queries tsquery[], OUT items float8)
    LANGUAGE sql STABLE AS $$
    SELECT array_agg(s.query ORDER BY s.word), max(t.items)
    FROM public.synonym AS s
    CROSS JOIN LATERAL (
        SELECT min(t.items) AS items
        FROM public.search_term AS t
        WHERE t.airport = p_airport AND t.lexeme = ANY (s.lexemes)
        HAVING count(*) = cardinality(s.lexemes)
    ) AS t
    WHERE s.group_id = p_group AND s.query <> p_query
$$;
-- +goose StatementEnd

-- What is asked, read without a look at any table.
-- +goose StatementBegin
CREATE FUNCTION search_reading(
    p_words text[], p_kinds text[], p_branches integer[],
    OUT runs tsquery[],  -- of the words n to n + l, l up to 3, as one phrase: at 4 n + l
    OUT joined text[],   -- of each word: it and the next one written as one, or itself, if it is several; as a lexeme
    OUT lexemes text[],  -- of all words
    OUT ends integer[],  -- of each word: how many lexemes it and those before it have; a 0 for the word before the first
    OUT substance boolean -- whether any word is more than the frame of a question
) LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
    v_last constant integer := coalesce(cardinality(p_words), 0);
BEGIN
    substance := false;
    ends[0] := 0;
    FOR n IN 1 .. v_last LOOP
        runs[4 * n] := phraseto_tsquery('public.airport_content', p_words[n]);
        lexemes := lexemes || tsvector_to_array(to_tsvector('public.airport_content', p_words[n]));
        ends[n] := cardinality(lexemes);
        substance := substance OR p_kinds[n] IN ('word', 'phrase') AND numnode(runs[4 * n]) > 0;
        CONTINUE WHEN p_kinds[n] <> 'word';
        IF p_words[n] ~ '\D \D' THEN
            joined[n] := (tsvector_to_array(to_tsvector('public.airport_content', replace(p_words[n], ' ', ''))))[1];
        END IF;
        FOR l IN 1 .. least(3, v_last - n) LOOP
            EXIT WHEN p_kinds[n + l] <> 'word' OR p_branches[n + l] <> p_branches[n];
            runs[4 * n + l] := phraseto_tsquery('public.airport_content', array_to_string(p_words[n : n + l], ' '));
            IF l = 1 AND p_words[n] !~ '(\s|\d$)' AND p_words[n + 1] !~ '(\s|^\d)' THEN
                joined[n] := (tsvector_to_array(to_tsvector('public.airport_content', p_words[n] || p_words[n + 1])))[1];
            END IF;
        END LOOP;
    END LOOP;
END
$$;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE FUNCTION search_plan(
    p_airport text, p_items float8, p_words text[], p_kinds text[], p_branches integer[],
    OUT query_all tsquery, -- what was asked, synonyms included; null when nothing but stop words was
    OUT query_any tsquery, -- any of the words and terms
    OUT words tsquery[],   -- what is scored: single words without synonyms
    OUT word_weights float8[],
    OUT terms tsquery[],   -- and what else there is: phrases, and words with synonyms
    OUT forms tsquery[],   -- of all terms: the words themselves, then their synonyms
    OUT firsts integer[],  -- of each term: its first form; and one past the last form of all
    OUT weights float8[],
    OUT unknown integer[]  -- words that no item holds
) LANGUAGE plpgsql STABLE AS $$
DECLARE
    v_last     constant integer := coalesce(cardinality(p_words), 0);
    v_read     constant record := public.search_reading(p_words, p_kinds, p_branches);
    v_known    text[];    -- lexemes that the airport holds
    v_holding  integer[]; -- in so many items
    v_synonyms tsquery[]; -- runs that are synonyms
    v_groups   integer[]; -- of these groups
    v_aliases  boolean;   -- whether any word may have synonyms, or be written with the next one as one
    v_group    integer;
    v_more     integer := 0; -- words of the term after its first
    v_others   tsquery[]; -- its synonyms; null: none
    v_items    float8;    -- that hold one of them
    v_term     tsquery;
    v_lexeme   text;
    v_holds    float8;    -- items that hold the lexeme
    v_least    float8;    -- and the rarest one of the term
    v_weight   float8;
    v_all      tsquery;   -- of the branch, as the next two
    v_any      tsquery;
    v_not      tsquery;
    v_cut      boolean;   -- whether the branch had more
    n          integer := 1;
BEGIN
    SELECT array_agg(t.lexeme), array_agg(t.items) INTO v_known, v_holding
    FROM public.search_term AS t WHERE t.airport = p_airport AND t.lexeme = ANY (v_read.lexemes || v_read.joined);
    SELECT array_agg(s.query), array_agg(s.group_id) INTO v_synonyms, v_groups
    FROM public.synonym AS s WHERE s.query = ANY (v_read.runs);
    v_aliases := v_synonyms IS NOT NULL OR v_read.joined && v_known;

    -- Each statement takes its microsecond: what few queries need is done only for them.
    WHILE n <= v_last LOOP
        v_term := v_read.runs[4 * n];
        IF v_aliases THEN
            v_more := 0;
            v_group := NULL;
            v_others := NULL;
            IF p_kinds[n] = 'word' THEN
                FOR l IN REVERSE 3 .. 0 LOOP -- the longest run that is a synonym
                    v_group := v_groups[array_position(v_synonyms, v_read.runs[4 * n + l])];
                    CONTINUE WHEN v_group IS NULL;
                    v_more := l;
                    SELECT o.queries, o.items INTO v_others, v_items
                    FROM public.search_synonyms(p_airport, v_group, v_read.runs[4 * n + l]) AS o;
                    EXIT;
                END LOOP;
                IF v_group IS NULL AND v_read.joined[n] = ANY (v_known) THEN
                    v_more := CASE WHEN p_words[n] ~ ' ' THEN 0 ELSE 1 END;
                    v_others := ARRAY[quote_literal(v_read.joined[n])::tsquery];
                    v_items := v_holding[array_position(v_known, v_read.joined[n])];
                END IF;
            END IF;
            FOR i IN n + 1 .. n + v_more LOOP
                v_term := v_term && v_read.runs[4 * i];
            END LOOP;
        END IF;

        IF numnode(v_term) = 0 OR p_kinds[n] = 'frame' AND v_read.substance THEN
            NULL; -- says nothing
        ELSIF p_kinds[n] = 'not' THEN
            v_not := public.search_and(v_not, !!v_term);
        ELSE
            v_least := NULL;
            v_weight := 0;
            FOREACH v_lexeme IN ARRAY v_read.lexemes[v_read.ends[n - 1] + 1 : v_read.ends[n + v_more]] LOOP
                v_holds := coalesce(v_holding[array_position(v_known, v_lexeme)], 0);
                v_least := least(v_least, v_holds);
                v_weight := v_weight + public.search_weight(p_items, v_holds);
            END LOOP;
            IF numnode(v_term) = 1 AND v_others IS NULL AND v_least = 0 THEN
                IF p_kinds[n] = 'word' AND v_group IS NULL AND coalesce(cardinality(unknown), 0) < 12 THEN
                    unknown := unknown || n;
                END IF;
            ELSIF coalesce(cardinality(words), 0) + coalesce(cardinality(terms), 0) = 12 THEN
                v_cut := true;
                v_term := NULL;
            ELSIF numnode(v_term) = 1 AND v_others IS NULL THEN
                words := words || v_term;
                word_weights := word_weights || v_weight;
            ELSE
                forms := forms || v_term || v_others;
                firsts := coalesce(firsts, '{1}') || cardinality(forms) + 1;
                IF v_others IS NOT NULL THEN
                    v_weight := public.search_weight(p_items, greatest(v_items, v_least));
                    FOR i IN 1 .. cardinality(v_others) LOOP
                        v_term := v_term || v_others[i];
                    END LOOP;
                END IF;
                terms := terms || v_term;
                weights := weights || v_weight;
            END IF;
            v_all := public.search_and(v_all, v_term);
            v_any := public.search_or(v_any, v_term);
        END IF;

        n := n + v_more + 1;
        IF n > v_last OR p_branches[n] <> p_branches[n - 1] THEN
            IF v_all IS NOT NULL OR v_cut IS NULL THEN
                query_all := public.search_or(query_all, public.search_and(v_all, v_not));
                query_any := public.search_or(query_any, public.search_and(v_any, v_not));
            END IF;
            EXIT WHEN n > v_last;
            v_all := NULL;
            v_any := NULL;
            v_not := NULL;
            v_cut := NULL;
        END IF;
    END LOOP;
END
$$;
-- +goose StatementEnd
COMMENT ON FUNCTION search_plan IS
    'p_items: of the airport; p_words: normalised words and phrases, of which the first 12 that the airport may hold count; '
    'p_kinds of each: word, phrase, not, or frame, which is a word that says something only where no other does; '
    'p_branches of each: the alternative between two "or" that it stands in, ascending.';

-- +goose StatementBegin
CREATE FUNCTION search_content(
    p_airport text, p_items float8, p_length float8, p_types text[], p_since timestamptz,
    p_words text[], p_kinds text[], p_branches integer[], p_size bigint, p_from bigint,
    OUT match text, OUT corrected text[], OUT total bigint, OUT places tid[]
) LANGUAGE plpgsql STABLE
    SET enable_seqscan = off SET jit = off SET plan_cache_mode = force_generic_plan
    SET max_parallel_workers_per_gather = 0 SET work_mem = '32MB' AS $$
DECLARE
    v_base    constant float8 := 0.8; -- k1 = 1, b = 0.2
    v_slope   constant float8 := (1 - v_base) * p_items / greatest(1, p_length);
    v_words   text[] := p_words;
    v_plan    record;
    v_scored  tsquery[]; -- single words
    v_weights float8[];
    v_count   integer;
    v_tags    tsquery := public.search_tags(p_airport, p_types);
    v_query   tsquery;
    v_hits    bigint;
    v_some    tid[];
    v_best    tid[] := '{}'; -- items that hold every word
    n         integer;
BEGIN
    match := 'all';
    total := 0;
    places := '{}';
    v_plan := public.search_plan(p_airport, p_items, v_words, p_kinds, p_branches);
    IF v_plan.unknown IS NOT NULL THEN
        corrected := array_fill(NULL::text, ARRAY[cardinality(p_words)]);
        FOREACH n IN ARRAY v_plan.unknown LOOP
            corrected[n] := public.search_correction(p_airport, p_types, p_words[n]);
            v_words[n] := coalesce(corrected[n], p_words[n]);
        END LOOP;
        IF v_words <> p_words THEN
            v_plan := public.search_plan(p_airport, p_items, v_words, p_kinds, p_branches);
        END IF;
    END IF;
    IF v_plan.query_all IS NULL THEN
        RETURN;
    END IF;
    v_query := v_plan.query_all;
    v_scored := v_plan.words;
    v_weights := v_plan.word_weights;
    v_count := coalesce(cardinality(v_scored), 0);

    LOOP
        WITH hit AS MATERIALIZED (
            SELECT i.ctid AS place, i.id, i.last_modified,
                   CASE WHEN v_plan.terms IS NULL THEN 0 ELSE
                       public.search_terms_gain(i.search, l.norm, v_plan.terms, v_plan.forms, v_plan.firsts, v_plan.weights) END
                   + CASE WHEN v_count < 1 THEN 0 ELSE public.search_word_gain(i.search, l.norm, 1, v_scored, v_weights)
                   + CASE WHEN v_count < 2 THEN 0 ELSE public.search_word_gain(i.search, l.norm, 2, v_scored, v_weights)
                   + CASE WHEN v_count < 3 THEN 0 ELSE public.search_word_gain(i.search, l.norm, 3, v_scored, v_weights)
                   + CASE WHEN v_count < 4 THEN 0 ELSE public.search_word_gain(i.search, l.norm, 4, v_scored, v_weights)
                   + CASE WHEN v_count < 5 THEN 0 ELSE public.search_word_gain(i.search, l.norm, 5, v_scored, v_weights)
                   + CASE WHEN v_count < 6 THEN 0 ELSE public.search_word_gain(i.search, l.norm, 6, v_scored, v_weights)
                   + CASE WHEN v_count < 7 THEN 0 ELSE public.search_word_gain(i.search, l.norm, 7, v_scored, v_weights)
                   + CASE WHEN v_count < 8 THEN 0 ELSE public.search_word_gain(i.search, l.norm, 8, v_scored, v_weights)
                   + CASE WHEN v_count < 9 THEN 0 ELSE public.search_word_gain(i.search, l.norm, 9, v_scored, v_weights)
                   + CASE WHEN v_count < 10 THEN 0 ELSE public.search_word_gain(i.search, l.norm, 10, v_scored, v_weights)
                   + CASE WHEN v_count < 11 THEN 0 ELSE public.search_word_gain(i.search, l.norm, 11, v_scored, v_weights)
                   + CASE WHEN v_count < 12 THEN 0 ELSE public.search_word_gain(i.search, l.norm, 12, v_scored, v_weights)
                   END END END END END END END END END END END END AS score
            FROM public.content_item AS i
            CROSS JOIN LATERAL (SELECT v_base + v_slope * i.search_length) AS l (norm)
            WHERE i.search @@ (v_tags && v_query)
        )
        SELECT count(*), count(*) FILTER (WHERE p_since IS NULL OR hit.last_modified > p_since),
               ARRAY(SELECT hit.place FROM hit LIMIT 10),
               ARRAY(SELECT hit.place FROM hit WHERE p_since IS NULL OR hit.last_modified > p_since
                     ORDER BY hit.place = ANY (v_best) DESC, hit.score DESC, hit.last_modified DESC, hit.id
                     LIMIT p_size OFFSET p_from)
        INTO v_hits, total, v_some, places
        FROM hit;
        EXIT WHEN match = 'any' OR v_hits >= 10 OR v_plan.query_any = v_query;
        match := 'any';
        v_query := v_plan.query_any;
        v_best := v_some;
    END LOOP;
END
$$;
-- +goose StatementEnd
COMMENT ON FUNCTION search_content IS
    'One page of a search: where its items are, in order, how many match in all, and how the words were taken. '
    'Every word is asked for; where fewer than ten items hold them all, any of them, those that hold all first. '
    'p_items: of the airport; p_length: the sum of their search_length.';

-- A row where search_content() has found it, in the same statement, for which it cannot have moved.
CREATE FUNCTION item_at(p_place tid) RETURNS SETOF content_item LANGUAGE sql STABLE
    AS 'SELECT i.* FROM public.content_item AS i WHERE i.ctid = p_place';

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
DROP FUNCTION item_at;
DROP FUNCTION search_content;
DROP FUNCTION search_plan;
DROP FUNCTION search_reading;
DROP FUNCTION search_synonyms;
DROP FUNCTION search_or;
DROP FUNCTION search_and;
DROP FUNCTION search_terms_gain;
DROP FUNCTION search_word_gain;
DROP FUNCTION search_rank;
DROP FUNCTION search_weight;
DELETE FROM schema_support WHERE version = 5;
