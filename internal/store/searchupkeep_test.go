package store_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"

	"airport-content/internal/admin"
	"airport-content/internal/check"
	"airport-content/internal/content"
	"airport-content/internal/db"
	"airport-content/internal/importer"
	"airport-content/internal/lexicon"
	"airport-content/internal/search/document"
	"airport-content/internal/search/word"
	"airport-content/internal/testenv"
)

// After random imports, reindexing and removals, the search data is exactly what the items give.
func TestDerivedStaysExact(t *testing.T) {
	t.Parallel()
	url := testenv.Database(t)
	db, conn := testenv.Pool(t, url), connect(t, url)
	for _, airport := range []string{"AAA", "BBB"} {
		addAirport(t, db, airport)
	}
	rng := rand.New(rand.NewPCG(5, 5))
	for step := range 40 {
		airport := []string{"AAA", "AAA", "BBB"}[rng.IntN(3)]
		what := fmt.Sprintf("step %d of %s", step, airport)
		switch rng.IntN(8) {
		case 0:
			what += ", reindexing"
			reindex(t, url, airport)
			checkWords(t, conn, airport, what, true)
		case 1:
			what += ", removing it"
			check.Must(admin.New(db).RemoveAirport(t.Context(), airport, true, true))(t)
			checkCounts(t, conn, what)
			addAirport(t, db, airport)
		default:
			o := importer.Options{Prune: rng.IntN(2) == 0, Force: true, SkipInvalid: true}
			importDocs(t, url, airport, o, randomDocs(rng, 1+rng.IntN(11))...)
			checkWords(t, conn, airport, what, false)
		}
		checkVectors(t, conn, airport, what)
		checkCounts(t, conn, what)
	}
}

// randomDocs makes new, changed, unchanged, repeated and refused items.
func randomDocs(rng *rand.Rand, n int) []doc {
	vocabulary := strings.Fields("lounge lounges café cafe Zürich charging charger charged wi-fi 24/7 parking park the of B12 naïve 7-Eleven McDonald's œuvre 漢字 rare" +
		" u" + letters(rng.IntN(50)) + " u" + letters(rng.IntN(50)))
	text := func(most int) string {
		words := make([]string, 1+rng.IntN(most))
		for i := range words {
			words[i] = vocabulary[rng.IntN(len(vocabulary))]
		}
		return strings.Join(words, " ")
	}
	docs := make([]doc, n)
	for i := range docs {
		excerpt := text(5)
		docs[i] = doc{ID: fmt.Sprint("item-", rng.IntN(15)), Type: string(content.Types()[rng.IntN(3)]), Title: text(3),
			Excerpt: &excerpt, Body: "<p>" + text(12) + "</p>", Language: []string{"en", "en-GB", "de", "fr", "ja"}[rng.IntN(5)]}
		if rng.IntN(2) == 0 { // jsonb changes the order of names
			docs[i].Metadata = map[string]any{"a long name": text(2), "b": []any{text(2), "05:30", 1}}
		}
		if rng.IntN(10) == 0 {
			docs[i].Type = "no type"
		}
	}
	return docs
}

func reindex(t *testing.T, url, airport string) {
	t.Helper()
	check.Must(importer.Reindex(t.Context(), url, airport, func() {}, func(int) {}))(t)
}

// checkCounts compares the stored counts and sums with counts and sums of the items' vectors.
func checkCounts(t *testing.T, conn *pgx.Conn, what string) {
	t.Helper()
	for name, sql := range map[string]string{
		"terms": `
			WITH really AS (
				SELECT i.airport, i.search_language AS language, l.lexeme, i.content_type, count(*) AS items
				FROM content_item AS i, unnest(tsvector_to_array(i.search)) AS l (lexeme)
				WHERE l.lexeme NOT LIKE '% %' GROUP BY 1, 2, 3, 4)
			SELECT count(*) FROM search_term AS kept FULL JOIN really USING (airport, language, lexeme, content_type)
			WHERE kept.items IS DISTINCT FROM really.items`,
		"counts of types and languages": `
			SELECT count(*) FROM airport_state AS s
			WHERE s.items <> (SELECT coalesce(jsonb_object_agg(r.content_type, r.items), '{}')
				FROM (SELECT content_type, jsonb_object_agg(language, items) AS items
					FROM (SELECT content_type, language, count(*) AS items FROM content_item AS i WHERE i.airport = s.airport GROUP BY 1, 2) AS l
					GROUP BY 1) AS r)`,
		"total lengths": `
			SELECT count(*) FROM airport_state AS s
			WHERE (title_length, search_length) <> (SELECT coalesce(sum(i.title_length), 0), coalesce(sum(i.search_length), 0)
				FROM content_item AS i WHERE i.airport = s.airport)`,
		"words without a term": `
			SELECT count(*) FROM search_word AS w WHERE NOT EXISTS (
				SELECT FROM search_term AS t WHERE t.airport = w.airport AND t.language = w.language AND t.lexeme = w.lexeme)`,
	} {
		var wrong int
		if err := conn.QueryRow(t.Context(), sql).Scan(&wrong); err != nil || wrong > 0 {
			t.Errorf("after %s: %d %s are wrong, error %v", what, wrong, name, err)
		}
	}
}

