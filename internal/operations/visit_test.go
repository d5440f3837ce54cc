package operations_test

import (
	"crypto/tls"
	"encoding/json"
	"net/http"
	"net/url"
	"testing"
	"time"
)

// answer is what the API says, as far as these tests look.
type answer struct {
	status     int
	Status     string // of the health report
	Meta       struct{ Timestamp string }
	Pagination struct{ Total int }
	Results    []struct {
		ID           string
		LastModified string
	}
	Result     struct{ ID string }
	NextCursor string
	Error      struct{ Code string }
}

// ask gets a path below the partner interface; a key of "" is none.
func ask(t *testing.T, base, path, key string) answer {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, base+"/api/v1/partner"+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	if key != "" {
		request.Header.Set("x-partner-api-key", key)
	}
	client := &http.Client{Timeout: time.Minute, Transport: &http.Transport{
		DisableKeepAlives: true,
		TLSClientConfig:   &tls.Config{InsecureSkipVerify: true}, // a front's certificate in a test is its own word
	}}
	response, err := client.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	a := answer{status: response.StatusCode}
	if err := json.NewDecoder(response.Body).Decode(&a); err != nil {
		t.Fatalf("GET %.200s: status %d: %v", path, response.StatusCode, err)
	}
	return a
}

// visit asks for everything that the API offers, and wants content in every answer. It returns a cursor.
func visit(t *testing.T, base, key string) (cursor string) {
	t.Helper()
	good := func(path, key string) answer {
		t.Helper()
		a := ask(t, base, path, key)
		if a.status != http.StatusOK {
			t.Errorf("GET %s: status %d, error %q", path, a.status, a.Error.Code)
		}
		return a
	}
	some := func(path string) answer {
		t.Helper()
		a := good(path, key)
		if len(a.Results) == 0 {
			t.Fatalf("GET %s: no results", path)
		}
		return a
	}
	if a := good("/health", ""); a.Status != "healthy" {
		t.Errorf("health is %s", a.Status)
	}
	content := "/" + airport + "/content"
	newest := some(content).Results[0]
	some(content + "?contentType=dining&includeBody=false&size=5&from=1")
	some(content + "?modifiedSince=2001-01-01&contentType=dining")
	some(content + "?q=" + url.QueryEscape(`coffee -tea or "car park"`))
	some(content + "?q=restuarant&contentType=dining&modifiedSince=2001-01-01")
	if a := good(content+"/"+url.PathEscape(newest.ID), key); a.Result.ID != newest.ID {
		t.Errorf("asked for item %q and got %q", newest.ID, a.Result.ID)
	}
	first := some("/" + airport + "/changes?size=3")
	return some("/" + airport + "/changes?cursor=" + url.QueryEscape(first.NextCursor)).NextCursor
}
