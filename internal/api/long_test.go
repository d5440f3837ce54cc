package api_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"runtime"
	"strings"
	"testing"
	"time"

	"airport-content/internal/api"
	"airport-content/internal/content"
)

const megabyte = 1 << 20

// longAirport has 100 items of 2 MB, which share one text.
func longAirport() *memoryAirport {
	a := &memoryAirport{state: content.State{Code: "LONG", Name: "Long", Epoch: "e4", Revision: 1, Timestamp: day(10)}}
	body := strings.Repeat("<p>\"0123456789\"</p>\n", 2*megabyte/20)
	for range 100 {
		a.items = append(a.items, content.Item{ID: "x", Type: "page", Title: "Page", Body: &body, Language: "en", LastModified: day(1)})
	}
	return a
}

func (s *site) open(t *testing.T, method, path string, headers ...string) *http.Response {
	t.Helper()
	req, err := http.NewRequest(method, s.URL+"/api/v1/partner"+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("x-partner-api-key", allKey)
	req.Header.Set("Accept-Encoding", "identity")
	for i := 0; i < len(headers); i += 2 {
		req.Header.Set(headers[i], headers[i+1])
	}
	resp, err := s.Client().Transport.RoundTrip(req)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { resp.Body.Close() })
	return resp
}

// Not parallel: it counts what the process allocates, and takes the place for temporary files away.
func TestLongAnswersAreNotHeldInMemory(t *testing.T) {
	t.Run("spooled", func(t *testing.T) { getLongAnswers(t, true) })
	t.Run("as they are read", func(t *testing.T) {
		t.Setenv("TMPDIR", "/nowhere")
		getLongAnswers(t, false)
	})
}

func getLongAnswers(t *testing.T, lengthKnown bool) {
	s := newSite(t)
	s.store.airports["LONG"] = longAirport()
	for path, results := range map[string]int{"/LONG/content?size=100": 100, "/LONG/changes?size=30": 30} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		resp := s.open(t, "GET", path)
		n, err := io.Copy(io.Discard, resp.Body)
		runtime.ReadMemStats(&after)
		if err != nil || n < int64(results)*2*megabyte {
			t.Errorf("%s: %d bytes, %v", path, n, err)
		}
		if length := resp.ContentLength; length != n && lengthKnown || length >= 0 && !lengthKnown || resp.Header.Get("ETag") == "" {
			t.Errorf("%s: %d bytes, length %d, headers %v", path, n, length, resp.Header)
		}
		if used := after.TotalAlloc - before.TotalAlloc; used > 30*megabyte {
			t.Errorf("%s: %d MB were allocated for an answer of %d MB", path, used/megabyte, n/megabyte)
		}
	}
}

func TestLongAnswersAreWhole(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.store.airports["LONG"] = longAirport()
	for _, path := range []string{"/LONG/content?size=2", "/LONG/content/x", "/LONG/changes?size=2"} {
		for _, coding := range []string{"identity", "gzip", "zstd"} {
			a := s.get(t, path, allKey, "Accept-Encoding", coding)
			text := decoded(t, a)
			if !json.Valid([]byte(text)) || len(text) < 2*megabyte {
				t.Errorf("%s, %s: %d bytes, valid %t", path, coding, len(text), json.Valid([]byte(text)))
			}
			head := s.ask(t, "HEAD", "/api/v1/partner"+path, allKey, "Accept-Encoding", coding)
			if head.StatusCode != 200 || head.Header.Get("ETag") != a.Header.Get("ETag") || head.Header.Get("Content-Encoding") != a.Header.Get("Content-Encoding") {
				t.Errorf("HEAD %s, %s: %d %v", path, coding, head.StatusCode, head.Header)
			}
		}
	}
}

// The request's time limit is the store's: a caller that reads slowly, but reads, gets everything.
func TestSlowReaderGetsEverything(t *testing.T) {
	t.Parallel()
	s := newSite(t, func(o *api.Options) { o.RequestTimeout = 2 * time.Second })
	s.store.airports["LONG"] = longAirport()
	resp := s.open(t, "GET", "/LONG/content?size=10")
	time.Sleep(3 * time.Second)
	if n, err := io.Copy(io.Discard, resp.Body); err != nil || n < 20*megabyte {
		t.Errorf("%d bytes, %v", n, err)
	}
}

