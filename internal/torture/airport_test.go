package torture_test

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"airport-content/cmd/airport-sync/client"
	"airport-content/internal/content"
	"airport-content/internal/ingest"
	"airport-content/internal/partner"
	"airport-content/internal/postgres"
	"airport-content/internal/testenv"
)

const code = "SFO"

// airport is an empty airport in a database of its own, with a partner, and the service that serves it.
type airport struct {
	t           testing.TB
	databaseURL string
	db          *postgres.DB // as an operator uses it
	sql         *pgxpool.Pool
	service     *service
	transport   *http.Transport
}

func newAirport(t testing.TB) *airport { return newTracedAirport(t, nil) }

// newTracedAirport has the tracer told of the service's queries.
func newTracedAirport(t testing.TB, tracer pgx.QueryTracer) *airport {
	t.Helper()
	a := &airport{t: t, databaseURL: testenv.Database(t), transport: &http.Transport{}}
	var err error
	if a.sql, err = pgxpool.New(t.Context(), a.databaseURL); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(a.sql.Close)
	if a.db, err = postgres.Open(t.Context(), postgres.Options{URL: a.databaseURL, MaxConns: 4}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(a.db.Close)
	if _, err := a.db.AddAirport(t.Context(), code, "San Francisco"); err != nil {
		t.Fatal(err)
	}
	if _, err := a.db.AddPartner(t.Context(), "Acme", 0, nil); err != nil {
		t.Fatal(err)
	}
	a.service = startService(t, a.databaseURL, tracer)
	t.Cleanup(a.transport.CloseIdleConnections)
	return a
}

// key makes a key that may read these types, or all when none is given, and returns it with its public id.
func (a *airport) key(types ...content.Type) (key, id string) {
	a.t.Helper()
	key, id = partner.NewKey()
	made := partner.Key{ID: id, Partner: "Acme", AllAirports: true, Scopes: scopesOf(types)}
	if _, err := a.db.AddKey(a.t.Context(), made, partner.DigestOf(key)); err != nil {
		a.t.Fatal(err)
	}
	return key, id
}

func scopesOf(types []content.Type) []partner.Scope {
	if len(types) == 0 {
		return []partner.Scope{"content:read"}
	}
	var scopes []partner.Scope
	for _, t := range types {
		scopes = append(scopes, partner.Scope("content:read:"+string(t)))
	}
	return scopes
}

func (a *airport) client(key string) *client.Client {
	a.t.Helper()
	c, err := client.New(a.service.url, key, client.WithTransport(a.transport))
	if err != nil {
		a.t.Fatal(err)
	}
	return c
}

// answer is what came of a request.
type answer struct {
	status int
	header http.Header
	body   struct {
		Meta struct {
			AirportName string
			Timestamp   time.Time
		}
		Pagination struct{ Total int }
		Results    []struct {
			ID, Change, ContentType string
			LastModified            time.Time
			Item                    struct{ ID, Title, ContentType string }
		}
		NextCursor string
		HasMore    bool
		Error      struct{ Code string }
	}
}

// get asks for a path below the airport's, with headers given as name and value in turn.
func (a *airport) get(key, path string, headers ...string) answer {
	a.t.Helper()
	return a.getOf(code, key, path, headers...)
}

func (a *airport) getOf(airport, key, path string, headers ...string) answer {
	a.t.Helper()
	req, err := http.NewRequestWithContext(a.t.Context(), http.MethodGet, a.service.url+"/api/v1/partner/"+airport+path, nil)
	if err != nil {
		a.t.Fatal(err)
	}
	req.Header.Set("x-partner-api-key", key)
	for i := 0; i < len(headers); i += 2 {
		req.Header.Set(headers[i], headers[i+1])
	}
	resp, err := a.transport.RoundTrip(req)
	if err != nil {
		a.t.Fatal(err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		a.t.Fatal(err)
	}
	got := answer{status: resp.StatusCode, header: resp.Header}
	if len(body) > 0 {
		if err := json.Unmarshal(body, &got.body); err != nil {
			a.t.Fatalf("%s: %v: %s", path, err, body)
		}
	}
	return got
}

// importOptions prune at will and remember deletions for an hour.
func importOptions() ingest.Options {
	return ingest.Options{Prune: true, Force: true, Retention: time.Hour, Waiting: func() {}, Progress: func(int) {}}
}

func (a *airport) importItems(o ingest.Options, lines ...string) ingest.Result {
	a.t.Helper()
	result, _, err := ingest.Import(a.t.Context(), a.databaseURL, code, strings.NewReader(strings.Join(lines, "\n")), o)
	if err != nil {
		a.t.Fatal(err)
	}
	return result
}

func (a *airport) exec(sql string, args ...any) {
	a.t.Helper()
	if _, err := a.sql.Exec(a.t.Context(), sql, args...); err != nil {
		a.t.Fatalf("%s: %v", sql, err)
	}
}

// scan reads the one row of a query.
func scan[T any](a *airport, sql string, args ...any) T {
	a.t.Helper()
	rows, err := a.sql.Query(a.t.Context(), sql, args...)
	if err != nil {
		a.t.Fatalf("%s: %v", sql, err)
	}
	value, err := pgx.CollectExactlyOneRow(rows, pgx.RowTo[T])
	if err != nil {
		a.t.Fatalf("%s: %v", sql, err)
	}
	return value
}

// item is one line of an import file, without a date.
func item(id, contentType, title string) string {
	return line(map[string]any{"id": id, "contentType": contentType, "title": title, "content": "<p>" + title + "</p>"})
}

func line(fields map[string]any) string {
	text, err := json.Marshal(fields)
	if err != nil {
		panic(err) // only for what no test gives
	}
	return string(text)
}

// waitFor asks again until it is so.
func waitFor(ctx context.Context, t testing.TB, what string, so func() bool) {
	t.Helper()
	for began := time.Now(); !so(); {
		if time.Since(began) > time.Minute {
			t.Fatalf("waited a minute for this: %s", what)
		}
		select {
		case <-ctx.Done():
			t.Fatalf("while waiting for this: %s: %v", what, ctx.Err())
		case <-time.After(5 * time.Millisecond):
		}
	}
}
