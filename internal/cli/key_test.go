package cli_test

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"airport-content/internal/cli"
	"airport-content/internal/partner"
)

// keyRow is a key as the program prints it.
type keyRow struct {
	Key, ID, Partner, Label, State   string
	PartnerID                        int64
	AllAirports                      bool
	Airports, Scopes                 []string
	CreatedAt                        string
	ExpiresAt, RevokedAt, LastUsedAt *string
}

// newCatalogue has two airports, with two items each, and two partners.
func newCatalogue(t *testing.T) environ {
	t.Helper()
	e := newEnviron(t)
	for _, code := range []string{"SFO", "JFK"} {
		e.must(t, "airport", "add", code, "Airport "+code)
		e.mustRead(t, twoItems, "import", code, "-")
	}
	e.must(t, "partner", "add", "Acme")
	e.must(t, "partner", "add", "Beta")
	return e
}

// keyID is the public part of one of our keys.
func keyID(key string) string { return strings.Split(key, "_")[1] }

func (e environ) key(t *testing.T, id string) keyRow {
	t.Helper()
	var keys []keyRow
	e.mustDecode(t, &keys, "key", "list")
	i := slices.IndexFunc(keys, func(k keyRow) bool { return k.ID == id })
	if i < 0 {
		t.Fatalf("there is no key %s", id)
	}
	return keys[i]
}

func TestCreateKey(t *testing.T) {
	t.Parallel()
	e := newCatalogue(t)
	made := e.run(t.Context(), "", "key", "create", "--partner", "Acme", "--airport", "sfo", "--airport", "JFK", "--airport", "SFO",
		"--scope", "content:read:news", "--scope", "content:read:faq", "--expires", "2126-03-01", "--label", "a <label>")
	key := strings.TrimSuffix(made.Stdout, "\n")
	if !regexp.MustCompile(`^acp_[0-9A-Za-z]+_[0-9A-Za-z]+$`).MatchString(key) || strings.Contains(made.Stderr, key) {
		t.Fatalf("stdout is not the key alone: %+v", made)
	}
	expires := "2126-03-01T00:00:00.000Z"
	want := keyRow{ID: keyID(key), Partner: "Acme", PartnerID: 1, Label: "a <label>", State: "active", Airports: []string{"JFK", "SFO"},
		Scopes: []string{"content:read:news", "content:read:faq"}, ExpiresAt: &expires}
	got := e.key(t, keyID(key))
	got.CreatedAt = ""
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("list: %s", diff)
	}

	var described keyRow
	e.mustDecode(t, &described, "key", "create", "--partner", "Beta", "--all-airports")
	if described.Key == "" || described.ID != keyID(described.Key) || !described.AllAirports || len(described.Airports) != 0 ||
		!slices.Equal(described.Scopes, []string{"content:read"}) || described.ExpiresAt != nil {
		t.Errorf("create --json: %+v", described)
	}
	var ofBeta []keyRow
	if e.mustDecode(t, &ofBeta, "key", "list", "--partner", "Beta"); len(ofBeta) != 1 || ofBeta[0].ID != described.ID {
		t.Errorf("keys of Beta: %+v", ofBeta)
	}
	if table := e.must(t, "key", "list"); strings.Contains(table, key) || !strings.Contains(table, "a <label>") {
		t.Errorf("table: %s", table)
	}
	if got := e.run(t.Context(), "", "key", "create", "--partner", "Acme", "--all-airports", "--expires", "2020-01-01"); got.Code != 0 ||
		!strings.Contains(got.Stderr, "has expired already") {
		t.Errorf("a key of the past: %+v", got)
	}

	e.refuses(t, []refusal{
		{args: []string{"key", "create", "--partner", "Acmee", "--airport", "SFO"}, code: 1, says: `no partner "Acmee"; known: Acme, Beta`},
		{args: []string{"key", "create", "--partner", "Acme", "--airport", "SFO", "--airport", "SFX"}, code: 1, says: `no airport "SFX"; known: SFO, JFK`},
		{args: []string{"key", "create", "--partner", "Acme", "--airport", "S"}, code: 1, says: `airport code "S"`},
		{args: []string{"key", "create", "--partner", "Acme", "--airport", "SFO", "--airport", ""}, code: 1, says: `airport code "": want`},
		{args: []string{"key", "create", "--partner", "Acme", "--airport", "SFO,"}, code: 1, says: `airport code "": want`},
		{args: []string{"key", "create", "--partner", "Acme", "--airport", `SFO,"JFK`}, code: 1, says: `airport code "\"JFK": want`},
		{args: []string{"key", "create", "--partner", "Acme", "--all-airports", "--scope", "content:read", "--scope", ""}, code: 1, says: `scope "": want`},
		{args: []string{"key", "create", "--partner", "Acme", "--all-airports", "--label", strings.Repeat("x", 201)}, code: 1, says: "label: it has 201"},
		{args: []string{"key", "create", "--partner", "Acme", "--all-airports", "--label", "a\tb"}, code: 1, says: "no control characters"},
		{args: []string{"key", "list", "--partner", ""}, code: 1, says: `no partner ""`},
	})
	var all []keyRow
	if e.mustDecode(t, &all, "key", "list"); len(all) != 3 {
		t.Errorf("a refused key was made: %+v", all)
	}
}

