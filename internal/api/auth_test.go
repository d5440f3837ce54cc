package api_test

import (
	"strings"
	"testing"
	"time"

	"airport-content/internal/admin"
	"airport-content/internal/check"
	"airport-content/internal/partner"
	"airport-content/internal/testenv"
)

func (s *service) setKey(t *testing.T, key string, change admin.KeyChange) (same string) {
	t.Helper()
	check.Must(s.SetKey(t.Context(), keyID(key), change))(t)
	return key
}

func (s *service) revoke(t *testing.T, key string) {
	t.Helper()
	check.Must(s.RevokeKey(t.Context(), keyID(key)))(t)
}

func (s *service) rotate(t *testing.T, key string, overlap time.Duration) (successor string) {
	t.Helper()
	successor, id := partner.NewKey()
	_, _, err := s.RotateKey(t.Context(), keyID(key), id, partner.DigestOf(successor), overlap, func(partner.Key) error { return nil })
	check.NoError(t, err)
	return successor
}

// takeOver stores a key of an older system.
func (s *service) takeOver(t *testing.T, old string, k partner.Key) (same string) {
	t.Helper()
	k.Partner = "Acme"
	check.Must(s.TakeOverKeys(t.Context(), k, []partner.Digest{partner.DigestOf(old)}))(t)
	return old
}

func (s *service) disable(t *testing.T, partner string, disabled bool) {
	t.Helper()
	check.Must(s.SetPartnerDisabled(t.Context(), partner, disabled))(t)
}

// Keys in every state, and what each may read. SFO has 90 items, ten of each type.
func TestKeys(t *testing.T) {
	t.Parallel()
	s := serve(t)
	s.airport(t, "SFO", assorted(90)...)
	s.airport(t, "JFK", assorted(9)...)
	for _, name := range []string{"Gone", "Back"} {
		check.Must(s.AddPartner(t.Context(), name, 0, nil))(t)
	}
	sfo, past := []string{"SFO"}, new(time.Now().Add(-time.Hour))
	const news, old = "content:read:news", "Old-Key/with+signs=&16!"
	plain, two := s.keyFor(t, sfo, "content:read"), s.keyFor(t, sfo, news, "content:read:page")
	moved := s.setKey(t, s.keyFor(t, sfo, "content:read"), admin.KeyChange{AddAirports: []string{"JFK"}, RemoveAirports: sfo})
	rotated, ended := s.keyFor(t, sfo, "content:read"), s.keyFor(t, sfo, news)
	successor, heir := s.rotate(t, rotated, time.Hour), s.rotate(t, ended, 0)
	revoked, expired := s.keyFor(t, sfo), s.add(t, partner.Key{Airports: sfo, ExpiresAt: past})
	s.revoke(t, revoked)
	gone, back := s.add(t, partner.Key{Partner: "Gone", AllAirports: true}), s.add(t, partner.Key{Partner: "Back", Airports: sfo})
	s.disable(t, "Gone", true)
	s.disable(t, "Back", true)
	s.disable(t, "Back", false)
	for _, test := range []struct {
		name, key, path string
		total, status   int
		code            string
	}{
		{"a blank key", " ", "SFO/content", 0, 401, "missing_api_key"},
		{"one character more", plain + "x", "SFO/content", 0, 401, "invalid_api_key"},
		{"another case", strings.ToUpper(plain), "SFO/content", 0, 401, "invalid_api_key"},
		{"the public part", "acp_" + keyID(plain), "SFO/content", 0, 401, "invalid_api_key"},
		{"not ASCII", "schlüssel-schlüssel", "SFO/content", 0, 401, "invalid_api_key"},
		{"its airport", plain, "SFO/content", 90, 200, ""},
		{"another airport", plain, "JFK/content", 0, 403, "airport_forbidden"},
		{"two airports", s.keyFor(t, []string{"SFO", "jfk"}, "content:read"), "JFK/content", 9, 200, ""},
		{"two types", two, "SFO/content", 20, 200, ""},
		{"one of two types", two, "SFO/content?contentType=page", 10, 200, ""},
		{"another type", two, "SFO/content?contentType=faq", 0, 403, "scope_forbidden"},
		{"another type among its own", two, "SFO/content?contentType=page,faq", 0, 403, "scope_forbidden"},
		{"a search within the types", two, "SFO/content?q=zebra", 10, 200, ""},
		{"every type and one", s.keyFor(t, sfo, news, "content:read"), "SFO/content", 90, 200, ""},
		{"expired, then not", s.setKey(t, s.add(t, partner.Key{Airports: sfo, ExpiresAt: past}), admin.KeyChange{SetExpiry: true}), "SFO/content", 90, 200, ""},
		{"of a partner enabled again", back, "SFO/content", 90, 200, ""},
		{"moved: to", moved, "JFK/content", 9, 200, ""},
		{"moved: from", moved, "SFO/content", 0, 403, "airport_forbidden"},
		{"rotated, in the overlap", rotated, "SFO/content", 90, 200, ""},
		{"its successor", successor, "SFO/content", 90, 200, ""},
		{"a successor has the grants", heir, "SFO/content", 10, 200, ""},
		{"taken over", s.takeOver(t, old, partner.Key{Airports: sfo, Scopes: []string{"content:read"}}), "SFO/content", 90, 200, ""},
		{"taken over, of 512 characters", s.takeOver(t, strings.Repeat("K", 512), partner.Key{AllAirports: true, Scopes: []string{news}}), "JFK/content", 1, 200, ""},
		{"taken over, in another case", strings.ToUpper(old), "SFO/content", 0, 401, "invalid_api_key"},
	} {
		a := s.get(t, test.key, test.path)
		if test.code != "" {
			a.is(t, test.status, test.code)
		} else if total := a.page(t).Pagination.Total; total != test.total {
			t.Errorf("%s: %d items, want %d", test.name, total, test.total)
		}
	}
	want := s.get(t, otherKey, "SFO/content").is(t, 401, "invalid_api_key").Message
	for _, key := range []string{expired, revoked, gone, ended} {
		check.Same(t, want, s.get(t, key, "SFO/content").is(t, 401, "invalid_api_key").Message, "the refusal says why")
	}
	table := testenv.Value[string](t, s.database, "SELECT string_agg(k::text, ' ') FROM api_key AS k")
	for _, key := range []string{plain, revoked, old} {
		if strings.Contains(table, key) {
			t.Errorf("%s is in the table", key)
		}
	}
}