// checkVectors makes each item's vector again.
func checkVectors(t *testing.T, conn *pgx.Conn, airport, what string) {
	t.Helper()
	for _, i := range stored(t, conn, airport) {
		language, texts := word.Language(i.Language), i.texts()
		v := document.NewVector(language, document.Tags(airport, i.Type, language, i.Metadata), texts, stemsOfTexts(t, conn, language, texts))
		var same bool
		err := conn.QueryRow(t.Context(), `SELECT (search, search_language, title_length, search_length) = ($3, $4, $5, $6)
			FROM content_item WHERE airport = $1 AND id = $2`, airport, i.ID, v.Lexemes, language, v.TitleLength, v.Length).Scan(&same)
		if err != nil || !same {
			t.Errorf("after %s: the vector of %s is wrong, error %v", what, i.ID, err)
		}
	}
}

// stemsOf reads the stems of a text's words.
func stemsOf(t *testing.T, conn *pgx.Conn, language, text string) word.Stems {
	t.Helper()
	return stemsOfTexts(t, conn, language, []document.Text{{Tokens: word.Index.Read(text)}})
}

func stemsOfTexts(t *testing.T, conn *pgx.Conn, language string, texts []document.Text) word.Stems {
	t.Helper()
	stems := word.Stems{}
	for _, text := range texts {
		stems.Add(language, text.Tokens)
	}
	check.NoError(t, lexicon.New().Fill(t.Context(), db.New(conn), stems))
	return stems
}

var spellable = regexp.MustCompile(`^[\pL\pM]{3,40}$`)

// checkWords makes the words that spelling is corrected to again: each that an item holds must be
// there, and after a reindexing no other. Until then there may be other forms of their lexemes.
func checkWords(t *testing.T, conn *pgx.Conn, airport, what string, exactly bool) {
	t.Helper()
	held := map[string]bool{}
	for _, i := range stored(t, conn, airport) {
		language, texts := word.Language(i.Language), i.texts()
		stems := stemsOfTexts(t, conn, language, texts)
		for _, text := range texts {
			for n, token := range text.Tokens {
				written := token.Text
				if !token.IsWord() {
					written = word.Hyphenated(text.Tokens, n)
				}
				stem := stems.Of(word.Word{Language: language, Text: token.Text})
				if spellable.MatchString(token.Text) && !word.IsUnspaced(token.Text) && stem.Lexeme != "" {
					held[language+" "+written+" "+stem.Unaccented+" "+stem.Lexeme] = true
				}
			}
		}
	}
	rows := check.Must(conn.Query(t.Context(), "SELECT language || ' ' || word || ' ' || unaccented || ' ' || lexeme FROM search_word WHERE airport = $1", airport))(t)
	kept := check.Must(pgx.CollectRows(rows, pgx.RowTo[string]))(t)
	for _, row := range kept {
		if exactly && !held[row] {
			t.Errorf("after %s: no item holds %s", what, row)
		}
		delete(held, row)
	}
	if len(held) > 0 {
		t.Errorf("after %s: %v are missing", what, held)
	}
}

type storedItem struct {
	ID, Type, Language, Title, Excerpt, Body string
	Metadata                                 []byte
}

func (i storedItem) texts() []document.Text {
	return document.Texts(document.Item{Type: i.Type, Language: i.Language, Title: i.Title, Excerpt: i.Excerpt, Body: i.Body, Metadata: i.Metadata})
}

func stored(t *testing.T, conn *pgx.Conn, airport string) []storedItem {
	t.Helper()
	rows := check.Must(conn.Query(t.Context(), "SELECT id, content_type, language, title, coalesce(excerpt, ''), content, metadata FROM content_item WHERE airport = $1", airport))(t)
	return check.Must(pgx.CollectRows(rows, pgx.RowToStructByPos[storedItem]))(t)
}

// A stopped reindex changes nothing.
func TestReindexIsAllOrNothing(t *testing.T) {
	t.Parallel()
	_, url := corpusOf(t, numbered(60, "page", "lounge")...)
	testenv.Exec(t, url, "UPDATE content_item SET search = '''old'':1'")
	ctx, cancel := context.WithCancel(t.Context())
	if _, err := importer.Reindex(ctx, url, "AAA", func() {}, func(int) { cancel() }); err == nil {
		t.Error("it was not stopped")
	}
	check.Same(t, 60, testenv.Value[int](t, url, "SELECT count(*) FROM content_item WHERE search @@ 'old'"), "items as they were")
}

// While an airport is reindexed, searches are answered.
func TestReindexServes(t *testing.T) {
	t.Parallel()
	db, url := corpusOf(t, numbered(200, "page", strings.Repeat("lounge parking café ", 40))...)
	whole := find(t, db, content.Query{Search: "lounge parking"})

	done := make(chan error, 1)
	go func() { done <- check.Failure(importer.Reindex(t.Context(), url, "AAA", func() {}, func(int) {})) }()
	for asked, running := 0, true; running; asked++ {
		select {
		case err := <-done:
			check.NoError(t, err)
			running = false
		default:
		}
		if f := find(t, db, content.Query{Search: "lounge parking"}); !cmp.Equal(f.ids, whole.ids) {
			t.Fatalf("while reindexing, search %d found %d of %d items, or in another order", asked, len(f.ids), len(whole.ids))
		}
	}
}

// Some stemmers take one ending at a time. Both forms of a word then need the same lexeme.
func TestStemsOfPlurals(t *testing.T) {
	t.Parallel()
	conn := connect(t, testenv.Database(t))
	for language, words := range map[string]string{"el": "εισιτήριο εισιτήρια", "hu": "vonat vonatok", "tr": "eczane eczanede", "sv": "tåget tåg", "ro": "informație informaţii"} {
		language = word.Language(language)
		lexemes := map[string]bool{}
		for _, stem := range stemsOf(t, conn, language, words) {
			lexemes[stem.Lexeme] = true
		}
		check.Same(t, 1, len(lexemes), language, ": lexemes of ", words)
	}
}