// fullDisk is what nothing can be printed to.
type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) {
	return 0, &os.PathError{Op: "write", Path: "/dev/stdout", Err: syscall.ENOSPC}
}

// A key that nobody has seen is of no use, and neither is its rotation.
func TestKeysThatCannotBeShown(t *testing.T) {
	t.Parallel()
	e := newCatalogue(t)
	id := keyID(e.must(t, "key", "create", "--partner", "Acme", "--airport", "SFO"))
	var before, after []keyRow
	e.mustDecode(t, &before, "key", "list")
	for _, args := range [][]string{
		{"key", "create", "--partner", "Acme", "--all-airports"}, {"key", "create", "--partner", "Acme", "--airport", "SFO", "--json"},
		{"key", "rotate", id}, {"key", "rotate", id, "--overlap", "0", "--json"},
	} {
		var stderr strings.Builder
		code := cli.Run(t.Context(), args, e, strings.NewReader(""), fullDisk{}, &stderr)
		says := "nothing was changed: print: write /dev/stdout: no space left on device\n"
		if got := stderr.String(); code != 1 || !strings.HasSuffix(got, says) || strings.Count(got, "\n") != 1 || strings.Contains(got, "database") {
			t.Errorf("%q: exit code %d, %s", args, code, got)
		}
	}
	if e.mustDecode(t, &after, "key", "list"); !cmp.Equal(before, after) {
		t.Errorf("keys: %s", cmp.Diff(before, after))
	}
}

func TestTakeOverKey(t *testing.T) {
	t.Parallel()
	e := newCatalogue(t)
	const old = "older-system/Key+0123=="
	takeOver := []string{"key", "take-over", "--partner", "Acme", "--airport", "SFO"}
	if got := e.mustRead(t, old+"\r\n", takeOver...); got != "" {
		t.Errorf("printed %q", got)
	}
	e.mustRead(t, strings.Repeat("a", 16), takeOver...)
	e.mustRead(t, strings.Repeat("b", 512), takeOver...)
	ours := e.must(t, "key", "create", "--partner", "Acme", "--airport", "SFO")
	foreign, _ := partner.NewKey() // of another installation
	e.mustRead(t, foreign, takeOver...)
	others := []string{"words of a pass phrase", "tab\tand-more-letters", "schlüssel-von-früher", "latin-1-schl\xfcssel", strings.Repeat("💡", 512)}
	for _, key := range others {
		e.mustRead(t, " \t"+key+" \n\n", takeOver...)
	}
	const marked = "from-a-file-of-an-editor-that-marks-UTF-8"
	e.mustRead(t, "\ufeff"+marked+"\r\n", takeOver...)
	server := e.serve(t)
	for _, key := range append(others, marked, old, strings.Repeat("a", 16), strings.Repeat("b", 512), ours, foreign) {
		if got := get(t, server.URL+"/api/v1/partner/SFO/content", key); got.status != 200 {
			t.Errorf("key of %d characters: %d %s", len(key), got.status, got.body)
		}
	}

	mistyped := ours[:len(ours)-1] + string(ours[len(ours)-1]^1)
	for stdin, says := range map[string]string{
		old:                       `the key exists already: it is `,
		ours + "\n":               `the key exists already: it is ` + keyID(ours) + ` of "Acme"`,
		mistyped:                  "its checksum is wrong",
		"":                        "want 16 to 512 characters",
		strings.Repeat("a", 15):   "want 16 to 512 characters",
		strings.Repeat("a", 513):  "want 16 to 512 characters",
		strings.Repeat("💡", 513):  "want 16 to 512 characters",
		"ältere-key-\x00-012345":  "character 12 is a control character, which a header cannot carry",
		"older-key-012345\nolder": "character 17 is a control character",
		"older-key-012345-\x7f-a": "character 18 is a control character",
	} {
		e.refuses(t, []refusal{{args: takeOver, stdin: stdin, code: 1, says: says}})
	}
}

