package cli_test

import (
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"
)

// answer is what a test looks at of an answer.
type answer struct {
	status     int
	body       string
	Pagination struct{ Total int }
	Error      struct{ Code string }
}

// get asks with a key, or without one when it is empty.
func get(t *testing.T, url, key string) answer {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	if key != "" {
		request.Header.Set("x-partner-api-key", key)
	}
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	response, err := client.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	a := answer{status: response.StatusCode, body: string(body)}
	if strings.HasPrefix(response.Header.Get("Content-Type"), "application/json") {
		if err := json.Unmarshal(body, &a); err != nil {
			t.Fatalf("%v in %s", err, body)
		}
	}
	return a
}
