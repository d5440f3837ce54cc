package api_test

import (
	"context"
	"fmt"
	"net/http"
	"net/netip"
	"sync"
	"testing"
	"time"

	"airport-content/internal/api"
	"airport-content/internal/content"
	"airport-content/internal/partner"
)

func TestKeys(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	mistyped, _ := partner.NewKey()
	mistyped = mistyped[:len(mistyped)-1] + "-"
	ours, _ := partner.NewKey()
	for name, c := range map[string]struct {
		keys []string
		code string
	}{
		"none":           {nil, "missing_api_key"},
		"empty":          {[]string{""}, "missing_api_key"},
		"spaces":         {[]string{"  "}, "missing_api_key"},
		"twice the same": {[]string{allKey, allKey}, "invalid_api_key"},
		"a good one and": {[]string{allKey, ""}, "invalid_api_key"},
		"unknown":        {[]string{ours}, "invalid_api_key"},
		"mistyped":       {[]string{mistyped}, "invalid_api_key"},
		"beyond ASCII":   {[]string{"schlüssel-ohne-schloss"}, "invalid_api_key"},
		"longer":         {[]string{allKey + "x"}, "invalid_api_key"},
		"other case":     {[]string{"OLD-system-key-for-everything"}, "invalid_api_key"},
	} {
		req, err := http.NewRequest("GET", s.URL+"/api/v1/partner/SFO/content", nil)
		if err != nil {
			t.Fatal(err)
		}
		req.Header["X-Partner-Api-Key"] = c.keys
		a := s.do(t, req)
		if f := a.failure(t); a.StatusCode != 401 || f.Code != c.code {
			t.Errorf("%s: %d %s, want %s", name, a.StatusCode, f.Code, c.code)
		}
		if a.Header.Get("WWW-Authenticate") == "" || a.Header.Get("X-RateLimit-Limit") != "" {
			t.Errorf("%s: headers %v", name, a.Header)
		}
	}
	if n := len(s.limits.failures); n != 10 {
		t.Errorf("%d failures were counted, want 10", n)
	}
}

func TestMistypedKeysAreNotLookedUp(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	key, _ := partner.NewKey()
	s.get(t, "/SFO/content", key[:len(key)-1]+"-")
	s.get(t, "/SFO/content", "")
	if n := s.store.authentications.Load(); n != 0 {
		t.Errorf("%d look-ups", n)
	}
}

func TestAddressWithTooManyFailures(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.get(t, "/SFO/content", sfoKey)
	s.limits.exceeded = true
	before := s.store.authentications.Load()
	for _, key := range []string{"", "wrong", allKey} {
		a := s.get(t, "/SFO/content", key)
		if f := a.failure(t); a.StatusCode != 429 || f.Code != "rate_limited" || a.Header.Get("Retry-After") != "42" {
			t.Errorf("%q: %d %s, Retry-After %q", key, a.StatusCode, f.Code, a.Header.Get("Retry-After"))
		}
	}
	if n := s.store.authentications.Load() - before; n != 0 {
		t.Errorf("%d look-ups for a held back address", n)
	}
	if a := s.get(t, "/SFO/content", sfoKey); a.StatusCode != 200 {
		t.Errorf("a key that was good: %d", a.StatusCode)
	}
	s.limits.good[partner.DigestOf(allKey)] = true // on another server, say
	if a := s.get(t, "/SFO/content", allKey); a.StatusCode != 200 {
		t.Errorf("a key that was good elsewhere: %d", a.StatusCode)
	}
}

// Failures count for the caller, not for a proxy of ours, nor for whom a caller claims to be.
func TestFailuresCountForTheClient(t *testing.T) {
	t.Parallel()
	for proxies, want := range map[string]string{"127.0.0.0/8": "198.51.100.1", "10.0.0.0/8": "127.0.0.1"} {
		s := newSite(t, func(o *api.Options) { o.TrustedProxies = []netip.Prefix{netip.MustParsePrefix(proxies)} })
		s.get(t, "/SFO/content", "wrong", "X-Forwarded-For", "203.0.113.9, 198.51.100.1")
		if f := s.limits.failures; len(f) != 1 || f[0].String() != want {
			t.Errorf("proxies %s: failures of %v, want %s", proxies, f, want)
		}
	}
}

