package store_test

import (
	"slices"
	"strings"
	"testing"

	"airport-content/internal/content"
	"airport-content/internal/search"
	"airport-content/internal/testenv"
)

// in is a page in a language.
func in(language, id, title, body string) doc {
	d := page(id, title, body)
	d.Language = language
	return d
}

// Words are found in their other forms, in the language of the item, with and without accents. The scripts of package relevance have
// German, French, English and Spanish.
func TestWordsInTheirLanguage(t *testing.T) {
	t.Parallel()
	db, _ := corpusOf(t,
		in("de-AT", "de-luggage", "Gepäckaufbewahrung", "Schließfächer für Ihre Koffer"),
		in("fr-CA", "fr-luggage", "Consigne à bagages", "Où puis-je laisser mes valises ? L'enregistrement s'effectue au comptoir."),
		in("pt-BR", "pt-info", "Informações", "As reservações dos aviões"),
		in("it", "it-airport", "I parcheggi dell'aeroporto", ""),
		in("ru", "ru-plane", "Самолёты", "Аэропорты"),
		in("ja", "ja-lounge", "Lounges ラウンジ", ""),
		in("zh-CN", "zh-luggage", "行李寄存处", "T2航站楼一层，星巴克对面。"),
		in("ja", "ja-transfer", "乗り継ぎ案内", "国際線ターミナルへは無料シャトルバスをご利用ください。"),
		in("ko", "ko-parking", "주차장 안내", "공항에서 가까운 장기주차장입니다."),
		in("th", "th-toilet", "ห้องน้ำสำหรับผู้โดยสาร", "อยู่ใกล้จุดตรวจค้นที่อาคารผู้โดยสาร"),
		in("vi", "vi-wait", "Phòng chờ", "Gần cửa ra máy bay số 12"),
		in("vi", "vi-market", "Phong cho", "Chợ đêm"),
		in("en", "en-parking", "Parking at the airport", "Cafés and reserved seats"))
	for search, want := range map[string]string{
		"GEPACKAUFBEWAHRUNG":         "de-luggage",
		"consignes a bagage":         "fr-luggage",
		`"consigne bagages"`:         "",
		`"consigne à bagages"`:       "fr-luggage",
		"informação":                 "pt-info",
		"parcheggio aeroporto":       "it-airport",
		"самолет":                    "ru-plane",
		"аэропорта":                  "ru-plane",
		"ラウンジ":                       "ja-lounge",
		"parking airport -flughafen": "en-parking",
	} {
		f := find(t, db, content.Query{Search: search})
		if first := append(f.ids, "")[0]; first != want {
			t.Errorf("%s finds %v, want %s first; %v", search, f.ids, want, *f.Search)
		}
	}
}

// A stem of one language does not find the items of another: in German, "die" and "das" are stop words.
func TestStemsStayInTheirLanguage(t *testing.T) {
	t.Parallel()
	db, _ := corpusOf(t, in("de", "de", "Wagen", "die das"), in("en", "en", "Wagering", "to die"))
	for search, want := range map[string][]string{"wagens": {"de"}, "wagered": {"en"}, "die": {"en"}, "dying": {"en"}, "das": nil} {
		if f := find(t, db, content.Query{Search: search}); !slices.Equal(f.ids, want) {
			t.Errorf("%s finds %v, want %v", search, f.ids, want)
		}
	}
}

func TestFilterOfLanguages(t *testing.T) {
	t.Parallel()
	db, _ := corpusOf(t, in("pt", "pt", "Lounge", ""), in("pt-BR", "br", "Lounge", ""), in("PT-br", "br2", "Lounge", ""),
		in("en", "en", "Lounge", ""), doc{ID: "news", Type: "news", Title: "Lounge", Language: "en"})
	for name, c := range map[string]struct {
		query content.Query
		want  []string
	}{
		"a language takes its regions": {content.Query{Languages: []string{"pt"}}, []string{"br", "br2", "pt"}},
		"a region only itself":         {content.Query{Languages: []string{"pt-br"}}, []string{"br", "br2"}},
		"several":                      {content.Query{Languages: []string{"pt-br", "en"}}, []string{"br", "br2", "en", "news"}},
		"none that the airport has":    {content.Query{Languages: []string{"de"}}, nil},
		"of a type":                    {content.Query{Languages: []string{"en"}, Types: []content.Type{"news"}}, []string{"news"}},
		"since a date":                 {content.Query{Languages: []string{"en"}, ModifiedSince: planDate}, []string{"en", "news"}},
		"of a type since a date":       {content.Query{Languages: []string{"en"}, Types: []content.Type{"page"}, ModifiedSince: planDate}, []string{"en"}},
	} {
		for _, search := range []string{"", "lounge"} {
			c.query.Search = search
			f := find(t, db, c.query)
			slices.Sort(f.ids)
			if !slices.Equal(f.ids, c.want) || f.Total != len(c.want) {
				t.Errorf("%s, search %q: %v, total %d; want %v", name, search, f.ids, f.Total, c.want)
			}
		}
	}
}

// What a key that may read only news learns is the same whether another type holds the words or not.
func TestHiddenTypesTellNothing(t *testing.T) {
	t.Parallel()
	visible := append(numbered(11, "news", "lounge garden"), page("n1", "Conservatory", "lounge"), page("n2", "Lounge", "restroom"))
	for i := range visible {
		visible[i].Type = "news"
	}
	hidden := append(numbered(300, "page", "garden conservatry restrom loungegarden"), in("de", "de", "Conservatry", "garten"))
	alone, _ := corpusOf(t, visible...)
	both := newFixture(t, append(visible, hidden...)...)
	for _, search := range []string{"lounge", "lounge garden", "garden restroom", "conservatry", "restrom", "loungegarden", "garten", "conservatory lounge"} {
		all := content.Query{Search: search, Size: 1000}
		_, err := viewIn(t, both.Store, "AAA").list(t.Context(), all) // what is remembered of it does not serve the key
		check(t, err)
		news := all
		news.Allowed = []content.Type{"news"}
		got, err := viewIn(t, both.Store, "AAA").list(t.Context(), news)
		check(t, err)
		want := find(t, alone, news)
		if !slices.Equal(want.ids, idsOf(got)) || want.Total != got.Total || want.Search.Match != got.Search.Match || want.Search.Query != got.Search.Query {
			t.Errorf("%s: %v %v, want %v %v", search, idsOf(got), *got.Search, want.ids, *want.Search)
		}
	}
}

// No two groups of the default synonyms read the same.
func TestDefaultSynonymsStayApart(t *testing.T) {
	t.Parallel()
	conn := connect(t, testenv.Database(t))
	for language, groups := range search.DefaultSynonyms() {
		group := map[string]int{}
		for i, words := range groups {
			for _, word := range words {
				texts := []search.Text{{Words: word}}
				var key string
				for _, l := range search.NewAnalysis(word, language, stemsOf(t, conn, language, texts)).Lexemes {
					key += l.Text + " "
				}
				key = strings.TrimSpace(key)
				if other, ok := group[key]; ok && other != i || key == "" {
					t.Errorf("%s: %q reads %q, as one of %v", language, word, key, groups[other])
				}
				group[key] = i
			}
		}
	}
}
