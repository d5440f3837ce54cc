package apidocs_test

import (
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/go-chi/chi/v5"

	"airport-content/internal/apidocs"
	"airport-content/internal/check"
)

var contact = apidocs.Contact{URL: "https://www.example.com/partners", Email: "partners@example.com"}

// get asks the documentation by itself; headers are name, value pairs.
func get(path string, headers ...string) *httptest.ResponseRecorder {
	router := chi.NewRouter()
	apidocs.Mount(contact, "")(router)
	request := httptest.NewRequest("GET", path, nil)
	for i := 0; i < len(headers); i += 2 {
		request.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	router.ServeHTTP(w, request)
	return w
}

// document is the document as it is served, with all that it refers to.
func document(t *testing.T) *openapi3.T {
	t.Helper()
	return check.Must(openapi3.NewLoader().LoadFromData(get("/api/v1/openapi.json").Body.Bytes()))(t)
}

// The document and its examples are valid OpenAPI, in the order in which people read them.
func TestDocument(t *testing.T) {
	check.NoError(t, document(t).Validate(t.Context()))
	if got := document(t).Info.Contact; got == nil || got.URL != contact.URL || got.Email != contact.Email {
		t.Errorf("the contact is %+v", got)
	}
	text := get("/api/v1/openapi.json").Body.String()
	list, health := strings.Index(text, `"/{airport}/content"`), strings.Index(text, `"/health"`)
	if list < 0 || health < list {
		t.Error("the paths are not in the order of the YAML")
	}
}

// The page says at its top, in its text and in its help whom to ask, and no place is left to fill.
func TestContactInThePage(t *testing.T) {
	page := get("/docs").Body.String()
	for text, least := range map[string]int{"mailto:" + contact.Email: 3, contact.URL: 2} {
		if n := strings.Count(page, text); n < least {
			t.Errorf("%s: %d times, want %d", text, n, least)
		}
	}
	if strings.Contains(page, "{{") {
		t.Error("a place of the page is not filled")
	}
}

// The document names the whole address of the service, and whom to ask.
func TestAddressInTheDocument(t *testing.T) {
	for _, path := range []string{"/api/v1/openapi.yaml", "/api/v1/openapi.json"} {
		for _, test := range []struct{ publicURL, host, proto, want string }{
			{"", "content.example.com:8080", "", "http://content.example.com:8080/api/v1/partner"},
			{"", "content.example.com", "https", "https://content.example.com/api/v1/partner"},
			{"", "[::1]:80", "http", "http://[::1]:80/api/v1/partner"},
			{"", `evil"host`, "https", "/api/v1/partner"},
			{"https://api.example/", "other.example", "", "https://api.example/api/v1/partner"},
		} {
			router := chi.NewRouter()
			apidocs.Mount(apidocs.Contact{}, test.publicURL)(router)
			request := httptest.NewRequest("GET", path, nil)
			request.Host = test.host
			request.Header.Set("X-Forwarded-Proto", test.proto)
			w := httptest.NewRecorder()
			router.ServeHTTP(w, request)
			doc := check.Must(openapi3.NewLoader().LoadFromData(w.Body.Bytes()))(t)
			if doc.Servers[0].URL != test.want || doc.Info.Contact == nil || doc.Info.Contact.Name == "" {
				t.Errorf("%s: %+v: %s, %+v", path, test, doc.Servers[0].URL, doc.Info.Contact)
			}
		}
	}
}

func TestFiles(t *testing.T) {
	caches := map[string]string{"/api/v1/openapi.yaml": "public, max-age=300", "/api/v1/openapi.json": "public, max-age=300", "/docs": "no-cache"}
	for _, found := range regexp.MustCompile(`(?:href|src)="(/docs/[^"]+)"`).FindAllStringSubmatch(get("/docs").Body.String(), -1) {
		caches[found[1]] = "no-cache"
	}
	check.Same(t, 13, len(caches), "files ", caches)
	mediaTypes := map[string]string{"yaml": "application/yaml", "json": "application/json; charset=utf-8", "css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8", "svg": "image/svg+xml"}
	for path, cache := range caches {
		w := get(path)
		mediaType := mediaTypes[path[strings.LastIndex(path, ".")+1:]]
		if path == "/docs" {
			mediaType = "text/html; charset=utf-8"
		}
		h := w.Header()
		if w.Code != 200 || w.Body.Len() < 100 || h.Get("Content-Type") != mediaType || h.Get("Cache-Control") != cache {
			t.Errorf("%s: %d, %d bytes, headers %v", path, w.Code, w.Body.Len(), h)
		}
		if again := get(path, "If-None-Match", w.Header().Get("ETag")); again.Code != 304 || again.Body.Len() > 0 {
			t.Errorf("%s, asked again with its tag: %d with %d bytes", path, again.Code, again.Body.Len())
		}
	}
}

// The policy keeps the page from loading anything from another server.
func TestPolicyOfThePage(t *testing.T) {
	w := get("/docs")
	policy := w.Header().Get("Content-Security-Policy")
	if !strings.HasPrefix(policy, "default-src 'none'; script-src 'self';") || strings.Contains(policy, "unsafe") || strings.Contains(policy, "http") {
		t.Errorf("policy %q", policy)
	}
	if w.Header().Get("Referrer-Policy") != "no-referrer" || strings.Contains(w.Body.String(), `src="http`) {
		t.Errorf("headers %v", w.Header())
	}
	if w := get("/docs/"); w.Code != 308 || w.Header().Get("Location") != "/docs" {
		t.Errorf("/docs/: %d to %q", w.Code, w.Header().Get("Location"))
	}
}

// The page names every operation, parameter, field and header of the document, and whom to ask.
func TestReference(t *testing.T) {
	page, doc := get("/docs").Body.String(), document(t)
	names := []string{"example.com</a>", `href="mailto:partners@example.com"`}
	for path, item := range doc.Paths.Map() {
		names = append(names, `id="`+item.Get.OperationID+`"`, `<code>`+path+`</code>`)
		for _, response := range item.Get.Responses.Map() {
			for header := range response.Value.Headers {
				names = append(names, `<code>`+header+`</code>`)
			}
		}
	}
	for _, parameter := range doc.Components.Parameters {
		names = append(names, `<td><code>`+parameter.Value.Name+`</code>`)
	}
	for name, schema := range doc.Components.Schemas {
		names = append(names, `id="`+name+`"`)
		for field := range schema.Value.Properties {
			names = append(names, `<td><code>`+field+`</code>`)
		}
	}
	for _, name := range names {
		if !strings.Contains(page, name) {
			t.Errorf("the page lacks %s", name)
		}
	}
	for _, link := range regexp.MustCompile(`href="#([^"]+)"`).FindAllStringSubmatch(page, -1) {
		if !strings.Contains(page, `id="`+link[1]+`"`) {
			t.Errorf("a link to #%s leads nowhere", link[1])
		}
	}
}
