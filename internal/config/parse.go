package config

import (
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/mail"
	"net/netip"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/prometheus/common/model"
	"github.com/redis/go-redis/v9"
)

// optional makes parse accept an empty value too.
func optional[T ~string](parse func(string) (T, error)) func(string) (T, error) {
	return func(value string) (T, error) {
		if value == "" {
			return "", nil
		}
		return parse(value)
	}
}

// parseWebPage accepts addresses of web pages without a user.
func parseWebPage(value string) (string, error) {
	u, err := url.Parse(value)
	if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Hostname() == "" || u.User != nil {
		return "", errors.New("want one such as https://www.example.com/partners")
	}
	return u.String(), nil
}

func parseEmail(value string) (string, error) {
	address, err := mail.ParseAddress(value)
	if err != nil || address.Address != value {
		return "", errors.New("want one such as partners@example.com")
	}
	return value, nil
}

func parseAddr(value string) (string, error) {
	_, port, err := net.SplitHostPort(value)
	if err == nil {
		_, err = strconv.ParseUint(port, 10, 16)
	}
	if err != nil {
		return "", errors.New("want host:port or :port")
	}
	return value, nil
}

var nameForm = regexp.MustCompile(`^[a-z0-9_]([a-z0-9_.-]{0,252}[a-z0-9_])?$`)

// parseNames reads host names, separated by commas.
func parseNames(value string) ([]string, error) {
	var names []string
	for part := range strings.SplitSeq(strings.ToLower(value), ",") {
		switch part = strings.TrimSpace(part); {
		case part == "":
		case nameForm.MatchString(part):
			names = append(names, part)
		default:
			return nil, fmt.Errorf("%q is no host name such as ops.example.com; want names without a port, separated by commas", part)
		}
	}
	return names, nil
}

// parseInt reads a whole number from least to most.
func parseInt(least, most int) func(string) (int, error) {
	return func(value string) (int, error) {
		n, err := strconv.Atoi(value)
		if err != nil || n < least || n > most {
			return 0, fmt.Errorf("want a whole number from %d to %d", least, most)
		}
		return n, nil
	}
}

// parseMegabytes reads a number of megabytes, such as 64MB, in bytes.
func parseMegabytes(value string) (bytes int, err error) {
	const least, most = 8, 1 << 20
	number, unit := strings.CutSuffix(strings.ToUpper(strings.TrimSpace(value)), "MB")
	megabytes, err := strconv.Atoi(number)
	if err != nil || !unit || megabytes < least || megabytes > most {
		return 0, fmt.Errorf("want megabytes from %dMB to %dMB", least, most)
	}
	return megabytes << 20, nil
}

// ParseDuration reads a duration such as 30d, 1d12h or 1.5h. A day has 24 hours.
func ParseDuration(s string) (time.Duration, error) {
	if d, err := time.ParseDuration(s); err == nil {
		return d, nil
	}
	d, err := model.ParseDuration(s)
	if err != nil {
		return 0, errors.New("want a duration such as 30d, 12h or 90s")
	}
	return time.Duration(d), nil
}

// parseDuration reads a duration of at least least.
func parseDuration(least time.Duration) func(string) (time.Duration, error) {
	return func(value string) (time.Duration, error) {
		d, err := ParseDuration(value)
		if err == nil && d < least {
			err = fmt.Errorf("want at least %v", least)
		}
		return d, err
	}
}

func parseBool(value string) (bool, error) {
	b, err := strconv.ParseBool(value)
	if err != nil {
		return false, errors.New("want true or false")
	}
	return b, nil
}

func parseSwitch(value string) (bool, error) {
	if value != "on" && value != "off" {
		return false, errors.New("want on or off")
	}
	return value == "on", nil
}

var prefixForm = regexp.MustCompile(`^[A-Za-z0-9._:-]{1,64}$`)

func parsePrefix(value string) (string, error) {
	if !prefixForm.MatchString(value) {
		return "", errors.New("want 1 to 64 letters, digits and . _ : -")
	}
	return value, nil
}

func parseLogLevel(value string) (level slog.Level, err error) {
	if level.UnmarshalText([]byte(value)) != nil {
		err = errors.New("want debug, info, warn or error")
	}
	return level, err
}

func parseLogFormat(value string) (LogFormat, error) {
	switch format := LogFormat(strings.ToLower(value)); format {
	case JSON, Text:
		return format, nil
	}
	return "", errors.New("want json or text")
}

func parseCollector(value string) (string, error) {
	u, err := url.Parse(value)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" || !encoded(value) {
		return "", errors.New("want one such as http://127.0.0.1:4318")
	}
	return value, nil
}

// parseNetworks reads networks (10.0.0.0/8) and single addresses, separated by commas.
func parseNetworks(value string) ([]netip.Prefix, error) {
	var networks []netip.Prefix
	for part := range strings.SplitSeq(value, ",") {
		part = strings.TrimSpace(part)
		if part == "" {
			continue
		}
		network, err := netip.ParsePrefix(part)
		if err != nil {
			var addr netip.Addr
			addr, err = netip.ParseAddr(part)
			network = netip.PrefixFrom(addr, addr.BitLen())
		}
		if err != nil {
			return nil, fmt.Errorf("%q is neither a network such as 10.0.0.0/8 nor an address", part)
		}
		networks = append(networks, network.Masked())
	}
	return networks, nil
}

// URL is the address of a server. A URL may hold a password, so String leaves out user and
// password; string(u) is the whole URL.
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

func parseChromeURL(value string) (URL, error) {
	at, err := url.Parse(value)
	if err != nil || !slices.Contains([]string{"http", "https", "ws", "wss"}, at.Scheme) || at.Hostname() == "" {
		return "", errors.New("want one such as http://127.0.0.1:9222, where a Chromium with --remote-debugging-port listens, or ws://… of the browser")
	}
	return URL(value), nil
}

// encoded reports whether the only @ of a URL stands before the host. Otherwise the password has a
// character without percent-encoding, and String would show a part of the password as host or path.
func encoded(value string) bool {
	_, rest, _ := strings.Cut(value, "://")
	user, rest, found := strings.Cut(rest, "@")
	return !found || !strings.ContainsAny(user, "/?#") && !strings.Contains(rest, "@")
}
