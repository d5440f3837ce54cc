package integration_test

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"
	"time"
)

// holders is an installation with two airports, items of all types in each, and partners.
func holders(t *testing.T) installation {
	t.Helper()
	i := install(t)
	for _, code := range []string{"SFO", "JFK"} {
		i.must(t, "airport", "add", code, "Airport of "+code)
		i.mustRead(t, file(t, assorted(18)...), "import", code, "-")
	}
	for _, name := range []string{"Acme", "Beta", "Gone", "Back"} {
		i.must(t, "partner", "add", name)
	}
	return i
}

var keyForm = regexp.MustCompile(`^acp_[0-9A-Za-z]+_[0-9A-Za-z]{30,}$`)

// Keys in every state that they can be in, and what each may do.
func TestKeys(t *testing.T) {
	t.Parallel()
	i := holders(t)
	create := func(args ...string) string {
		t.Helper()
		key := i.key(t, args[0], args[1:]...)
		if !keyForm.MatchString(key) {
			t.Errorf("a key like %s", key)
		}
		return key
	}
	takeOver := func(old string, args ...string) string {
		t.Helper()
		i.mustRead(t, old+"\n", append([]string{"key", "take-over", "--partner"}, args...)...)
		return old
	}
	change := func(key string, args ...string) string {
		t.Helper()
		i.must(t, append([]string{"key", "set", keyID(key)}, args...)...)
		return key
	}
	revoke := func(key string) string {
		t.Helper()
		i.must(t, "key", "revoke", keyID(key))
		return key
	}
	const news, faq = "content:read:news", "content:read:faq"
	sfo := create("Acme", "--airport", "SFO")
	rotated, rotatedAtOnce, rotatedTwice := create("Acme", "--airport", "SFO"), create("Beta", "--airport", "JFK", "--scope", news), create("Beta", "--all-airports")
	successor := i.must(t, "key", "rotate", keyID(rotated))
	successorAtOnce := i.must(t, "key", "rotate", keyID(rotatedAtOnce), "--overlap", "0")
	between := i.must(t, "key", "rotate", keyID(rotatedTwice), "--overlap", "1h")
	last := i.must(t, "key", "rotate", keyID(between), "--overlap", "0s")
	shortLived := create("Acme", "--airport", "SFO", "--expires", "2020-01-01")
	gone, back := create("Gone", "--all-airports"), create("Back", "--airport", "SFO")
	i.must(t, "partner", "disable", "Gone")
	i.must(t, "partner", "disable", "Back")
	i.must(t, "partner", "enable", "Back")

	tests := []struct {
		name, key, path string
		status, total   int
		code            string
	}{
		{"none", "", "SFO/content", 401, 0, "missing_api_key"},
		{"blank", " ", "SFO/content", 401, 0, "missing_api_key"},
		{"garbage", "garbage", "SFO/content", 401, 0, "invalid_api_key"},
		{"one character more", sfo + "x", "SFO/content", 401, 0, "invalid_api_key"},
		{"one character less", sfo[:len(sfo)-1], "SFO/content", 401, 0, "invalid_api_key"},
		{"another case", strings.ToUpper(sfo), "SFO/content", 401, 0, "invalid_api_key"},
		{"its public part", "acp_" + keyID(sfo), "SFO/content", 401, 0, "invalid_api_key"},
		{"its id", keyID(sfo), "SFO/content", 401, 0, "invalid_api_key"},
		{"the form, made up", "acp_0123456789_" + strings.Repeat("a", 34), "SFO/content", 401, 0, "invalid_api_key"},
		{"two in one header", sfo + ", " + sfo, "SFO/content", 401, 0, "invalid_api_key"},
		{"not ASCII", "schlüssel-schlüssel", "SFO/content", 401, 0, "invalid_api_key"},
		{"very long", strings.Repeat("k", 8000), "SFO/content", 401, 0, "invalid_api_key"},
		{"its airport", sfo, "SFO/content", 200, 18, ""},
		{"another airport", sfo, "JFK/content", 403, 0, "airport_forbidden"},
		{"two airports", create("Acme", "--airport", "SFO", "--airport", "jfk"), "JFK/content", 200, 18, ""},
		{"two airports, a comma", create("Acme", "--airport", "SFO,JFK"), "JFK/content", 200, 18, ""},
		{"all airports", create("Beta", "--all-airports"), "JFK/content", 200, 18, ""},
		{"all airports, none such", create("Beta", "--all-airports"), "LAX/content", 404, 0, "airport_not_found"},
		{"news", create("Acme", "--airport", "SFO", "--scope", news), "SFO/content", 200, 2, ""},
		{"news of news", create("Acme", "--airport", "SFO", "--scope", news), "SFO/content?contentType=news", 200, 2, ""},
		{"faq of news", create("Acme", "--airport", "SFO", "--scope", news), "SFO/content?contentType=faq", 403, 0, "scope_forbidden"},
		{"news and faq", create("Acme", "--airport", "SFO", "--scope", news, "--scope", faq), "SFO/content", 200, 4, ""},
		{"news and faq, a comma", create("Acme", "--airport", "SFO", "--scope", news+","+faq), "SFO/content?contentType=faq", 200, 2, ""},
		{"page of news and faq", create("Acme", "--airport", "SFO", "--scope", news+","+faq), "SFO/content?contentType=page", 403, 0, "scope_forbidden"},
		{"everything and news", create("Acme", "--airport", "SFO", "--scope", news+",content:read"), "SFO/content", 200, 18, ""},
		{"search within a scope", create("Acme", "--airport", "SFO", "--scope", "content:read:page"), "SFO/content?q=zebra", 200, 2, ""},
		{"search beside a scope", create("Acme", "--airport", "SFO", "--scope", news), "SFO/content?q=zebra", 200, 0, ""},
		{"expired", shortLived, "SFO/content", 401, 0, "invalid_api_key"},
		{"expired, then not", change(create("Acme", "--airport", "SFO", "--expires", "2020-01-01"), "--expires", "never"), "SFO/content", 200, 18, ""},
		{"not, then expired", change(create("Acme", "--airport", "SFO"), "--expires", "2020-01-01"), "SFO/content", 401, 0, "invalid_api_key"},
		{"expires later", create("Acme", "--airport", "SFO", "--expires", "30d"), "SFO/content", 200, 18, ""},
		{"expires today in 12 hours", create("Acme", "--airport", "SFO", "--expires", "12h"), "SFO/content", 200, 18, ""},
		{"revoked", revoke(create("Acme", "--airport", "SFO")), "SFO/content", 401, 0, "invalid_api_key"},
		{"revoked twice", revoke(revoke(create("Acme", "--airport", "SFO"))), "SFO/content", 401, 0, "invalid_api_key"},
		{"of a disabled partner", gone, "SFO/content", 401, 0, "invalid_api_key"},
		{"of a partner enabled again", back, "SFO/content", 200, 18, ""},
		{"moved: to", change(create("Acme", "--airport", "SFO"), "--add-airport", "JFK", "--remove-airport", "SFO"), "JFK/content", 200, 18, ""},
		{"moved: from", change(create("Acme", "--airport", "SFO"), "--add-airport", "JFK", "--remove-airport", "SFO"), "SFO/content", 403, 0, "airport_forbidden"},
		{"of no airport any more", change(create("Acme", "--airport", "SFO"), "--remove-airport", "SFO"), "SFO/content", 403, 0, "airport_forbidden"},
		{"narrowed", change(create("Acme", "--airport", "SFO"), "--scope", faq), "SFO/content?contentType=news", 403, 0, "scope_forbidden"},
		{"widened", change(create("Acme", "--airport", "SFO", "--scope", faq), "--scope", "content:read"), "SFO/content?contentType=news", 200, 2, ""},
		{"rotated, in the overlap", rotated, "SFO/content", 200, 18, ""},
		{"its successor", successor, "SFO/content", 200, 18, ""},
		{"its successor elsewhere", successor, "JFK/content", 403, 0, "airport_forbidden"},
		{"rotated without overlap", rotatedAtOnce, "JFK/content", 401, 0, "invalid_api_key"},
		{"its successor has its scope", successorAtOnce, "JFK/content", 200, 2, ""},
		{"rotated twice: first", rotatedTwice, "JFK/content", 200, 18, ""},
		{"rotated twice: second", between, "JFK/content", 401, 0, "invalid_api_key"},
		{"rotated twice: third", last, "JFK/content", 200, 18, ""},
		{"taken over", takeOver("Old-Key/with+signs=&16!", "Acme", "--airport", "SFO"), "SFO/content", 200, 18, ""},
		{"taken over, scoped", takeOver("0123456789abcdef", "Beta", "--airport", "SFO", "--scope", news), "SFO/content?contentType=faq", 403, 0, "scope_forbidden"},
		{"taken over, 512 characters", takeOver(strings.Repeat("K", 512), "Beta", "--all-airports"), "JFK/content", 200, 18, ""},
		{"taken over, of another case", "OLD-KEY/WITH+SIGNS=&16!", "SFO/content", 401, 0, "invalid_api_key"},
		{"taken over, in our form", takeOver("acp_old_key_of_another_system", "Acme", "--airport", "SFO"), "SFO/content", 200, 18, ""},
		{"taken over, expired", takeOver("an-expired-old-key", "Acme", "--airport", "SFO", "--expires", "2021-05-05"), "SFO/content", 401, 0, "invalid_api_key"},
	}
	s := i.serve(t)
	for _, test := range tests {
		a := s.get(t, test.key, test.path)
		if test.status != 200 {
			a.fails(t, test.name, test.status, test.code)
			if challenge := a.header.Get("WWW-Authenticate"); (test.status == 401) != (challenge != "") {
				t.Errorf("%s: WWW-Authenticate %q", test.name, challenge)
			}
			continue
		}
		if a.status != 200 {
			t.Errorf("%s: %d %s", test.name, a.status, a.body)
			continue
		}
		var p page
		if decode(t, a.body, &p); p.Pagination.Total != test.total {
			t.Errorf("%s: %d items, want %d", test.name, p.Pagination.Total, test.total)
		}
	}

	// What is not good is refused in one and the same way, so that nothing is learned from it.
	refused := s.get(t, shortLived, "SFO/content").fails(t, "expired", 401, "invalid_api_key").Error.Message
	for _, key := range []string{"garbage", gone, rotatedAtOnce} {
		if got := s.get(t, key, "SFO/content").fails(t, key, 401, "invalid_api_key").Error.Message; got != refused {
			t.Errorf("another message: %s", got)
		}
	}

	// Secrets are nowhere but with the partners.
	s.Stop()
	var dump string
	i.sql(t, `SELECT coalesce(string_agg(k::text, ' '), '') FROM api_key k`, &dump)
	for _, test := range tests {
		if len(test.key) < 16 || test.key == keyID(sfo) {
			continue
		}
		for where, text := range map[string]string{"log": s.Log.String(), "table": dump} {
			if strings.Contains(text, test.key) {
				t.Errorf("%s: the %s holds the key", test.name, where)
			}
		}
	}
	if !strings.Contains(s.Log.String(), keyID(sfo)) {
		t.Error("the log does not tell which key a request had")
	}
}

