package search_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgtype"

	"airport-content/internal/check"
	"airport-content/internal/content"
	"airport-content/internal/search"
)

func TestDocument(t *testing.T) {
	t.Parallel()
	got := search.Document(search.Item{Title: "Food &amp; <i>Drink</i>", Excerpt: "<p>Caf&eacute;</p>", Body: "<p>Wi-Fi</p><p>24/7</p>"})
	want := []search.Text{{"food drink", pgtype.TSVectorWeightA}, {"café", pgtype.TSVectorWeightB}, {"wi-fi 24 7", pgtype.TSVectorWeightD}}
	check.Same(t, want, got)
}

// People ask for "restaurants", and for what stands in metadata. Numbers of other things than
// places are left out.
func TestDocumentSaysWhatTheItemIs(t *testing.T) {
	t.Parallel()
	const metadata = `{"z": ["Gate Z99", {"cuisine": ["Thaï", "vegan"]}], "hours": "Open 4:30 a.m. – 10 p.m., 24/7 in July", "phone": "+1 555 0101",
		"starts": "2026-09-26T10:00:00Z", "map": "https://example.com/a", "big": 1e999, "a": null, "poi": "B14"}`
	for name, c := range map[string]struct {
		item search.Item
		want []string
	}{
		"metadata":                    {search.Item{Metadata: []byte(metadata)}, []string{"open 24 7 in july", "b14", "gate z99", "thaï", "vegan"}},
		"the same, written otherwise": {search.Item{Metadata: []byte(`{"z": ["Gate Z99"], "poi": "B14"}`)}, []string{"b14", "gate z99"}},
		"a long string":               {search.Item{Metadata: []byte(`{"a": "` + strings.Repeat("long ", 300) + `"}`)}, nil},
		"much metadata":               {search.Item{Metadata: []byte(`["` + strings.Repeat(`longer", "`, 2000) + `"]`)}, slices.Repeat([]string{"longer"}, 8<<10/6)},
		"no JSON":                     {search.Item{Metadata: []byte(`{`)}, nil},
		"a kind":                      {search.Item{Type: "dining", Language: "en-GB"}, []string{"restaurant food dining eat"}},
		"a kind in pieces":            {search.Item{Type: "event", Language: "zh-Hans"}, []string{"活动 活動"}},
		"a page":                      {search.Item{Type: "page", Language: "en"}, nil},
		"a language without words":    {search.Item{Type: "dining", Language: "xx"}, nil},
	} {
		var got []string
		for _, text := range search.Document(c.item)[3:] {
			got = append(got, text.Words)
		}
		check.Same(t, c.want, got, name)
	}
}

func TestVector(t *testing.T) {
	t.Parallel()
	stems := map[search.Token]search.Stem{
		{Language: "french", Word: "les"}:      {Unaccented: "les"},
		{Language: "french", Word: "réservés"}: {Lexeme: "reserv", Accented: "réserv", Unaccented: "reserves"},
		{Language: "french", Word: "sièges"}:   {Lexeme: "sieg", Accented: "sièg", Unaccented: "sieges"},
	}
	v := search.NewVector("french", []string{"airport CDG", "type page"}, search.Document(search.Item{Title: "Les sièges réservés", Body: "Sièges 24 東京駅"}), stems)
	want := "'airport CDG' 'type page' 'sieg':2A,10 'sièg':2A,10 'reserv':3A 'réserv':3A '24':11 '東京':12 '京駅':13"
	check.Same(t, want, v.Lexemes.String())
	v = search.NewVector("english", nil, search.Document(search.Item{Title: "Check in", Body: "Drop-off, gate B-12, after the"}), map[search.Token]search.Stem{
		{Language: "english", Word: "in"}: {}, {Language: "english", Word: "off"}: {}, {Language: "english", Word: "after"}: {}, {Language: "english", Word: "the"}: {},
	})
	want = "'check':1A 'in=':2A 'drop':9 'off=':10 'dropoff':10 'gate':11 'b':12 '12':13 'b12':13 'after=':14"
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
	v := search.NewVector("chinese", []string{"airport PEK"}, search.Document(search.Item{Body: many.String()}), nil)
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

func TestTags(t *testing.T) {
	t.Parallel()
	for want, allowed := range map[string]content.Scope{
		"'airport SFO'": content.EveryType(),
		"'airport SFO' & ('no type' | 'type faq' | 'type news')": content.OnlyTypes("news", "faq"),
		"'airport SFO' & ('no type')":                            {},
	} {
		check.Same(t, want, search.Tags("SFO", allowed), allowed)
	}
}
