//go:build debian

package operations_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestRoutine(t *testing.T) {
	t.Parallel()
	dir := directory(t)
	build(t, dir)
	env := newEnviron(t)
	fill(t, env)
	write(t, dir, "sfo.ndjson", sampleItems(t))
	write(t, dir, "key.txt", "a-key-of-an-older-system")
	env["KEYID"] = keys(t, env)[0].ID

	const document = "routine.md"
	follow(t, dir, env, document, "A new airport")
	follow(t, dir, env, document, "A new partner")
	follow(t, dir, env, document, "Rotating a key")
	follow(t, dir, env, document, "A key has leaked")
	follow(t, dir, env, document, "A key of an older system")

	type summary struct {
		partner, state string
		airports       int
	}
	var got []summary
	for _, k := range keys(t, env) {
		got = append(got, summary{k.Partner, k.State, len(k.Airports)})
	}
	want := []summary{
		{"Acme", "revoked", 2},
		{"Acme", "active", 2}, // of the first rotation
		{"Acme", "active", 2}, // of the second
		{"Example Travel", "active", 1},
		{"Example Travel", "active", 1}, // taken over
	}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(summary{})); diff != "" {
		t.Errorf("the keys in the end (-want +got):\n%s", diff)
	}
	server := serve(t, env)
	if a := ask(t, server.URL, "/SFO/content", "a-key-of-an-older-system"); len(a.Results) == 0 {
		t.Errorf("the taken-over key: status %d, error %q", a.status, a.Error.Code)
	}
}
