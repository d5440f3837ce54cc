-- +goose Up

CREATE TABLE usage_hour (
    hour     timestamptz NOT NULL,
    key_id   text COLLATE "C" NOT NULL REFERENCES api_key (id) ON DELETE CASCADE,
    airport  text COLLATE "C" NOT NULL,
    status   integer NOT NULL,
    requests bigint NOT NULL CHECK (requests > 0),
    PRIMARY KEY (hour, key_id, airport, status)
);
COMMENT ON TABLE usage_hour IS 'Requests of each key in each hour, by airport and status. Every server adds to it in batches.';
COMMENT ON COLUMN usage_hour.airport IS 'Empty: several airports, or one that does not exist or that the key may not read.';

-- The role of serve gets no right of its own on the table, so a server counts as soon as the table is
-- there. uses is a JSON array of usage.Hour. All writers use the same order, so they cannot deadlock.
-- +goose StatementBegin
CREATE FUNCTION add_usage_hours(uses jsonb) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
BEGIN ATOMIC
    INSERT INTO public.usage_hour AS h (hour, key_id, airport, status, requests)
    SELECT (u ->> 'Hour')::timestamptz AS hour, k.id, coalesce(a.code, '') AS airport, (u -> 'Status')::integer AS status, sum((u -> 'Requests')::bigint)
    FROM jsonb_array_elements(uses) AS u
    JOIN public.api_key AS k ON k.id = u ->> 'KeyID'
    LEFT JOIN public.airport AS a ON a.code = u ->> 'Airport'
    GROUP BY 1, 2, 3, 4
    ORDER BY 1, 2, 3, 4
    ON CONFLICT (hour, key_id, airport, status) DO UPDATE SET requests = h.requests + excluded.requests;
END;
-- +goose StatementEnd
COMMENT ON FUNCTION add_usage_hours IS 'Adds to usage_hour. Keys that no longer exist are left out.';

-- +goose StatementBegin
CREATE OR REPLACE FUNCTION forget_old_counts() RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
BEGIN ATOMIC
    DELETE FROM public.usage_day WHERE day < (now() AT TIME ZONE 'UTC')::date - 400;
    DELETE FROM public.usage_hour WHERE hour < now() - interval '30 days';
    DELETE FROM public.search_query WHERE day < (now() AT TIME ZONE 'UTC')::date - 90;
    DELETE FROM public.search_day WHERE day < (now() AT TIME ZONE 'UTC')::date - 90;
    DELETE FROM public.history WHERE at < now() - interval '400 days';
END;
-- +goose StatementEnd
COMMENT ON FUNCTION forget_old_counts IS 'Keeps usage by day for 400 days, so that a month can be compared with the same one a year ago, usage by hour for 30, searches for 90, and the history for 400.';

INSERT INTO schema_support (version, oldest_program) VALUES (21, 4);

-- +goose Down
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION forget_old_counts() RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
BEGIN ATOMIC
    DELETE FROM public.usage_day WHERE day < (now() AT TIME ZONE 'UTC')::date - 400;
    DELETE FROM public.search_query WHERE day < (now() AT TIME ZONE 'UTC')::date - 90;
    DELETE FROM public.search_day WHERE day < (now() AT TIME ZONE 'UTC')::date - 90;
    DELETE FROM public.history WHERE at < now() - interval '400 days';
END;
-- +goose StatementEnd
COMMENT ON FUNCTION forget_old_counts IS 'Keeps usage for 400 days, so that a month can be compared with the same one a year ago, searches for 90, and the history for 400.';
DROP FUNCTION add_usage_hours;
DROP TABLE usage_hour;
DELETE FROM schema_support WHERE version = 21;
