package store_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"airport-content/internal/admin"
	"airport-content/internal/check"
	"airport-content/internal/content"
	"airport-content/internal/db"
	"airport-content/internal/importer"
	"airport-content/internal/store"
	"airport-content/internal/testenv"
)

func TestMain(m *testing.M) { os.Exit(testenv.Main(m)) }

// doc is an item as an import file has it.
type doc struct {
	ID      string  `json:"id"`
	Type    string  `json:"contentType"`
	Title   string  `json:"title"`
	Excerpt *string `json:"excerpt"`
	Body    string  `json:"content"`
	Date    string  `json:"lastModified,omitempty"`

	Language       string         `json:"language,omitempty"`
	TranslationKey string         `json:"translationKey,omitempty"`
	Metadata       map[string]any `json:"metadata,omitempty"`
}

// page is a doc of type page, with nothing but title and body.
func page(id, title, body string) doc { return doc{ID: id, Type: "page", Title: title, Body: body} }

// corpusOf makes a database with one airport, AAA, that holds the docs.
func corpusOf(t *testing.T, docs ...doc) (*db.Pool, string) {
	t.Helper()
	f := newFixture(t, docs...)
	return f.Primary(), f.url
}

func addAirport(t *testing.T, db *db.Pool, code string) {
	t.Helper()
	check.Must(admin.New(db).AddAirport(t.Context(), code, code))(t)
}

func importDocs(t *testing.T, url, airport string, o importer.Options, docs ...doc) {
	t.Helper()
	var input bytes.Buffer
	for _, d := range docs {
		line := check.Must(json.Marshal(d))(t)
		input.Write(append(line, '\n'))
	}
	o.Retention = time.Hour
	check.Must(importer.Run(t.Context(), url, airport, &input, o))(t)
}

// found is what a search finds.
type found struct {
	content.Page
	ids []string
}

// find asks airport AAA for everything that a query finds, unless the query says otherwise.
func find(t *testing.T, db *db.Pool, q content.Query) found {
	t.Helper()
	if q.Size == 0 {
		q.Size = 1000
	}
	page, err := viewOf(t, db, "AAA").list(t.Context(), q)
	for tries := 0; (errors.Is(err, content.ErrOtherState) || errors.Is(err, content.ErrTimeout)) && tries < 10; tries++ { // on a busy machine
		page, err = viewOf(t, db, "AAA").list(t.Context(), q)
	}
	if err != nil {
		t.Fatalf("search %.60q: %v", q.Search, err)
	}
	return found{page, idsOf(page)}
}

func idsOf(page content.Page) (ids []string) {
	for _, i := range page.Items {
		ids = append(ids, i.ID)
	}
	return ids
}

// view is a state, a reader of its rows, and what the reader's key covers.
type view struct {
	st      content.State
	reader  store.Reader
	allowed content.Scope
}

var everyType = content.EveryType()

func (v view) list(ctx context.Context, q content.Query) (content.Page, error) {
	q.Allowed = v.allowed
	return v.reader.List(ctx, &v.st, q)
}

// viewOf reads from the primary.
func viewOf(t *testing.T, db *db.Pool, airport string) view {
	t.Helper()
	return viewIn(t, store.New(db, nil, store.Options{Timeout: time.Minute}), airport)
}

func viewIn(t *testing.T, s *store.Store, airport string) view {
	t.Helper()
	st := check.Must(s.State(t.Context(), airport))(t)
	return view{st, s.Reader(1, 1), everyType}
}

func connect(t *testing.T, url string) *pgx.Conn {
	t.Helper()
	conn := check.Must(pgx.Connect(t.Context(), url))(t)
	t.Cleanup(func() { _ = conn.Close(t.Context()) })
	return conn
}

func execute(t *testing.T, conn *pgx.Conn, sql string, args ...any) {
	t.Helper()
	check.Must(conn.Exec(t.Context(), sql, args...))(t)
}
