package cli

import (
	"fmt"
	"time"

	"airport-content/internal/config"
	"airport-content/internal/timestamp"
)

const expiresUsage = "when the key ends: a date such as 2026-12-31, which means its first moment in UTC, a time from now such as 30d or 12h, or never"

// parseExpiry reads the value of --expires; nil is never.
func parseExpiry(s string) (*time.Time, error) {
	if s == "never" {
		return nil, nil
	}
	if after, err := config.ParseDuration(s); err == nil && after > 0 {
		end := time.Now().Add(after)
		return &end, nil
	}
	end, err := timestamp.Parse(s)
	if err != nil {
		return nil, fmt.Errorf("--expires %q: want a date such as 2026-12-31, a time from now such as 30d or 12h, or never", s)
	}
	return &end, nil
}
