package docs_test

import (
	"encoding/json"
	"io"
	"net/http"
	"testing"

	"airport-content/internal/cli/clitest"
	"airport-content/internal/testenv"
)

// installation is the environment of the real program, on servers of its own.
type installation []string

func newInstallation(t *testing.T, databaseURL string) installation {
	t.Helper()
	redisURL, prefix := testenv.Redis(t)
	return installation{"DATABASE_URL=" + databaseURL, "REDIS_URL=" + redisURL, "REDIS_PREFIX=" + prefix,
		"LISTEN_ADDR=127.0.0.1:0", "OPS_ADDR=", "RATE_LIMIT=100000", "AUTH_FAILURE_LIMIT=100000"}
}

func (i installation) with(variables ...string) installation {
	return append(i[:len(i):len(i)], variables...)
}

// must runs a command that has to succeed, and returns stdout without the last newline.
func (i installation) must(t *testing.T, args ...string) string {
	t.Helper()
	return clitest.Must(t, i, "", args...)
}

// serve starts a server, which is stopped with the test, and returns its origin.
func (i installation) serve(t *testing.T) string {
	t.Helper()
	return clitest.Serve(t, i).URL
}

// answer is a response with its body read.
type answer struct {
	*http.Response
	body []byte
}

// ask sends a request with headers given as name, value pairs.
func ask(t *testing.T, method, url string, headers ...string) answer {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), method, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Accept-Encoding", "identity")
	for i := 0; i < len(headers); i += 2 {
		request.Header.Set(headers[i], headers[i+1])
	}
	// No redirect is followed, and no connection outlives the test.
	response, err := (&http.Transport{DisableKeepAlives: true}).RoundTrip(request)
	if err != nil {
		t.Fatalf("%s %s: %v", method, url, err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatalf("%s %s: %v", method, url, err)
	}
	return answer{response, body}
}

func (a answer) decode(t *testing.T, into any) {
	t.Helper()
	if err := json.Unmarshal(a.body, into); err != nil {
		t.Fatalf("%v in %s", err, a.body)
	}
}
