package store_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"airport-content/internal/check"
	"airport-content/internal/content"
	"airport-content/internal/db"
	"airport-content/internal/importer"
)

// Two airports. If text could act as a tag, queries of one would find items of the other.
func hostileCorpus(t *testing.T) *db.Pool {
	t.Helper()
	docs := []doc{
		page("tags", "'airport LHR' airport LHR type news", "airport LHR:1A 'airport LHR':* & 'type news'"),
		{ID: "news", Type: "news", Title: "secret airport type", Body: "LHR news"},
	}
	db, url := corpusOf(t, docs...)
	addAirport(t, db, "LHR")
	importDocs(t, url, "LHR", importer.Options{}, page("lhr", "secret airport type AAA", "LHR news page"),
		doc{ID: "lhr-news", Type: "news", Title: "secret"})
	return db
}

func TestTextIsNeverATag(t *testing.T) {
	t.Parallel()
	db := hostileCorpus(t)
	for _, search := range []string{
		"airport LHR", "'airport LHR'", `"airport LHR"`, `'"airport LHR"'`, `\'airport LHR\'`, "airport\u00a0LHR", "'airport LHR':*",
		"secret | 'airport LHR'", "secret or 'airport LHR'", `secret' | 'airport LHR`, "secret or airport LHR",
		"secret -'airport AAA'", `-"airport AAA"`, "-airport -AAA", "secret !'airport AAA'", "type news", "'type page'",
		`secret or "type page"`, "secret) | ('airport LHR'", "secret & !news", "secret <-> news", "-zebra",
	} {
		for _, q := range []struct {
			airport string
			allowed content.Scope
		}{{"AAA", everyType}, {"LHR", everyType}, {"AAA", content.OnlyTypes("news")}} {
			view := viewOf(t, db, q.airport)
			view.allowed = q.allowed
			page := check.Must(view.list(t.Context(), content.Query{Search: search, Size: 1000}))(t)
			for _, i := range page.Items {
				if strings.HasPrefix(i.ID, "lhr") != (q.airport == "LHR") || !q.allowed.Has(i.Type) {
					t.Errorf("%q finds %s, %s, in airport %s, types %v", search, i.ID, i.Type, q.airport, q.allowed)
				}
			}
		}
	}
}

// No query text is an error.
func TestNoTextIsAnError(t *testing.T) {
	t.Parallel()
	db := hostileCorpus(t)
	pieces := []string{
		"secret", "airport", "LHR", "or", "OR", "and", "not", "-", "--", "\"", "'", "''", `\`, `\\`, "(", ")", "&", "|", "!", "!!", ":", ":*", ":A",
		"<->", "<2>", "<", ">", "*", "%", "_", ";", "$1", "$$", "--secret", "{", "}", ",", "\x00", "\xff\xfe", "\u200b", "\u0301", "é", "ß", "İ", "ﬁ",
		"漢字", "ไทย", "👍🏽", "24/7", "a-b-c", "x@y.example", "https://a.example/b?c=d", "1e400", "-1", "NaN", "null", "\t", "\n", " ", "  ",
	}
	rng := rand.New(rand.NewPCG(3, 3))
	for range 250 {
		var b strings.Builder
		for range 1 + rng.IntN(12) {
			b.WriteString(pieces[rng.IntN(len(pieces))])
			b.WriteString([]string{"", " "}[rng.IntN(2)])
		}
		find(t, db, content.Query{Search: b.String(), Size: 5})
	}
}

// The longest queries of every shape are answered within the timeout of a search.
func TestLongQueriesAreAnswered(t *testing.T) {
	t.Parallel()
	docs := numbered(300, "page", strings.Repeat("alpha beta gamma delta lounge parking restroom ", 20))
	db, _ := corpusOf(t, docs...)
	repeat := func(s string) string { return strings.Repeat(s, 512)[:512] }
	words := func(format func(word string) string) string {
		var b strings.Builder
		for i := 0; b.Len() < 512; i++ {
			b.WriteString(format(letters(i * 7919)))
		}
		return b.String()[:512]
	}
	for name, search := range map[string]string{
		"letters":                      repeat("a b c d e f g h "),
		"known words":                  repeat("alpha beta gamma delta lounge parking restroom "),
		"one word of many parts":       repeat("a-b-c-"),
		"one phrase":                   `"` + repeat("alpha beta ")[:510] + `"`,
		"phrases":                      repeat(`"alpha beta" `),
		"alternatives":                 repeat("b OR "),
		"alternatives of many kinds":   repeat(`lounge OR "alpha beta" OR -gamma OR `),
		"left out":                     repeat("-b "),
		"left out phrases":             "lounge " + repeat(`-"alpha delta" `)[:505],
		"unknown words":                words(func(w string) string { return w + " " }),
		"unknown words, one run":       words(func(w string) string { return w + "-" }),
		"unknown words, left out":      words(func(w string) string { return "-" + w + " " }),
		"nearly known words":           repeat("loungf parkinh restrom alpka bexa gamna dalta "),
		"synonyms":                     repeat("restroom elevator baggage parking taxi pharmacy stroller "),
		"words that synonyms begin by": repeat("car park multi faith room round the clock "),
		"one long word":                repeat("z"),
		"quotation marks":              repeat(`"`),
		"one letter in many scripts":   strings.Repeat("é", 256),
		"dashes":                       repeat("-"),
		"numbers":                      repeat("1 22 333 "),
		"stop words":                   repeat("the of and to "),
		"stop phrases":                 repeat("find get near need "),
		"symbols":                      strings.Repeat("🚻", 512),
		"symbols, one phrase":          `"` + strings.Repeat("🚻", 511),
		"characters of several words":  strings.Repeat("ﷺ", 512),
	} {
		t.Log(name)
		find(t, db, content.Query{Search: search, Size: 20})
	}
}

// A search that takes too long is ended in the database, and its connection serves the next caller.
func TestSearchIsEndedAfterItsTime(t *testing.T) {
	t.Parallel()
	db, url := corpusOf(t, page("secret", "secret", ""))
	conn := connect(t, url)
	execute(t, conn, `CREATE OR REPLACE FUNCTION saturation(count float8) RETURNS float8
		LANGUAGE sql AS 'SELECT 1::float8 FROM pg_sleep(60)'`)
	view := viewOf(t, db, "AAA")
	check.Error(t, content.ErrTimeout, check.Failure(view.list(t.Context(), content.Query{Search: "secret", Size: 5})))
	check.Must(view.list(t.Context(), content.Query{Search: "unheard", Size: 5}))(t)
	var running int
	err := conn.QueryRow(t.Context(), `SELECT count(*) FROM pg_stat_activity
		WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid() AND state <> 'idle'`).Scan(&running)
	if err != nil || running != 0 {
		t.Errorf("%d statements still run, error %v", running, err)
	}
}
