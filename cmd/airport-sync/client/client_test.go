package client_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"airport-content/cmd/airport-sync/client"
	"airport-content/cmd/airport-sync/internal/apitest"
)

// waits records instead of waiting.
type waits struct {
	mu   sync.Mutex
	list []time.Duration
}

func (w *waits) sleep(ctx context.Context, d time.Duration) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.list = append(w.list, d)
	return ctx.Err()
}

func connect(t *testing.T, url string, opts ...client.Option) *client.Client {
	t.Helper()
	c, err := client.New(url, apitest.Key, opts...)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestNewRefuses(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, url, key string
		opts           []client.Option
		want           string // part of the error; empty: accepted
	}{
		{name: "https", url: "https://content.example.com/"},
		{name: "localhost", url: "http://LocalHost:8080"},
		{name: "loopback", url: "http://127.3.2.1:8080"},
		{name: "loopback 6", url: "http://[::1]:8080"},
		{name: "mapped loopback", url: "http://[::ffff:127.0.0.1]"},
		{name: "plain", url: "http://content.example.com", want: "use https"},
		{name: "plain address", url: "http://192.0.2.7", want: "use https"},
		{name: "not really localhost", url: "http://localhost.example.com", want: "use https"},
		{name: "not really loopback", url: "http://127.0.0.1.example.com", want: "use https"},
		{name: "insecure", url: "http://content.example.com", opts: []client.Option{client.WithInsecure()}},
		{name: "other scheme", url: "ftp://content.example.com", want: "want an address"},
		{name: "no scheme", url: "content.example.com", want: "want an address"},
		{name: "no host", url: "https://:443/", want: "want an address"},
		{name: "user", url: "https://a:secret@content.example.com", want: "no user"},
		{name: "query", url: "https://content.example.com?x=1", want: "no user, query"},
		{name: "with the API's path", url: "https://content.example.com/api/v1/partner/", want: "leave out"},
		{name: "unreadable", url: "https://a:secret@[", want: "not an address"},
		{name: "no key", url: "https://content.example.com", key: "-", want: "key is empty"},
		{name: "key with newline", url: "https://content.example.com", key: "abc\nX: y", want: "control character"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			key := tt.key
			switch key {
			case "":
				key = apitest.Key
			case "-":
				key = ""
			}
			_, err := client.New(tt.url, key, tt.opts...)
			switch {
			case tt.want == "" && err != nil:
				t.Fatal(err)
			case tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)):
				t.Fatalf("error %v, want one with %q", err, tt.want)
			case err != nil && (strings.Contains(err.Error(), "secret") || strings.Contains(err.Error(), "abc")):
				t.Fatalf("error shows a secret: %v", err)
			}
		})
	}
}

func TestBaseURLIsPlain(t *testing.T) {
	t.Parallel()
	got := connect(t, "https://Content.Example.com/under/a/path//").BaseURL()
	if want := "https://content.example.com/under/a/path"; got != want {
		t.Errorf("BaseURL %q, want %q", got, want)
	}
}

func TestListKeepsItemsAsGiven(t *testing.T) {
	t.Parallel()
	srv := apitest.New(t)
	srv.Put("a/b?c", "x & <y>")
	c := connect(t, srv.URL)

	page, err := c.List(t.Context(), "sfo", client.ListParams{Size: 5})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(srv.NDJSON(), string(page.Items[0].Raw)+"\n"); diff != "" {
		t.Error(diff)
	}
	if page.Meta.Partner != "Test" || page.Meta.PartnerID != 7 || page.Pagination.Total != 1 || page.Pagination.Size != 5 {
		t.Errorf("meta and pagination: %+v", page)
	}
	item, err := c.Item(t.Context(), "SFO", "a/b?c")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(page.Items[0], *item); diff != "" {
		t.Error(diff)
	}
}

func TestListSendsItsParameters(t *testing.T) {
	t.Parallel()
	srv := apitest.New(t)
	since := time.Date(2026, 3, 1, 10, 30, 0, 1_999_999, time.FixedZone("", 3600))
	page, err := connect(t, srv.URL).List(t.Context(), "SFO", client.ListParams{
		Search: "gate a & b", ContentType: "page", ModifiedSince: since, WithoutContent: true, Size: 7, From: 14})
	if err != nil || page.Pagination.From != 14 {
		t.Fatal(page, err)
	}
	want := []string{"/api/v1/partner/SFO/content?contentType=page&from=14&includeBody=false" +
		"&modifiedSince=2026-03-01T09%3A30%3A00.001Z&q=gate+a+%26+b&size=7"}
	if diff := cmp.Diff(want, srv.Requests()); diff != "" {
		t.Error(diff)
	}
}

// TestRedirects: the key must not follow to another host, another port or to plain http.
func TestRedirects(t *testing.T) {
	t.Parallel()
	var stolen atomic.Int32
	elsewhere := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { stolen.Add(1) }))
	defer elsewhere.Close()
	_, port, _ := strings.Cut(elsewhere.Listener.Addr().String(), ":")
	var refused []string
	for _, to := range []string{elsewhere.URL, "http://localhost:" + port, "//127.0.0.1:" + port} {
		srv := apitest.New(t)
		srv.Intercept(func(w http.ResponseWriter, r *http.Request) bool {
			http.Redirect(w, r, to+r.URL.Path, http.StatusFound)
			return true
		})
		if _, err := connect(t, srv.URL).List(t.Context(), "SFO", client.ListParams{}); err == nil || !strings.Contains(err.Error(), "refused a redirect") {
			t.Errorf("redirect to %s: %v", to, err)
		}
		refused = append(refused, srv.Requests()...)
	}
	if stolen.Load() != 0 || len(refused) != 3 {
		t.Errorf("%d requests reached the other server; %d were asked of the first, want 3", stolen.Load(), len(refused))
	}

	srv := apitest.New(t)
	srv.Intercept(func(w http.ResponseWriter, r *http.Request) bool {
		if r.URL.Query().Has("moved") {
			return false
		}
		http.Redirect(w, r, r.URL.Path+"?moved=1", http.StatusFound)
		return true
	})
	if _, err := connect(t, srv.URL).List(t.Context(), "SFO", client.ListParams{}); err != nil {
		t.Errorf("redirect within the service: %v", err)
	}
}

// TestRedirectToPlainHTTP needs a service that speaks TLS.
func TestRedirectToPlainHTTP(t *testing.T) {
	t.Parallel()
	secure := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, fmt.Sprintf("http://%s%s", r.Host, r.URL.Path), http.StatusFound)
	}))
	defer secure.Close()
	var w waits
	c := connect(t, secure.URL, client.WithSleep(w.sleep), client.WithTransport(secure.Client().Transport))
	if _, err := c.List(t.Context(), "SFO", client.ListParams{}); err == nil || !strings.Contains(err.Error(), "refused a redirect") {
		t.Error(err)
	}
	// Without trust in the test's certificate there is nothing to retry either.
	c = connect(t, secure.URL, client.WithSleep(w.sleep))
	if _, err := c.List(t.Context(), "SFO", client.ListParams{}); err == nil || !strings.Contains(err.Error(), "certificate") {
		t.Error(err)
	}
	if len(w.list) != 0 {
		t.Errorf("retried: waited %v", w.list)
	}
}
