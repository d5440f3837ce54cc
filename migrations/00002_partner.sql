-- +goose Up

CREATE TABLE partner (
    id          bigint PRIMARY KEY CHECK (id BETWEEN 1 AND 9007199254740991),
    name        text NOT NULL UNIQUE CHECK (length(name) BETWEEN 1 AND 200),
    rate_limit  integer CHECK (rate_limit > 0),
    created_at  timestamptz NOT NULL DEFAULT now(),
    disabled_at timestamptz
);
COMMENT ON TABLE partner IS 'Organisations that read content.';
COMMENT ON COLUMN partner.id IS 'At most 2^53 - 1: partners read it as a JSON number.';
COMMENT ON COLUMN partner.rate_limit IS 'Requests a minute; null: the default of the server.';

CREATE TABLE api_key (
    id              text COLLATE "C" PRIMARY KEY CHECK (id ~ '^[A-Za-z0-9]{1,32}$'),
    partner_id      bigint NOT NULL REFERENCES partner (id),
    digest          bytea NOT NULL UNIQUE CHECK (octet_length(digest) = 32),
    label           text NOT NULL DEFAULT '' CHECK (length(label) <= 200),
    scopes          text[] NOT NULL CHECK (array_to_string(scopes, ' ') ~ '^content:read(:[a-z-]+)?( content:read(:[a-z-]+)?)*$'),
    all_airports    boolean NOT NULL,
    created_at      timestamptz NOT NULL DEFAULT now(),
    expires_at      timestamptz,
    revoked_at      timestamptz,
    last_used_at    timestamptz,
    rotated_at      timestamptz,
    full_expires_at timestamptz
);
COMMENT ON TABLE api_key IS 'API keys of partners. The key itself is not stored.';
COMMENT ON COLUMN api_key.id IS 'Public: for lists and logs.';
COMMENT ON COLUMN api_key.digest IS 'SHA-256 of the whole key.';
COMMENT ON COLUMN api_key.scopes IS 'content:read, or content:read:<contentType>.';
COMMENT ON COLUMN api_key.last_used_at IS 'The last accepted use. Servers write it in batches.';
COMMENT ON COLUMN api_key.rotated_at IS 'When a rotation shortened the life of the key; null if none did.';
COMMENT ON COLUMN api_key.full_expires_at IS 'Of a rotated key: when it would have expired, as its successor does. Null: never.';
CREATE INDEX api_key_partner ON api_key (partner_id);

CREATE TABLE api_key_airport (
    key_id  text COLLATE "C" NOT NULL REFERENCES api_key (id) ON DELETE CASCADE,
    airport text COLLATE "C" NOT NULL REFERENCES airport (code) ON DELETE CASCADE,
    PRIMARY KEY (key_id, airport)
);
COMMENT ON TABLE api_key_airport IS 'The airports of keys that are not for all airports.';
CREATE INDEX api_key_airport_airport ON api_key_airport (airport);

CREATE TABLE usage_day (
    day          date NOT NULL,
    key_id       text COLLATE "C" NOT NULL REFERENCES api_key (id) ON DELETE CASCADE,
    requests     bigint NOT NULL CHECK (requests > 0),
    refused      bigint NOT NULL CHECK (refused >= 0),
    rate_limited bigint NOT NULL CHECK (rate_limited >= 0),
    PRIMARY KEY (day, key_id),
    CHECK (refused + rate_limited <= requests)
);
COMMENT ON TABLE usage_day IS 'Requests of each key on each day, in UTC. Every server adds to it in batches.';
COMMENT ON COLUMN usage_day.requests IS 'All requests, whatever the answer.';
COMMENT ON COLUMN usage_day.refused IS 'Answers with a status from 400 to 499, without 429.';
COMMENT ON COLUMN usage_day.rate_limited IS 'Answers with status 429.';

INSERT INTO schema_support (version, oldest_program) VALUES (2, 2);

-- +goose Down
DROP TABLE usage_day;
DROP TABLE api_key_airport;
DROP TABLE api_key;
DROP TABLE partner;
DELETE FROM schema_support WHERE version = 2;
