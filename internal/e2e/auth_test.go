package e2e_test

import (
	"strings"
	"testing"
	"time"
)

// testKeys has keys in every state, and what each may do. SFO has 90 items, ten of each type.
func testKeys(t *testing.T, f *fixture) {
	f.airport(t, "JFK", assorted(9)...)
	for _, name := range []string{"Beta", "Gone", "Back"} {
		f.do(t, "partner", "add", name)
	}
	create := func(args ...string) string { return f.key(t, "Beta", args...) }
	takeOver := func(old string, args ...string) string {
		f.feed(t, old+"\n", append([]string{"key", "take-over", "--partner", "Beta"}, args...)...)
		return old
	}
	change := func(key string, args ...string) string {
		f.do(t, append([]string{"key", "set", keyID(key)}, args...)...)
		return key
	}
	const news = "content:read:news"
	plain, scoped, everywhere := create("--airport", "SFO"), create("--airport", "SFO", "--scope", news, "--scope", "content:read:page"), create("--all-airports")
	rotated, ended := create("--airport", "SFO"), create("--airport", "JFK", "--scope", news)
	successor, heir := f.do(t, "key", "rotate", keyID(rotated)), f.do(t, "key", "rotate", keyID(ended), "--overlap", "0")
	revoked, expired := create("--airport", "SFO"), create("--airport", "SFO", "--expires", "2020-01-01")
	f.do(t, "key", "revoke", keyID(revoked))
	gone, back := f.key(t, "Gone", "--all-airports"), f.key(t, "Back", "--airport", "SFO")
	f.do(t, "partner", "disable", "Gone")
	f.do(t, "partner", "disable", "Back")
	f.do(t, "partner", "enable", "Back")
	moved := change(create("--airport", "SFO"), "--add-airport", "JFK", "--remove-airport", "SFO")
	for _, test := range []struct {
		name, key, path string
		total, status   int
		code            string
	}{
		{"a blank key", " ", "SFO/content", 0, 401, "missing_api_key"},
		{"one character more", plain + "x", "SFO/content", 0, 401, "invalid_api_key"},
		{"one character less", plain[:len(plain)-1], "SFO/content", 0, 401, "invalid_api_key"},
		{"another case", strings.ToUpper(plain), "SFO/content", 0, 401, "invalid_api_key"},
		{"the public part", "acp_" + keyID(plain), "SFO/content", 0, 401, "invalid_api_key"},
		{"not ASCII", "schlüssel-schlüssel", "SFO/content", 0, 401, "invalid_api_key"},
		{"its airport", plain, "SFO/content", 90, 200, ""},
		{"two airports", create("--airport", "SFO", "--airport", "jfk"), "JFK/content", 9, 200, ""},
		{"all airports", everywhere, "JFK/content", 9, 200, ""},
		{"two types", scoped, "SFO/content", 20, 200, ""},
		{"one of two types", scoped, "SFO/content?contentType=page", 10, 200, ""},
		{"another type", scoped, "SFO/content?contentType=faq", 0, 403, "scope_forbidden"},
		{"another type among its own", scoped, "SFO/content?contentType=page,faq", 0, 403, "scope_forbidden"},
		{"a search within the types", scoped, "SFO/content?q=zebra", 10, 200, ""},
		{"every type and one", create("--airport", "SFO", "--scope", news, "--scope", "content:read"), "SFO/content", 90, 200, ""},
		{"expired, then not", change(create("--airport", "SFO", "--expires", "2020-01-01"), "--expires", "never"), "SFO/content", 90, 200, ""},
		{"expires in 30 days", create("--airport", "SFO", "--expires", "30d"), "SFO/content", 90, 200, ""},
		{"of a partner enabled again", back, "SFO/content", 90, 200, ""},
		{"moved: to", moved, "JFK/content", 9, 200, ""},
		{"moved: from", moved, "SFO/content", 0, 403, "airport_forbidden"},
		{"rotated, in the overlap", rotated, "SFO/content", 90, 200, ""},
		{"its successor", successor, "SFO/content", 90, 200, ""},
		{"its successor has its grants", heir, "JFK/content", 1, 200, ""},
		{"taken over", takeOver("Old-Key/with+signs=&16!", "--airport", "SFO"), "SFO/content", 90, 200, ""},
		{"taken over, of 512 characters", takeOver(strings.Repeat("K", 512), "--all-airports"), "JFK/content", 9, 200, ""},
		{"taken over, in another case", "OLD-KEY/WITH+SIGNS=&16!", "SFO/content", 0, 401, "invalid_api_key"},
		{"taken over, of one type", takeOver("0123456789abcdef", "--airport", "SFO", "--scope", news), "SFO/content?contentType=faq", 0, 403, "scope_forbidden"},
	} {
		t.Run(test.name, func(t *testing.T) {
			a := f.get(t, test.key, test.path)
			if test.status != 200 {
				a.fails(t, test.status, test.code)
			} else if p := parsed[page](t, a); p.Pagination.Total != test.total {
				t.Errorf("%d items, want %d", p.Pagination.Total, test.total)
			}
		})
	}
	t.Run("what is refused does not say why", func(t *testing.T) {
		want := f.get(t, "garbage", "SFO/content").fails(t, 401, "invalid_api_key").Error.Message
		for _, key := range []string{expired, revoked, gone, ended} {
			if got := f.get(t, key, "SFO/content").fails(t, 401, "invalid_api_key").Error.Message; got != want {
				t.Errorf("%q, else %q", got, want)
			}
		}
		if a, b := f.get(t, plain, "JFK/content").fails(t, 403, "airport_forbidden"), f.get(t, plain, "QQQ/content").fails(t, 403, "airport_forbidden"); a.Error.Message != b.Error.Message {
			t.Errorf("which airports exist shows: %q, %q", a.Error.Message, b.Error.Message)
		}
	})
	t.Run("keys are not stored", func(t *testing.T) {
		var table string
		f.sql(t, "SELECT string_agg(k::text, ' ') FROM api_key AS k", &table)
		for _, key := range []string{plain, revoked, expired, "Old-Key/with+signs=&16!"} {
			if strings.Contains(table, key) {
				t.Errorf("%s is in the table", key)
			}
		}
	})
}

