//go:build rules

package relevance_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"text/tabwriter"
	"time"

	"airport-content/internal/admin"
	"airport-content/internal/check"
	"airport-content/internal/content"
	"airport-content/internal/db"
	"airport-content/internal/importer"
	"airport-content/internal/relevance"
	"airport-content/internal/search"
	"airport-content/internal/search/word"
	"airport-content/internal/store"
	"airport-content/internal/testenv"
)

// rule is a part of the search that can be switched off.
type rule struct {
	name   string
	off    func() (on func())
	inText bool // it changes how items are read, too
}

func rules() (list []rule) {
	for _, name := range word.Index.Names() {
		list = append(list, rule{"filter: " + name, func() func() { return word.SwitchOff(name) }, true})
	}
	list = append(list, rule{"irregular forms", word.SwitchOffForms, true}, rule{"stop phrases", search.SwitchOffStopPhrases, false})
	for _, name := range search.Readings() {
		list = append(list, rule{"reading: " + name, func() func() { return search.SwitchOff(name) }, false})
	}
	return list
}

// judge is a set of queries with a score.
type judge struct {
	name  string
	items string // names the database
	load  func(t *testing.T) (url string)
	score func(t *testing.T, pool *db.Pool) float64
}

// databases are those of the judges, by name.
type databases map[string]string

// score is the score of a judge. Its database is made at the first use.
func (d databases) score(t *testing.T, j judge) float64 {
	t.Helper()
	if d[j.items] == "" {
		d[j.items] = j.load(t)
	}
	pool := check.Must(db.Open(t.Context(), db.Options{URL: d[j.items], MaxConns: 2}))(t)
	defer pool.Close()
	return j.score(t, pool)
}

// Each rule is switched off in turn, and each judge tells what it loses. The judges are our own
// queries, and those in the directories of RELEVANCE_COLLECTIONS, RELEVANCE_JUDGED (with the items of
// SFO in RELEVANCE_SFO) and RELEVANCE_CASES. RELEVANCE_RULE chooses rules by a part of their name.
func TestRules(t *testing.T) {
	list := judges(t)
	base, whole := databases{}, map[string]float64{}
	table := tabwriter.NewWriter(t.Output(), 0, 0, 2, ' ', 0)
	defer table.Flush()
	fmt.Fprint(table, "rule off")
	for _, j := range list {
		whole[j.name] = base.score(t, j)
		fmt.Fprintf(table, "\t%s", j.name)
	}
	row := func(name string, of func(j judge) string) {
		fmt.Fprintf(table, "\n%s", name)
		for _, j := range list {
			fmt.Fprintf(table, "\t%s", of(j))
		}
		table.Flush()
	}
	row("none", func(j judge) string { return fmt.Sprintf("%.4f", whole[j.name]) })
	for _, r := range rules() {
		if !strings.Contains(r.name, os.Getenv("RELEVANCE_RULE")) {
			continue
		}
		on, from := r.off(), base
		if r.inText {
			from = databases{}
		}
		row(r.name, func(j judge) string {
			if change := from.score(t, j) - whole[j.name]; change < -0.00005 || change > 0.00005 {
				return fmt.Sprintf("%+.4f", change)
			}
			return "."
		})
		on()
	}
	fmt.Fprintln(table)
}

func judges(t *testing.T) (list []judge) {
	t.Helper()
	judged, scripts := expected(t)
	questions := check.Must(relevance.ParseJudged(os.DirFS("testdata"), "questions.txt"))(t)
	list = append(list,
		judge{"own", "own", sampleDatabase, meanOf(judged)},
		judge{"questions", "own", sampleDatabase, meanOf(questions)},
		judge{"scripts", "own", sampleDatabase, func(t *testing.T, pool *db.Pool) float64 {
			ours, met := searchIn(t, pool), 0
			for _, e := range scripts {
				if e.Check(ours(e.Airport, e.Query)) == nil {
					met++
				}
			}
			return float64(met)
		}})
	for _, dir := range strings.Fields(os.Getenv("RELEVANCE_COLLECTIONS")) {
		items, queries, err := relevance.ReadCollection(os.DirFS(dir), collectionAirport)
		check.NoError(t, err)
		list = append(list, judge{filepath.Base(dir), dir, func(t *testing.T) string {
			url := testenv.Database(t)
			importCollection(t, url, items)
			return url
		}, meanOf(queries)})
	}
	if dir := os.Getenv("RELEVANCE_JUDGED"); dir != "" {
		for _, name := range []string{"travellers", "cross"} {
			queries := readJudged(t, filepath.Join(dir, name+".ndjson"))
			list = append(list, judge{name, "judged", withSFO, meanOf(queries)})
		}
	}
	if dir := os.Getenv("RELEVANCE_CASES"); dir != "" {
		cases := readCases(t, dir)
		list = append(list, judge{"cases", "cases", func(t *testing.T) string { return importCases(t, cases) },
			func(t *testing.T, pool *db.Pool) float64 { return heldCases(t, pool, cases) }})
	}
	return list
}

