package e2e_test

import (
	"bytes"
	"encoding/json"
	"io"
	"maps"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
)

// operations are those of the OpenAPI document, by a pattern of their paths.
var operations = sync.OnceValues(func() (map[*regexp.Regexp]*openapi3.Operation, error) {
	document, err := openapi3.NewLoader().LoadFromFile("../apidocs/openapi.yaml")
	if err != nil {
		return nil, err
	}
	for _, schema := range document.Components.Schemas {
		closeSchema(schema.Value)
	}
	found := map[*regexp.Regexp]*openapi3.Operation{}
	for path, item := range document.Paths.Map() {
		pattern := regexp.MustCompile(`\{\w+\}`).ReplaceAllString(document.Servers[0].URL+path, "[^/?]+")
		found[regexp.MustCompile("^"+pattern+`(\?|$)`)] = item.Get
	}
	return found, nil
})

// closeSchema makes a schema and what it holds refuse fields that the document does not name.
// Partners may get such fields from a later version, but never from this one. Metadata stays open.
func closeSchema(schema *openapi3.Schema) {
	if _, metadata := schema.Properties["location_detail"]; metadata {
		return
	}
	if len(schema.Properties) > 0 && schema.AdditionalProperties.Schema == nil {
		schema.AdditionalProperties = openapi3.BoolSchema{Has: new(false)}
	}
	for _, property := range schema.Properties {
		if property.Ref == "" {
			closeSchema(property.Value)
		}
	}
}

// ofNoOperation are headers that the document leaves to HTTP.
var ofNoOperation = []string{"Content-Length", "Content-Type", "Date", "Vary", "X-Content-Type-Options"}

// isDocumented holds an answer to a request for this path against the document: its status, its
// headers, its body and, by an example, the code of its error.
func (a answer) isDocumented(t *testing.T, path string) {
	t.Helper()
	all, err := operations()
	check(t, err)
	for pattern, operation := range all {
		if pattern.MatchString(path) && a.header.Get("Content-Encoding") == "" {
			a.isDocumentedFor(t, operation)
		}
	}
}

func (a answer) isDocumentedFor(t *testing.T, operation *openapi3.Operation) {
	t.Helper()
	documented := operation.Responses.Value(strconv.Itoa(a.status))
	if documented == nil {
		t.Errorf("%s: status %d is not documented: %.300s", a.asked, a.status, a.body)
		return
	}
	known := slices.Concat(ofNoOperation, slices.Collect(maps.Keys(documented.Value.Headers)))
	for name := range a.header {
		if !slices.ContainsFunc(known, func(k string) bool { return strings.EqualFold(k, name) }) {
			t.Errorf("%s: header %s is not documented", a.asked, name)
		}
	}
	err := openapi3filter.ValidateResponse(t.Context(), &openapi3filter.ResponseValidationInput{
		RequestValidationInput: &openapi3filter.RequestValidationInput{
			Request: &http.Request{Method: http.MethodGet},
			Route:   &routers.Route{Operation: operation},
		},
		Status: a.status, Header: a.header, Body: io.NopCloser(bytes.NewReader(a.body)),
	})
	if err != nil {
		t.Errorf("%s: %v: %.300s", a.asked, err, a.body)
	}
	if a.status < 400 || a.status == 503 {
		return
	}
	examples, err := json.Marshal(documented.Value.Content.Get("application/json").Examples)
	if code := `"code":"` + parse[failure](t, a.body).Error.Code + `"`; err != nil || !bytes.Contains(examples, []byte(code)) {
		t.Errorf("%s: the document has no example with %s", a.asked, code)
	}
}

// Every endpoint, with what all of them have in common.
func testEndpoints(t *testing.T, f *fixture) {
	const wrong = "acp_0000000000_nothing"
	for _, path := range []string{"/content", "/content/" + url.PathEscape(f.items[0].ID), "/suggest?q=title", "/changes"} {
		more := "?"
		if strings.Contains(path, "?") {
			more = "&"
		}
		t.Run(path, func(t *testing.T) {
			f.get(t, f.some, "SFO"+path).is(t, 200)
			f.get(t, "", "SFO"+path).fails(t, 401, "missing_api_key")
			f.get(t, wrong, "SFO"+path).fails(t, 401, "invalid_api_key")
			f.get(t, f.some, "JFK"+path).fails(t, 403, "airport_forbidden")
			f.get(t, f.all, "QQQ"+path).fails(t, 404, "airport_not_found")
			f.get(t, f.some, "SFO"+path+more+"x=1").fails(t, 400, "invalid_parameter")
			f.get(t, f.some, "SFO"+path+more+strings.Repeat("x", 9000)).fails(t, 414, "uri_too_long")
		})
	}
	t.Run("/airports", func(t *testing.T) {
		f.get(t, f.some, "airports").is(t, 200)
		f.get(t, "", "airports").fails(t, 401, "missing_api_key")
		f.get(t, wrong, "airports").fails(t, 401, "invalid_api_key")
		f.get(t, f.some, "airports?x=1").fails(t, 400, "invalid_parameter")
		f.get(t, f.some, "airports?"+strings.Repeat("x", 9000)).fails(t, 414, "uri_too_long")
		f.get(t, f.some, "airports/more").fails(t, 404, "route_not_found")
		f.get(t, f.some, "airports/content").fails(t, 403, "airport_forbidden") // no code of an airport
	})
	for _, path := range []string{base + "health", "/api/v1/openapi.yaml", "/api/v1/openapi.json"} {
		t.Run(path, func(t *testing.T) {
			a := f.ask(t, http.MethodGet, "", path)
			a.is(t, 200)
			if tag := a.header.Get("ETag"); tag != "" {
				f.ask(t, http.MethodGet, "", path, "If-None-Match", tag).is(t, 304)
			}
			f.ask(t, http.MethodGet, "", path+"/more").fails(t, 404, "route_not_found")
		})
	}
}
