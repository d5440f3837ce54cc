package search_test

import (
	"strings"
	"testing"

	"airport-content/internal/check"
	"airport-content/internal/content"
	"airport-content/internal/search"
)

var inPieces = airport{"ホテ": 5, "テル": 6, "ルル": 2, "ルー": 9, "ーム": 9, "予約": 4, "どこ": 70, "です": 90, "수하": 7, "하물": 7, "보관": 8, "관함": 3, "위치": 9,
	"出発": 9, "発便": 8, "便到": 1, "到着": 7, "着便": 6, "便案": 1, "案内": 5}

// Pieces of a word are searched for as a phrase. By themselves they find items only if nothing else
// does, or no item holds the word.
func TestWordsInPieces(t *testing.T) {
	t.Parallel()
	const hotel, room, luggage = "('ホテ' <1> 'テル')", "('ルー' <1> 'ーム')", "('수하' <1> '하물')"
	const hotelRoom = "('ホテ' <1> 'テル' <1> 'ルル' <1> 'ルー' <1> 'ーム')"
	const departures = "('出発' <1> '発便')"
	const hiragana = "(('ほて' <1> 'てる' <1> 'るる' <1> 'るる' <1> 'るー' <1> 'ーむ') | ('ホテ' <1> 'テル' <1> 'ルル' <1> 'ルル' <1> 'ルー' <1> 'ーム'))"
	for name, c := range map[string]struct{ q, all, any, parts string }{
		"a word":               {"出発便", departures, departures, "(" + departures + " | '出発' | '発便')"},
		"a word and its part":  {"出発便 出発", "(" + departures + " & '出発')", "(" + departures + " | '出発')", "(" + departures + " | '出発' | '発便')"},
		"Katakana":             {"ホテル", hotel, hotel, ""},
		"longer Katakana":      {"ホテルルーム", hotelRoom, hotelRoom, "(" + hotelRoom + " | ('ホテ' <1> 'テル' <1> 'ルル') | ('テル' <1> 'ルル' <1> 'ルー') | ('ルル' <1> 'ルー' <1> 'ーム'))"},
		"two words":            {"ホテル ルーム", "(" + hotel + " & " + room + ")", "(" + hotel + " | " + room + ")", ""},
		"Katakana in a text":   {"ホテルの予約です", "(" + hotel + " & 'の予' & '予約' & '約で' & 'です')", "(" + hotel + " | '予約')", "(" + hotel + " | '予約' | 'です')"},
		"Hiragana alone":       {"どこですかどこです", "('どこ' & 'こで' & 'です' & 'すか' & 'かど' & 'どこ' & 'こで' & 'です')", "('どこ' | 'です')", ""},
		"Korean":               {"수하물 위치", "(" + luggage + " & '위치')", "(" + luggage + " | '위치')", "(" + luggage + " | '수하' | '하물' | '위치')"},
		"Korean with endings":  {"수하물 위치 좀", "('수하' & '하물' & '위치' & '좀':*)", "('수하' | '하물' | '위치')", ""},
		"foreign Hiragana":     {"ほてるるるーむ", hiragana, hiragana, ""},
		"a word with synonyms": {"보관함", "(('보관' <1> '관함') | '案内')", "(('보관' <1> '관함') | '案内')", ""},
	} {
		p := only(planOf(c.q, inPieces.corpusIn("japanese", "보관 관함, 案内")))
		if c.parts == "" {
			c.parts = c.any
		}
		check.Same(t, []string{c.all, c.any, c.parts}, []string{p.All, p.Any, p.Parts}, name, ": ", c.q)
	}
}

// A text is searched for by its pieces. The parts of a word come last.
func TestRunInPieces(t *testing.T) {
	t.Parallel()
	const pieces = "('出発' | '発便' | '便到' | '到着' | '着便' | '便案' | '案内')"
	const word, parts = "('出発' <1> '発便')", "(('出発' <1> '発便') | '出発' | '発便')"
	for name, c := range map[string]struct {
		q, match, found string
		asked           []string
	}{
		"a text":                 {"出発便到着便案内", "", pieces, []string{pieces}},
		"a word":                 {"出発便", "", word, []string{word}},
		"a word that none holds": {"出発便", "", parts, []string{word, parts}},
		"any word":               {"出発便", "any", word, []string{word}},
	} {
		x := &fakeIndex{found: map[string]content.Page{c.found: {Found: 3, Total: 3}}}
		page := check.Must(search.Run(t.Context(), x, search.Request{Text: c.q, Match: c.match}, []search.Corpus{inPieces.corpus()}))(t)
		var asked []string
		for _, call := range x.asked {
			if query, _, ok := strings.Cut(call, ", first "); ok {
				asked = append(asked, query)
			}
		}
		check.Same(t, c.asked, asked, name)
		check.Same(t, 3, page.Total, name)
	}
}