func testAirportCodes(t *testing.T, f *fixture) {
	for _, code := range []string{"SF", "SFOXX", "S-O", "SF%20", "S%00O", "%C5%BFFO", "SF%FF", "%EF%BC%B3FO", "..", "SF%2F", strings.Repeat("S", 3000)} {
		t.Run(short(code), func(t *testing.T) {
			f.get(t, f.some, code+"/content").fails(t, 403, "airport_forbidden")
			f.get(t, f.all, code+"/content").fails(t, 403, "airport_forbidden")
		})
	}
	for _, code := range []string{"sfo", "sFo", "S%46O", "%73fo"} {
		t.Run(code, func(t *testing.T) { parsed[page](t, f.get(t, f.some, code+"/content")) })
	}
}

// testOrderOfChecks sends requests with several faults: the answer names the one that is checked
// first.
func testOrderOfChecks(t *testing.T, f *fixture) {
	faq := f.key(t, "Acme", "--airport", "SFO", "--scope", "content:read:faq")
	allFAQ := f.key(t, "Acme", "--all-airports", "--scope", "content:read:faq")
	f.do(t, "partner", "add", "Spent", "--rate-limit", "1")
	spent := f.key(t, "Spent", "--airport", "SFO", "--scope", "content:read:faq")
	const bad = "acp_0000000000_nothing"
	for _, test := range []struct {
		name, method, key, path string
		status                  int
		code                    string
	}{
		{"route, method", "POST", f.some, "SFO/nothing", 404, "route_not_found"},
		{"route, key", "GET", bad, "SFO/nothing", 404, "route_not_found"},
		{"route, limit", "GET", spent, "SFO/nothing", 404, "route_not_found"},
		{"method, no key", "POST", "", "SFO/content", 405, "method_not_allowed"},
		{"method, key", "DELETE", bad, "SFO/content", 405, "method_not_allowed"},
		{"method, limit", "PUT", spent, "SFO/content", 405, "method_not_allowed"},
		{"method of airports, no key", "POST", "", "airports", 405, "method_not_allowed"},
		{"key, parameter of airports", "GET", bad, "airports?size=0", 401, "invalid_api_key"},
		{"limit, parameter of airports", "GET", spent, "airports?size=0", 429, "rate_limited"},
		{"no key, airport", "GET", "", "QQQ/content", 401, "missing_api_key"},
		{"key, airport", "GET", bad, "QQQ/content", 401, "invalid_api_key"},
		{"key, parameter", "GET", bad, "SFO/content?size=0", 401, "invalid_api_key"},
		{"limit, airport", "GET", spent, "QQQ/content", 429, "rate_limited"},
		{"limit, parameter", "GET", spent, "SFO/content?size=0", 429, "rate_limited"},
		{"limit, scope", "GET", spent, "SFO/content?contentType=news", 429, "rate_limited"},
		{"airport forbidden, parameter", "GET", f.some, "QQQ/content?size=0", 403, "airport_forbidden"},
		{"airport forbidden, scope", "GET", faq, "QQQ/content?contentType=news", 403, "airport_forbidden"},
		{"no code at all, parameter", "GET", f.all, "Q-Q/content?size=0", 403, "airport_forbidden"},
		{"airport unknown, parameter", "GET", f.all, "QQQ/content?size=0", 404, "airport_not_found"},
		{"airport unknown, scope", "GET", allFAQ, "QQQ/content?contentType=news", 404, "airport_not_found"},
		{"airport unknown, no q", "GET", f.all, "QQQ/suggest", 404, "airport_not_found"},
		{"no q, scope", "GET", faq, "SFO/suggest?contentType=news", 400, "invalid_parameter"},
		{"airport unknown, cursor", "GET", f.all, "QQQ/changes?cursor=x", 404, "airport_not_found"},
		{"parameter, scope", "GET", faq, "SFO/content?contentType=news&size=0", 400, "invalid_parameter"},
		{"parameter, item", "GET", f.some, "SFO/content/none?size=1", 400, "invalid_parameter"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if test.key == spent {
				f.get(t, spent, "SFO/content") // the only one of this minute
			}
			f.ask(t, test.method, test.key, base+test.path).fails(t, test.status, test.code)
		})
	}
}

