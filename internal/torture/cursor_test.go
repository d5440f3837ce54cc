package torture_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"airport-content/internal/content"
	"airport-content/internal/postgres"
)

// told are a page of changes in few words: +id for an upsert, -id for a deletion.
func (a answer) told() (list []string) {
	for _, r := range a.body.Results {
		if r.Change == "delete" {
			list = append(list, "-"+r.ID+" "+r.ContentType)
		} else {
			list = append(list, "+"+r.Item.ID+" "+r.Item.Title)
		}
	}
	return list
}

// changes reads everything after a cursor.
func (a *airport) changes(key, cursor string) (list []string, next string) {
	a.t.Helper()
	for {
		got := a.get(key, "/changes?size=2"+cursorParam(cursor))
		if got.status != 200 {
			a.t.Fatalf("changes: %d %s", got.status, got.body.Error.Code)
		}
		list = append(list, got.told()...)
		if cursor = got.body.NextCursor; !got.body.HasMore {
			return list, cursor
		}
	}
}

func cursorParam(cursor string) string {
	if cursor == "" {
		return ""
	}
	return "&cursor=" + cursor
}

// refused asks for the changes after a cursor that must not be accepted.
func (a *airport) refused(why, key, cursor string, status int, errorCode string) {
	a.t.Helper()
	if got := a.get(key, "/changes?cursor="+cursor); got.status != status || got.body.Error.Code != errorCode {
		a.t.Errorf("%s: %d %q, want %d %q", why, got.status, got.body.Error.Code, status, errorCode)
	}
}

// What keys with different rights are told of items that come, change, change their type and go.
func TestChangesOfTypes(t *testing.T) {
	t.Parallel()
	a := newAirport(t)
	rights := map[string][]content.Type{"all": nil, "dining": {"dining"}, "shopping and news": {"shopping", "news"}}
	keys, cursors := map[string]string{}, map[string]string{}
	for name, types := range rights {
		keys[name], _ = a.key(types...)
		_, cursors[name] = a.changes(keys[name], "")
	}
	for _, step := range []struct {
		name  string
		items []string
		want  map[string][]string
	}{
		{"items come", []string{item("a", "dining", "1"), item("b", "dining", "1"), item("c", "news", "1")}, map[string][]string{
			"all": {"+a 1", "+b 1", "+c 1"}, "dining": {"+a 1", "+b 1"}, "shopping and news": {"+c 1"}}},
		{"nothing changes", []string{item("a", "dining", "1"), item("b", "dining", "1"), item("c", "news", "1")}, map[string][]string{}},
		{"one changes, one leaves its type", []string{item("a", "dining", "2"), item("b", "shopping", "1"), item("c", "news", "1")}, map[string][]string{
			"all": {"+a 2", "+b 1"}, "dining": {"+a 2", "-b dining"}, "shopping and news": {"+b 1"}}},
		{"one goes from type to type within a key's", []string{item("a", "dining", "2"), item("b", "news", "1"), item("c", "news", "1")}, map[string][]string{
			"all": {"+b 1"}, "shopping and news": {"+b 1"}}},
		{"one goes, one comes back to its type", []string{item("a", "dining", "2"), item("b", "dining", "1")}, map[string][]string{
			"all": {"+b 1", "-c news"}, "dining": {"+b 1"}, "shopping and news": {"-b news", "-c news"}}},
		{"all go", nil, map[string][]string{
			"all": {"-a dining", "-b dining"}, "dining": {"-a dining", "-b dining"}}},
		{"one comes back with another type", []string{item("a", "news", "2")}, map[string][]string{
			"all": {"+a 2"}, "shopping and news": {"+a 2"}}},
	} {
		a.importItems(importOptions(), step.items...)
		for name, key := range keys {
			var got []string
			got, cursors[name] = a.changes(key, cursors[name])
			if diff := cmp.Diff(step.want[name], got); diff != "" {
				t.Errorf("%s: told to a key for %s (-want +got):\n%s", step.name, name, diff)
			}
		}
	}
}

// Deletions are hidden in a first pass, unless they came after it began.
func TestFirstPass(t *testing.T) {
	t.Parallel()
	a := newAirport(t)
	key, _ := a.key()
	a.importItems(importOptions(), item("a", "page", "1"), item("b", "page", "1"), item("c", "page", "1"), item("z", "page", "1"))
	a.importItems(importOptions(), item("a", "page", "1"), item("b", "page", "1"), item("c", "page", "1"))
	first := a.get(key, "/changes?size=1")
	if diff := cmp.Diff([]string{"+a 1"}, first.told()); diff != "" {
		t.Error(diff)
	}
	a.importItems(importOptions(), item("c", "page", "1"), item("d", "page", "1"))
	rest, _ := a.changes(key, first.body.NextCursor)
	if diff := cmp.Diff([]string{"+c 1", "-a page", "-b page", "+d 1"}, rest); diff != "" {
		t.Error(diff)
	}
}

