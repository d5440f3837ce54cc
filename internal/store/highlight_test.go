package store_test

import (
	"strings"
	"testing"

	"airport-content/internal/admin"
	"airport-content/internal/check"
	"airport-content/internal/content"
)

// What PostgreSQL's stems, synonyms, corrections and pieces find is marked, in the item's own
// language.
func TestHighlight(t *testing.T) {
	t.Parallel()
	in := func(language, title, body string) doc {
		return doc{ID: title, Type: "page", Title: title, Body: body, Language: language}
	}
	db, _ := corpusOf(t,
		in("en", "Phones", "<p>Charge your phone at a <b>charg</b>ing station. Crème brûlée &amp; more at Starbucks®.</p>"),
		in("en", "Lost", "<p>Lost, and then the lost and found office. A restroom. An X-ray of TVs, a TV. Gate A12.</p>"),
		in("fr", "Réservé", "<p>L’aéroport : places réservées, une réservation.</p>"),
		in("de", "Züge", "<p>Der Zug fährt; Öl und Rollstühle</p>"),
		in("de", "Parken", "<p>Ein Parkplatz, ein Kurzzeitparkplatz</p>"),
		in("zh", "航站楼", "<p>T2航站楼在哪里</p>"), in("ja", "ラウンジ", "<p>第一ターミナルのラウンジ</p>"), in("ko", "공항", "<p>공항에서 공항철도</p>"),
		in("th", "สนามบิน", "<p>ไปสนามบินด้วยรถไฟ กำลังมา</p>"), in("vi", "Hành lý", "<p>gửi hành lý, đi bộ, bo</p>"),
		in("en", "Long", strings.Repeat("<p>nothing of interest here</p>\n", 12_000)+"platypus"),
		in("en", "Long too", strings.Repeat("<p>nothing of interest here</p>\n", 4_000)+"wombat"))
	check.Must(admin.New(db).AddSynonyms(t.Context(), []string{"toilet", "restroom", "washing room"}))(t)
	for search, want := range map[string]string{ // parts of the snippets of what is found, by id
		"charges":          "Phones: <mark>Charge</mark> your phone at a <mark>charging</mark> station.",
		"creme brulee":     "Phones: <mark>Crème</mark> <mark>brûlée</mark> &amp; more",
		"starbuks":         "Phones: <mark>Starbucks</mark>®",
		"toilets":          "Lost: A <mark>restroom</mark>.",
		`"lost and found"`: "Lost: Lost, and then the <mark>lost</mark> and <mark>found</mark> office",
		"tv":               "Lost: of <mark>TVs</mark>, a <mark>TV</mark>.",
		"x-ray":            "Lost: An <mark>X-ray</mark> of",
		"gate a12":         "Lost: <mark>Gate</mark> <mark>A12</mark>.",
		"réserver":         "Réservé: places <mark>réservées</mark>, une <mark>réservation</mark>",
		"aéroport":         "Réservé: L’<mark>aéroport</mark> :",
		"zuge":             "Züge: Der <mark>Zug</mark> fährt",
		"ol":               "Züge: <mark>Öl</mark> und",
		"parkplatz":        "Parken: Ein <mark>Parkplatz</mark>, ein <mark>Kurzzeitparkplatz</mark>",
		"航站楼":              "航站楼: T2<mark>航站楼</mark>在哪里",
		"ターミナル":            "ラウンジ: 第一<mark>ターミナル</mark>のラウンジ",
		"공항":               "공항: <mark>공항</mark>에서 <mark>공항</mark>철도",
		"สนามบิน":          "สนามบิน: ไป<mark>สนามบิน</mark>ด้วยรถไฟ",
		"đi bộ":            "Hành lý: gửi hành lý, <mark>đi</mark> <mark>bộ</mark>",
		"wombats":          "Long too: nothing of interest here <mark>wombat</mark>",
	} {
		id, part, _ := strings.Cut(want, ": ")
		f := find(t, db, content.Query{Search: search, Highlight: true})
		found := false
		for _, item := range f.Items {
			if item.ID == id && item.Highlight.Snippet != nil {
				found = found || strings.Contains(*item.Highlight.Snippet, part)
				if !found {
					t.Logf("%s", *item.Highlight.Snippet)
				}
			}
		}
		if !found {
			t.Errorf("%s finds %v, want %s", search, f.ids, want)
		}
	}
	f := find(t, db, content.Query{Search: "platypus", Highlight: true}) // stands beyond the first 256 KB
	if len(f.Items) != 1 || *f.Items[0].Highlight != (content.Highlight{}) {
		t.Errorf("%+v", f.Items)
	}
	f = find(t, db, content.Query{Search: "zuge", Highlight: true})
	if title := f.Items[0].Highlight.Title; title == nil || *title != "<mark>Züge</mark>" {
		t.Errorf("%+v", f.Items[0].Highlight)
	}
	if f = find(t, db, content.Query{Search: "zuge"}); f.Items[0].Highlight != nil {
		t.Error("a highlight that was not asked for")
	}
}
