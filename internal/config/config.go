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

// Config is everything that an operator can set. It is checked once and passed down.
type Config struct {
	DatabaseURL          URL
	MigrateDatabaseURL   URL // DatabaseURL unless set
	DatabaseReadURL      URL // empty: no replica
	DBMaxConns           int
	DBPreparedStatements bool

	RedisURL    URL
	RedisPrefix string

	ListenAddr               string
	OpsAddr                  string // empty: off
	TrustedProxies           []netip.Prefix
	MaxConnections           int // to the API
	MaxConnectionsPerAddress int // of these
	RequestTimeout           time.Duration
	ShutdownTimeout          time.Duration
	DrainDelay               time.Duration

	RateLimit        int // requests a minute for a partner
	AuthFailureLimit int // failures a minute for a client address

	LogLevel  slog.Level
	LogFormat LogFormat

	OTLPEndpoint string // base URL of a collector of traces; empty: no tracing

	TombstoneRetention time.Duration
}

// LogFormat is how log lines are written.
type LogFormat string

// The two formats.
const (
	JSON LogFormat = "json"
	Text LogFormat = "text"
)

// Lookup finds a variable of the environment, as os.LookupEnv does.
type Lookup func(name string) (value string, ok bool)

// Environ looks variables up in a list of name=value, as os.Environ gives.
func Environ(env []string) Lookup {
	values := make(map[string]string, len(env))
	for _, variable := range env {
		name, value, _ := strings.Cut(variable, "=")
		values[name] = value
	}
	return func(name string) (string, bool) {
		value, ok := values[name]
		return value, ok
	}
}

// AddFlags gives a command a flag for every variable except the URLs: --listen-addr for LISTEN_ADDR.
func AddFlags(flags *pflag.FlagSet) {
	for _, s := range settings(&Config{}) {
		if s.hasFlag() {
			flags.String(s.flag(), s.fallback, fmt.Sprintf("%s (variable %s)", s.usage, s.name))
		}
	}
}

// Load reads the environment, and the flags of AddFlags, which have priority; flags may be nil. The error joins one error for
// each wrong value, and shows no part of a URL. The right values are returned even with an error.
func Load(lookup Lookup, flags *pflag.FlagSet) (Config, error) {
	var c Config
	var errs []error
	for _, s := range settings(&c) {
		given, value, err := s.find(lookup, flags)
		if err == nil {
			err = s.set(value)
		}
		switch {
		case err == nil:
		case s.isURL(), s.name == otlpEndpoint:
			errs = append(errs, fmt.Errorf("%s: %w", given, err))
		default:
			errs = append(errs, fmt.Errorf("%s=%q: %w", given, value, err))
		}
	}
	if c.MigrateDatabaseURL == "" {
		c.MigrateDatabaseURL = c.DatabaseURL
	}
	return c, errors.Join(errs...)
}

// find returns the value of a setting, and the name of the flag or variable that gave it.
func (s setting) find(lookup Lookup, flags *pflag.FlagSet) (given, value string, err error) {
	if flags != nil && s.hasFlag() && flags.Changed(s.flag()) {
		value, err = flags.GetString(s.flag())
		return "--" + s.flag(), value, err
	}
	value, ok := lookup(s.name)
	if file, _ := lookup(s.name + "_FILE"); s.isURL() && file != "" {
		if value != "" {
			return s.name + " and " + s.name + "_FILE", "", errors.New("set only one of them")
		}
		value, err = readSecret(file)
		if err != nil {
			return s.name + "_FILE", "", err
		}
	}
	if value == "" && !(ok && s.name == opsAddr) {
		value = s.fallback
	}
	return s.name, value, nil
}

func readSecret(file string) (string, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return "", err
	}
	value := strings.TrimSpace(string(text))
	if value == "" {
		return "", fmt.Errorf("%s is empty", file)
	}
	return value, nil
}
