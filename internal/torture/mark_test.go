package torture_test

import (
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

// clock is the database's, in the precision of answers.
func (a *airport) clock() time.Time {
	return scan[time.Time](a, "SELECT date_trunc('milliseconds', clock_timestamp())").UTC()
}

// syncTime is meta.timestamp of an answer.
func (a *airport) syncTime(key string) time.Time {
	a.t.Helper()
	got := a.get(key, "/content?size=1")
	if got.status != 200 {
		a.t.Fatalf("status %d", got.status)
	}
	return got.body.Meta.Timestamp
}

func TestTimestamp(t *testing.T) {
	t.Parallel()
	a := newAirport(t)
	key, _ := a.key()
	mark := func() time.Time {
		return scan[time.Time](a, "UPDATE airport SET import_mark = date_trunc('milliseconds', now() - interval '1 hour') RETURNING import_mark").UTC()
	}
	isNow := func(when string) {
		t.Helper()
		before, got, after := a.clock(), a.syncTime(key), a.clock()
		if got.Before(before) || got.After(after) {
			t.Errorf("%s: %s is not between %s and %s", when, got, before, after)
		}
	}
	is := func(when string, got, want time.Time) {
		t.Helper()
		if !got.Equal(want) {
			t.Errorf("%s: %s, want %s", when, got, want)
		}
	}

	isNow("no import")
	marked := mark()
	isNow("a dead importer's mark")
	is("beside an import, to a transaction that cannot see its end", a.inTransaction(pgx.RepeatableRead,
		"SELECT sync_time FROM airport_state"), marked.Add(-time.Millisecond))
	release := a.lockImports()
	is("beside an import", a.syncTime(key), marked.Add(-time.Millisecond))
	a.exec("UPDATE airport SET import_mark = NULL")
	isNow("an import that has the lock and no mark")
	release()
	is("an import that ended after the snapshot", scan[time.Time](a,
		"SELECT sync_time_beside_import(code, lock_id, $1) FROM airport", marked), marked.Add(-time.Millisecond))

	future := scan[time.Time](a, "UPDATE airport SET published_at = date_trunc('milliseconds', now() + interval '1 hour') RETURNING published_at")
	is("the clock was set back", a.syncTime(key), future)
	mark()
	release = a.lockImports()
	is("the clock was set back, beside an import", a.syncTime(key), future)
	release()
}

func (a *airport) inTransaction(level pgx.TxIsoLevel, sql string) (value time.Time) {
	a.t.Helper()
	err := pgx.BeginTxFunc(a.t.Context(), a.sql, pgx.TxOptions{IsoLevel: level}, func(tx pgx.Tx) error {
		return tx.QueryRow(a.t.Context(), sql).Scan(&value)
	})
	if err != nil {
		a.t.Fatal(err)
	}
	return value
}

// Every import dates what it changes after all that was published, even when the clock says less.
func TestDatesGoForward(t *testing.T) {
	t.Parallel()
	a := newAirport(t)
	key, _ := a.key()
	a.importItems(importOptions(), item("a", "page", "one"), item("b", "page", "one"))
	future := scan[time.Time](a, "UPDATE airport SET published_at = date_trunc('milliseconds', now() + interval '1 hour') RETURNING published_at").UTC()
	for n, want := range []time.Time{future.Add(time.Millisecond), future.Add(2 * time.Millisecond)} {
		told := a.syncTime(key)
		a.importItems(importOptions(), item("a", "page", []string{"two", "three"}[n]), item("b", "page", "one"))
		got := a.get(key, "/content?modifiedSince="+format(told))
		if list := got.body.Results; len(list) != 1 || list[0].ID != "a" || !list[0].LastModified.Equal(want) {
			t.Errorf("import %d: got %+v, want a alone, dated %s", n, list, want)
		}
	}
}

// An import dates what is new or changed; what is not keeps its date, and so does all of a first import.
func TestLastModified(t *testing.T) {
	t.Parallel()
	a := newAirport(t)
	version := func(id, title, date string) string {
		fields := map[string]any{"id": id, "contentType": "page", "title": title, "content": "c"}
		if date != "" {
			fields["lastModified"] = date
		}
		return line(fields)
	}
	const early, late, future = "0001-01-01T00:00:00.000Z", "2021-05-01T10:00:00.000Z", "2100-01-01T00:00:00.000Z"
	const now, before = "now", "before" // what the items below are expected to be dated
	previous := map[string]string{}
	for n, step := range []struct {
		keepDates bool
		items     []string
		want      map[string]string
	}{
		{false, []string{version("a", "t", early), version("b", "t", ""), version("c", "t", future)},
			map[string]string{"a": early, "b": now, "c": now}},
		{false, []string{version("a", "t", ""), version("b", "t", ""), version("c", "t", future)},
			map[string]string{"a": before, "b": before, "c": before}},
		{false, []string{version("a", "t", late), version("b", "u", early), version("c", "t", future), version("d", "t", early)},
			map[string]string{"a": now, "b": now, "c": before, "d": now}},
		{true, []string{version("a", "t", early), version("b", "u", early), version("c", "u", future), version("e", "t", late)},
			map[string]string{"a": early, "b": before, "c": now, "e": late}},
	} {
		o := importOptions()
		o.KeepDates = step.keepDates
		begun := format(a.clock())
		a.importItems(o, step.items...)
		got, ended := a.dates(), format(a.clock().Add(time.Millisecond))
		for id, want := range step.want {
			switch date := got[id]; {
			case want == now && (date < begun || date > ended):
				t.Errorf("import %d: %s is dated %s, want from %s to %s", n, id, date, begun, ended)
			case want == before && date != previous[id]:
				t.Errorf("import %d: %s is dated %s, want %s as before", n, id, date, previous[id])
			case want != now && want != before && date != want:
				t.Errorf("import %d: %s is dated %s, want %s", n, id, date, want)
			}
		}
		previous = got
	}
}

// dates are the items' lastModified by their ids.
func (a *airport) dates() map[string]string {
	a.t.Helper()
	rows, err := a.sql.Query(a.t.Context(), "SELECT id, last_modified FROM content_item WHERE airport = $1", code)
	if err != nil {
		a.t.Fatal(err)
	}
	dates := map[string]string{}
	var id string
	var date time.Time
	if _, err := pgx.ForEachRow(rows, []any{&id, &date}, func() error { dates[id] = format(date); return nil }); err != nil {
		a.t.Fatal(err)
	}
	return dates
}

func format(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05.000Z") }
