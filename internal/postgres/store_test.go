package postgres_test

import (
	"context"
	"log/slog"
	"net"
	"testing"

	"airport-content/internal/content"
	"airport-content/internal/postgres"
	"airport-content/internal/testenv"
)

// A replica that takes connections and never says a word must cost the first caller a little time, and nobody the answer.
func TestListsComeFromThePrimaryWhileTheReplicaHangs(t *testing.T) {
	t.Parallel()
	hanging, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer hanging.Close()

	primary := openPool(t, testenv.Database(t))
	replica := openPool(t, "postgres://nobody@"+hanging.Addr().String()+"/content?sslmode=disable")
	if _, err := primary.AddAirport(t.Context(), "SFO", "San Francisco"); err != nil {
		t.Fatal(err)
	}
	store := postgres.NewStore(primary, primary, replica, slog.New(slog.DiscardHandler))
	for _, search := range []string{"", "coffee"} {
		var told heads
		if err := store.List(t.Context(), content.Query{Airport: "SFO", Search: search, Size: 20}, &told); err != nil {
			t.Fatalf("list with q=%q: %v", search, err)
		}
		if len(told) != 1 || told[0].Name != "San Francisco" {
			t.Errorf("list with q=%q told %v", search, told)
		}
	}
}

func openPool(t *testing.T, url string) *postgres.DB {
	t.Helper()
	db, err := postgres.Open(context.Background(), postgres.Options{URL: url, MaxConns: 2})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(db.Close)
	return db
}

// heads is a sink of an empty airport's pages.
type heads []content.Head

func (h *heads) Head(head content.Head) error { *h = append(*h, head); return nil }

func (h *heads) Item(*content.Item) error { return nil }
