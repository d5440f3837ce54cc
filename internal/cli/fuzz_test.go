package cli_test

import (
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"

	"airport-content/internal/cli/clitest"
	"airport-content/internal/testenv"
)

// FuzzRequest asks a whole server with a good key. No request makes it fail, but for what a busy machine
// is too slow for, and every refusal has our body.
func FuzzRequest(f *testing.F) {
	redisURL, prefix := testenv.Redis(f)
	env := []string{"DATABASE_URL=" + testenv.Database(f), "REDIS_URL=" + redisURL, "REDIS_PREFIX=" + prefix, "LISTEN_ADDR=127.0.0.1:0", "OPS_ADDR=",
		"RATE_LIMIT=1000000", "TRUSTED_PROXIES=127.0.0.1/32", "REQUEST_TIMEOUT=1m"}
	clitest.Must(f, env, "", "airport", "add", "SFO", "San Francisco")
	clitest.Must(f, env, `{"id":"a","contentType":"page","title":"A","content":"one"}`, "import", "SFO", "-")
	clitest.Must(f, env, "", "partner", "add", "Acme")
	key := clitest.Must(f, env, "", "key", "create", "--partner", "Acme", "--airport", "SFO")
	address := clitest.Serve(f, env).URL
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	f.Cleanup(client.CloseIdleConnections)
	for _, seed := range [][3]string{
		{"SFO/content", "q=one+-two+%22a+b%22&size=3", "192.0.2.1"}, {"SFO/content", "modifiedSince=2026-03-10T09:30:00%2B01:00&contentType=page&from=1", ""},
		{"SFO/content/a", "", "10.0.0.1, [::1]:80"}, {"SFO/content/%2e%2e%2f", "", "\xff"}, {"SFO/changes", "cursor=AQ&size=1", ""}, {"sfo//content", "q=%00", ",,"},
		{"health", "", ""}, {"SFO/content", "q=t*+%E2%80%8B+or+%C5%BF&includeBody=TRUE", ""},
	} {
		f.Add(seed[0], seed[1], seed[2])
	}
	f.Fuzz(func(t *testing.T, path, query, forwarded string) {
		request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, nil)
		if err != nil {
			t.Fatal(err)
		}
		request.URL.Opaque = "/api/v1/partner/" + path
		request.URL.RawQuery = query
		request.Header.Set("X-Partner-Api-Key", key)
		request.Header.Set("X-Forwarded-For", forwarded)
		response, err := client.Do(request)
		if err != nil {
			t.Skip() // it cannot be sent
		}
		defer response.Body.Close()
		body, err := io.ReadAll(response.Body)
		if err != nil {
			t.Fatal(err)
		}
		var failure struct {
			Error struct{ Code, RequestID string }
		}
		ours := response.Header.Get("X-Request-Id") != "" // else net/http refuses what is not HTTP
		if response.StatusCode >= 400 && ours && (json.Unmarshal(body, &failure) != nil || failure.Error.Code == "") || response.StatusCode >= 500 && failure.Error.Code != "timeout" {
			t.Errorf("%q ? %q: %d %.300s", path, query, response.StatusCode, body)
		}
		if strings.Contains(string(body), key) {
			t.Errorf("%q ? %q shows the key: %s", path, query, body)
		}
	})
}