// A caller who does not read keeps no connection to the store.
func TestStoreDoesNotWaitForTheCaller(t *testing.T) {
	t.Parallel()
	read := make(chan struct{})
	s := newSite(t, func(o *api.Options) { o.Store = tellingStore{o.Store, read} })
	s.store.airports["LONG"] = longAirport()
	resp := s.open(t, "GET", "/LONG/content?size=20")
	select {
	case <-read:
	default:
		t.Error("the page is still being read while it is sent")
	}
	if n, err := io.Copy(io.Discard, resp.Body); err != nil || n < 40*megabyte {
		t.Errorf("%d bytes, %v", n, err)
	}
}

// What takes long to gather is sent meanwhile: the caller hears something before REQUEST_TIMEOUT is over.
func TestAnswerThatIsGatheredSlowly(t *testing.T) {
	t.Parallel()
	s := newSite(t, func(o *api.Options) { o.Store, o.RequestTimeout = slowStore{o.Store}, 2*time.Second })
	s.store.airports["LONG"] = longAirport()
	began := time.Now()
	resp := s.open(t, "GET", "/LONG/content?size=10")
	first := time.Since(began)
	n, err := io.Copy(io.Discard, resp.Body)
	if err != nil || n < 20*megabyte || resp.ContentLength >= 0 {
		t.Errorf("%d bytes, length %d, %v", n, resp.ContentLength, err)
	}
	if whole := time.Since(began); first >= whole-100*time.Millisecond {
		t.Errorf("headers after %s of %s", first, whole)
	}
}

// slowStore takes three seconds for ten items.
type slowStore struct{ api.Store }

func (s slowStore) List(ctx context.Context, q content.Query, sink content.Sink) error {
	return s.Store.List(ctx, q, slowSink{sink})
}

type slowSink struct{ content.Sink }

func (s slowSink) Item(it *content.Item) error {
	time.Sleep(300 * time.Millisecond)
	return s.Sink.Item(it)
}

// tellingStore tells when a page has been read.
type tellingStore struct {
	api.Store
	read chan<- struct{}
}

func (s tellingStore) List(ctx context.Context, q content.Query, sink content.Sink) error {
	defer close(s.read)
	return s.Store.List(ctx, q, sink)
}

func TestFailureInALongAnswer(t *testing.T) {
	t.Parallel()
	s := newSite(t, func(o *api.Options) { o.Store = brokenStore{o.Store} })
	s.store.airports["LONG"] = longAirport()
	if resp := s.open(t, "GET", "/LONG/content"); resp.StatusCode != 500 {
		t.Errorf("status %d", resp.StatusCode)
	}
}

// Half an answer must not pass for a whole one.
func TestFailureInAnAnswerSentAsItIsReadBreaksItOff(t *testing.T) {
	t.Setenv("TMPDIR", "/nowhere")
	for _, coding := range []string{"identity", "gzip"} {
		s := newSite(t, func(o *api.Options) { o.Store = brokenStore{o.Store} })
		s.store.airports["LONG"] = longAirport()
		resp := s.open(t, "GET", "/LONG/content", "Accept-Encoding", coding)
		if _, err := io.Copy(io.Discard, resp.Body); resp.StatusCode != 200 || err == nil {
			t.Errorf("%s: status %d, no error while reading", coding, resp.StatusCode)
		}
		s.Close() // waits for the log
		if !strings.Contains(s.log.String(), "the disk is gone") {
			t.Errorf("%s: log %s", coding, s.log)
		}
	}
}

// brokenStore fails after the whole page.
type brokenStore struct{ api.Store }

func (b brokenStore) List(ctx context.Context, q content.Query, sink content.Sink) error {
	return errors.Join(b.Store.List(ctx, q, sink), errors.New("the disk is gone"))
}

// A caller that leaves in the middle is no failure of the store.
func TestCallerThatLeavesALongAnswer(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.store.airports["LONG"] = longAirport()
	resp := s.open(t, "GET", "/LONG/content?size=20")
	if _, err := io.CopyN(io.Discard, resp.Body, megabyte); err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	s.Close()
	if seen := s.seen(); len(seen) != 1 || seen[0].Status != 499 || seen[0].Code != "client_gone" || strings.Contains(s.log.String(), "ERROR") {
		t.Errorf("observed %+v, log %s", seen, s.log)
	}
}