func TestSetKey(t *testing.T) {
	t.Parallel()
	e := newCatalogue(t)
	id := keyID(e.must(t, "key", "create", "--partner", "Acme", "--airport", "SFO", "--expires", "30d"))
	everywhere := keyID(e.must(t, "key", "create", "--partner", "Acme", "--all-airports"))
	revoked := keyID(e.must(t, "key", "create", "--partner", "Acme", "--all-airports"))
	e.must(t, "key", "revoke", revoked)

	e.must(t, "key", "set", id, "--add-airport", "jfk", "--remove-airport", "sfo", "--scope", "content:read:faq", "--expires", "never", "--label", "L")
	got := e.key(t, id)
	if !slices.Equal(got.Airports, []string{"JFK"}) || !slices.Equal(got.Scopes, []string{"content:read:faq"}) || got.ExpiresAt != nil || got.Label != "L" {
		t.Errorf("set: %+v", got)
	}
	e.must(t, "key", "set", id, "--label", "")
	got = e.key(t, id)
	if !slices.Equal(got.Airports, []string{"JFK"}) || !slices.Equal(got.Scopes, []string{"content:read:faq"}) || got.Label != "" {
		t.Errorf("only the label was to change: %+v", got)
	}
	if got := e.run(t.Context(), "", "key", "set", id, "--remove-airport", "JFK"); got.Code != 0 || !strings.Contains(got.Stderr, "no airport left") {
		t.Errorf("the last airport: %+v", got)
	}

	e.refuses(t, []refusal{
		{args: []string{"key", "set", "nokey", "--label", "x"}, code: 1, says: `no key "nokey"; known: `},
		{args: []string{"key", "set", "\x00", "--label", "x"}, code: 1, says: `no key "\x00"; known: `},
		{args: []string{"key", "set", id, "--label", "changed", "--add-airport", "SFX"}, code: 1, says: `no airport "SFX"; known: SFO, JFK`},
		{args: []string{"key", "set", id, "--remove-airport", "SFO"}, code: 1, says: `no granted airport "SFO"; there are none`},
		{args: []string{"key", "set", id, "--add-airport", "SFO", "--remove-airport", "SFO"}, code: 1, says: "both to be added and to be removed"},
		{args: []string{"key", "set", id, "--scope", "content"}, code: 1, says: `scope "content"`},
		{args: []string{"key", "set", id, "--scope", "content:read", "--scope", ""}, code: 1, says: `scope "": want`},
		{args: []string{"key", "set", id, "--add-airport", ""}, code: 1, says: `airport code "": want`},
		{args: []string{"key", "set", id, "--remove-airport", ""}, code: 1, says: `airport code "": want`},
		{args: []string{"key", "set", everywhere, "--remove-airport", "SFO"}, code: 1, says: "it is for all airports"},
		{args: []string{"key", "set", revoked, "--label", "x"}, code: 1, says: "it is revoked"},
		{args: []string{"key", "rotate", revoked}, code: 1, says: "it is revoked"},
		{args: []string{"key", "rotate", "nokey"}, code: 1, says: `no key "nokey"`},
		{args: []string{"key", "revoke", "nokey"}, code: 1, says: `no key "nokey"`},
	})
	if got := e.key(t, id); got.Label != "" {
		t.Errorf("a refused change was half done: %+v", got)
	}
}

func TestRotateKey(t *testing.T) {
	t.Parallel()
	e := newCatalogue(t)
	old := e.must(t, "key", "create", "--partner", "Acme", "--airport", "SFO", "--scope", "content:read:news", "--expires", "2126-03-01", "--label", "L")
	before := e.key(t, keyID(old))
	fresh := e.must(t, "key", "rotate", keyID(old), "--overlap", "2h")

	after := e.key(t, keyID(fresh))
	if after.CreatedAt == before.CreatedAt {
		t.Error("the new key is as old as the old one")
	}
	after.ID, after.CreatedAt = before.ID, before.CreatedAt
	if diff := cmp.Diff(before, after); diff != "" {
		t.Errorf("the new key may not do what the old one may: %s", diff)
	}
	ends, err := time.Parse(time.RFC3339, *e.key(t, keyID(old)).ExpiresAt)
	if in := time.Until(ends); err != nil || in < time.Hour || in > 2*time.Hour {
		t.Errorf("the old key ends in %v (%v), want 2h at most", in, err)
	}
	server := e.serve(t)
	for _, key := range []string{old, fresh} {
		if got := get(t, server.URL+"/api/v1/partner/SFO/content", key); got.status != 200 {
			t.Errorf("during the overlap: %d", got.status)
		}
	}

	third := e.must(t, "key", "rotate", keyID(fresh), "--overlap", "0")
	if state := e.key(t, keyID(fresh)).State; state != "revoked" {
		t.Errorf("without an overlap the old key is %s", state)
	}
	shortened := e.must(t, "key", "rotate", keyID(third), "--overlap", "40000d")
	if got := e.key(t, keyID(third)).ExpiresAt; *got != *before.ExpiresAt {
		t.Errorf("the overlap has prolonged the old key to %s", *got)
	}
	e.must(t, "key", "set", keyID(shortened), "--expires", "2020-01-01")
	e.refuses(t, []refusal{{args: []string{"key", "rotate", keyID(shortened)}, code: 1, says: "it has expired"}})
}
