// Package config makes one checked value of the environment and the flags of a command.
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

	ListenAddr      string
	OpsAddr         string // empty: off
	TrustedProxies  []netip.Prefix
	RequestTimeout  time.Duration
	ShutdownTimeout time.Duration
	DrainDelay      time.Duration

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

// Environ looks variables up in a list of name=value, as os.Environ gives; of two with one name the last counts.
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

// AddFlags gives a command a flag for every variable but the URLs: --listen-addr for LISTEN_ADDR.
func AddFlags(flags *pflag.FlagSet) {
	for _, s := range settings() {
		if s.secret {
			continue
		}
		flags.String(s.flag(), s.fallback, fmt.Sprintf("%s (variable %s)", s.usage, s.name))
	}
}

// Load reads the environment, and the flags of AddFlags, which win; flags may be nil. The error joins one for
// each wrong value, in a fixed order; none of them shows anything of a URL. With an error come the values that are right.
func Load(lookup Lookup, flags *pflag.FlagSet) (Config, error) {
	var c Config
	var errs []error
	for _, s := range settings() {
		if err := s.load(&c, lookup, flags); err != nil {
			errs = append(errs, err)
		}
	}
	if c.MigrateDatabaseURL == "" {
		c.MigrateDatabaseURL = c.DatabaseURL
	}
	return c, errors.Join(errs...)
}

func (s setting) load(c *Config, lookup Lookup, flags *pflag.FlagSet) error {
	if flags != nil && !s.secret && flags.Changed(s.flag()) {
		value, err := flags.GetString(s.flag())
		if err != nil {
			return fmt.Errorf("--%s: %w", s.flag(), err)
		}
		if err := s.set(c, value); err != nil {
			return s.refuse("--"+s.flag(), value, err)
		}
		return nil
	}
	if s.secret {
		return s.loadSecret(c, lookup)
	}
	value, ok := lookup(s.name)
	if !ok || value == "" && !s.mayBeEmpty {
		value = s.fallback
	}
	if err := s.set(c, value); err != nil {
		return s.refuse(s.name, value, err)
	}
	return nil
}

// refuse is the error of a value that was given as a variable or a flag.
func (s setting) refuse(given, value string, err error) error {
	if s.unshown {
		return fmt.Errorf("%s: %w", given, err)
	}
	return fmt.Errorf("%s=%q: %w", given, value, err)
}

// loadSecret takes the value from the variable, or from the file that the variable with _FILE names.
func (s setting) loadSecret(c *Config, lookup Lookup) error {
	value, _ := lookup(s.name)
	file, _ := lookup(s.name + "_FILE")
	switch {
	case value != "" && file != "":
		return fmt.Errorf("%s and %s_FILE: set only one of them", s.name, s.name)
	case file != "":
		text, err := os.ReadFile(file)
		if err != nil {
			return fmt.Errorf("%s_FILE=%q: %w", s.name, file, errors.Unwrap(err))
		}
		if value = strings.TrimSpace(string(text)); value == "" {
			return fmt.Errorf("%s_FILE=%q: the file is empty", s.name, file)
		}
	case value == "":
		value = s.fallback
	}
	if value == "" {
		if s.required {
			return fmt.Errorf("%s: required, such as postgres://user:password@host:5432/database; or name a file that holds it in %s_FILE", s.name, s.name)
		}
		return nil
	}
	if err := s.set(c, value); err != nil {
		return fmt.Errorf("%s: %w", s.name, err)
	}
	return nil
}