// keyRow is a key as the program lists it.
type keyRow struct {
	ID, Partner, Label, State                   string
	AllAirports                                 bool
	Airports, Scopes                            []string
	CreatedAt, ExpiresAt, RevokedAt, LastUsedAt *string
}

func (i installation) keyRow(t *testing.T, key string) keyRow {
	t.Helper()
	var rows []keyRow
	i.mustDecode(t, &rows, "key", "list")
	for _, row := range rows {
		if row.ID == keyID(key) {
			return row
		}
	}
	t.Fatalf("key %s is not listed", keyID(key))
	return keyRow{}
}

// A rotation never makes a key last longer than it would have.
func TestRotationKeepsAnEarlierEnd(t *testing.T) {
	t.Parallel()
	i := holders(t)
	key := i.key(t, "Acme", "--airport", "SFO", "--expires", "1h", "--label", "ticker", "--scope", "content:read:news")
	before := i.keyRow(t, key)
	successor := i.must(t, "key", "rotate", keyID(key), "--overlap", "7d")
	if after := i.keyRow(t, key); after.ExpiresAt == nil || *after.ExpiresAt != *before.ExpiresAt {
		t.Errorf("the old key ends at %v, before at %v", after.ExpiresAt, *before.ExpiresAt)
	}
	heir := i.keyRow(t, successor)
	if heir.Label != "ticker" || heir.Partner != "Acme" || len(heir.Airports) != 1 || len(heir.Scopes) != 1 || heir.Scopes[0] != "content:read:news" {
		t.Errorf("the new key: %+v", heir)
	}
	i.refuses(t, []refusal{
		{args: []string{"key", "rotate", "nothere"}, code: 1, says: []string{`"nothere"`}},
		{args: []string{"key", "revoke", "nothere"}, code: 1, says: []string{`"nothere"`}},
		{args: []string{"key", "set", "nothere", "--label", "x"}, code: 1, says: []string{`"nothere"`}},
	})
	i.must(t, "key", "revoke", keyID(successor))
	if got := i.run(t.Context(), "", "key", "rotate", keyID(successor)); got.Code != 1 || got.Stdout != "" {
		t.Errorf("a revoked key was rotated: %+v", got)
	}
	// A whole key taken for an id is never shown, nor is what may be one.
	const old = "older-systems-key"
	i.mustRead(t, old, "key", "take-over", "--partner", "Acme", "--airport", "SFO")
	for _, secret := range []string{key, key + "x", key[:len(key)-1], key[:20], key + "_x", old, old + "x"} {
		for _, args := range [][]string{{"rotate", secret}, {"revoke", secret}, {"set", secret, "--label", "x"}} {
			got := i.run(t.Context(), "", append([]string{"key"}, args...)...)
			if got.Code != 1 || got.Stdout != "" || strings.Contains(got.Stderr, secret[len(secret)-5:]) || !strings.Contains(got.Stderr, keyID(key)) {
				t.Errorf("%q: %+v", args, got)
			}
		}
	}
}

