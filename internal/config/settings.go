package config

import (
	"log/slog"
	"net/netip"
	"runtime"
	"strconv"
	"strings"
	"time"
)

// setting is one variable.
type setting struct {
	name       string
	usage      string
	fallback   string
	secret     bool // no flag, never shown, may come from a file
	required   bool // for secrets
	mayBeEmpty bool // empty is a value, not its absence
	unshown    bool // a wrong value is not repeated, for it may hold a password
	set        func(c *Config, value string) error
}

func (s setting) flag() string { return strings.ReplaceAll(strings.ToLower(s.name), "_", "-") }

// into stores what parse makes of the value in the field.
func into[T any](field func(*Config) *T, parse func(string) (T, error)) func(*Config, string) error {
	return func(c *Config, value string) error {
		parsed, err := parse(value)
		if err == nil {
			*field(c) = parsed
		}
		return err
	}
}

// fewestConns is one for requests, one for those whose answers may be long, and one to write with.
const fewestConns = 3

// Beyond these, a typing mistake is more likely than a wish.
const (
	mostRequests = 1_000_000
	mostConns    = 1000
)

func settings() []setting {
	conns := strconv.Itoa(min(mostConns, max(8, 4*runtime.GOMAXPROCS(0))))
	return []setting{
		{name: "DATABASE_URL", secret: true, required: true,
			set: into(func(c *Config) *URL { return &c.DatabaseURL }, parsePostgresURL)},
		{name: "MIGRATE_DATABASE_URL", secret: true,
			set: into(func(c *Config) *URL { return &c.MigrateDatabaseURL }, parsePostgresURL)},
		{name: "DATABASE_READ_URL", secret: true,
			set: into(func(c *Config) *URL { return &c.DatabaseReadURL }, parsePostgresURL)},
		{name: "DB_MAX_CONNS", fallback: conns, usage: "most connections to the database",
			set: into(func(c *Config) *int { return &c.DBMaxConns }, parseInt(fewestConns, mostConns))},
		{name: "DB_PREPARED_STATEMENTS", fallback: "true", usage: "false behind a pooler in transaction mode",
			set: into(func(c *Config) *bool { return &c.DBPreparedStatements }, parseBool)},
		{name: "REDIS_URL", secret: true, fallback: "redis://127.0.0.1:6379/0",
			set: into(func(c *Config) *URL { return &c.RedisURL }, parseRedisURL)},
		{name: "REDIS_PREFIX", fallback: "airport-content", usage: "of every key in Redis, so that systems can share it",
			set: into(func(c *Config) *string { return &c.RedisPrefix }, parsePrefix)},
		{name: "LISTEN_ADDR", fallback: ":8080", usage: "where the API listens",
			set: into(func(c *Config) *string { return &c.ListenAddr }, parseAddr)},
		{name: "OPS_ADDR", fallback: "127.0.0.1:8081", mayBeEmpty: true, usage: "where /livez, /readyz and /metrics listen; empty for off",
			set: into(func(c *Config) *string { return &c.OpsAddr }, parseOptionalAddr)},
		{name: "TRUSTED_PROXIES", usage: "networks whose X-Forwarded-For is believed, separated by commas",
			set: into(func(c *Config) *[]netip.Prefix { return &c.TrustedProxies }, parseNetworks)},
		{name: "RATE_LIMIT", fallback: "300", usage: "requests a minute for a partner without a limit of its own",
			set: into(func(c *Config) *int { return &c.RateLimit }, parseInt(1, mostRequests))},
		{name: "AUTH_FAILURE_LIMIT", fallback: "30", usage: "failed authentications a minute for a client address",
			set: into(func(c *Config) *int { return &c.AuthFailureLimit }, parseInt(1, mostRequests))},
		{name: "REQUEST_TIMEOUT", fallback: "10s", usage: "how long a request may take",
			set: into(func(c *Config) *time.Duration { return &c.RequestTimeout }, parseDuration(time.Millisecond))},
		{name: "SHUTDOWN_TIMEOUT", fallback: "20s", usage: "how long requests in flight may take at shutdown",
			set: into(func(c *Config) *time.Duration { return &c.ShutdownTimeout }, parseDuration(time.Millisecond))},
		{name: "DRAIN_DELAY", fallback: "0s", usage: "how long /readyz fails at shutdown before new requests are refused",
			set: into(func(c *Config) *time.Duration { return &c.DrainDelay }, parseDuration(0))},
		{name: "LOG_LEVEL", fallback: "info", usage: "debug, info, warn or error",
			set: into(func(c *Config) *slog.Level { return &c.LogLevel }, parseLogLevel)},
		{name: "LOG_FORMAT", fallback: "json", usage: "json or text",
			set: into(func(c *Config) *LogFormat { return &c.LogFormat }, parseLogFormat)},
		{name: "OTEL_EXPORTER_OTLP_ENDPOINT", unshown: true, usage: "collector that traces are sent to over OTLP/HTTP, such as http://127.0.0.1:4318; empty for none",
			set: into(func(c *Config) *string { return &c.OTLPEndpoint }, parseCollector)},
		{name: "TOMBSTONE_RETENTION", fallback: "90d", usage: "how long deletions are told to partners that synchronise",
			set: into(func(c *Config) *time.Duration { return &c.TombstoneRetention }, parseDuration(time.Hour))},
	}
}
