package config

import (
	"errors"
	"math"
	"strconv"
	"strings"
	"time"
)

// ParseDuration reads what time.ParseDuration reads, and whole days before it: "30d", "1d12h".
// A day is 24 hours.
func ParseDuration(s string) (time.Duration, error) {
	const day = 24 * time.Hour
	bad := errors.New("want a duration such as 30d, 12h or 90s")
	days, rest, ok := strings.Cut(s, "d")
	if !ok {
		d, err := time.ParseDuration(s)
		if err != nil {
			return 0, bad
		}
		return d, nil
	}
	n, err := strconv.ParseUint(days, 10, 32)
	if err != nil || n > uint64(math.MaxInt64/day) {
		return 0, bad
	}
	total := time.Duration(n) * day
	if rest == "" {
		return total, nil
	}
	d, err := time.ParseDuration(rest)
	if err != nil || d < 0 || total+d < total {
		return 0, bad
	}
	return total + d, nil
}