// Running servers learn of changes by themselves, within 5 seconds.
func TestChangesOfRights(t *testing.T) {
	t.Parallel()
	i := holders(t)
	servers := []*server{i.serve(t), i.serve(t)}
	tests := []struct {
		name, partner, path string
		want                int
		change              func(id string) []string
		key                 string
	}{
		{name: "revoked", partner: "Acme", want: 401, change: func(id string) []string { return []string{"key", "revoke", id} }},
		{name: "expired", partner: "Acme", want: 401, change: func(id string) []string { return []string{"key", "set", id, "--expires", "2020-01-01"} }},
		{name: "about to expire", partner: "Acme", want: 401, change: func(id string) []string { return []string{"key", "set", id, "--expires", "1s"} }},
		{name: "rotated", partner: "Acme", want: 401, change: func(id string) []string { return []string{"key", "rotate", id, "--overlap", "0"} }},
		{name: "airport withdrawn", partner: "Acme", want: 403, change: func(id string) []string { return []string{"key", "set", id, "--remove-airport", "SFO"} }},
		{name: "scope withdrawn", partner: "Acme", path: "?contentType=news", want: 403, change: func(id string) []string { return []string{"key", "set", id, "--scope", "content:read:faq"} }},
		{name: "disabled", partner: "Gone", want: 401, change: func(string) []string { return []string{"partner", "disable", "Gone"} }},
	}
	for k := range tests {
		tests[k].key = i.key(t, tests[k].partner, "--airport", "SFO")
		for _, s := range servers {
			if a := s.get(t, tests[k].key, "SFO/content"+tests[k].path); a.status != 200 {
				t.Fatalf("%s, before: %d %s", tests[k].name, a.status, a.body)
			}
		}
	}
	granted := i.key(t, "Acme", "--airport", "JFK")
	for _, s := range servers {
		s.get(t, granted, "SFO/content").fails(t, "not granted yet", 403, "airport_forbidden")
	}
	const old = "a-key-that-we-do-not-know-yet"
	for _, s := range servers {
		s.get(t, old, "SFO/content").fails(t, "not taken over yet", 401, "invalid_api_key")
	}
	for _, test := range tests {
		i.must(t, test.change(keyID(test.key))...)
	}
	i.must(t, "key", "set", keyID(granted), "--add-airport", "SFO")
	i.mustRead(t, old, "key", "take-over", "--partner", "Acme", "--airport", "SFO")
	promised := time.Now().Add(5 * time.Second)
	time.Sleep(time.Until(promised))
	for n, s := range servers {
		for _, test := range tests {
			if a := s.get(t, test.key, "SFO/content"+test.path); a.status != test.want {
				t.Errorf("%s, server %d, 5 seconds later: %d %s", test.name, n, a.status, a.body)
			}
		}
		for _, key := range []string{granted, old} {
			if a := s.get(t, key, "SFO/content"); a.status != 200 {
				t.Errorf("granted, server %d, 5 seconds later: %d %s", n, a.status, a.body)
			}
		}
	}
	i.must(t, "partner", "enable", "Gone")
	for _, s := range servers {
		eventually(t, 10*time.Second, "enabled again", func() bool { return s.get(t, tests[6].key, "SFO/content").status == 200 })
	}
}

