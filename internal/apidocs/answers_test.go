package apidocs_test

import (
	"bytes"
	"encoding/json"
	"io"
	"maps"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
	"github.com/jackc/pgx/v5"

	"airport-content/internal/cli/clitest"
	"airport-content/internal/testenv"
)

// service is a real server and its documentation.
type service struct {
	t      *testing.T
	env    []string
	url    string
	key    string                    // every airport and type
	dining string                    // dining at QLB alone
	routes map[string]*routers.Route // by operationId
}

// newService starts a server that has the sample airport QLB and an empty one.
func newService(t *testing.T) *service {
	t.Helper()
	redisURL, prefix := testenv.Redis(t)
	s := &service{t: t, routes: map[string]*routers.Route{}, env: []string{"DATABASE_URL=" + testenv.Database(t), "REDIS_URL=" + redisURL,
		"REDIS_PREFIX=" + prefix, "LISTEN_ADDR=127.0.0.1:0", "OPS_ADDR=", "RATE_LIMIT=100000", "AUTH_FAILURE_LIMIT=100000", "REQUEST_TIMEOUT=1m"}}
	for _, command := range []string{"airport add QLB Quillan", "airport add EMP Empty", "import QLB ../sample/qlb.ndjson", "partner add Example"} {
		clitest.Must(t, s.env, "", strings.Fields(command)...)
	}
	create := []string{"key", "create", "--partner", "Example", "--expires", "7d"}
	s.key = clitest.Must(t, s.env, "", append(create, "--all-airports")...)
	s.dining = clitest.Must(t, s.env, "", append(create, "--airport", "QLB", "--scope", "content:read:dining")...)
	s.start()
	doc := document(t)
	for path, item := range doc.Paths.Map() {
		server := doc.Servers[0]
		if len(item.Servers) > 0 {
			server = item.Servers[0]
		}
		for method, operation := range item.Operations() {
			s.routes[operation.OperationID] = &routers.Route{Spec: doc, Server: server, Path: path, PathItem: item, Method: method, Operation: operation}
		}
	}
	return s
}

// start starts a server, with more variables if need be, and asks that one from now on.
func (s *service) start(more ...string) {
	s.url = clitest.Serve(s.t, slices.Concat(s.env, more)).URL
}

// ask sends a request, holds the answer against the document, and returns its body. code is error.code, empty for a success;
// headers are name, value pairs. The path of an operation with a key begins with the airport.
func (s *service) ask(method, operation, path string, status int, code string, headers ...string) (http.Header, []byte) {
	s.t.Helper()
	route := s.routes[operation]
	request, err := http.NewRequestWithContext(s.t.Context(), method, s.url+route.Server.URL+path, nil)
	if err != nil {
		s.t.Fatal(err)
	}
	request.Header.Set("Accept-Encoding", "identity")
	if route.Operation.Security == nil {
		request.Header.Set("x-partner-api-key", s.key)
	}
	for i := 0; i < len(headers); i += 2 {
		request.Header.Set(headers[i], headers[i+1])
	}
	response, err := (&http.Transport{DisableKeepAlives: true}).RoundTrip(request)
	if err != nil {
		s.t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		s.t.Fatal(err)
	}
	s.check(route, response, body, status, code)
	return response.Header, body
}

// check holds one answer against the document.
func (s *service) check(route *routers.Route, r *http.Response, body []byte, status int, code string) {
	s.t.Helper()
	told := r.Request.Method + " " + r.Request.URL.String() + ": " + r.Status + " " + string(body[:min(len(body), 300)])
	documented := route.Operation.Responses.Value(strconv.Itoa(status))
	if r.StatusCode != status || documented == nil {
		s.t.Errorf("%s; want status %d, documented are %v", told, status, slices.Sorted(maps.Keys(route.Operation.Responses.Map())))
		return
	}
	err := openapi3filter.ValidateResponse(s.t.Context(), &openapi3filter.ResponseValidationInput{
		RequestValidationInput: &openapi3filter.RequestValidationInput{Request: r.Request, Route: route},
		Status:                 status, Header: r.Header, Body: io.NopCloser(bytes.NewReader(body))})
	if err != nil {
		s.t.Errorf("%s: %v", told, err)
	}
	known := append(slices.Collect(maps.Keys(documented.Value.Headers)), "Content-Length", "Content-Type", "Date", "Vary", "X-Content-Type-Options")
	for name := range r.Header {
		if !slices.ContainsFunc(known, func(k string) bool { return strings.EqualFold(k, name) }) {
			s.t.Errorf("%s: header %s is not documented", told, name)
		}
	}
	if code == "" {
		return
	}
	examples, err := json.Marshal(documented.Value.Content.Get("application/json").Examples)
	if field := []byte(`"code":"` + code + `"`); err != nil || !bytes.Contains(body, field) || !bytes.Contains(examples, field) {
		s.t.Errorf("%s: want code %s, and an example of it", told, code)
	}
}

// keyed are the operations that need a key, each with a good path.
var keyed = map[string]string{"listContent": "/QLB/content", "getContentItem": "/QLB/content/qlb-dining-harbour-fish-bar", "listChanges": "/QLB/changes"}

