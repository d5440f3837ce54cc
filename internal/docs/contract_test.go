package docs_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
)

// contract checks answers against the document, and remembers what of the document they have shown.
type contract struct {
	doc        *openapi3.T
	operations map[string]*routers.Route // by operationId
	shown      map[string]bool           // "status …", "code …", "header …", "field …"
}

// newContract reads the document as it is served, and checks it and its examples.
func newContract(t *testing.T) *contract {
	t.Helper()
	doc, err := openapi3.NewLoader().LoadFromData(get("/api/v1/openapi.json").Body.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	if err := doc.Validate(t.Context()); err != nil {
		t.Fatal(err)
	}
	c := &contract{doc: doc, operations: map[string]*routers.Route{}, shown: map[string]bool{}}
	for path, item := range doc.Paths.Map() {
		for method, operation := range item.Operations() {
			server := doc.Servers[0]
			if len(item.Servers) > 0 {
				server = item.Servers[0]
			}
			c.operations[operation.OperationID] = &routers.Route{Spec: doc, Server: server, Path: path, PathItem: item,
				Method: method, Operation: operation}
		}
	}
	return c
}

// headersOfHTTP are headers of HTTP itself, which answers of any kind have.
var headersOfHTTP = []string{"Accept-Ranges", "Content-Length", "Content-Type", "Date", "Vary", "X-Content-Type-Options"}

// check holds one answer against what the document says of the operation; code is error.code, empty for a success.
func (c *contract) check(t *testing.T, operation string, a answer, status int, code string) {
	t.Helper()
	told := fmt.Sprintf("%s %s: %d %s", a.Request.Method, a.Request.URL, a.StatusCode, shortened(a.body))
	if a.StatusCode != status {
		t.Errorf("%s; want status %d", told, status)
		return
	}
	route := c.operations[operation]
	documented := route.Operation.Responses.Value(strconv.Itoa(status))
	if documented == nil {
		t.Errorf("%s; %s does not document that status", told, operation)
		return
	}
	c.shown["status "+operation+" "+strconv.Itoa(status)] = true
	input := &openapi3filter.RequestValidationInput{Request: a.Request, Route: route}
	err := openapi3filter.ValidateResponse(t.Context(), &openapi3filter.ResponseValidationInput{RequestValidationInput: input,
		Status: status, Header: a.Header, Body: io.NopCloser(bytes.NewReader(a.body))})
	if err != nil {
		t.Errorf("%s: %v", told, err)
	}
	c.checkHeaders(t, told, documented.Value, a.Header)
	if len(a.body) > 0 && strings.HasPrefix(a.Header.Get("Content-Type"), "application/json") {
		c.checkBody(t, told, documented.Value, a.body, code)
	}
}

// checkHeaders does what ValidateResponse leaves out: headers that are not documented, and those of a 304.
func (c *contract) checkHeaders(t *testing.T, told string, documented *openapi3.Response, got http.Header) {
	t.Helper()
	known := map[string]bool{}
	for name, header := range documented.Headers {
		known[http.CanonicalHeaderKey(name)] = true
		if got.Get(name) != "" {
			c.shown["header "+name] = true
		} else if header.Value.Required {
			t.Errorf("%s: without header %s", told, name)
		}
	}
	for name := range got {
		if !known[name] && !slices.Contains(headersOfHTTP, name) {
			t.Errorf("%s: header %s is not documented", told, name)
		}
	}
}

func (c *contract) checkBody(t *testing.T, told string, documented *openapi3.Response, body []byte, code string) {
	t.Helper()
	var value any
	if err := json.Unmarshal(body, &value); err != nil {
		t.Errorf("%s: %v", told, err)
		return
	}
	media := documented.Content.Get("application/json")
	c.note(media.Schema.Value, value)
	if got := codeOf(value); got != code {
		t.Errorf("%s: error.code %q, want %q", told, got, code)
	}
	if code == "" {
		return
	}
	c.shown["code "+code] = true
	for _, example := range media.Examples {
		if codeOf(example.Value.Value) == code {
			return
		}
	}
	t.Errorf("%s: there is no example of this code", told)
}

// note remembers which of the documented fields an answer has.
func (c *contract) note(schema *openapi3.Schema, value any) {
	for _, part := range slices.Concat(schema.AllOf, schema.OneOf) {
		c.note(part.Value, value)
	}
	if schema.Then != nil {
		c.note(schema.Then.Value, value)
	}
	switch value := value.(type) {
	case map[string]any:
		for name, property := range schema.Properties {
			if field, ok := value[name]; ok {
				c.shown[fieldName(schema, name)] = true
				c.note(property.Value, field)
			}
		}
	case []any:
		if schema.Items == nil {
			return
		}
		for _, element := range value {
			c.note(schema.Items.Value, element)
		}
	}
}

func fieldName(schema *openapi3.Schema, property string) string {
	return fmt.Sprintf("field %s of %s", property, strings.Join(slices.Sorted(maps.Keys(schema.Properties)), ","))
}

// neverShown lists what the document promises and no answer had.
func (c *contract) neverShown() (missing []string) {
	expect := func(what string) {
		if !c.shown[what] {
			missing = append(missing, what)
		}
	}
	for id, route := range c.operations {
		for status, response := range route.Operation.Responses.Map() {
			expect("status " + id + " " + status)
			for name := range response.Value.Headers {
				expect("header " + name)
			}
			for _, media := range response.Value.Content {
				for _, example := range media.Examples {
					if code := codeOf(example.Value.Value); code != "" {
						expect("code " + code)
					}
				}
			}
		}
	}
	for _, schema := range c.doc.Components.Schemas {
		for _, field := range fieldsOf(schema.Value) {
			expect(field)
		}
	}
	slices.Sort(missing)
	return slices.Compact(missing)
}

func fieldsOf(schema *openapi3.Schema) (fields []string) {
	for name, property := range schema.Properties {
		fields = append(fields, fieldName(schema, name))
		if property.Ref == "" {
			fields = append(fields, fieldsOf(property.Value)...)
		}
	}
	return fields
}

// codeOf is error.code of a body.
func codeOf(body any) string {
	whole, _ := body.(map[string]any)
	failure, _ := whole["error"].(map[string]any)
	code, _ := failure["code"].(string)
	return code
}

func shortened(body []byte) string {
	if len(body) > 400 {
		return string(body[:400]) + "…"
	}
	return string(body)
}
