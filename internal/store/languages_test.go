package store_test

import (
	"slices"
	"strings"
	"testing"

	"airport-content/internal/check"
	"airport-content/internal/content"
)

// in is a page in a language.
func in(language, id, title, body string) doc {
	d := page(id, title, body)
	d.Language = language
	return d
}

// A stem of one language does not find the items of another: in German, "die" and "das" are stop
// words.
func TestStemsStayInTheirLanguage(t *testing.T) {
	t.Parallel()
	db, _ := corpusOf(t, in("de", "de", "Wagen", "die das"), in("en", "en", "Wagering", "to die"))
	for search, want := range map[string][]string{"wagens": {"de"}, "wagered": {"en"}, "die": {"en"}, "dying": {"en"}, "das": nil} {
		check.Same(t, want, find(t, db, content.Query{Search: search}).ids, search)
	}
}

// Spelling may change a stem within a compound: the stem of Automaat is automat.
func TestCompoundsWithTheWordAsItIsTyped(t *testing.T) {
	t.Parallel()
	db, _ := corpusOf(t, in("nl", "one", "Geldautomaat", "x"), in("nl", "many", "Snoepautomaten", "x"))
	check.Same(t, 2, find(t, db, content.Query{Search: "automaat"}).Total, "automaat")
	db, _ = corpusOf(t, in("de", "one", "Gepäckwagen", "x")) // of the stem wag
	check.Same(t, 1, find(t, db, content.Query{Search: "Wagen"}).Total, "Wagen")
}

// A key for news learns nothing of other types: its answers are the same with and without their
// words.
func TestHiddenTypesTellNothing(t *testing.T) {
	t.Parallel()
	visible := append(numbered(11, "news", "lounge garden"), page("n1", "Conservatory", "lounge"), page("n2", "Lounge", "restroom"))
	for i := range visible {
		visible[i].Type = "news"
	}
	hidden := append(numbered(300, "page", "garden conservatry restrom loungegarden rests"), in("de", "de", "Conservatry", "garten"))
	alone, _ := corpusOf(t, visible...)
	both := newFixture(t, append(visible, hidden...)...)
	for _, search := range []string{"lounge", "lounge garden", "garden restroom", "conservatry", "restrom", "loungegarden", "garten", "conservatory lounge", "rest"} {
		q := content.Query{Search: search, Size: 1000}
		view := viewIn(t, both.Store, "AAA")
		check.Must(view.list(t.Context(), q))(t) // the cached vocabulary must not serve the key
		view.allowed = content.OnlyTypes("news")
		got := check.Must(view.list(t.Context(), q))(t)
		want := find(t, alone, q)
		if !slices.Equal(want.ids, idsOf(got)) || want.Total != got.Total || want.Search.Match != got.Search.Match || want.Search.Query != got.Search.Query {
			t.Errorf("%s: %v %v, want %v %v", search, idsOf(got), *got.Search, want.ids, *want.Search)
		}
	}
}

// One letter of a script without spaces stands for all pieces that begin with it. Items rank by the
// number of such pieces.
func TestOneLetterCountsEachPlace(t *testing.T) {
	t.Parallel()
	texts := []string{"茶很多人不喜欢咖啡", "茶很多人茶叶不喜欢", "茶很多茶叶很茶馆不", "茶很茶叶不茶馆茶树"}
	var docs []doc
	for places, text := range texts {
		docs = append(docs, in("zh", string('1'+rune(places)), "店", text))
	}
	db, _ := corpusOf(t, docs...)
	check.Same(t, []string{"4", "3", "2", "1"}, find(t, db, content.Query{Search: "茶"}).ids, "by one to four places")
}

// In pieces, a repeated word counts less beside another word than it does in words.
func TestRepeatedPieces(t *testing.T) {
	t.Parallel()
	for language, words := range map[string][3]string{"zh": {"茶叶", "咖啡", "机场"}, "en": {"tea", "coffee", "airport"}} {
		repeat := func(word string, times int) string { return strings.Repeat(word+" ", times) }
		tea, coffee, rest := words[0], words[1], words[2]
		db, _ := corpusOf(t, in(language, "repeated", "-", repeat(tea, 8)), in(language, "both", "-", tea+" "+coffee+" "+repeat(rest, 6)),
			in(language, "other", "-", coffee+" "+repeat(rest, 7)))
		want := map[string]string{"zh": "both", "en": "repeated"}[language]
		found := find(t, db, content.Query{Search: tea + " OR " + coffee})
		check.Same(t, want, found.ids[0], language)
	}
}
