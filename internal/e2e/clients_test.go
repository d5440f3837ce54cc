//go:build clients

package e2e_test

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"airport-content/internal/check"
)

// The generators and libraries that the tests of generated clients take from the package
// registries.
var (
	typescript  = "typescript@5.9.3"
	npmPackages = []string{"openapi-typescript@7.13.0", "openapi-fetch@0.17.0", typescript}
	orval       = "orval@7.13.2"
	postman     = "openapi-to-postmanv2@5.8.0"
	bruno       = "@usebruno/converters@0.23.0"
	pyPackage   = "openapi-python-client==0.29.1"
	goGenerator = "github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2"
	goRuntime   = "github.com/oapi-codegen/runtime@v1.9.0"
)

// otherTypes is an item whose metadata has other JSON types than websites and shops have.
const otherTypes = `{"id":"other-types","contentType":"amenity","title":"Water fountain","content":"<p>Free water.</p>","metadata":{` +
	`"location_detail":["T1"],"hours_of_operation":{"mo":"9-5"},"phone_number":1,"map_poi_id":"2D","start_date":2026,"end_date":null,` +
	`"dates":"2026-12-05","event_status":false,"opening_hours":"24/7","terminal":1,"concourse":[],"gate":3,"level":-1,"security":true,` +
	`"categories":"Water","tags":{"a":"b"}}}`

// Clients that generators make from the document call every endpoint of this version, and of a
// later one.
func TestClients(t *testing.T) {
	t.Parallel()
	i := installSample(t)
	i.feed(t, otherTypes, "import", "QLB", "-")
	s, key := i.serve(t), i.key(t, "Example", "--all-airports")
	document := filepath.Join(t.TempDir(), "openapi.yaml")
	check.NoError(t, os.WriteFile(document, s.ask(t, http.MethodGet, "", "/api/v1/openapi.yaml").body, 0o600))
	for _, language := range []struct {
		name   string
		needs  [][]string // commands that succeed where the tools are there
		steps  [][]string // make the client
		call   []string   // calls the endpoints; gets the base URL and the key
		source string
	}{
		{name: "TypeScript", source: "client.ts",
			needs: [][]string{{"npm", "--version"}, {"node", "--version"}},
			steps: [][]string{
				{"npm", "init", "--yes", "--init-type=module"},
				append([]string{"npm", "install", "--no-audit", "--no-fund"}, npmPackages...),
				{"npx", "openapi-typescript", document, "--output", "schema.d.ts"},
				{"npx", "tsc", "--strict", "--target", "es2022", "--module", "nodenext", "client.ts"},
			},
			call: []string{"node", "client.js"}},
		{name: "Python", source: "client.py",
			needs: [][]string{{"python3", "-m", "ensurepip", "--version"}},
			steps: [][]string{
				{"python3", "-m", "venv", "venv"},
				{"venv/bin/pip", "install", "--quiet", pyPackage},
				{"venv/bin/openapi-python-client", "generate", "--meta", "none", "--path", document, "--output-path", "partner"},
			},
			call: []string{"venv/bin/python", "client.py"}},
		{name: "Go", source: "client.go",
			steps: [][]string{
				{"go", "mod", "init", "clients"},
				{"mkdir", "partner"},
				{"go", "run", goGenerator, "-generate", "types,client", "-package", "partner", "-o", "partner/client.go", document},
				{"go", "get", goRuntime},
				{"go", "build", "-o", "client", "."},
			},
			call: []string{"./client"}},
		{name: "orval", source: "orval.ts",
			needs: [][]string{{"npm", "--version"}, {"node", "--version"}},
			steps: [][]string{
				{"npm", "init", "--yes", "--init-type=module"},
				{"npm", "install", "--no-audit", "--no-fund", orval, typescript, "@types/node@24"},
				{"npx", "orval", "--input", document, "--output", "partner.ts", "--client", "fetch"},
				{"npx", "tsc", "--strict", "--target", "es2022", "--module", "esnext", "--moduleResolution", "bundler", "--types", "node", "--lib", "es2022,dom", "--outDir", "out", "orval.ts"},
				{"sh", "-c", `sed -i 's|"./partner"|"./partner.js"|' out/orval.js`},
			},
			call: []string{"node", "out/orval.js"}},
		{name: "Postman", source: "postman.js",
			needs: [][]string{{"npm", "--version"}, {"node", "--version"}},
			steps: [][]string{
				{"npm", "init", "--yes", "--init-type=module"},
				{"npm", "install", "--no-audit", "--no-fund", postman},
			},
			call: []string{"node", "postman.js", document}},
		{name: "Bruno", source: "bruno.js",
			needs: [][]string{{"npm", "--version"}, {"node", "--version"}},
			steps: [][]string{
				{"npm", "init", "--yes", "--init-type=module"},
				{"npm", "install", "--no-audit", "--no-fund", bruno},
			},
			call: []string{"node", "bruno.js", document}},
	} {
		t.Run(language.name, func(t *testing.T) {
			t.Parallel()
			for _, need := range language.needs {
				mustRun(t, need...)
			}
			dir := t.TempDir()
			for _, name := range []string{language.source, "collection.js"} {
				source := check.Must(os.ReadFile(filepath.Join("testdata/clients", name)))(t)
				check.NoError(t, os.WriteFile(filepath.Join(dir, name), source, 0o600))
			}
			for _, step := range language.steps {
				runIn(t, dir, step...)
			}
			for _, origin := range []string{s.url, laterVersion(t, s.url)} {
				runIn(t, dir, append(language.call, origin+strings.TrimSuffix(base, "/"), key)...)
			}
		})
	}
}

// laterVersion answers as the server, with one more field in every object, and a content type that
// is not known now.
func laterVersion(t *testing.T, origin string) string {
	t.Helper()
	target := check.Must(url.Parse(origin))(t)
	later := httptest.NewServer(&httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) {
			r.SetURL(target)
			r.Out.Header.Set("Accept-Encoding", "identity")
		},
		ModifyResponse: func(r *http.Response) error {
			body, err := io.ReadAll(r.Body)
			body = bytes.ReplaceAll(body, []byte(`{"`), []byte(`{"addedLater":1,"`))
			body = bytes.ReplaceAll(body, []byte(`"facets":{"addedLater":1`), []byte(`"facets":{"addedLater":{"value":1}`))
			body = bytes.ReplaceAll(body, []byte(`"concepts":{"addedLater":1`), []byte(`"concepts":{"addedLater":"toilets"`))
			body = bytes.ReplaceAll(body, []byte(`"contentType":"dining"`), []byte(`"contentType":"lounge"`))
			r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
			r.Header.Set("Content-Length", strconv.Itoa(len(body)))
			return err
		},
	})
	t.Cleanup(later.Close)
	return later.URL
}