// meanOf is the mean nDCG@10 of queries.
func meanOf(queries []relevance.Judgement) func(t *testing.T, pool *db.Pool) float64 {
	return func(t *testing.T, pool *db.Pool) float64 {
		mean, _ := score(queries, searchIn(t, pool))
		return mean
	}
}

// withSFO is the sample airports, and SFO.
func withSFO(t *testing.T) (url string) {
	t.Helper()
	url = sampleDatabase(t)
	importAs(t, url, "SFO", check.Must(os.ReadFile(os.Getenv("RELEVANCE_SFO")))(t))
	return url
}

func importAs(t *testing.T, url, airport string, items []byte) {
	t.Helper()
	pool := check.Must(db.Open(t.Context(), db.Options{URL: url, MaxConns: 1}))(t)
	defer pool.Close()
	check.Must(admin.New(pool).AddAirport(t.Context(), airport, airport))(t)
	check.Must(importer.Run(t.Context(), url, airport, bytes.NewReader(items), importer.Options{Retention: time.Hour}))(t)
}

// readJudged reads queries as JSON lines: airport, q, and rel, the grades of ids. Queries without
// grades are left out.
func readJudged(t *testing.T, file string) (list []relevance.Judgement) {
	t.Helper()
	for line := range bytes.Lines(check.Must(os.ReadFile(file))(t)) {
		var q struct {
			Airport, Q string
			Rel        map[string]int
		}
		check.NoError(t, json.Unmarshal(line, &q))
		if len(q.Rel) > 0 {
			list = append(list, relevance.Judgement{Where: q.Airport + " " + q.Q, Airport: q.Airport, Query: q.Q, Grades: q.Rel})
		}
	}
	return list
}

// reported is a case after a public report: items, and queries with what they want.
type reported struct {
	Nr, What string
	Items    []map[string]any
	Queries  []struct {
		Q           string
		Suggest     bool
		Want, Never []string
		First       string
	}
	airport string
}

func readCases(t *testing.T, dir string) (list []reported) {
	t.Helper()
	for _, file := range check.Must(filepath.Glob(filepath.Join(dir, "*.json")))(t) {
		var c reported
		check.NoError(t, json.Unmarshal(check.Must(os.ReadFile(file))(t), &c))
		if c.What == "search" {
			c.airport = fmt.Sprintf("X%02d", len(list))
			list = append(list, c)
		}
	}
	return list
}

func importCases(t *testing.T, cases []reported) (url string) {
	t.Helper()
	url = testenv.Database(t)
	for _, c := range cases {
		var items bytes.Buffer
		for i, item := range c.Items {
			line := map[string]any{"id": fmt.Sprint("i", i), "contentType": "page", "title": fmt.Sprint("Item ", i), "content": "", "language": "en"}
			maps.Copy(line, item)
			items.Write(append(check.Must(json.Marshal(line))(t), '\n'))
		}
		importAs(t, url, c.airport, items.Bytes())
	}
	return url
}

// heldCases counts the queries of cases that find what they want.
func heldCases(t *testing.T, pool *db.Pool, cases []reported) float64 {
	t.Helper()
	found := searchIn(t, pool)
	reader := store.New(pool, nil, store.Options{Timeout: time.Minute})
	held := 0
	for _, c := range cases {
		for _, q := range c.Queries {
			var ids []string
			if q.Suggest {
				st := check.Must(reader.State(t.Context(), c.airport))(t)
				list, err := reader.Reader(1, 0).Suggest(t.Context(), &st, content.Query{Allowed: content.EveryType(), Search: q.Q, Size: 20})
				check.NoError(t, err)
				for _, s := range list {
					ids = append(ids, s.ID)
				}
			} else {
				ids = found(c.airport, q.Q)
			}
			has := func(id string) bool { return slices.Contains(ids, id) }
			lacks := func(id string) bool { return !has(id) }
			if !slices.ContainsFunc(q.Want, lacks) && !slices.ContainsFunc(q.Never, has) && (q.First == "" || len(ids) > 0 && ids[0] == q.First) {
				held++
			}
		}
	}
	return float64(held)
}
