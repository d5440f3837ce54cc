package api_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"os"
	"sync"
	"testing"
	"time"

	"airport-content/internal/api"
	"airport-content/internal/content"
	"airport-content/internal/partner"
	"airport-content/internal/ratelimit"
	"airport-content/internal/testlog"
)

// The keys of every test server.
const (
	allKey     = "old-system-key-for-everything"
	sfoKey     = "old-system-key-for-sfo-alone"
	diningKey  = "old-system-key-for-dining-and-news"
	nothingKey = "old-system-key-without-a-scope"
	expiredKey = "old-system-key-that-has-expired"
	goneKey    = "old-system-key-for-an-airport-that-went"
	limitedKey = "old-system-key-over-its-limit"
)

func pointer(s string) *string { return &s }

func newStore() *memoryStore {
	access := map[string]partner.Access{
		allKey:     {KeyID: "key-all", PartnerID: 7, Partner: "Wayfinder & Söhne", AllAirports: true, Scopes: []partner.Scope{"content:read"}},
		sfoKey:     {KeyID: "key-sfo", PartnerID: 8, Partner: "Bay Maps", Airports: []string{"SFO"}, Scopes: []partner.Scope{"content:read"}},
		diningKey:  {KeyID: "key-dining", PartnerID: 9, Partner: "Eats", AllAirports: true, Scopes: []partner.Scope{"content:read:news", "content:read:dining"}},
		nothingKey: {KeyID: "key-nothing", PartnerID: 9, Partner: "Eats", AllAirports: true},
		expiredKey: {KeyID: "key-expired", PartnerID: 9, Partner: "Eats", AllAirports: true, Scopes: []partner.Scope{"content:read"}, ExpiresAt: time.Now().Add(-time.Second)},
		goneKey:    {KeyID: "key-gone", PartnerID: 9, Partner: "Eats", Airports: []string{"OLD"}, Scopes: []partner.Scope{"content:read"}},
		limitedKey: {KeyID: "key-limited", PartnerID: 429, Partner: "Busy", AllAirports: true, Scopes: []partner.Scope{"content:read"}},
	}
	m := &memoryStore{access: map[partner.Digest]partner.Access{}, airports: map[string]*memoryAirport{}}
	for key, a := range access {
		m.access[partner.DigestOf(key)] = a
	}
	m.airports["SFO"] = &memoryAirport{
		state: content.State{Code: "SFO", Name: `San "Francisco" <Int'l>`, Epoch: "e1", Revision: 12, Synonyms: 3, Timestamp: day(10)},
		items: sfoItems(),
		deleted: []content.Change{
			{ID: "old/news", Type: "news", DeletedAt: day(9)},
		},
		search: &content.Search{Match: "any", Query: "starbucks coffee", Corrected: map[string]string{"starbuks": "starbucks", "coffe": "coffee"}},
	}
	m.airports["EMP1"] = &memoryAirport{state: content.State{Code: "EMP1", Name: "Empty", Epoch: "e2", Timestamp: day(10)}}
	m.airports["BIG"] = &memoryAirport{state: content.State{Code: "BIG", Name: "Big", Epoch: "e3", Revision: 1, Timestamp: day(10)}}
	for i := range 100 {
		m.airports["BIG"].items = append(m.airports["BIG"].items, content.Item{ID: fmt.Sprintf("page-%03d", i), Type: "page", Title: "Page",
			Body: pointer("<p>Where to find what at this airport.</p>"), Language: "en", LastModified: day(1)})
	}
	return m
}

func sfoItems() []content.Item {
	return []content.Item{
		{ID: "shop-1", Type: "shopping", Title: "Luggage & more", URL: pointer("/shop/1"), Excerpt: pointer("Bags\nand \"bags\""),
			Body: pointer("<p>Bags &amp; \u2028 bags\x01</p>"), Thumbnail: pointer("/t.png"), Language: "en", LastModified: day(5),
			Metadata: json.RawMessage(`{"map_poi_id": 12345678901234567890.10, "phone_number": "+1"}`)},
		{ID: "cafe/50%", Type: "dining", Title: "Café Zürich", Body: pointer("<p>Coffee</p>"), Language: "en", LastModified: day(4)},
		{ID: "news 1", Type: "news", Title: "Runway opened", Body: pointer(""), Language: "en", LastModified: day(3)},
	}
}

