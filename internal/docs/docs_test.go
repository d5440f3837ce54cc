package docs_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/go-chi/chi/v5"
	"github.com/google/go-cmp/cmp"
	"go.yaml.in/yaml/v3"

	"airport-content/internal/docs"
)

// get asks the documentation by itself; headers are name, value pairs.
func get(path string, headers ...string) *httptest.ResponseRecorder {
	router := chi.NewRouter()
	docs.Mount(router)
	request := httptest.NewRequest("GET", path, nil)
	for i := 0; i < len(headers); i += 2 {
		request.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	router.ServeHTTP(w, request)
	return w
}

func TestJSONSaysWhatTheYAMLSays(t *testing.T) {
	t.Parallel()
	asYAML, asJSON := get("/api/v1/openapi.yaml"), get("/api/v1/openapi.json")
	var fromYAML, fromJSON any
	if err := yaml.Unmarshal(asYAML.Body.Bytes(), &fromYAML); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(asJSON.Body.Bytes(), &fromJSON); err != nil {
		t.Fatal(err)
	}
	normal, err := json.Marshal(fromYAML) // whole numbers become those of JSON
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(normal, &fromYAML); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(fromYAML, fromJSON); diff != "" {
		t.Errorf("-YAML +JSON:\n%s", diff)
	}

	paths := regexp.MustCompile(`(?m)^ {2,4}"?(/[^":]+)"?:(?: \{)?$`)
	asWritten := paths.FindAllStringSubmatch(asYAML.Body.String(), -1)
	if len(asWritten) < 6 {
		t.Fatalf("paths %q", asWritten)
	}
	for i, path := range paths.FindAllStringSubmatch(asJSON.Body.String(), -1) {
		if path[1] != asWritten[i][1] {
			t.Errorf("path %d is %q, not in the order of the YAML: %q", i, path[1], asWritten)
		}
	}
}

func TestHeadersOfFiles(t *testing.T) {
	t.Parallel()
	files := []struct{ path, mediaType, cache string }{
		{"/api/v1/openapi.yaml", "application/yaml", "public, max-age=300"},
		{"/api/v1/openapi.json", "application/json; charset=utf-8", "public, max-age=300"},
		{"/docs", "text/html; charset=utf-8", "no-cache"},
	}
	for _, path := range assetPaths(t) {
		mediaType := map[string]string{"css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8", "svg": "image/svg+xml"}[path[strings.LastIndex(path, ".")+1:]]
		files = append(files, struct{ path, mediaType, cache string }{path, mediaType, "public, max-age=31536000, immutable"})
	}
	for _, f := range files {
		w := get(f.path)
		want := http.Header{"Content-Type": {f.mediaType}, "Cache-Control": {f.cache}, "X-Content-Type-Options": {"nosniff"}}
		for name := range want {
			if diff := cmp.Diff(want[name], w.Header()[name]); w.Code != 200 || diff != "" {
				t.Errorf("%s: %d, %s -want +got:\n%s", f.path, w.Code, name, diff)
			}
		}
		if again := get(f.path, "If-None-Match", w.Header().Get("ETag")); again.Code != 304 || again.Body.Len() > 0 {
			t.Errorf("%s, asked again with its tag %q: %d with %d bytes", f.path, w.Header().Get("ETag"), again.Code, again.Body.Len())
		}
	}
}

// What asks for parts, or sets conditions that only a change could fail, gets the whole file.
func TestFilesAreServedWhole(t *testing.T) {
	t.Parallel()
	for _, path := range append(assetPaths(t), "/docs", "/api/v1/openapi.yaml", "/api/v1/openapi.json") {
		plain := get(path)
		for _, header := range [][]string{{"Range", "bytes=0-9"}, {"Range", "bytes=9999999-"}, {"Range", "lines=x", "If-Range", `"x"`},
			{"If-Match", `"x"`}, {"If-Unmodified-Since", "Thu, 01 Jan 1970 00:00:00 GMT"}} {
			w := get(path, header...)
			if w.Code != 200 || w.Body.String() != plain.Body.String() || w.Header().Get("Accept-Ranges") != "" {
				t.Errorf("%s with %q: %d, %d bytes, headers %v", path, header, w.Code, w.Body.Len(), w.Header())
			}
		}
		if w := get(path, "If-Match", `"x"`, "Range", "bytes=9999999-", "If-None-Match", plain.Header().Get("ETag")); w.Code != 304 {
			t.Errorf("%s, asked again with its tag and more: %d", path, w.Code)
		}
	}
}

// assetPaths are what the page loads.
func assetPaths(t *testing.T) (paths []string) {
	t.Helper()
	page := get("/docs").Body.String()
	for _, found := range regexp.MustCompile(`(?:href|src)="(/docs/assets/[^"]+)"`).FindAllStringSubmatch(page, -1) {
		paths = append(paths, found[1])
	}
	if len(paths) == 0 {
		t.Fatalf("the page loads nothing: %s", page)
	}
	return paths
}

func TestAssetsOfAnotherVersionAreNotKept(t *testing.T) {
	t.Parallel()
	for _, path := range assetPaths(t) {
		parts := strings.Split(path, "/")
		parts[3] = "another"
		if w := get(strings.Join(parts, "/")); w.Code != 200 || w.Header().Get("Cache-Control") != "no-cache" {
			t.Errorf("%s: %d, Cache-Control %q", path, w.Code, w.Header().Get("Cache-Control"))
		}
	}
	if w := get("/docs/assets/another/passwords.txt"); w.Code != 404 {
		t.Errorf("a file that is none: %d", w.Code)
	}
}

func TestCompressionOfAssets(t *testing.T) {
	t.Parallel()
	paths := assetPaths(t)
	path := paths[slices.IndexFunc(paths, func(p string) bool { return strings.HasSuffix(p, "/swagger-ui-bundle.js") })]
	for accept, want := range map[string]string{"": "", "identity": "", "br": "", "gzip": "gzip", "br, gzip;q=0.5": "gzip", "gzip;q=0": "", "gzip; q=0.0, br": ""} {
		w := get(path, "Accept-Encoding", accept)
		if got := w.Header().Get("Content-Encoding"); got != want {
			t.Errorf("Accept-Encoding %q: got %q, want %q", accept, got, want)
		}
		if packed := strings.HasPrefix(w.Body.String(), "\x1f\x8b"); packed != (want == "gzip") || w.Body.Len() < 100_000 {
			t.Errorf("Accept-Encoding %q: %d bytes, compressed: %v", accept, w.Body.Len(), packed)
		}
	}
}

func TestPolicyOfThePage(t *testing.T) {
	t.Parallel()
	w := get("/docs")
	policy := w.Header().Get("Content-Security-Policy")
	for _, want := range []string{"default-src 'none'", "script-src 'self'", "style-src 'self'", "frame-ancestors 'none'"} {
		if !slices.Contains(strings.Split(policy, "; "), want) {
			t.Errorf("no %q in %q", want, policy)
		}
	}
	if strings.Contains(policy, "unsafe") || strings.Contains(policy, "http") {
		t.Errorf("too much is allowed: %q", policy)
	}
	if got := w.Header().Get("Referrer-Policy"); got != "no-referrer" {
		t.Errorf("Referrer-Policy %q", got)
	}
	for _, found := range regexp.MustCompile(`(?:src|href)="([a-z]+:)?//`).FindAllString(w.Body.String(), -1) {
		t.Errorf("the page refers to another server: %s", found)
	}
	if w := get("/docs/"); w.Code != 308 || w.Header().Get("Location") != "/docs" {
		t.Errorf("/docs/: %d to %q", w.Code, w.Header().Get("Location"))
	}
}
