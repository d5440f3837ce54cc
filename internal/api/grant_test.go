package api

import (
	"strings"
	"testing"
	"time"

	"airport-content/internal/content"
	"airport-content/internal/partner"
)

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
