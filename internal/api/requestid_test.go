package api

import (
	"net/http"
	"regexp"
	"strings"
	"testing"

	"airport-content/internal/check"
	"airport-content/internal/partner"
)

func TestRequestID(t *testing.T) {
	const olderKey = "c0ffee00c0ffee00c0ffee00c0ffee00"
	key, _ := partner.NewKey()
	for _, id := range []string{"4f1c9d2e7ab3406f8d5e0c1b2a394857", "0B7E0C62-9D2F-4C51-9D5B-6A7C1E2F3A4B", "1-67891233-abcdef012345678912345678",
		"booking-7.retry_2", "x", strings.Repeat("ab", 64)} {
		check.Same(t, id, requestID(http.Header{"X-Request-Id": {id}, keyHeader: {olderKey}}))
	}
	own := regexp.MustCompile(`^[0-9a-f]{32}$`)
	for _, ids := range [][]string{nil, {""}, {"two", "ids"}, {"a b"}, {"a\nb"}, {"é"}, {`"><script>`}, {strings.Repeat("a", 129)}, {key},
		{strings.TrimPrefix(key, "acp_")}, {"OlderSystemsKey0123456789"}, {olderKey}, {"id-" + olderKey}} {
		if got := requestID(http.Header{"X-Request-Id": ids, keyHeader: {olderKey}}); !own.MatchString(got) || got == olderKey {
			t.Errorf("%q becomes %q", ids, got)
		}
	}
}
