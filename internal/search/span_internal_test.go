package search

import (
	"strings"
	"testing"

	"airport-content/internal/check"
)

// spans finds all words of a text. Each string may hold its own words.
func spans(t *testing.T, text string) []span {
	var list []span
	for begin := 0; begin < len(text); {
		end, _ := new(beginnings).chunkEnd(text, begin)
		if end == begin {
			begin += sizeAt(text, begin)
			continue
		}
		for _, w := range spansOf(text[begin:end]) {
			var b beginnings
			b.add(w.word)
			if _, may := b.chunkEnd(text, begin); !may {
				t.Errorf("%q is taken not to hold %q", text[begin:end], w.word)
			}
			list = append(list, span{w.word, begin + w.begin, begin + w.end})
		}
		begin = end
	}
	return list
}

// The place of each span holds its word.
func TestSpans(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"It's McDonald’s!":         "It's=it|McDonald’s=mcdonald",
		"l’aéroport, dell'aria":    "l=l|aéroport=aéroport|dell=dell|aria=aria",
		"AT&T and (H&M).":          "AT&T=att|and=and|H&M=hm",
		"the U.S.A. end.Start":     "the=the|U.S.A=usa|end=end|Start=start",
		"‘passengers’ zero\u200bx": "passengers=passengers|zero\u200bx=zerox",
		"Wi-Fi 24/7":               "Wi=wi|Fi=fi|24=24|7=7",
		"McDonald's-to-go -x- · y": "McDonald's=mcdonald|to=to|go=go|x=x|y=y",
		"CO₂ 900 m² J.Crew":        "CO₂=co2|900=900|m²=m|m²=2|J=j|Crew=crew",
		"T2航站楼":                    "T2=t2|航站=航站|站楼=站楼",
		"ที่จอด":                   "ที่จ=ที่จ|จอ=จอ|อด=อด",
		"กำลัง":                    "กำลั=กําลั|ลัง=ลัง",
		"ﾊﾟｽ 한국":                   "ﾊﾟｽ=パス|한국=한국",
		"e\u0301te\u0301 ÉTÉ":      "e\u0301te\u0301=été|ÉTÉ=été",
		"won't ἈΘΗΝΑΣ ﬁx Straße":   "won't=will|ἈΘΗΝΑΣ=ἀθηνασ|ﬁx=fix|Straße=straße",
	} {
		var found []string
		for _, w := range spans(t, text) {
			found = append(found, text[w.begin:w.end]+"="+w.word)
		}
		check.Same(t, want, strings.Join(found, "|"), text)
	}
}

func FuzzSpans(f *testing.F) {
	f.Add("It's T2航站楼 AT & T, 24/7 ½ กำลัง")
	f.Fuzz(func(t *testing.T, text string) {
		begin := 0
		for _, w := range spans(t, text) {
			if w.begin < begin || w.end < w.begin || w.end > len(text) || w.word == "" || strings.Contains(w.word, " ") {
				t.Fatalf("%q: %+v after %d", text, w, begin)
			}
			begin = w.begin
		}
	})
}
