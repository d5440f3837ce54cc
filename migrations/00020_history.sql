-- +goose Up

CREATE TABLE history (
    id       bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    at       timestamptz NOT NULL DEFAULT clock_timestamp(),
    operator text NOT NULL CHECK (length(operator) <= 100),
    change   text NOT NULL,
    subject  text NOT NULL,
    details  text NOT NULL
);
COMMENT ON TABLE history IS 'What operators changed. It holds no secret.';
COMMENT ON COLUMN history.operator IS 'The user of the operating system, or the name from OPERATOR.';
COMMENT ON COLUMN history.change IS 'The command, such as key set.';
COMMENT ON COLUMN history.subject IS 'What was changed: the code of an airport, with the name of a source or the id of an item; a partner; the id of a key.';
CREATE INDEX history_at ON history (at);

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

INSERT INTO schema_support (version, oldest_program) VALUES (20, 4);

-- +goose Down
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION forget_old_counts() RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
BEGIN ATOMIC
    DELETE FROM public.usage_day WHERE day < (now() AT TIME ZONE 'UTC')::date - 400;
    DELETE FROM public.search_query WHERE day < (now() AT TIME ZONE 'UTC')::date - 90;
    DELETE FROM public.search_day WHERE day < (now() AT TIME ZONE 'UTC')::date - 90;
END;
-- +goose StatementEnd
COMMENT ON FUNCTION forget_old_counts IS 'Keeps usage for 400 days, so that a month can be compared with the same one a year ago, and searches for 90.';
DROP TABLE history;
DELETE FROM schema_support WHERE version = 20;
