package api_test

import (
	"bytes"
	"encoding/json"
	"io"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"

	"airport-content/internal/check"
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
var ofNoOperation = []string{"Content-Length", "Content-Type", "Date", "Vary", "X-Content-Type-Options",
	"Access-Control-Allow-Origin", "Access-Control-Expose-Headers"}

// isDocumented holds an answer to a request for this path against the document: its status, its
// headers, its body and, by an example, the code of its error. To parse the longest answers takes
// too long.
func (a answer) isDocumented(t *testing.T, path string) {
	t.Helper()
	all := check.Must(operations())(t)
	for pattern, operation := range all {
		if pattern.MatchString(path) && a.header.Get("Content-Encoding") == "" && len(a.body) < 8<<20 {
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
	examples := check.Must(json.Marshal(documented.Value.Content.Get("application/json").Examples))(t)
	if code := regexp.MustCompile(`"code":"\w+"`).Find(a.body); code == nil || !bytes.Contains(examples, code) {
		t.Errorf("%s: the document has no example with %s", a.asked, code)
	}
}
