// Package config reads the environment and the flags of a command into one checked value.
package config

import (
	"errors"
	"fmt"
	"log/slog"
	"net/netip"
	"os"
	"strings"
	"time"

	"github.com/spf13/pflag"
)

// Config has every setting of an operator. Load checks the values once.
type Config struct {
	DatabaseURL          URL
	MigrateDatabaseURL   URL // DatabaseURL unless set
	DatabaseReadURL      URL // empty: no replica
	DBMaxConns           int
	DBPreparedStatements bool

	RedisURL    URL
	ChromeURL   URL // "": the installed one
	RedisPrefix string

	ListenAddr               string
	OpsAddr                  string   // empty: off
	OpsNames                 []string // host names of OpsAddr, in lower case
	TrustedProxies           []netip.Prefix
	MaxConnections           int // to the API
	MaxConnectionsPerAddress int // of these
	RequestTimeout           time.Duration
	ShutdownTimeout          time.Duration
	DrainDelay               time.Duration

	IndexMemory int // bytes

	RateLimit        int // requests a minute for a partner
	AuthFailureLimit int // failures a minute for a client address
	BrowserRateLimit int // requests a minute with browser keys for a client address

	LogLevel  slog.Level
	LogFormat LogFormat

	ContactURL, ContactEmail string // whom partners ask; optional
	PublicURL                string // of the service; optional

	OTLPEndpoint string // base URL of a collector of traces; empty: no tracing

	TombstoneRetention time.Duration

	SearchInsights    bool // queries are counted by airport and day
	SearchInsightsMin int  // searches of a day, for the words of a query to be stored
}

// LogFormat is how log lines are written.
type LogFormat string

// The two formats.
const (
	JSON LogFormat = "json"
	Text LogFormat = "text"
)

// Env holds the variables of an environment.
type Env map[string]string

// ParseEnv reads a list of name=value, as os.Environ gives it.
func ParseEnv(list []string) Env {
	env := Env{}
	for _, variable := range list {
		name, value, _ := strings.Cut(variable, "=")
		env[name] = value
	}
	return env
}

// AddFlags gives a command a flag for every setting of hasFlag: --listen-addr for LISTEN_ADDR.
func AddFlags(flags *pflag.FlagSet) {
	for _, s := range settings(&Config{}) {
		if s.hasFlag() {
			flags.String(s.flag(), s.fallback, fmt.Sprintf("%s (variable %s)", s.usage, s.name))
		}
	}
}

// Load reads the environment, and the flags of AddFlags, which have priority; flags may be nil. The
// error joins one error for each wrong value, and shows no part of a URL. With an error, Load
// returns the right values all the same.
func Load(env Env, flags *pflag.FlagSet) (Config, error) {
	var c Config
	var errs []error
	for _, s := range settings(&c) {
		if err := s.load(env, flags); err != nil {
			errs = append(errs, err)
		}
	}
	if c.MigrateDatabaseURL == "" {
		c.MigrateDatabaseURL = c.DatabaseURL
	}
	return c, errors.Join(errs...)
}

// load sets a setting from its flag, its variable or its file.
func (s setting) load(env Env, flags *pflag.FlagSet) error {
	if flags != nil && s.hasFlag() && flags.Changed(s.flag()) {
		return s.parse("--"+s.flag(), flags.Lookup(s.flag()).Value.String())
	}
	value, ok := env[s.name]
	if s.isURL() {
		var err error
		if value, err = secret(env, s.name); err != nil {
			return err
		}
	}
	if value == "" && !(ok && s.name == opsAddr) {
		value = s.fallback
	}
	return s.parse(s.name, value)
}

// parse reads a value. Its error names the origin of the value, and shows a value that cannot hold
// a password.
func (s setting) parse(given, value string) error {
	err := s.set(value)
	switch {
	case err == nil:
		return nil
	case s.isURL(), s.name == otlpEndpoint:
		return fmt.Errorf("%s: %w", given, err)
	}
	return fmt.Errorf("%s=%q: %w", given, value, err)
}

// secret is the value of a variable, or the content of the file that the variable with _FILE names.
func secret(env Env, variable string) (string, error) {
	value, file := env[variable], env[variable+"_FILE"]
	switch {
	case file == "":
		return value, nil
	case value != "":
		return "", fmt.Errorf("%s and %s_FILE: set only one of them", variable, variable)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return "", fmt.Errorf("%s_FILE: %w", variable, err)
	}
	if value = strings.TrimSpace(string(text)); value == "" {
		return "", fmt.Errorf("%s_FILE: %s is empty", variable, file)
	}
	return value, nil
}

// SourcePassword finds the password of a source's user: SOURCE_PASSWORD_SFO_NEWS, or the file that
// SOURCE_PASSWORD_SFO_NEWS_FILE names. No error shows the password.
func SourcePassword(env Env, airport, name string) (string, error) {
	variable := "SOURCE_PASSWORD_" + strings.ToUpper(strings.ReplaceAll(airport+"_"+name, "-", "_"))
	password, err := secret(env, variable)
	if err == nil && password == "" {
		err = errors.New("it has a user and no password: set " + variable + ", or " + variable + "_FILE to a file that holds it")
	}
	return password, err
}
