package cli_test

import (
	"testing"
	"time"

	"airport-content/internal/cli/clitest"
)

// What a key may do is what its last change says, whichever way it came about.
func TestWhatKeysMayDo(t *testing.T) {
	t.Parallel()
	e := newCatalogue(t)
	e.must(t, "partner", "add", "Gone")
	create := func(args ...string) string {
		t.Helper()
		return e.must(t, append([]string{"key", "create"}, args...)...)
	}
	sfo := create("--partner", "Acme", "--airport", "SFO")
	both := create("--partner", "Acme", "--airport", "SFO,JFK")
	all := create("--partner", "Beta", "--all-airports")
	news := create("--partner", "Acme", "--airport", "SFO", "--scope", "content:read:news")
	newsAndFAQ := create("--partner", "Acme", "--airport", "SFO", "--scope", "content:read:faq", "--scope", "content:read:news")
	faq := create("--partner", "Acme", "--airport", "SFO", "--scope", "content:read:faq")
	late := create("--partner", "Acme", "--airport", "SFO", "--expires", "2126-01-01")
	expired := create("--partner", "Acme", "--airport", "SFO", "--expires", "2020-01-01")
	revoked := create("--partner", "Acme", "--airport", "SFO")
	e.must(t, "key", "revoke", keyID(revoked))
	disabled := create("--partner", "Gone", "--airport", "SFO")
	e.must(t, "partner", "disable", "Gone")
	moved := create("--partner", "Acme", "--airport", "SFO")
	e.must(t, "key", "set", keyID(moved), "--add-airport", "JFK", "--remove-airport", "SFO")
	withdrawn := create("--partner", "Acme", "--airport", "SFO")
	e.must(t, "key", "set", keyID(withdrawn), "--remove-airport", "SFO")
	widened := create("--partner", "Acme", "--airport", "SFO", "--scope", "content:read:faq")
	e.must(t, "key", "set", keyID(widened), "--scope", "content:read")
	revived := create("--partner", "Acme", "--airport", "SFO", "--expires", "2020-01-01")
	e.must(t, "key", "set", keyID(revived), "--expires", "never")

	server := e.with("AUTH_FAILURE_LIMIT=1000").serve(t)
	for _, test := range []struct {
		name, key, path string
		status, total   int
		code            string
	}{
		{"no key", "", "SFO/content", 401, 0, "missing_api_key"},
		{"unknown", "nothing-like-a-key", "SFO/content", 401, 0, "invalid_api_key"},
		{"mistyped", sfo + "x", "SFO/content", 401, 0, "invalid_api_key"},
		{"expired", expired, "SFO/content", 401, 0, "invalid_api_key"},
		{"revoked", revoked, "SFO/content", 401, 0, "invalid_api_key"},
		{"disabled", disabled, "SFO/content", 401, 0, "invalid_api_key"},
		{"its airport", sfo, "SFO/content", 200, 2, ""},
		{"its airport in lower case", sfo, "sfo/content", 200, 2, ""},
		{"another airport", sfo, "JFK/content", 403, 0, "airport_forbidden"},
		{"no airport", sfo, "XXX/content", 403, 0, "airport_forbidden"},
		{"the second of two", both, "JFK/content", 200, 2, ""},
		{"all: one", all, "JFK/content", 200, 2, ""},
		{"all: none", all, "XXX/content", 404, 0, "airport_not_found"},
		{"news of all", news, "SFO/content", 200, 1, ""},
		{"news of news", news, "SFO/content?contentType=news", 200, 1, ""},
		{"page of news", news, "SFO/content?contentType=page", 403, 0, "scope_forbidden"},
		{"two types", newsAndFAQ, "SFO/content", 200, 1, ""},
		{"the other of two types", newsAndFAQ, "SFO/content?contentType=faq", 200, 0, ""},
		{"faq of all", faq, "SFO/content", 200, 0, ""},
		{"expires later", late, "SFO/content", 200, 2, ""},
		{"moved: from", moved, "SFO/content", 403, 0, "airport_forbidden"},
		{"moved: to", moved, "JFK/content", 200, 2, ""},
		{"withdrawn", withdrawn, "SFO/content", 403, 0, "airport_forbidden"},
		{"widened", widened, "SFO/content?contentType=page", 200, 1, ""},
		{"revived", revived, "SFO/content", 200, 2, ""},
	} {
		got := get(t, server.URL+"/api/v1/partner/"+test.path, test.key)
		if got.status != test.status || got.Error.Code != test.code || got.Pagination.Total != test.total {
			t.Errorf("%s: %d %s, %d items; want %d %s, %d", test.name, got.status, got.Error.Code, got.Pagination.Total,
				test.status, test.code, test.total)
		}
	}
}

