package api_test

import (
	"context"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"airport-content/internal/api"
	"airport-content/internal/content"
)

// BenchmarkList is our own share of a list of 20 without bodies: everything but the database, Redis and the network.
func BenchmarkList(b *testing.B) {
	for name, path := range map[string]string{
		"20 without bodies": "/BIG/content?includeBody=false",
		"100 with bodies":   "/BIG/content?size=100",
	} {
		b.Run(name, func(b *testing.B) {
			h := api.New(api.Options{
				Store:          readyStore{newStore()},
				Limits:         &limits{good: map[[32]byte]bool{}},
				RequestTimeout: 10 * time.Second,
				Version:        "1.2.3",
				Logger:         slog.New(slog.NewJSONHandler(io.Discard, nil)),
			})
			r := httptest.NewRequest("GET", "/api/v1/partner"+path, nil)
			r.Header.Set("x-partner-api-key", allKey)
			w := discard{http.Header{}}
			b.ReportAllocs()
			for b.Loop() {
				h.ServeHTTP(w, r)
			}
		})
	}
}

// readyStore has every page at hand, so that its own cost does not count.
type readyStore struct{ *memoryStore }

func (s readyStore) List(_ context.Context, q content.Query, sink content.Sink) error {
	a := s.airports[q.Airport]
	if err := sink.Head(content.Head{State: a.state, Total: len(a.items)}); err != nil {
		return err
	}
	for i := range a.items[:q.Size] {
		it := &a.items[i]
		if !q.IncludeBody {
			bare := *it
			bare.Body = nil
			it = &bare
		}
		if err := sink.Item(it); err != nil {
			return err
		}
	}
	return nil
}

// discard is a ResponseWriter that keeps nothing.
type discard struct{ header http.Header }

func (d discard) Header() http.Header         { return d.header }
func (d discard) Write(p []byte) (int, error) { return len(p), nil }
func (d discard) WriteHeader(int)             {}