// testRevocation: running servers learn within 5 seconds what a key may no longer do, or may now.
func testRevocation(t *testing.T, f *fixture) {
	f.do(t, "partner", "add", "Leaving")
	other := f.serve(t)
	type change struct {
		name, key, path string
		before, after   int
		command         []string
	}
	key := func(partner string, args ...string) string {
		return f.key(t, partner, append(args, "--airport", "SFO")...)
	}
	tests := []change{
		{"revoked", key("Acme"), "SFO/content", 200, 401, []string{"key", "revoke", "ID"}},
		{"expired", key("Acme"), "SFO/content", 200, 401, []string{"key", "set", "ID", "--expires", "2020-01-01"}},
		{"expires soon", key("Acme"), "SFO/content", 200, 401, []string{"key", "set", "ID", "--expires", "1s"}},
		{"rotated", key("Acme"), "SFO/content", 200, 401, []string{"key", "rotate", "ID", "--overlap", "0"}},
		{"airport withdrawn", key("Acme"), "SFO/content", 200, 403, []string{"key", "set", "ID", "--remove-airport", "SFO"}},
		{"scope withdrawn", key("Acme"), "SFO/content?contentType=news", 200, 403, []string{"key", "set", "ID", "--scope", "content:read:faq"}},
		{"partner disabled", key("Leaving"), "SFO/content", 200, 401, []string{"partner", "disable", "Leaving"}},
		{"scope granted", key("Acme", "--scope", "content:read:faq"), "SFO/content?contentType=news", 403, 200, []string{"key", "set", "ID", "--scope", "content:read"}},
		{"taken over", "a-key-that-nobody-knows-yet", "SFO/content", 401, 200, []string{"key", "take-over", "--partner", "Acme", "--airport", "SFO"}},
	}
	for _, test := range tests {
		for _, s := range []*server{f.server, other} {
			if a := s.get(t, test.key, test.path); a.status != test.before {
				t.Fatalf("%s, before: %d %s", test.name, a.status, a.body)
			}
		}
	}
	for _, test := range tests {
		for n, arg := range test.command {
			if arg == "ID" {
				test.command[n] = keyID(test.key)
			}
		}
		f.feed(t, test.key+"\n", test.command...)
	}
	deadline := time.Now().Add(25 * time.Second) // 5 seconds, and more for a busy machine
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			for _, s := range []*server{f.server, other} {
				a := s.get(t, test.key, test.path)
				for a.status != test.after && time.Now().Before(deadline) {
					time.Sleep(100 * time.Millisecond)
					a = s.get(t, test.key, test.path)
				}
				a.is(t, test.after)
			}
		})
	}
}
