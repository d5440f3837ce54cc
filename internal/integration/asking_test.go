package integration_test

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"
)

// answer is what came back.
type answer struct {
	status int
	header http.Header
	body   []byte
}

// get asks for a path under the partner interface, with a key, or without one when it is empty. Headers are name, value, …
func (s *server) get(t *testing.T, key, path string, headers ...string) answer {
	t.Helper()
	return s.ask(t, http.MethodGet, key, partnerPath+path, headers...)
}

// ask sends the path as it is written, dots and double slashes included.
func (s *server) ask(t *testing.T, method, key, path string, headers ...string) answer {
	t.Helper()
	a, err := s.try(t, method, key, path, headers...)
	if err != nil {
		t.Fatalf("%s %s: %v", method, path, err)
	}
	return a
}

// try is ask where no answer may come.
func (s *server) try(t *testing.T, method, key, path string, headers ...string) (answer, error) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), method, s.URL, nil)
	if err != nil {
		return answer{}, err
	}
	request.URL.Opaque = path
	if key != "" {
		request.Header.Set("x-partner-api-key", key)
	}
	for i := 0; i < len(headers); i += 2 {
		request.Header.Add(headers[i], headers[i+1])
	}
	response, err := s.client.Do(request)
	if err != nil {
		return answer{}, err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	return answer{response.StatusCode, response.Header, body}, err
}

// page is the content endpoint's envelope.
type page struct {
	Success    *bool      `json:"success"`
	Meta       meta       `json:"meta"`
	Pagination pagination `json:"pagination"`
	Results    []item     `json:"results"`
}

type meta struct {
	Partner        string          `json:"partner"`
	PartnerID      json.Number     `json:"partnerId"`
	Airport        string          `json:"airport"`
	AirportName    string          `json:"airportName"`
	Timestamp      string          `json:"timestamp"`
	ResponseTimeMs json.Number     `json:"responseTimeMs"`
	Search         json.RawMessage `json:"search,omitempty"`
}

type pagination struct {
	Size    int  `json:"size"`
	From    int  `json:"from"`
	Total   int  `json:"total"`
	Pages   int  `json:"pages"`
	HasMore bool `json:"hasMore"`
}

// list asks for a page that has to come. The query is name, value, …
func (s *server) list(t *testing.T, key, airport string, query ...string) page {
	t.Helper()
	path := airport + "/content" + queryOf(query...)
	a := s.get(t, key, path)
	if a.status != http.StatusOK {
		t.Fatalf("%s: %d %s", path, a.status, a.body)
	}
	var p page
	decode(t, a.body, &p)
	return p
}

// queryOf encodes a query of name, value, …
func queryOf(pairs ...string) string {
	if len(pairs) == 0 {
		return ""
	}
	var parts []string
	for i := 0; i < len(pairs); i += 2 {
		parts = append(parts, pairs[i]+"="+url.QueryEscape(pairs[i+1]))
	}
	return "?" + strings.Join(parts, "&")
}

// ids are the page's, in its order.
func (p page) ids() []string {
	ids := []string{}
	for _, i := range p.Results {
		ids = append(ids, i.ID)
	}
	return ids
}

// failure is the error body.
type failure struct {
	Success *bool `json:"success"`
	Error   struct {
		Code      string  `json:"code"`
		Message   string  `json:"message"`
		RequestID string  `json:"requestId"`
		Parameter *string `json:"parameter,omitempty"`
	} `json:"error"`
}

// fails checks everything that the contract says of a failed request, and returns its body.
func (a answer) fails(t *testing.T, what string, status int, code string) failure {
	t.Helper()
	if a.status != status {
		t.Errorf("%s: status %d, want %d %s: %.300s", what, a.status, status, code, a.body)
		return failure{}
	}
	var f failure
	decode(t, a.body, &f)
	if f.Success == nil || *f.Success {
		t.Errorf("%s: success is not false: %s", what, a.body)
	}
	if f.Error.Code != code {
		t.Errorf("%s: code %q, want %q: %s", what, f.Error.Code, code, a.body)
	}
	if f.Error.Message == "" {
		t.Errorf("%s: no message: %s", what, a.body)
	}
	if id := a.header.Get("X-Request-Id"); id == "" || id != f.Error.RequestID {
		t.Errorf("%s: request id %q in the header, %q in the body", what, id, f.Error.RequestID)
	}
	if got := a.header.Get("Cache-Control"); got != "no-store" {
		t.Errorf("%s: Cache-Control %q, want no-store", what, got)
	}
	if got := a.header.Get("Content-Type"); !strings.HasPrefix(got, "application/json") {
		t.Errorf("%s: Content-Type %q", what, got)
	}
	if (code == "invalid_parameter") != (f.Error.Parameter != nil) {
		t.Errorf("%s: the parameter has to be named for invalid_parameter alone: %s", what, a.body)
	}
	return f
}

// decode is strict: a field that the contract does not have is a failure.
func decode(t *testing.T, text []byte, data any) {
	t.Helper()
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(data); err != nil {
		t.Fatalf("%v in %.500s", err, text)
	}
	if decoder.More() {
		t.Fatalf("more than one JSON value: %.500s", text)
	}
}