// limits lets everything pass but partner 429 and, when exceeded, the addresses.
type limits struct {
	mu        sync.Mutex
	exceeded  bool
	failures  []netip.Addr
	good      map[[32]byte]bool
	remaining int
	counted   chan struct{} // of every decision
}

func (l *limits) Partner(_ context.Context, id int64, limit int) ratelimit.Decision {
	l.mu.Lock()
	defer l.mu.Unlock()
	if id == 429 {
		return ratelimit.Decision{Limit: 5, Reset: time.Unix(1900000000, 0), RetryAfter: 17}
	}
	l.remaining--
	return ratelimit.Decision{Allowed: true, Limit: 300, Remaining: l.remaining, Reset: time.Unix(1900000000, 0), Counted: l.counted}
}

func (l *limits) FailuresExceeded(context.Context, netip.Addr) ratelimit.Decision {
	l.mu.Lock()
	defer l.mu.Unlock()
	return ratelimit.Decision{Allowed: !l.exceeded, RetryAfter: 42}
}

func (l *limits) CountFailure(_ context.Context, a netip.Addr) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.failures = append(l.failures, a)
}

func (l *limits) MarkGood(_ context.Context, d [32]byte) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.good[d] = true
}

func (l *limits) WasGood(_ context.Context, d [32]byte) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.good[d]
}

// site is a running server and what is known of it.
type site struct {
	*httptest.Server
	store        *memoryStore
	limits       *limits
	log          *testlog.Log
	mu           sync.Mutex
	observations []api.Observation
}

func newSite(t testing.TB, change ...func(*api.Options)) *site {
	t.Helper()
	s := &site{store: newStore(), limits: &limits{good: map[[32]byte]bool{}, remaining: 300}, log: &testlog.Log{}}
	o := api.Options{
		Store:          s.store,
		Limits:         s.limits,
		RequestTimeout: 10 * time.Second,
		Version:        "1.2.3",
		Logger:         slog.New(slog.NewJSONHandler(s.log, nil)),
		Observe: func(_ context.Context, o api.Observation) {
			s.mu.Lock()
			defer s.mu.Unlock()
			s.observations = append(s.observations, o)
		},
	}
	for _, c := range change {
		c(&o)
	}
	s.Server = httptest.NewUnstartedServer(nil)
	s.Config = api.NewServer("", api.New(o), o.RequestTimeout, o.Logger)
	s.Start()
	t.Cleanup(s.Close)
	return s
}

// answer is a response with its body read.
type answer struct {
	*http.Response
	body string
}

func (a answer) failure(t testing.TB) (f struct{ Code, Message, RequestID, Parameter string }) {
	t.Helper()
	var body struct {
		Success *bool
		Error   *struct{ Code, Message, RequestID, Parameter string }
	}
	if err := json.Unmarshal([]byte(a.body), &body); err != nil || body.Success == nil || *body.Success || body.Error == nil {
		t.Fatalf("status %d, not our error body: %q", a.StatusCode, a.body)
	}
	return *body.Error
}

// ask sends a request to path with a key ("" for none) and further headers as name, value pairs.
func (s *site) ask(t testing.TB, method, path, key string, headers ...string) answer {
	t.Helper()
	req, err := http.NewRequest(method, s.URL+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Accept-Encoding", "identity")
	if key != "" {
		req.Header.Set("x-partner-api-key", key)
	}
	for i := 0; i < len(headers); i += 2 {
		req.Header.Set(headers[i], headers[i+1])
	}
	return s.do(t, req)
}

func (s *site) do(t testing.TB, req *http.Request) answer {
	t.Helper()
	resp, err := s.Client().Transport.RoundTrip(req)
	if err != nil {
		t.Fatalf("%s %s: %v", req.Method, req.URL, err)
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatalf("%s %s: %v", req.Method, req.URL, err)
	}
	return answer{resp, string(b)}
}

func (s *site) get(t testing.TB, path, key string, headers ...string) answer {
	t.Helper()
	return s.ask(t, "GET", "/api/v1/partner"+path, key, headers...)
}

// raw sends text as it is and returns what comes back until the server closes.
func (s *site) raw(t testing.TB, text string) string {
	t.Helper()
	conn, err := net.Dial("tcp", s.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	conn.SetDeadline(time.Now().Add(30 * time.Second))
	fmt.Fprint(conn, text)
	b, err := io.ReadAll(conn)
	if errors.Is(err, os.ErrDeadlineExceeded) {
		t.Errorf("not cut off: %.80q", text)
	} // a reset is an end as well
	return string(b)
}
