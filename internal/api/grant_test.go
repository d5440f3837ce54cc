package api

import (
	"strings"
	"testing"
	"time"

	"airport-content/internal/content"
	"airport-content/internal/partner"
)

// A grant ends with its key, or with its time.
func TestFreshGrants(t *testing.T) {
	t.Parallel()
	now := time.Now()
	for name, test := range map[string]struct {
		until, expires time.Time
		want           bool
	}{
		"a key without an end":  {now.Add(time.Second), time.Time{}, true},
		"a key that ends later": {now.Add(time.Second), now.Add(time.Second), true},
		"a key that has ended":  {now.Add(time.Second), now, false},
		"an old grant":          {now, time.Time{}, false},
	} {
		if got := newGrant(partner.Grant{ExpiresAt: test.expires}, partner.Digest{}, test.until).fresh(now); got != test.want {
			t.Errorf("%s: fresh is %t", name, got)
		}
	}
}

// A key whose scopes read no content may read nothing.
func TestGrants(t *testing.T) {
	t.Parallel()
	for scopes, want := range map[string]struct{ every, any, news, faq bool }{
		"content:read":                   {true, true, true, true},
		"content:read:news content:read": {true, true, true, true},
		"other content:read:news":        {false, true, true, false},
		"other":                          {false, false, false, false},
		"":                               {false, false, false, false},
	} {
		g := newGrant(partner.Grant{Scopes: strings.Fields(scopes)}, partner.Digest{}, time.Time{})
		if g.types.Equal(content.EveryType()) != want.every || g.mayRead() != want.any || g.mayRead("news") != want.news || g.mayRead("news", "faq") != want.faq {
			t.Errorf("%s: types %v, reads any: %t", scopes, g.types, g.mayRead())
		}
	}
}
