package e2e_test

import (
	_ "embed"
	"testing"
)

// release100 is a database that version 1.0.0 filled: an airport with two items and a deleted one, a partner with a key of an
// older system, and a source. pg_dump wrote it with --column-inserts --rows-per-insert=1000 --no-comments --no-owner
// --no-privileges. Its lines that begin with -- and its empty lines are left out.
//
//go:embed testdata/release-1.0.0.sql
var release100 string

// What a partner of version 1.0.0 had: a key, and a cursor that has seen everything.
const (
	key100    = "the-key-of-an-older-system-0001"
	cursor100 = "AQNTRk8kMmUxNmIwMjUtODllYS00MDZjLWI0YjEtMGU1NGRiODhjNWQ0AwACaEiIwOuxfzcwOsGq"
)

// A database of version 1.0.0 serves after `migrate up`, and partners go on with their keys and cursors.
func TestUpgradeFrom100(t *testing.T) {
	t.Parallel()
	i := install(t)
	i.sql(t, "DROP SCHEMA public CASCADE; CREATE SCHEMA public")
	i.sql(t, release100)
	i.do(t, "migrate", "up")
	s := i.serve(t)
	same(t, []string{"bagages", "coffee"}, ids(s.list(t, key100, "SFO").Results))
	same(t, []string{"coffee"}, ids(s.list(t, key100, "SFO", "q", "expresso").Results))
	same(t, []string{"bagages"}, ids(s.list(t, key100, "SFO", "q", "consigne bagage").Results))
	if c := s.changes(t, key100, "SFO", cursor100, 10); len(c.Results) > 0 {
		t.Errorf("the cursor of 1.0.0 brings %+v", c.Results)
	}
	tea := newItem("tea")
	i.load(t, "SFO", []item{tea})
	if c := s.changes(t, key100, "SFO", cursor100, 10); len(c.Results) != 1 || c.Results[0].Item.ID != "tea" {
		t.Errorf("the cursor of 1.0.0 brings %+v, want tea", c.Results)
	}
	i.do(t, "reindex")
	same(t, []string{"coffee"}, ids(s.list(t, key100, "SFO", "q", "expresso").Results))
}
