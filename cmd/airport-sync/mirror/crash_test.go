package mirror

import (
	"errors"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"airport-content/cmd/airport-sync/client"
)

// commitPut commits a copy of which the item id is new.
func commitPut(t *testing.T, d dir, id, cursor string) Result {
	t.Helper()
	before, err := d.load()
	if err != nil {
		t.Fatal(err)
	}
	s, err := newSpool(d.path(spoolFile))
	if err != nil {
		t.Fatal(err)
	}
	defer s.close()
	if err := s.put(&client.Item{ID: id, Raw: []byte(`{"id":"` + id + `"}`)}); err != nil {
		t.Fatal(err)
	}
	r, err := d.commit(before, snapshot{Mode: modeChanges, Airport: "SFO", Cursor: cursor}, s, false)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func read(t *testing.T, d dir, name string) string {
	t.Helper()
	text, err := os.ReadFile(d.path(name))
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		t.Fatal(err)
	}
	return string(text)
}

// TestKilledBetweenTheFiles puts a directory into each state that a commit goes through.
func TestKilledBetweenTheFiles(t *testing.T) {
	t.Parallel()
	for _, first := range []bool{true, false} { // the commit that is cut short makes the first copy, or the second
		d := dir(t.TempDir())
		if !first {
			commitPut(t, d, "a", "one")
		}
		oldItems, oldState := read(t, d, itemsFile), read(t, d, stateFile)
		commitPut(t, d, "b", "two")
		newItems := read(t, d, itemsFile)
		done, err := d.load()
		if err != nil || !done.whole {
			t.Fatal(done, err)
		}

		before := held{}
		if !first {
			s, err := parseState([]byte(oldState))
			if err != nil {
				t.Fatal(err)
			}
			before = held{snapshot: s.snapshot, whole: true}
		}
		both := state{snapshot: before.snapshot, Next: &done.snapshot}
		tests := []struct {
			name, items string
			both        bool
			want        held
		}{
			{"before anything", oldItems, false, before},
			{"state tells of both", oldItems, true, before},
			{"items are new", newItems, true, done},
		}
		for _, tt := range tests {
			e := dir(t.TempDir())
			for name, text := range map[string]string{itemsFile: tt.items, stateFile: oldState, newItemsFile: "half"} {
				if text == "" {
					continue
				}
				if err := os.WriteFile(e.path(name), []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			if tt.both {
				if err := e.writeState(both); err != nil {
					t.Fatal(err)
				}
			}
			got, err := e.load()
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, got, cmp.AllowUnexported(held{})); diff != "" {
				t.Errorf("first=%t, %s: %s", first, tt.name, diff)
			}
			commitPut(t, e, "c", "three") // goes on from there
			want := tt.items + "{\"id\":\"c\"}\n"
			if diff := cmp.Diff(want, read(t, e, itemsFile)); diff != "" {
				t.Errorf("first=%t, %s: %s", first, tt.name, diff)
			}
			if after, err := e.load(); err != nil || !after.whole || after.Cursor != "three" {
				t.Errorf("first=%t, %s: %+v, %v", first, tt.name, after, err)
			}
		}
	}
}

func FuzzState(f *testing.F) {
	full := state{snapshot: snapshot{Mode: modeSince, BaseURL: "https://x", Airport: "SFO", ModifiedSince: time.UnixMilli(1).UTC(), Items: 1, Bytes: 2, SHA256: "ab"},
		Next: &snapshot{Mode: modeChanges, Cursor: "c"}}
	text, err := full.format()
	if err != nil {
		f.Fatal(err)
	}
	f.Add(text)
	for _, s := range []string{"", "{}", "null", "[]", `{"version":1}`, `{"version":2}`, `{"version":-1,"mode":"changes"}`, `{"version":1,"next":{}}`,
		`{"version":1,"mode":1}`, `{"version":1,"mode":"changes","modifiedSince":"9999-12-31T23:59:60Z"}`, `{"version":1e400}`, strings.Repeat("[", 20_000)} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		s, err := parseState(text)
		if err != nil {
			if !errors.Is(err, errDamaged) && !errors.Is(err, errNewer) {
				t.Fatal(err)
			}
			return
		}
		again, err := s.format()
		if err != nil {
			t.Fatal(err)
		}
		same, err := parseState(again)
		if diff := cmp.Diff(s, same, cmp.AllowUnexported(state{})); err != nil || diff != "" {
			t.Fatal(err, diff)
		}
	})
}
