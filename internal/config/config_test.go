package config_test

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"net/netip"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/spf13/pflag"

	"airport-content/internal/check"
	"airport-content/internal/config"
)

const databaseURL = "postgres://app:s3cret@db.example:5432/content?sslmode=require"

func defaults() config.Config {
	return config.Config{
		DatabaseURL:          databaseURL,
		MigrateDatabaseURL:   databaseURL,
		DBMaxConns:           max(8, 4*runtime.GOMAXPROCS(0)),
		DBPreparedStatements: true,
		RedisURL:             "redis://127.0.0.1:6379/0",
		RedisPrefix:          "airport-content",
		ListenAddr:           ":8080",
		OpsAddr:              "127.0.0.1:8081",
		MaxConnections:       4000, MaxConnectionsPerAddress: 500,
		RequestTimeout:     10 * time.Second,
		ShutdownTimeout:    20 * time.Second,
		IndexMemory:        64 << 20,
		RateLimit:          300,
		AuthFailureLimit:   30,
		BrowserRateLimit:   60,
		LogLevel:           slog.LevelInfo,
		LogFormat:          config.JSON,
		TombstoneRetention: 90 * 24 * time.Hour,
		SearchInsights:     true,
		SearchInsightsMin:  3,
	}
}

// load gives args to a command that has the flags, and env on top of a database's URL.
func load(t *testing.T, env, args []string) (config.Config, error) {
	t.Helper()
	flags := pflag.NewFlagSet("serve", pflag.ContinueOnError)
	config.AddFlags(flags)
	check.NoError(t, flags.Parse(args))
	return config.Load(config.ParseEnv(append([]string{"DATABASE_URL=" + databaseURL}, env...)), flags)
}