// A running server learns within 5 seconds what a key may no longer do, or may now.
func TestRevocation(t *testing.T) {
	t.Parallel()
	s := serve(t)
	s.airport(t, "SFO")
	sfo := []string{"SFO"}
	check.Must(s.AddPartner(t.Context(), "Leaving", 0, nil))(t)
	const unknown = "a-key-that-nobody-knows-yet"
	set := func(change admin.KeyChange) func(string) { return func(key string) { s.setKey(t, key, change) } }
	tests := []struct {
		name, key, query string
		before, after    int
		change           func(key string)
	}{
		{"revoked", s.keyFor(t, sfo), "", 200, 401, func(key string) { s.revoke(t, key) }},
		{"expired", s.keyFor(t, sfo), "", 200, 401, set(admin.KeyChange{SetExpiry: true, ExpiresAt: new(time.Now().Add(-time.Hour))})},
		{"expires soon", s.keyFor(t, sfo), "", 200, 401, set(admin.KeyChange{SetExpiry: true, ExpiresAt: new(time.Now().Add(time.Second))})},
		{"rotated", s.keyFor(t, sfo), "", 200, 401, func(key string) { s.rotate(t, key, 0) }},
		{"airport withdrawn", s.keyFor(t, sfo), "", 200, 403, set(admin.KeyChange{RemoveAirports: sfo})},
		{"type withdrawn", s.keyFor(t, sfo), "?contentType=news", 200, 403, set(admin.KeyChange{Scopes: []string{"content:read:faq"}})},
		{"partner disabled", s.add(t, partner.Key{Partner: "Leaving", Airports: sfo}), "", 200, 401, func(string) { s.disable(t, "Leaving", true) }},
		{"type granted", s.keyFor(t, sfo, "content:read:faq"), "?contentType=news", 403, 200, set(admin.KeyChange{Scopes: []string{"content:read"}})},
		{"taken over", unknown, "", 401, 200, func(key string) { s.takeOver(t, key, partner.Key{AllAirports: true, Scopes: []string{"content:read"}}) }},
	}
	for _, test := range tests {
		a := s.get(t, test.key, "SFO/content"+test.query)
		check.Same(t, test.before, a.status, test.name, ", before")
		test.change(test.key)
	}
	for _, test := range tests {
		check.Eventually(t, test.name, func() bool { return s.get(t, test.key, "SFO/content"+test.query).status == test.after })
	}
}
