package partner_test

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"airport-content/internal/check"
	"airport-content/internal/partner"
)

// sample shows the checksum of keys that partners have: they must stay good.
const sample = "acp_exampleKey_xxxxxxxxxxxxxxxxxxxxxxxxxxxx2jEnQN"

func TestNewKey(t *testing.T) {
	key, id := partner.NewKey()
	other, otherID := partner.NewKey()
	if !regexp.MustCompile(`^acp_[0-9A-Za-z]{10}_[0-9A-Za-z]{34}$`).MatchString(key) || key[4:14] != id {
		t.Errorf("key %s with id %s", key, id)
	}
	if id == otherID || key[15:43] == other[15:43] {
		t.Errorf("%s and %s are not random", key, other)
	}
	for _, good := range []string{key, other, sample} {
		if partner.Mistyped(good) {
			t.Errorf("%s is called mistyped", good)
		}
	}
}

func TestMistyped(t *testing.T) {
	key, _ := partner.NewKey()
	for i := len("acp_"); i < len(key); i++ {
		wrong := byte('x')
		if key[i] == wrong {
			wrong = 'y'
		}
		if mistyped := key[:i] + string(wrong) + key[i+1:]; key[i] != '_' && !partner.Mistyped(mistyped) {
			t.Errorf("%s is not called mistyped", mistyped)
		}
	}
	// Keys of older systems may have any form.
	for _, old := range []string{"", "acp", "acp_", key[:len(key)-1], key + "x", "x" + key[1:], "acp_" + strings.Repeat("x", 45), key[:30] + "_" + key[31:]} {
		if partner.Mistyped(old) {
			t.Errorf("%s is called mistyped", old)
		}
	}
}

func TestIDWithin(t *testing.T) {
	key, id := partner.NewKey()
	for text, want := range map[string]string{
		key: id, key[:16]: id, key + "more": id,
		key[:15]: "", key[:14]: "", id: "", "": "", "acp_short_secret": "", "xyz_" + id + "_secret": "",
	} {
		if got, found := partner.IDWithin(text); found != (want != "") || found && got != want {
			t.Errorf("IDWithin(%q) = %q, %v", text, got, found)
		}
	}
}

func TestMayBeSecret(t *testing.T) {
	for text, want := range map[string]bool{partner.NewKeyID(): false, strings.Repeat("é", 15): false, strings.Repeat("é", 16): true} {
		check.Same(t, want, partner.MayBeSecret(text), text)
	}
}

func TestExpiresSoon(t *testing.T) {
	now := time.Date(2026, 3, 1, 9, 30, 0, 0, time.UTC)
	for _, test := range []struct {
		end  time.Time
		want bool
	}{
		{time.Time{}, false}, {now.Add(-time.Hour), true}, {now, true},
		{now.AddDate(0, 0, 14).Add(-1), true}, {now.AddDate(0, 0, 14), false},
	} {
		check.Same(t, test.want, partner.ExpiresSoon(test.end, now), test.end)
	}
}

func TestCheckScope(t *testing.T) {
	for scope, want := range map[string]string{"content:read": "", "content:read:dining": "dining", "content:read:a:b": "a:b"} {
		if err := partner.CheckScope(scope); err != nil || partner.ScopeType(scope) != want {
			t.Errorf("%q: type %q, %v", scope, partner.ScopeType(scope), err)
		}
	}
	for _, scope := range []string{"", "content", "content:read:", "content:write", "Content:read", "content:readdining"} {
		if err := partner.CheckScope(scope); err == nil || !strings.Contains(err.Error(), "want content:read or content:read:<contentType>") {
			t.Errorf("%q: %v", scope, err)
		}
	}
}

func TestAccess(t *testing.T) {
	two := partner.Grant{Airports: []string{"SFO", "JFK"}}
	if !two.MayReadAirport("JFK") || two.MayReadAirport("LAX") || two.MayReadAirport("sfo") {
		t.Error("airports granted by a list")
	}
	if !(partner.Grant{AllAirports: true}).MayReadAirport("LAX") {
		t.Error("all airports granted")
	}
}
