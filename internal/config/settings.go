package config

import (
	"runtime"
	"strconv"
	"strings"
	"time"
)

// setting is one variable.
type setting struct {
	name, fallback, usage string
	set                   func(value string) error
}

func (s setting) flag() string { return strings.ReplaceAll(strings.ToLower(s.name), "_", "-") }

// hasFlag reports whether serve has a flag for the setting. TOMBSTONE_RETENTION belongs to import,
// pull and source remove.
func (s setting) hasFlag() bool { return !s.isURL() && s.name != "TOMBSTONE_RETENTION" }

// isURL reports whether the value may hold a password. Such a setting has no flag, is never shown,
// and may come from a file.
func (s setting) isURL() bool {
	return strings.HasSuffix(s.name, "_URL") && s.name != "CONTACT_URL" && s.name != "PUBLIC_URL"
}

// into parses a value and stores the result in a field.
func into[T any](field *T, parse func(string) (T, error)) func(string) error {
	return func(value string) error {
		parsed, err := parse(value)
		if err == nil {
			*field = parsed
		}
		return err
	}
}

// Larger values are probably typing mistakes.
const (
	mostRequests    = 1_000_000
	mostConns       = 1000
	mostConnections = 1_000_000
)

// fewestConns leaves one connection for the usage of keys, and two for requests.
const fewestConns = 3

// settings are all variables, each with the field of c that it sets.
func settings(c *Config) []setting {
	conns := strconv.Itoa(min(mostConns, max(8, 4*runtime.GOMAXPROCS(0))))
	return []setting{
		{"DATABASE_URL", "", "", into(&c.DatabaseURL, parsePostgresURL)},
		{"MIGRATE_DATABASE_URL", "", "", into(&c.MigrateDatabaseURL, optional(parsePostgresURL))},
		{"DATABASE_READ_URL", "", "", into(&c.DatabaseReadURL, optional(parsePostgresURL))},
		{"DB_MAX_CONNS", conns, "most connections to the database", into(&c.DBMaxConns, parseInt(fewestConns, mostConns))},
		{"DB_PREPARED_STATEMENTS", "true", "false behind a pooler in transaction mode", into(&c.DBPreparedStatements, parseBool)},
		{"REDIS_URL", "redis://127.0.0.1:6379/0", "", into(&c.RedisURL, parseRedisURL)},
		{"REDIS_PREFIX", "airport-content", "begins every key in Redis, so that systems can share it", into(&c.RedisPrefix, parsePrefix)},
		{"LISTEN_ADDR", ":8080", "where the API listens", into(&c.ListenAddr, parseAddr)},
		{opsAddr, "127.0.0.1:8081", "where /livez, /readyz, /metrics and a page for operators listen; empty for off", into(&c.OpsAddr, optional(parseAddr))},
		{"OPS_NAMES", "", "host names for OPS_ADDR, separated by commas; addresses and localhost always work", into(&c.OpsNames, parseNames)},
		{"TRUSTED_PROXIES", "", "networks whose X-Forwarded-For is trusted, separated by commas", into(&c.TrustedProxies, parseNetworks)},
		{"MAX_CONNECTIONS", "4000", "most connections to the API; then the one that is idle for longest is closed", into(&c.MaxConnections, parseInt(1, mostConnections))},
		{"MAX_CONNECTIONS_PER_ADDRESS", "500", "most connections of an address outside TRUSTED_PROXIES; more are closed",
			into(&c.MaxConnectionsPerAddress, parseInt(1, mostConnections))},
		{"RATE_LIMIT", "300", "requests a minute for a partner without a limit of its own, and as many for /changes", into(&c.RateLimit, parseInt(1, mostRequests))},
		{"AUTH_FAILURE_LIMIT", "30", "failed authentications a minute for a client address", into(&c.AuthFailureLimit, parseInt(1, mostRequests))},
		{"BROWSER_RATE_LIMIT", "60", "requests a minute with browser keys for a client address", into(&c.BrowserRateLimit, parseInt(1, mostRequests))},
		{"INDEX_MEMORY", "64MB", "memory for the words and titles of all airports, which searches and suggestions need", into(&c.IndexMemory, parseMegabytes)},
		{"REQUEST_TIMEOUT", "10s", "how long a request may wait for the database", into(&c.RequestTimeout, parseDuration(time.Millisecond))},
		{"SHUTDOWN_TIMEOUT", "20s", "how long requests in flight may take at shutdown", into(&c.ShutdownTimeout, parseDuration(time.Millisecond))},
		{"DRAIN_DELAY", "0s", "how long /readyz fails at shutdown before new requests are refused", into(&c.DrainDelay, parseDuration(0))},
		{"PUBLIC_URL", "", "address of the service in the OpenAPI document, such as https://content.example.com; empty: as requests name it",
			into(&c.PublicURL, optional(parseWebPage))},
		{"CONTACT_URL", "", "whom partners ask: a web page that the documentation names", into(&c.ContactURL, optional(parseWebPage))},
		{"CONTACT_EMAIL", "", "whom partners ask: an e-mail address that the documentation names", into(&c.ContactEmail, optional(parseEmail))},
		{"SEARCH_INSIGHTS", "on", "whether queries are counted by airport and day: on or off", into(&c.SearchInsights, parseSwitch)},
		{"SEARCH_INSIGHTS_MIN", "3", "how many searches of a day must ask for a query before its words are stored",
			into(&c.SearchInsightsMin, parseInt(1, mostRequests))},
		{"LOG_LEVEL", "info", "debug, info, warn or error", into(&c.LogLevel, parseLogLevel)},
		{"LOG_FORMAT", "json", "json or text", into(&c.LogFormat, parseLogFormat)},
		{otlpEndpoint, "", "where traces are sent over OTLP/HTTP, such as http://127.0.0.1:4318; empty for nowhere",
			into(&c.OTLPEndpoint, optional(parseCollector))},
		{"CHROME_URL", "", "", into(&c.ChromeURL, optional(parseChromeURL))},
		{"TOMBSTONE_RETENTION", "90d", "", into(&c.TombstoneRetention, parseDuration(time.Hour))},
	}
}

// Two variables have their own rules: OPS_ADDR may be empty, and a wrong endpoint is not shown,
// since it may hold a password.
const (
	opsAddr      = "OPS_ADDR"
	otlpEndpoint = "OTEL_EXPORTER_OTLP_ENDPOINT"
)