func TestLoad(t *testing.T) {
	tests := []struct {
		name string
		env  []string
		args []string
		want func(*config.Config)
	}{
		{name: "defaults", want: func(*config.Config) {}},
		{name: "every variable",
			env: []string{
				"MIGRATE_DATABASE_URL=postgresql://m@direct/content", "DATABASE_READ_URL=postgres://r@a,b/content", "DB_MAX_CONNS=1000",
				"DB_PREPARED_STATEMENTS=false", "REDIS_URL=unix:///run/redis.sock?db=1", "CHROME_URL=http://127.0.0.1:9222", "REDIS_PREFIX=two:b", "LISTEN_ADDR=[::1]:0",
				"OPS_ADDR=localhost:9", "OPS_NAMES=Ops.example.com, api", "TRUSTED_PROXIES=10.1.2.3/8, 192.0.2.1,,2001:db8::/32",
				"PUBLIC_URL=https://api.example", "CONTACT_URL=https://x.example/p", "CONTACT_EMAIL=p@x.example", "SEARCH_INSIGHTS=off", "SEARCH_INSIGHTS_MIN=1",
				"RATE_LIMIT=1", "AUTH_FAILURE_LIMIT=1000000", "MAX_CONNECTIONS=1000000", "MAX_CONNECTIONS_PER_ADDRESS=1", "REQUEST_TIMEOUT=1m30s", "SHUTDOWN_TIMEOUT=1ms", "DRAIN_DELAY=5s", "INDEX_MEMORY=256mb",
				"LOG_LEVEL=WARN", "LOG_FORMAT=text", "OTEL_EXPORTER_OTLP_ENDPOINT=https://collector:4318/base", "TOMBSTONE_RETENTION=1d12h",
			},
			want: func(c *config.Config) {
				c.MigrateDatabaseURL, c.DatabaseReadURL = "postgresql://m@direct/content", "postgres://r@a,b/content"
				c.DBMaxConns, c.DBPreparedStatements = 1000, false
				c.RedisURL, c.RedisPrefix = "unix:///run/redis.sock?db=1", "two:b"
				c.ChromeURL = "http://127.0.0.1:9222"
				c.ListenAddr, c.OpsAddr = "[::1]:0", "localhost:9"
				c.OpsNames = []string{"ops.example.com", "api"}
				c.TrustedProxies = []netip.Prefix{
					netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("192.0.2.1/32"), netip.MustParsePrefix("2001:db8::/32"),
				}
				c.RateLimit, c.AuthFailureLimit = 1, 1_000_000
				c.MaxConnections, c.MaxConnectionsPerAddress = 1_000_000, 1
				c.IndexMemory = 256 << 20
				c.RequestTimeout, c.ShutdownTimeout, c.DrainDelay = 90*time.Second, time.Millisecond, 5*time.Second
				c.PublicURL = "https://api.example"
				c.ContactURL, c.ContactEmail = "https://x.example/p", "p@x.example"
				c.LogLevel, c.LogFormat = slog.LevelWarn, config.Text
				c.OTLPEndpoint = "https://collector:4318/base"
				c.TombstoneRetention = 36 * time.Hour
				c.SearchInsights, c.SearchInsightsMin = false, 1
			}},
		{name: "empty is unset", env: []string{"RATE_LIMIT=", "LOG_LEVEL=", "REDIS_URL=", "REDIS_URL_FILE="}, want: func(*config.Config) {}},
		{name: "empty OPS_ADDR is off", env: []string{"OPS_ADDR="}, want: func(c *config.Config) { c.OpsAddr = "" }},
		{name: "a flag wins", env: []string{"RATE_LIMIT=x", "OPS_ADDR=:1"}, args: []string{"--rate-limit=7", "--ops-addr="},
			want: func(c *config.Config) { c.RateLimit, c.OpsAddr = 7, "" }},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := check.Must(load(t, tt.env, tt.args))(t)
			want := defaults()
			tt.want(&want)
			if diff := cmp.Diff(want, got, cmp.Comparer(func(a, b netip.Prefix) bool { return a == b })); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

func TestWrongValues(t *testing.T) {
	tests := []struct{ env, want string }{
		{"LISTEN_ADDR=8080", `LISTEN_ADDR="8080": want host:port or :port`},
		{"LISTEN_ADDR=:65536", `LISTEN_ADDR=":65536": want host:port or :port`},
		{"OPS_ADDR=off", `OPS_ADDR="off": want host:port or :port`},
		{"OPS_NAMES=ops:8081", `OPS_NAMES="ops:8081": "ops:8081" is no host name such as ops.example.com; want names without a port, separated by commas`},
		{"RATE_LIMIT=0", `RATE_LIMIT="0": want a whole number from 1 to 1000000`},
		{"RATE_LIMIT=1e3", `RATE_LIMIT="1e3": want a whole number from 1 to 1000000`},
		{"DB_MAX_CONNS=1001", `DB_MAX_CONNS="1001": want a whole number from 3 to 1000`},
		{"DB_MAX_CONNS=2", `DB_MAX_CONNS="2": want a whole number from 3 to 1000`},
		{"DB_PREPARED_STATEMENTS=off", `DB_PREPARED_STATEMENTS="off": want true or false`},
		{"REQUEST_TIMEOUT=10", `REQUEST_TIMEOUT="10": want a duration such as 30d, 12h or 90s`},
		{"REQUEST_TIMEOUT=0s", `REQUEST_TIMEOUT="0s": want at least 1ms`},
		{"INDEX_MEMORY=4MB", `INDEX_MEMORY="4MB": want megabytes from 8MB to 1048576MB`},
		{"INDEX_MEMORY=64", `INDEX_MEMORY="64": want megabytes from 8MB to 1048576MB`},
		{"DRAIN_DELAY=-1s", `DRAIN_DELAY="-1s": want at least 0s`},
		{"TOMBSTONE_RETENTION=1m", `TOMBSTONE_RETENTION="1m": want at least 1h0m0s`},
		{"TRUSTED_PROXIES=10.0.0.0/33", `TRUSTED_PROXIES="10.0.0.0/33": "10.0.0.0/33" is neither a network such as 10.0.0.0/8 nor an address`},
		{"REDIS_PREFIX=a b", `REDIS_PREFIX="a b": want 1 to 64 letters, digits and . _ : -`},
		{"LOG_LEVEL=trace", `LOG_LEVEL="trace": want debug, info, warn or error`},
		{"OTEL_EXPORTER_OTLP_ENDPOINT=collector:4317", `OTEL_EXPORTER_OTLP_ENDPOINT: want one such as http://127.0.0.1:4318`},
		{"OTEL_EXPORTER_OTLP_ENDPOINT=http://u:1/s3cret@x", `OTEL_EXPORTER_OTLP_ENDPOINT: want one such as http://127.0.0.1:4318`},
		{"CONTACT_URL=javascript:x", `CONTACT_URL="javascript:x": want one such as https://www.example.com/partners`},
		{"CONTACT_URL=https://u:p@x", `CONTACT_URL="https://u:p@x": want one such as https://www.example.com/partners`},
		{"CONTACT_EMAIL=Us <us@x>", `CONTACT_EMAIL="Us <us@x>": want one such as partners@example.com`},
		{"SEARCH_INSIGHTS=no", `SEARCH_INSIGHTS="no": want on or off`},
		{"LOG_FORMAT=xml", `LOG_FORMAT="xml": want json or text`},
	}
	for _, tt := range tests {
		t.Run(tt.env, func(t *testing.T) {
			if _, err := load(t, []string{tt.env}, nil); err == nil || err.Error() != tt.want {
				t.Errorf("got  %v\nwant %s", err, tt.want)
			}
			name, value, _ := strings.Cut(tt.env, "=")
			if name == "TOMBSTONE_RETENTION" {
				return // serve has no flag for it
			}
			flag := "--" + strings.ReplaceAll(strings.ToLower(name), "_", "-")
			_, err := load(t, nil, []string{flag + "=" + value})
			if want := strings.Replace(tt.want, name, flag, 1); err == nil || err.Error() != want {
				t.Errorf("got  %v\nwant %s", err, want)
			}
		})
	}
}

// One error names all wrong values, and the right values are returned.
func TestWrongValuesTogether(t *testing.T) {
	c, err := load(t, []string{"DATABASE_URL=", "REDIS_URL=x", "MIGRATE_DATABASE_URL=" + databaseURL, "RATE_LIMIT=0", "LOG_FORMAT=xml"}, nil)
	if err == nil || strings.Count(err.Error(), "\n") != 3 {
		t.Fatalf("want four lines: %v", err)
	}
	for _, name := range []string{"DATABASE_URL: ", "REDIS_URL: ", "RATE_LIMIT=", "LOG_FORMAT="} {
		if !strings.Contains(err.Error(), name) {
			t.Errorf("%s is not named: %v", name, err)
		}
	}
	if c.MigrateDatabaseURL != databaseURL || c.RedisURL != "" {
		t.Errorf("of the right value came %s, of a wrong one %s", c.MigrateDatabaseURL, c.RedisURL)
	}
}

func TestURLsFromFiles(t *testing.T) {
	dir := t.TempDir()
	file := func(name, text string) string {
		path := filepath.Join(dir, name)
		check.NoError(t, os.WriteFile(path, []byte(text), 0o600))
		return path
	}
	database, redis, empty := file("database", databaseURL+"\n"), file("redis", "rediss://:s3cret@r\r\n"), file("empty", "\n")
	wrong := file("wrong", "s3cret")

	c := check.Must(config.Load(config.ParseEnv([]string{"DATABASE_URL_FILE=" + database, "MIGRATE_DATABASE_URL_FILE=" + database,
		"DATABASE_READ_URL_FILE=" + database, "REDIS_URL_FILE=" + redis}), nil))(t)
	if c.DatabaseURL != databaseURL || c.MigrateDatabaseURL != databaseURL || c.DatabaseReadURL != databaseURL || c.RedisURL != "rediss://:s3cret@r" {
		t.Errorf("got %q, %q, %q, %q", string(c.DatabaseURL), string(c.MigrateDatabaseURL), string(c.DatabaseReadURL), string(c.RedisURL))
	}

	failures := map[string]string{
		"DATABASE_URL_FILE=" + database: "DATABASE_URL and DATABASE_URL_FILE: set only one of them",
		"REDIS_URL_FILE=" + dir + "/no": "no: no such file",
		"REDIS_URL_FILE=" + empty:       "empty is empty",
		"REDIS_URL_FILE=" + wrong:       "REDIS_URL: want redis://",
	}
	for env, want := range failures {
		_, err := load(t, []string{env}, nil)
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "s3cret") {
			t.Errorf("%s: got %v, want %s", env, err, want)
		}
	}
}

func TestURLsAreNeverShown(t *testing.T) {
	for _, value := range []string{
		"s3cret", "host=db password=s3cret", "mysql://u:s3cret@db/x", "postgres://u:s3cret%@db/x", "postgres://u:s3cret@db:x/y",
		"postgres://u:s3cret@db/y?sslmode=s3cret", "redis://:s3cret@r:x", "redis://:s3cret@r/x", "redis://:s3cret@r?s3cret=1", "unix://s3cret%",
		"postgres://u:a@s3cret@db/x", "postgres://u:/s3cret@db/x", "postgres://u:1/s3cret@db/x", "postgres://u:1,2/s3cret@db/x",
		"postgres://u:1/a?b=s3cret@db/x", "postgresql://@s3cret@db/x", "redis://:/s3cret@r", "redis://u:1/s3cret@r", "unix://:/s3cret@/run/redis.sock",
		"postgres://u:1?s3cret@db/x", "redis://u:12#s3cret@r:6379", "redis://:12?s3cret@r/0",
	} {
		for _, name := range []string{"DATABASE_URL", "MIGRATE_DATABASE_URL", "DATABASE_READ_URL", "REDIS_URL", "CHROME_URL"} {
			_, err := load(t, []string{name + "=" + value}, nil)
			if err == nil || !strings.HasPrefix(err.Error(), name+": want ") || strings.Contains(err.Error(), "s3cret") {
				t.Errorf("%s=%s: got %v, want an error without the value", name, value, err)
			}
		}
	}

	redacted := map[config.URL]string{
		databaseURL:                       "postgres://db.example:5432/content",
		"unix://u:s3cret@/run/redis.sock": "unix:///run/redis.sock",
		"postgres://u:1/s3cret@db/x":      "…",
		"postgres://u:1?s3cret@db/x":      "…",
		"s3cret":                          "…",
		"":                                "",
	}
	for u, want := range redacted {
		check.Same(t, want, u.String(), string(u))
	}

	c := check.Must(load(t, nil, nil))(t)
	asJSON := check.Must(json.Marshal(c))(t)
	var log strings.Builder
	slog.New(slog.NewJSONHandler(&log, nil)).Info("start", "config", c, "url", c.DatabaseURL)
	slog.New(slog.NewTextHandler(&log, nil)).Info("start", "config", c, "url", c.DatabaseURL)
	for _, text := range []string{fmt.Sprintf("%v %+v %s", c, c, c.DatabaseURL), string(asJSON), log.String()} {
		if strings.Contains(text, "s3cret") || !strings.Contains(text, "db.example") {
			t.Errorf("shown as %s", text)
		}
	}
}

func TestURLsOfEveryForm(t *testing.T) {
	for _, env := range []string{
		"DATABASE_URL=postgres://db", "DATABASE_URL=postgres:///x?host=/run/postgresql", "DATABASE_URL=postgres://u:p@%2Frun%2Fpostgresql/x",
		"DATABASE_URL=postgres://u:p@[::1]:5432/x", "DATABASE_URL=postgres://u:p@a:1,[::1]:2,c/x?target_session_attrs=read-write",
		"DATABASE_URL=postgres://u%40x:%40%2F%3A@db/a%40b?application_name=a%40b",
		"REDIS_URL=redis://r", "REDIS_URL=redis://:%40%2F@[::1]:6379/0", "REDIS_URL=unix://u:p@/run/redis.sock?db=1",
		"CHROME_URL=https://chrome.example", "CHROME_URL=ws://[::1]:9222/devtools/browser/x", "CHROME_URL=",
	} {
		if _, err := load(t, []string{env}, nil); err != nil {
			t.Errorf("%s: %v", env, err)
		}
	}
}

func TestParseDuration(t *testing.T) {
	const day = 24 * time.Hour
	good := map[string]time.Duration{
		"30d": 30 * day, "1d12h": 36 * time.Hour, "1w": 7 * day, "0d": 0, "90s": 90 * time.Second, "1.5h": 90 * time.Minute,
	}
	for s, want := range good {
		check.Same(t, want, check.Must(config.ParseDuration(s))(t), s)
	}
	for _, s := range []string{"", "d", "30", "1.5d", "-1d", "1d-1h", "12h1d", "30 d", "99999999999d"} {
		if got, err := config.ParseDuration(s); err == nil {
			t.Errorf("ParseDuration(%q) = %v, want an error", s, got)
		}
	}
}

func TestSourcePassword(t *testing.T) {
	file := filepath.Join(t.TempDir(), "password")
	check.NoError(t, os.WriteFile(file, []byte("s3cret\n"), 0o600))
	for _, test := range []struct {
		env  []string
		want string // or a part of the error
	}{
		{[]string{"SOURCE_PASSWORD_SFO_WWW_SHOPS=s3cret"}, "s3cret"},
		{[]string{"SOURCE_PASSWORD_SFO_WWW_SHOPS_FILE=" + file}, "s3cret"},
		{[]string{"SOURCE_PASSWORD_SFO_WWW_SHOPS=s3cret", "SOURCE_PASSWORD_SFO_WWW_SHOPS_FILE=" + file}, "set only one of them"},
		{[]string{"SOURCE_PASSWORD_SFO_WWW=s3cret"}, "set SOURCE_PASSWORD_SFO_WWW_SHOPS,"},
	} {
		got, err := config.SourcePassword(config.ParseEnv(test.env), "SFO", "www-shops")
		if got != test.want && (err == nil || !strings.Contains(err.Error(), test.want) || strings.Contains(err.Error(), "s3cret")) {
			t.Errorf("%s: got %q, %v", test.env, got, err)
		}
	}
}