// Running servers take what was changed without being told.
func TestChangesReachRunningServers(t *testing.T) {
	t.Parallel()
	e := newCatalogue(t)
	servers := []*clitest.Server{e.serve(t), e.serve(t)}
	type change struct {
		name, partner string
		args          func(id string) []string
		want          int
		key           string
	}
	changes := []change{
		{name: "revoked", partner: "Acme", want: 401, args: func(id string) []string { return []string{"key", "revoke", id} }},
		{name: "expired", partner: "Acme", want: 401, args: func(id string) []string { return []string{"key", "set", id, "--expires", "2020-01-01"} }},
		{name: "withdrawn", partner: "Acme", want: 403, args: func(id string) []string { return []string{"key", "set", id, "--remove-airport", "SFO"} }},
		{name: "disabled", partner: "Beta", want: 401, args: func(string) []string { return []string{"partner", "disable", "Beta"} }},
	}
	for i := range changes {
		changes[i].key = e.must(t, "key", "create", "--partner", changes[i].partner, "--airport", "SFO")
		for _, s := range servers {
			if got := get(t, s.URL+"/api/v1/partner/SFO/content", changes[i].key); got.status != 200 {
				t.Fatalf("%s: at first %d %s", changes[i].name, got.status, got.body)
			}
		}
	}
	for _, c := range changes {
		e.must(t, c.args(keyID(c.key))...)
	}
	for _, c := range changes {
		for _, s := range servers {
			// Promised within 5 seconds; a machine that is very busy gets more.
			eventually(t, 30*time.Second, c.name, func() bool {
				return get(t, s.URL+"/api/v1/partner/SFO/content", c.key).status == c.want
			})
		}
	}
}

// eventually asks again and again, until the limit.
func eventually(t *testing.T, limit time.Duration, what string, done func() bool) {
	t.Helper()
	for deadline := time.Now().Add(limit); time.Now().Before(deadline); time.Sleep(50 * time.Millisecond) {
		if done() {
			return
		}
	}
	t.Errorf("%s: not within %s", what, limit)
}

func TestLastUse(t *testing.T) {
	t.Parallel()
	e := newCatalogue(t)
	used := e.must(t, "key", "create", "--partner", "Acme", "--airport", "SFO")
	idle := e.must(t, "key", "create", "--partner", "Acme", "--airport", "SFO")
	revoked := e.must(t, "key", "create", "--partner", "Acme", "--airport", "SFO")
	e.must(t, "key", "revoke", keyID(revoked))
	server := e.serve(t)
	began := time.Now()
	get(t, server.URL+"/api/v1/partner/SFO/content", used)
	get(t, server.URL+"/api/v1/partner/SFO/content", revoked)
	get(t, server.URL+"/api/v1/partner/health", idle) // which asks for no key, and looks at none
	if code := server.Stop(); code != 0 {
		t.Fatalf("exit code %d: %s", code, server.Log)
	}
	for name, key := range map[string]string{"idle": idle, "revoked": revoked} {
		if last := e.key(t, keyID(key)).LastUsedAt; last != nil {
			t.Errorf("%s key: used at %s", name, *last)
		}
	}
	last := e.key(t, keyID(used)).LastUsedAt
	if last == nil {
		t.Fatal("the use was not written")
	}
	if at, err := time.Parse(time.RFC3339, *last); err != nil || at.Before(began.Truncate(time.Millisecond)) || at.After(time.Now()) {
		t.Errorf("used at %s, want about %s", *last, began)
	}
}
