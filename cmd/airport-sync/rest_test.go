package main

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	"airport-content/internal/check"
)

// The first half of the requests of a minute come at once, the others are spread over its rest.
func TestRestBelowTheRateLimit(t *testing.T) {
	now := time.Unix(1_700_000_000, 0)
	header := func(limit, remaining string, left time.Duration) http.Header {
		return http.Header{"X-Ratelimit-Limit": {limit}, "X-Ratelimit-Remaining": {remaining}, "X-Ratelimit-Reset": {fmt.Sprint(now.Add(left).Unix())}}
	}
	for name, test := range map[string]struct {
		header http.Header
		want   time.Duration
	}{
		"the first":            {header("300", "299", time.Minute), 0},
		"over half are left":   {header("300", "151", 50*time.Second), 0},
		"half are left":        {header("300", "149", 45*time.Second), 300 * time.Millisecond},
		"few are left":         {header("300", "3", time.Minute), 2 * time.Second},
		"none is left":         {header("300", "0", time.Second), time.Second},
		"the minute is over":   {header("300", "0", -time.Second), 0},
		"a small limit":        {header("1", "0", time.Minute), 2 * time.Second},
		"no limit is told":     {http.Header{}, 0},
		"a limit is no number": {header("many", "0", time.Minute), 0},
	} {
		check.Same(t, test.want, restFor(test.header, now), name)
	}
}