func TestCursorsThatExpire(t *testing.T) {
	t.Parallel()
	a := newAirport(t)
	key, id := a.key()
	narrow, _ := a.key("news")
	a.importItems(importOptions(), item("a", "page", "1"), item("b", "page", "1"), item("c", "page", "1"))
	_, cursor := a.changes(key, "")
	a.refused("of a key with other rights", narrow, cursor, 410, "cursor_expired")
	a.refused("garbled", key, cursor[:len(cursor)-3], 400, "invalid_parameter")
	a.refused("garbled", key, "x"+cursor, 400, "invalid_parameter")
	a.refused("garbled", key, cursor+"%0A", 400, "invalid_parameter")
	a.refused("nothing", key, "", 400, "invalid_parameter")

	if _, err := a.db.AddAirport(t.Context(), "OAK", "Oakland"); err != nil {
		t.Fatal(err)
	}
	a.exec("UPDATE airport SET epoch = (SELECT epoch FROM airport WHERE code = 'SFO'), revision = 1 WHERE code = 'OAK'")
	if got := a.getOf("OAK", key, "/changes?cursor="+cursor); got.status != 410 {
		t.Errorf("of another airport: %d", got.status)
	}

	// Restored from a backup that is older than the cursor, and nobody has said so.
	a.exec("UPDATE airport SET revision = 0 WHERE code = 'SFO'")
	a.refused("of a state that is no more", key, cursor, 410, "cursor_expired")
	a.exec("UPDATE airport SET revision = 1 WHERE code = 'SFO'")
	if _, next := a.changes(key, cursor); next != cursor {
		t.Errorf("the cursor of a reader who misses nothing has become another")
	}

	if _, err := a.db.ResetAirportSync(t.Context(), code); err != nil {
		t.Fatal(err)
	}
	a.refused("after reset-sync", key, cursor, 410, "cursor_expired")
	_, cursor = a.changes(key, "")
	if _, err := a.db.RemoveAirport(t.Context(), code, true); err != nil {
		t.Fatal(err)
	}
	if _, err := a.db.AddAirport(t.Context(), code, "San Francisco"); err != nil {
		t.Fatal(err)
	}
	a.importItems(importOptions(), item("a", "page", "1"))
	a.refused("of an airport that was removed and added again", key, cursor, 410, "cursor_expired")

	_, cursor = a.changes(key, "")
	if _, err := a.db.SetKey(t.Context(), id, postgres.KeyChange{Scopes: scopesOf([]content.Type{"page"})}); err != nil {
		t.Fatal(err)
	}
	waitFor(t.Context(), t, "the key's new scope counts", func() bool {
		return a.get(key, "/changes?cursor="+cursor).status == 410
	})
}

// Deletions are forgotten after a while: cursors that have not passed them expire, all others serve.
func TestRetention(t *testing.T) {
	t.Parallel()
	a := newAirport(t)
	key, _ := a.key()
	items := []string{item("a", "page", "1"), item("b", "page", "1"), item("c", "page", "1"), item("d", "page", "1")}
	a.importItems(importOptions(), items...)
	behind := a.get(key, "/changes?size=1").body.NextCursor // in its first pass, which began before the deletion
	_, before := a.changes(key, "")
	a.importItems(importOptions(), items[:3]...)
	_, after := a.changes(key, before)
	within := a.get(key, "/changes?size=1&cursor="+behind).body.NextCursor
	safe := a.get(key, "/changes?size=1").body.NextCursor // in its first pass, which began after it

	purging := importOptions()
	purging.Retention = 0
	a.importItems(purging, items[:3]...)
	if n := scan[int](a, "SELECT count(*) FROM content_deletion"); n != 0 {
		t.Fatalf("%d deletions are remembered", n)
	}
	a.refused("before the deletion", key, before, 410, "cursor_expired")
	a.refused("in a first pass begun before it", key, behind, 410, "cursor_expired")
	a.refused("in a first pass begun before it", key, within, 410, "cursor_expired")
	for name, reader := range map[string]struct {
		cursor string
		want   []string
	}{
		"after the deletion":             {after, nil},
		"in a first pass begun after it": {safe, []string{"+b 1", "+c 1"}},
		"anew":                           {"", []string{"+a 1", "+b 1", "+c 1"}},
	} {
		got, _ := a.changes(key, reader.cursor)
		if diff := cmp.Diff(reader.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}

	// An import never forgets its own deletions, however short the time; and imports that change something forget too.
	a.importItems(purging, items[:2]...)
	got, next := a.changes(key, after)
	if diff := cmp.Diff([]string{"-c page"}, got); diff != "" {
		t.Error(diff)
	}
	waitFor(t.Context(), t, "the deletion is past", func() bool {
		return scan[bool](a, "SELECT max(deleted_at) < clock_timestamp() FROM content_deletion")
	})
	a.importItems(purging, items[0], items[1], item("e", "page", "1"))
	a.refused("before a deletion that was forgotten", key, after, 410, "cursor_expired")
	if got, _ := a.changes(key, next); len(got) != 1 || got[0] != "+e 1" {
		t.Errorf("after it: %v", got)
	}
}
