package config

import (
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/netip"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"time"
)

func parseAddr(value string) (string, error) {
	_, port, err := net.SplitHostPort(value)
	if err == nil {
		_, err = strconv.ParseUint(port, 10, 16)
	}
	if err != nil || strings.ContainsAny(value, " \t") {
		return "", errors.New("want host:port or :port")
	}
	return value, nil
}

func parseOptionalAddr(value string) (string, error) {
	if value == "" {
		return "", nil
	}
	addr, err := parseAddr(value)
	if err != nil {
		return "", fmt.Errorf("%w, or nothing for off", err)
	}
	return addr, nil
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

// parseDuration reads a duration of at least least.
func parseDuration(least time.Duration) func(string) (time.Duration, error) {
	return func(value string) (time.Duration, error) {
		d, err := ParseDuration(value)
		if err != nil {
			return 0, err
		}
		if d < least {
			return 0, fmt.Errorf("want at least %v", least)
		}
		return d, nil
	}
}

func parseBool(value string) (bool, error) {
	b, err := strconv.ParseBool(value)
	if err != nil {
		return false, errors.New("want true or false")
	}
	return b, nil
}

var prefixForm = regexp.MustCompile(`^[A-Za-z0-9._:-]{1,64}$`)

func parsePrefix(value string) (string, error) {
	if !prefixForm.MatchString(value) {
		return "", errors.New("want 1 to 64 letters, digits and . _ : -")
	}
	return value, nil
}

func parseLogLevel(value string) (slog.Level, error) {
	for _, level := range []slog.Level{slog.LevelDebug, slog.LevelInfo, slog.LevelWarn, slog.LevelError} {
		if strings.EqualFold(value, level.String()) {
			return level, nil
		}
	}
	return 0, errors.New("want debug, info, warn or error")
}

func parseLogFormat(value string) (LogFormat, error) {
	switch format := LogFormat(strings.ToLower(value)); format {
	case JSON, Text:
		return format, nil
	}
	return "", errors.New("want json or text")
}

// parseCollector reads the URL of a collector; empty is none.
func parseCollector(value string) (string, error) {
	u, err := url.Parse(value)
	if value != "" && (err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" || !encoded(value)) {
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
		network, err := parseNetwork(part)
		if err != nil {
			return nil, fmt.Errorf("%q is neither a network such as 10.0.0.0/8 nor an address", part)
		}
		networks = append(networks, network)
	}
	return networks, nil
}

// parseNetwork takes an IPv4 network that is written as IPv6 for what it is, since addresses are compared so.
func parseNetwork(s string) (netip.Prefix, error) {
	if !strings.Contains(s, "/") {
		addr, err := netip.ParseAddr(s)
		if err != nil {
			return netip.Prefix{}, err
		}
		addr = addr.Unmap().WithZone("")
		return netip.PrefixFrom(addr, addr.BitLen()), nil
	}
	network, err := netip.ParsePrefix(s)
	if err != nil {
		return netip.Prefix{}, err
	}
	if network.Addr().Is4In6() && network.Bits() >= 96 {
		network = netip.PrefixFrom(network.Addr().Unmap(), network.Bits()-96)
	}
	return network.Masked(), nil
}