func TestAnswersAreAsDocumented(t *testing.T) {
	t.Parallel()
	s := newService(t)
	for _, query := range []string{"size=100", "includeBody=false", "size=3&from=5000", "q=coffee&contentType=dining", "q=the", "q=cofee"} {
		s.ask("GET", "listContent", "/QLB/content?"+query, 200, "")
	}
	s.ask("GET", "listContent", "/emp/content", 200, "")
	for _, query := range []string{"size=0", "from=-1", "q=%00", "contentType=Dining", "contentType=news,news", "language=german", "modifiedSince=yesterday", "includeBody=1", "sice=1", "size=1&size=1", "%zz=1"} {
		s.ask("GET", "listContent", "/QLB/content?"+query, 400, "invalid_parameter")
	}
	s.ask("GET", "listContent", "/QLB/content?contentType=shopping", 403, "scope_forbidden", "x-partner-api-key", s.dining)

	var page struct{ Results []struct{ ID string } }
	_, body := s.ask("GET", "listContent", "/QLB/content?size=100", 200, "")
	if err := json.Unmarshal(body, &page); err != nil || len(page.Results) == 0 {
		t.Fatal(err, len(page.Results))
	}
	for _, r := range page.Results {
		s.ask("GET", "getContentItem", "/QLB/content/"+url.PathEscape(r.ID), 200, "")
	}
	s.ask("GET", "getContentItem", "/QLB/content/no%2Fsuch", 404, "item_not_found")
	s.ask("GET", "getContentItem", keyed["getContentItem"]+"?size=1", 400, "invalid_parameter")

	for id, path := range keyed {
		header, _ := s.ask("GET", id, path, 200, "")
		s.ask("GET", id, path, 304, "", "If-None-Match", header.Get("ETag"))
		s.ask("GET", id, path, 401, "missing_api_key", "x-partner-api-key", "")
		s.ask("GET", id, path, 401, "invalid_api_key", "x-partner-api-key", "acp_wrong")
		s.ask("GET", id, strings.Replace(path, "QLB", "EMP", 1), 403, "airport_forbidden", "x-partner-api-key", s.dining)
		s.ask("GET", id, strings.Replace(path, "QLB", "XXX", 1), 404, "airport_not_found")
		s.ask("POST", id, path, 405, "method_not_allowed")
		s.ask("GET", id, path+"?"+strings.Repeat("x", 9000), 414, "uri_too_long")
	}
	for id, path := range map[string]string{"getHealth": "/health", "getDocumentAsYaml": "/openapi.yaml", "getDocumentAsJson": "/openapi.json"} {
		header, _ := s.ask("GET", id, path, 200, "")
		if tag := header.Get("ETag"); tag != "" {
			s.ask("GET", id, path, 304, "", "If-None-Match", tag)
		}
		s.ask("GET", id, path+"/more", 404, "route_not_found")
		s.ask("DELETE", id, path, 405, "method_not_allowed")
		s.ask("GET", id, path+"?"+strings.Repeat("x", 9000), 414, "uri_too_long")
	}
}

func TestChangesAreAsDocumented(t *testing.T) {
	t.Parallel()
	s := newService(t)
	var page struct{ NextCursor string }
	_, body := s.ask("GET", "listChanges", "/QLB/changes?size=100", 200, "")
	if err := json.Unmarshal(body, &page); err != nil {
		t.Fatal(err)
	}
	sample, err := os.ReadFile("../sample/qlb.ndjson")
	if err != nil {
		t.Fatal(err)
	}
	_, allButFirst, _ := strings.Cut(string(sample), "\n")
	clitest.Must(t, s.env, strings.ReplaceAll(allButFirst, "coffee", "hot coffee"), "import", "QLB", "-", "--prune")
	next := "/changes?cursor=" + page.NextCursor
	_, body = s.ask("GET", "listChanges", "/QLB"+next, 200, "")
	if bytes.Count(body, []byte(`"change":"delete"`)) != 1 || !bytes.Contains(body, []byte(`"change":"upsert"`)) {
		t.Errorf("want updates and one deletion: %s", body)
	}
	s.ask("GET", "listChanges", "/QLB/changes?cursor=abc", 400, "invalid_parameter")
	s.ask("GET", "listChanges", "/EMP"+next, 410, "cursor_expired")
	s.ask("GET", "listChanges", "/QLB"+next, 410, "cursor_expired", "x-partner-api-key", s.dining)
}

func TestFailuresAreAsDocumented(t *testing.T) {
	t.Parallel()
	s := newService(t)
	for id, path := range keyed {
		_, prefix := testenv.Redis(t)
		s.start("RATE_LIMIT=1", "AUTH_FAILURE_LIMIT=1", "REDIS_PREFIX="+prefix)
		s.ask("GET", id, path, 200, "")
		s.ask("GET", id, path, 429, "rate_limited")
		s.ask("GET", id, path, 401, "missing_api_key", "x-partner-api-key", "")
		s.ask("GET", id, path, 429, "rate_limited", "x-partner-api-key", "")
	}
	s.start("REQUEST_TIMEOUT=5s", "REDIS_URL=redis://127.0.0.1:1")
	s.ask("GET", "getHealth", "/health", 200, "")        // degraded
	s.ask("GET", "listContent", "/EMP/content", 200, "") // the key is known now
	db, err := pgx.Connect(t.Context(), strings.TrimPrefix(s.env[0], "DATABASE_URL="))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close(t.Context())
	fail := func(code string, statements ...string) {
		for _, statement := range statements {
			if _, err := db.Exec(t.Context(), statement); err != nil {
				t.Fatal(err)
			}
		}
		for id, path := range keyed {
			s.ask("GET", id, path, 500, code)
		}
	}
	fail("timeout", "BEGIN", "LOCK TABLE content_item")
	fail("internal", "DROP TABLE content_item CASCADE", "COMMIT")
}
