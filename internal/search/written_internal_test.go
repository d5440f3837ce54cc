package search

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// wordsOf lists the words that a scanner finds.
func wordsOf(text string) string {
	var words []string
	for s := newScanner(text, nil, true); s.next(); {
		words = append(words, s.word.word)
	}
	return strings.Join(words, " ")
}

// A scanner finds the words that Normalise makes.
func TestScannerFindsTheWordsOfNormalise(t *testing.T) {
	t.Parallel()
	texts := []string{"", " ", "It's McDonald's, can't won't don't O'Hare Xi'an L'Occitane dell’aria l’aéroport", "H&M, H & M · AT&T · AT & T; Gates A & B, Gates A & C; Up & Go; the A & C",
		"U.S.A. a.m. end.Start 24/7 12.5 e.g. i.e.,x", "Ünïcode ‘quoted’ passengers’ bags ´x´ rock'n'roll ’n’", "soft\u00adhyphen zero\u200bwidth ½ ² Ⅳ ™x ﬁsh ㎏ Ａ",
		"航站楼在哪里？T2航站楼 ﾊﾟｽﾎﾟｰﾄ パスポート 한국어공항에서 한국", "สนามบินสุวรรณภูมิ กำลัง น้ำ ที่จอดรถ2ชั้น", "Ελλάδος ΣΊΣΥΦΟΣ Багаж й е\u0308 İstanbul ÉTÉ e\u0301te\u0301",
		strings.Repeat("x", 255) + " " + strings.Repeat("y", 256) + " " + strings.Repeat("é", 128), "Vận chuyển hành lý đến Đà Nẵng", "a.b.cd.e.f", "'s 's' s's",
		"नमस्ते हवाई अड्डा مطار الدولي"}
	files, err := filepath.Glob("../sample/*.ndjson")
	if err != nil || files == nil {
		t.Fatal(files, err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(text)) {
			texts = append(texts, FromHTML(line))
		}
	}
	for _, text := range texts {
		if got, want := wordsOf(text), Normalise(text); got != want {
			t.Errorf("%.200q\n got %.1500q\nwant %.1500q", text, got, want)
		}
	}
}

// Each word stands where the scanner says.
func TestPlacesOfWords(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"It's McDonald’s!":         "It's|McDonald’s",
		"l’aéroport, dell'aria":    "l|aéroport|dell|aria",
		"“AT & T” and H&M.":        "AT & T|and|H&M",
		"the U.S.A. end.Start":     "the|U.S.A|end|Start",
		"‘passengers’ zero\u200bx": "passengers|zero\u200bx",
		"T2航站楼":                    "T2|航站|站楼",
		"ที่จอด":                   "ที่จอ|จอด",
		"กำลัง":                    "กำลั|ำลัง",
		"ﾊﾟｽ 한국":                   "ﾊﾟｽ|한국",
		"e\u0301te\u0301 ÉTÉ 1½":   "e\u0301te\u0301|ÉTÉ|1½|1½",
	} {
		var places []string
		for s := newScanner(text, nil, true); s.next(); {
			places = append(places, text[s.word.begin:s.word.end])
		}
		if got := strings.Join(places, "|"); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func FuzzScanner(f *testing.F) {
	f.Add("It's T2航站楼 AT & T, 24/7 ½ กำลัง")
	f.Fuzz(func(t *testing.T, text string) {
		begin, position := 0, 0
		for s := newScanner(text, nil, true); s.next(); {
			w := s.word
			if w.begin < begin || w.end <= w.begin || w.end > len(text) || w.position <= position || w.word == "" || strings.Contains(w.word, " ") {
				t.Fatalf("%q: %+v after %d", text, w, begin)
			}
			begin, position = w.begin, w.position
		}
	})
}
