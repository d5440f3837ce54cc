package docs_test

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"log/slog"
	"maps"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/go-chi/chi/v5"
	"github.com/google/go-cmp/cmp"

	"airport-content/internal/api"
	"airport-content/internal/docs"
	"airport-content/internal/testenv"
)

// The document has the routes of the router, and no others. The page itself is for people.
func TestRoutesAreThoseOfTheRouter(t *testing.T) {
	t.Parallel()
	router := api.New(api.Options{Logger: slog.New(slog.DiscardHandler), RequestTimeout: time.Second, Mount: docs.Mount}).(chi.Routes)
	var served []string
	err := chi.Walk(router, func(method, route string, _ http.Handler, _ ...func(http.Handler) http.Handler) error {
		if route != "/docs" && !strings.HasPrefix(route, "/docs/") {
			served = append(served, method+" "+route)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	var documented []string
	for _, o := range newContract(t).operations {
		documented = append(documented, o.Method+" "+o.Server.URL+o.Path)
	}
	slices.Sort(served)
	slices.Sort(documented)
	if diff := cmp.Diff(documented, served); diff != "" {
		t.Errorf("-documented +served:\n%s", diff)
	}
}

// The server names its parameters when it refuses an unknown one.
var knownParameters = regexp.MustCompile(`Known are (.*)\.$|: this path takes (none)\.$`)

func TestParametersAreThoseOfTheServer(t *testing.T) {
	t.Parallel()
	installed := newInstallation(t, testenv.Database(t))
	p := installed.fill(t)
	origin := installed.serve(t)
	c := newContract(t)
	for _, o := range keyed {
		var documented []string
		for _, parameter := range c.operations[o.id].Operation.Parameters {
			if parameter.Value.In == "query" {
				documented = append(documented, parameter.Value.Name)
			}
		}
		a := ask(t, "GET", origin+"/api/v1/partner"+o.path+"?zzz=1", "x-partner-api-key", p.key)
		var failed struct{ Error struct{ Message string } }
		a.decode(t, &failed)
		told := knownParameters.FindStringSubmatch(failed.Error.Message)
		if told == nil {
			t.Fatalf("no names in %s", a.body)
		}
		var known []string
		if told[1] != "" {
			known = strings.Split(told[1], ", ")
		}
		slices.Sort(documented)
		slices.Sort(known)
		if diff := cmp.Diff(documented, known); diff != "" {
			t.Errorf("%s: -documented +known to the server:\n%s", o.id, diff)
		}
	}
	for _, o := range []string{"listContent", "listChanges"} {
		agree(t, o, c, origin, p.key)
	}
}

// values are tried as each query parameter that there is.
var values = []string{"", "0", "1", "100", "101", "-1", "+1", " 1", "1.0", "1e1", "abc", "true", "false", "yes", "dining", "Dining", "parking-transportation",
	"2147483647", "2147483648", "2026-03-10", "20260310", "2026-3-10", "2026-03-10T09:30", "2026-03-10T09:30Z", "2026-03-10t09:30:00.123456z", "2026-03-10 09:30",
	"2026-03-10T09:30:00+01:00", "2026-03-10T09:30:00 0100", "2026-03-10T0930", "2026-03-10T09", "2026-03-10T09:30:00,5-23", "2026-03-10T09:30:00.Z",
	"2026-03-10T", "2026-03", strings.Repeat("ä", 512), strings.Repeat("ä", 513), "50%", "a;b"}

// agree tries values that the server must take exactly when the document does.
func agree(t *testing.T, id string, c *contract, origin, key string) {
	t.Helper()
	route := c.operations[id]
	for _, reference := range route.Operation.Parameters {
		parameter := reference.Value
		if parameter.In != "query" || parameter.Name == "cursor" {
			continue // the document cannot tell a cursor of ours from another
		}
		for _, value := range values {
			a := ask(t, "GET", origin+"/api/v1/partner"+strings.Replace(route.Path, "{airport}", airport, 1)+"?"+
				parameter.Name+"="+url.QueryEscape(value), "x-partner-api-key", key)
			err := parameter.Schema.Value.VisitJSON(asJSON(parameter.Schema.Value, value), openapi3.EnableJSONSchema2020())
			if taken := a.StatusCode == 200; taken != (err == nil) {
				t.Errorf("%s, %s=%q: the server answers %d, the document says %v", id, parameter.Name, value, a.StatusCode, err)
			}
		}
	}
}

// asJSON is the value of a parameter as its schema sees it: what is no number or boolean stays text.
func asJSON(schema *openapi3.Schema, text string) any {
	switch {
	case schema.Type.Is("boolean") && (text == "true" || text == "false"):
		return text == "true"
	case schema.Type.Is("integer") && wholeNumber.MatchString(text):
		return json.Number(text)
	default:
		return text
	}
}

var wholeNumber = regexp.MustCompile(`^-?[0-9]+$`)

// Every error code of the source is documented, and no other.
func TestCodesAreThoseOfTheSource(t *testing.T) {
	t.Parallel()
	source, err := parser.ParseFile(token.NewFileSet(), "../api/errors.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	inSource := map[string]bool{}
	ast.Inspect(source, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if !ok || len(spec.Values) != 1 || !strings.HasPrefix(spec.Names[0].Name, "code") {
			return true
		}
		if literal, ok := spec.Values[0].(*ast.BasicLit); ok {
			code, _ := strconv.Unquote(literal.Value)
			inSource[code] = true
		}
		return true
	})
	schemas := newContract(t).doc.Components.Schemas
	documented := map[string]bool{}
	for _, known := range schemas["Failure"].Value.Properties["error"].Value.Properties["code"].Value.Enum {
		documented[known.(string)] = true
	}
	documented[schemas["InvalidParameter"].Value.Properties["error"].Value.Properties["code"].Value.Const.(string)] = true
	if diff := cmp.Diff(slices.Sorted(maps.Keys(documented)), slices.Sorted(maps.Keys(inSource))); diff != "" {
		t.Errorf("-documented +in the source:\n%s", diff)
	}
}
