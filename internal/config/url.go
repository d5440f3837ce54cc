package config

import (
	"errors"
	"net/url"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/redis/go-redis/v9"
)

// URL is how to reach a server. It may hold a password, so it prints without it; string(u) is the whole.
type URL string

// String shows only scheme, host and path.
func (u URL) String() string {
	parsed, err := url.Parse(string(u))
	switch {
	case u == "":
		return ""
	case err != nil || parsed.Scheme == "" || !encoded(string(u)):
		return "…"
	}
	return parsed.Scheme + "://" + parsed.Host + parsed.Path
}

// MarshalText is String, for logs.
func (u URL) MarshalText() ([]byte, error) { return []byte(u.String()), nil }

func parsePostgresURL(value string) (URL, error) {
	const want = "want postgres://user:password@host:5432/database, with special characters of the password, such as @ and /, percent-encoded"
	if value == "" {
		return "", errors.New("required: " + want + "; the variable with _FILE at its end can name a file that holds it")
	}
	_, err := pgconn.ParseConfig(value) // the error may show parts of a password
	scheme, _, _ := strings.Cut(value, "://")
	if err != nil || scheme != "postgres" && scheme != "postgresql" || !encoded(value) {
		return "", errors.New(want)
	}
	return URL(value), nil
}

func parseRedisURL(value string) (URL, error) {
	if _, err := redis.ParseURL(value); err != nil || !encoded(value) {
		return "", errors.New("want redis://user:password@host:6379/0, rediss://… for TLS, or unix:///path/of/socket?db=0, " +
			"with special characters of the password, such as @ and /, percent-encoded")
	}
	return URL(value), nil
}

// encoded reports whether the only @ of a URL is the one before the host. Otherwise a password holds a character that is not
// percent-encoded, and a part of it would be shown as host or path.
func encoded(value string) bool {
	_, rest, _ := strings.Cut(value, "://")
	user, rest, found := strings.Cut(rest, "@")
	return !found || !strings.ContainsAny(user, "/?#") && !strings.Contains(rest, "@")
}
