package config

import (
	"errors"
	"net/url"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/redis/go-redis/v9"
)

// URL says how to reach a server, and may hold a password: it prints redacted. string(u) is the whole.
type URL string

// Redacted shows scheme, host and path alone, and less where they cannot be told from a password.
func (u URL) Redacted() string {
	if u == "" {
		return ""
	}
	scheme, _, ok := strings.Cut(string(u), "://")
	if !ok {
		return "…"
	}
	parsed, err := url.Parse(string(u))
	// An @ behind the host is most often that of a password with a character that was not escaped.
	if err != nil || strings.Contains(parsed.Path+parsed.RawQuery+parsed.Fragment, "@") {
		return scheme + "://…"
	}
	return scheme + "://" + parsed.Host + parsed.Path
}

// String is Redacted.
func (u URL) String() string { return u.Redacted() }

// MarshalText is Redacted too, for logs.
func (u URL) MarshalText() ([]byte, error) { return []byte(u.Redacted()), nil }

func parsePostgresURL(value string) (URL, error) {
	if (strings.HasPrefix(value, "postgres://") || strings.HasPrefix(value, "postgresql://")) && encoded(value) {
		// Its error may show parts of a password.
		if _, err := pgconn.ParseConfig(value); err == nil {
			return URL(value), nil
		}
	}
	return "", errors.New("want postgres://user:password@host:5432/database, with special characters of the password, such as @ and /, percent-encoded")
}

func parseRedisURL(value string) (URL, error) {
	if _, err := redis.ParseURL(value); err != nil || !encoded(value) {
		return "", errors.New("want redis://user:password@host:6379/0, rediss://… for TLS, or unix:///path/of/socket?db=0, " +
			"with special characters of the password, such as @ and /, percent-encoded")
	}
	return URL(value), nil
}

// encoded tells whether the only @ of a URL is the one before the host. With another, or what ends a host before it, a part
// of a password that was not percent-encoded would be taken for the host or what follows it, and shown when nothing answers
// there.
func encoded(value string) bool {
	_, rest, _ := strings.Cut(value, "://")
	user, rest, found := strings.Cut(rest, "@")
	return !found || !strings.ContainsAny(user, "/?#") && !strings.Contains(rest, "@")
}
