package document_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"airport-content/internal/check"
	"airport-content/internal/search/document"
	"airport-content/internal/search/word"
)

func TestDocument(t *testing.T) {
	t.Parallel()
	got := document.Texts(document.Item{Title: "Food &amp; <i>Drink</i>", Excerpt: "<p>Caf&eacute;</p>", Body: "<p>Wi-Fi</p><p>24/7</p>"})
	var words []string
	for _, text := range got {
		words = append(words, wordsOf(text))
	}
	check.Same(t, []string{"food drink", "café", "wi fi wifi 24 7"}, words)
}

func wordsOf(text document.Text) string {
	var list []string
	for _, token := range text.Tokens {
		list = append(list, token.Text)
	}
	return strings.Join(list, " ")
}

// People ask for "restaurants", and for what stands in metadata. Numbers of other things than
// places are left out.
func TestDocumentSaysWhatTheItemIs(t *testing.T) {
	t.Parallel()
	const metadata = `{"z": ["Gate Z99", {"cuisine": ["Thaï", "vegan"]}], "hours": "Open 4:30 a.m. – 10 p.m., 24/7 in July", "phone": "+1 555 0101",
		"starts": "2026-09-26T10:00:00Z", "map": "https://example.com/a", "big": 1e999, "a": null, "poi": "B14"}`
	for name, c := range map[string]struct {
		item document.Item
		want []string
	}{
		"metadata":                    {document.Item{Metadata: []byte(metadata)}, []string{"open 24 7 in july", "b14", "gate z99", "thaï", "vegan"}},
		"the same, written otherwise": {document.Item{Metadata: []byte(`{"z": ["Gate Z99"], "poi": "B14"}`)}, []string{"b14", "gate z99"}},
		"a long string":               {document.Item{Metadata: []byte(`{"a": "` + strings.Repeat("long ", 300) + `"}`)}, nil},
		"much metadata":               {document.Item{Metadata: []byte(`["` + strings.Repeat(`longer", "`, 2000) + `"]`)}, slices.Repeat([]string{"longer"}, 8<<10/6)},
		"no JSON":                     {document.Item{Metadata: []byte(`{`)}, nil},
		"a kind":                      {document.Item{Type: "dining", Language: "en-GB"}, []string{"restaurant food dining eat"}},
		"a kind in pieces":            {document.Item{Type: "event", Language: "zh-Hans"}, []string{"活动 活動"}},
		"a page":                      {document.Item{Type: "page", Language: "en"}, nil},
		"a language without words":    {document.Item{Type: "dining", Language: "xx"}, nil},
	} {
		var got []string
		for _, text := range document.Texts(c.item)[3:] {
			got = append(got, wordsOf(text))
		}
		check.Same(t, c.want, got, name)
	}
}

func TestVector(t *testing.T) {
	t.Parallel()
	stems := word.Stems{
		{Language: "french", Text: "les"}:      {Unaccented: "les"},
		{Language: "french", Text: "réservés"}: {Lexeme: "reserv", Accented: "réserv", Unaccented: "reserves"},
		{Language: "french", Text: "sièges"}:   {Lexeme: "sieg", Accented: "sièg", Unaccented: "sieges"},
	}
	v := document.NewVector("french", []string{"airport CDG", "type page"}, document.Texts(document.Item{Title: "Les sièges réservés", Body: "Sièges 24 東京駅"}), stems)
	want := "'airport CDG' 'type page' 'title sieg reserv' 'sieg':2A,10 'sièg':2A,10 'reserv':3A 'réserv':3A '24':11 '東京':12 '京駅':13"
	check.Same(t, want, v.Lexemes.String())
	v = document.NewVector("english", nil, document.Texts(document.Item{Title: "Check in", Body: "Drop-off, gate B-12, after the"}), word.Stems{
		{Language: "english", Text: "in"}: {}, {Language: "english", Text: "off"}: {}, {Language: "english", Text: "after"}: {}, {Language: "english", Text: "the"}: {},
	})
	want = "'title check' 'check':1A 'in=':2A 'drop':9 'off=':10 'dropoff':10 'gate':11 'b':12 '12':13 'b12':13 'after=':14"
	check.Same(t, []any{want, 1, 5}, []any{v.Lexemes.String(), v.TitleLength, v.Length})
}

// PostgreSQL refuses a vector of more than a megabyte, and a lexeme with more than 255 positions.
func TestVectorFits(t *testing.T) {
	t.Parallel()
	var many strings.Builder
	for range 300 {
		many.WriteString("often ")
	}
	for i := range 150_000 {
		many.WriteString(" w")
		for n := i; n > 0; n /= 26 {
			many.WriteByte(byte('a' + n%26))
		}
	}
	v := document.NewVector("chinese", []string{"airport PEK"}, document.Texts(document.Item{Body: many.String()}), nil)
	size := 0
	for _, l := range v.Lexemes.Lexemes {
		size += len(l.Word) + len(l.Word)%2 + 2 + 2*len(l.Positions)
		if len(l.Positions) > 255 {
			t.Errorf("%s has %d positions", l.Word, len(l.Positions))
		}
	}
	if size > 1<<20-1 || size < 1<<20-100 {
		t.Errorf("the vector takes %d bytes", size)
	}
}

// A step that rereads its output takes seconds for one of these texts. Without such a step each
// text takes milliseconds.
func TestHostileTextIsLinear(t *testing.T) {
	t.Parallel()
	const size, patience = 1 << 18, time.Minute
	var attributes strings.Builder
	for i := 0; attributes.Len() < size/2; i++ {
		fmt.Fprintf(&attributes, " a%x", i)
	}
	texts := []string{"<b" + attributes.String() + ">" + strings.Repeat("<b a>", size/10)}
	for _, unit := range []string{
		"<div>", "<", "<template>", "<!--", "<script><!--", "<a b='", "&", "&ngE;", "&a", "a & ", "&    ", "a'", "n't", "a.",
		"\u0301", "\u0301\u0323", "\u1161",
	} {
		texts = append(texts, strings.Repeat(unit, size/len(unit)))
	}
	for _, s := range texts {
		start := time.Now()
		document.Texts(document.Item{Body: s})
		if took := time.Since(start); took > patience {
			t.Errorf("%.10q…: took %v", s, took)
		}
	}
}

// A title of stop words is its words. A long title has no tag.
func TestTitleTag(t *testing.T) {
	t.Parallel()
	stems := word.Stems{{Language: "english", Text: "what"}: {}, {Language: "english", Text: "on"}: {}, {Language: "english", Text: "lounges"}: {Lexeme: "loung"}}
	for title, want := range map[string]string{
		"What's On": "title what on", "What Lounges": "title loung", "": "", "Lounges 2": "title loung 2",
		strings.Repeat("lounges ", 8): "title" + strings.Repeat(" loung", 8), strings.Repeat("lounges ", 9): "", strings.Repeat("7", 200): "",
	} {
		check.Same(t, want, document.TitleTag("english", word.Words(word.Index.Read(title)), stems), title)
	}
}