// While the first look-up of a key runs, no second one starts; afterwards none is needed for some seconds.
func TestStampedeCostsOneLookUp(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	arrived := make(chan struct{}, 100)
	release := make(chan struct{})
	s.store.before = func(_ context.Context, query string) error {
		if query == "authenticate" {
			arrived <- struct{}{}
			<-release
		}
		return nil
	}
	var all sync.WaitGroup
	for range 20 {
		all.Go(func() {
			if a := s.get(t, "/SFO/content", allKey); a.StatusCode != 200 {
				t.Errorf("%d %s", a.StatusCode, a.body)
			}
		})
	}
	<-arrived
	time.Sleep(50 * time.Millisecond) // more come meanwhile, or after it from memory: the count is the same
	close(release)
	all.Wait()
	if n := s.store.authentications.Load(); n != 1 {
		t.Errorf("%d look-ups", n)
	}
}

func TestRevocationTakesEffect(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	if a := s.get(t, "/SFO/content", sfoKey); a.StatusCode != 200 {
		t.Fatal(a.StatusCode)
	}
	gone := false
	s.store.before = func(_ context.Context, query string) error {
		if query == "authenticate" && gone {
			return partner.ErrKeyRefused
		}
		return nil
	}
	gone = true
	start := time.Now()
	for s.get(t, "/SFO/content", sfoKey).StatusCode == 200 {
		if time.Since(start) > 5*time.Second {
			t.Fatal("a revoked key still works after 5 seconds")
		}
		time.Sleep(100 * time.Millisecond)
	}
}

// A key's own end is observed between two look-ups as well.
func TestExpiryIsNotCachedAway(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	access := s.store.access[partner.DigestOf(sfoKey)]
	access.ExpiresAt = time.Now().Add(3 * time.Second)
	s.store.access[partner.DigestOf(sfoKey)] = access
	if a := s.get(t, "/SFO/content", sfoKey); a.StatusCode != 200 {
		t.Fatal(a.StatusCode)
	}
	time.Sleep(time.Until(access.ExpiresAt))
	if a := s.get(t, "/SFO/content", sfoKey); a.StatusCode != 401 {
		t.Errorf("expired: %d", a.StatusCode)
	}
}

func TestKeyThatEndsSoonIsToldSo(t *testing.T) {
	t.Parallel()
	soon := time.Now().Add(partner.ExpiryNotice - time.Hour)
	for _, tt := range []struct {
		name string
		end  time.Time
		want string
	}{
		{"never", time.Time{}, ""},
		{"in more than 14 days", time.Now().Add(partner.ExpiryNotice + time.Hour), ""},
		{"in less than 14 days", soon.In(time.FixedZone("", 14*3600)), soon.UTC().Format("2006-01-02")},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := newSite(t)
			access := s.store.access[partner.DigestOf(sfoKey)]
			access.ExpiresAt = tt.end
			s.store.access[partner.DigestOf(sfoKey)] = access
			for _, path := range []string{"/SFO/content", "/LAX/content", "/SFO/content?size=0"} {
				if got := s.get(t, path, sfoKey).Header.Get("X-API-Key-Expires"); got != tt.want {
					t.Errorf("%s: X-API-Key-Expires %q, want %q", path, got, tt.want)
				}
			}
			s.Close()
			for _, o := range s.seen() {
				if !o.KeyEnds.Equal(tt.end) {
					t.Errorf("observed that the key ends %v, want %v", o.KeyEnds, tt.end)
				}
			}
		})
	}
}

func TestLostDatabaseIsNoWrongKey(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for err, code := range map[error]string{
		fmt.Errorf("dial: %w", content.ErrUnavailable):  "unavailable",
		fmt.Errorf("select: %w", content.ErrTimeout):    "timeout",
		fmt.Errorf("select: %w", context.Canceled):      "internal",
		fmt.Errorf("column keys.secret does not exist"): "internal",
	} {
		s.store.before = func(context.Context, string) error { return err }
		a := s.get(t, "/SFO/content", allKey)
		if f := a.failure(t); a.StatusCode != 500 || f.Code != code {
			t.Errorf("%v: %d %s", err, a.StatusCode, f.Code)
		}
	}
	if n := len(s.limits.failures); n != 0 {
		t.Errorf("%d failures of the caller were counted", n)
	}
}
