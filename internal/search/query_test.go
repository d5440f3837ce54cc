package search_test

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"airport-content/internal/check"
	"airport-content/internal/search"
	"airport-content/internal/search/word"
)

func TestParse(t *testing.T) {
	t.Parallel()
	bare := func(list ...string) (words []search.Word) {
		for _, w := range list {
			words = append(words, search.Word{Typed: w, Parts: []string{strings.ToLower(w)}, Kind: search.Bare})
		}
		return words
	}
	phrase := func(typed string) search.Word {
		return search.Word{Typed: typed, Parts: strings.Fields(word.Key(typed)), Kind: search.Phrase}
	}
	absent := func(typed string) search.Word {
		return search.Word{Typed: typed, Parts: strings.Fields(word.Key(typed)), Kind: search.Absent}
	}
	for q, want := range map[string]search.Query{
		"":                      search.Query{},
		" - -- \"\" or !?":      search.Query{},
		"Coffee  shop":          {bare("Coffee", "shop")},
		"coffee or tea OR milk": {bare("coffee"), bare("tea"), bare("milk")},
		"or coffee or or tea":   {bare("coffee"), bare("tea")},
		"coffee Or tea":         {bare("coffee", "Or", "tea")},
		"a cup of coffee or of tea OR milk": {
			bare("a", "cup", "of", "coffee", "or", "of", "tea"), bare("milk")}, // in a sentence "or" is a word
		`coffee "or" tea`:   {{bare("coffee")[0], phrase("or"), bare("tea")[0]}},
		"coffee -starbucks": {{bare("coffee")[0], absent("starbucks")}},
		"--coffee":          {{absent("coffee")}},
		"coffee −starbucks": {{bare("coffee")[0], absent("starbucks")}},
		`-"flat white"`:     {{absent("flat white")}},
		`"flat white`:       {{phrase("flat white")}},
		`flat"white"x`:      {{bare("flat")[0], phrase("white"), bare("x")[0]}},
		"“flat white” x":    {{phrase("flat white"), bare("x")[0]}},
		"-„flat white“ x":   {{absent("flat white"), bare("x")[0]}},
		"« flat white » x":  {{phrase(" flat white "), bare("x")[0]}},
		"＂flat white＂":      {{phrase("flat white")}},
		`נתב"ג "ים"`:        {{{Typed: `נתב"ג`, Parts: []string{"נתבג"}, Kind: search.Bare}, phrase("ים")}},
		"24/7":              {{{Typed: "24/7", Parts: []string{"24", "7"}, Kind: search.Bare}}},
		"in and up":         {bare("in", "and", "up")},
		"Gates A & C":       {bare("Gates", "A", "C")},
		"H &":               {bare("H")},
		"& M":               {bare("M")},
		"McDonald’s":        {{{Typed: "McDonald’s", Parts: []string{"mcdonald"}, Kind: search.Bare}}},
		"Find a taxi":       {{{Typed: "Find", Parts: []string{"find"}, Kind: search.StopPhrase}, bare("a")[0], bare("taxi")[0]}},
		`"find" -get`:       {{phrase("find"), absent("get")}},
	} {
		if diff := cmp.Diff(want, search.Parse(q), cmpopts.IgnoreUnexported(search.Word{})); diff != "" {
			t.Errorf("%q (-want +got):\n%s", q, diff)
		}
	}
}

// In scripts without spaces, a place stands beside a thing, with a particle between them.
func TestPlacesArePartedFromThings(t *testing.T) {
	t.Parallel()
	for q, want := range map[string]string{
		"1号航站楼咖啡": "1号航站楼 咖啡", "保安検査後のレストラン": "保安検査後 レストラン", "กาแฟหลังตรวจค้น": "กาแฟ หลังตรวจค้น",
		"ร้านอาหารอาคาร 2": "ร้านอาหาร อาคาร 2", "ターミナル 1のカフェ": "ターミナル 1 カフェ",
		"ターミナル1のカフェ": "ターミナル1 カフェ", "ターミナル1にく": "ターミナル1 にく", "ターミナル1ので薬": "ターミナル1 ので薬", "ターミナル1の": "ターミナル1 の",
		"1号航站楼的士": "1号航站楼 的士", "ターミナル1のターミナル2に肉": "ターミナル1 ターミナル2 肉", `-1号航站楼咖啡 "1号航站楼咖啡"`: "1号航站楼咖啡 1号航站楼咖啡",
	} {
		var typed []string
		for _, w := range search.Parse(q)[0] {
			typed = append(typed, w.Typed)
		}
		check.Same(t, want, strings.Join(typed, " "), q)
	}
}

// Words of every kind beyond the first 128 are left out.
func TestLongQueriesAreCut(t *testing.T) {
	t.Parallel()
	q := search.Parse(strings.Repeat("a OR ", 127) + "b -c or d")
	if last := q[len(q)-1]; len(q) != 128 || len(last) != 1 || last[0].Parts[0] != "b" {
		t.Errorf("%d alternatives, the last one %v", len(q), last)
	}
}

func TestQueryIsWrittenAsItWasRun(t *testing.T) {
	t.Parallel()
	q := search.Parse(`Starbuks coffe or "starbuks" -tea -"flat white"`)
	corrected := q.Correct(map[string]string{"starbuks": "starbucks", "coffe": "coffee", "tea": "sea"})
	check.Same(t, `starbucks coffee OR "starbuks" -tea -"flat white"`, corrected.String())
	check.Same(t, `Starbuks coffe OR "starbuks" -tea -"flat white"`, q.String(), "the query itself")
}

func FuzzParse(f *testing.F) {
	for _, q := range []string{"coffee -starbucks", `"lost and found" or -"x y"`, "H & M", `\ ' : * & | ! <->`, `a or "" b c d e`, "\xff\x00 \"", strings.Repeat("a or ", 100)} {
		f.Add(q)
	}
	f.Fuzz(func(t *testing.T, q string) {
		query := search.Parse(q)
		count := 0
		for _, words := range query {
			if len(words) == 0 {
				t.Error("an alternative without words")
			}
			count += len(words)
			for _, w := range words {
				if len(w.Parts) == 0 {
					t.Errorf("%q is a word without parts", w.Typed)
				}
				if w.Kind != search.Phrase && w.Kind != search.Absent && strings.ContainsFunc(strings.ReplaceAll(w.Typed, " & ", "&"), unicode.IsSpace) {
					t.Errorf("%q is no word", w.Typed)
				}
			}
		}
		if count > 128 {
			t.Errorf("%d words", count)
		}
		if again := search.Parse(query.String()); utf8.ValidString(q) && len(again) > len(query) {
			t.Errorf("%q, written as it was run, %q, has %d alternatives, not %d", q, query.String(), len(again), len(query))
		}
	})
}