// A key that was refused was not used; one that is used says when, without a request having waited for it.
func TestLastUse(t *testing.T) {
	t.Parallel()
	i := holders(t)
	key := func(arguments ...string) string { return i.key(t, "Acme", append(arguments, "--airport", "SFO")...) }
	used, revoked, elsewhere, ofNews, idle := key(), key(), key(), key("--scope", "content:read:news"), key()
	i.must(t, "key", "revoke", keyID(revoked))
	s := i.serve(t)
	s.get(t, used, "SFO/content")
	for _, refused := range []answer{s.get(t, revoked, "SFO/content"), s.get(t, elsewhere, "JFK/content"), s.get(t, ofNews, "SFO/content?contentType=page")} {
		if refused.status != 401 && refused.status != 403 {
			t.Errorf("not refused: %d %s", refused.status, refused.body)
		}
	}
	s.get(t, idle, "nothing")
	if code := s.Stop(); code != 0 {
		t.Fatalf("exit code %d", code)
	}
	if at := i.keyRow(t, used).LastUsedAt; at == nil {
		t.Error("the use was not written")
	}
	for name, key := range map[string]string{"revoked": revoked, "elsewhere": elsewhere, "news": ofNews, "idle": idle} {
		if at := i.keyRow(t, key).LastUsedAt; at != nil {
			t.Errorf("the %s key was used at %s", name, *at)
		}
	}
	var rows []json.RawMessage
	if i.mustDecode(t, &rows, "key", "list", "--partner", "Beta"); len(rows) != 0 {
		t.Errorf("keys of Beta: %s", rows)
	}
}
