package word_test

import (
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"airport-content/internal/check"
	"airport-content/internal/search/word"
)

// The words of a text, without joined forms.
func TestKey(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct{ in, want string }{
		{"", ""},
		{" \t\r\n", ""},
		{"?!", ""},
		{"Observation  Deck", "observation deck"},
		{"wi-fi Wi‑Fi wi_fi", "wi fi wi fi wi fi"},
		{"24/7, T1/T2; 7-Eleven duty-free", "24 7 t1 t2 7 eleven duty free"},
		{"Gate B12 (level 2)", "gate b12 level 2"},
		{"1.5 + 2,000", "1 5 2 000"},
		{"C++ @home #1 50%", "c home 1 50"},

		// Possessives and contractions.
		{"McDonald's MCDONALD’S McDonald`s McDonald´s", "mcdonald mcdonald mcdonald mcdonald"},
		{"Peet's-to-go", "peet to go"},
		{"the 1990's", "the 1990"},
		{"it's can't don't won't shan't ain't DON'T", "it can do will shall is do"},
		{"I'm you're they've we'll I'd shouldn't've", "i you they we i should"},
		{"passengers' lounge 'quoted' dunkin'", "passengers lounge quoted dunkin"},
		{"Rock 'n' Roll, 5'10\"", "rock n roll 5 10"},

		// Apostrophes within names.
		{"O'Hare o’clock", "ohare oclock"},
		{"Xi'an Sana'a Hawaiʻi N'Djamena", "xian sanaa hawaii n djamena"},
		{"L'Occitane Côte d’Ivoire", "l occitane côte d ivoire"},
		{"s’enregistrer jusqu'à l'arrivée dell'aeroporto", "s enregistrer jusqu à l arrivée dell aeroporto"},
		{"5'a a'5", "5 a a 5"},
		{"צ׳ק צ'ק נתב״ג נתב\"ג \"ים\"", "צק צק נתבג נתבג ים"},

		// Ampersands.
		{"TSA Pre✓® ✓ Free", "tsa pre check free"},
		{"H&M H & M h&m", "hm hm hm"},
		{"H\t&\nM", "hm"},
		{"AT&T at & t M&M's", "att att mm"},
		{"Food & Drink, Ben&Jerry's", "food drink ben jerry"},
		{"Up & Go T1&T2 3&4 A&B1 R&", "up go t1 t2 3 4 a b1 r"},
		{"É & Ü", "éü"},
		{"Gates A & B", "gates a b"},
		{"Gates A&B", "gates a b"},
		{"Terminal A & B", "terminal a b"},
		{"the B & C concourses", "the b c concourses"},
		{"A, B & C", "a b c"},
		{"Gates A & B & C", "gates a b c"},
		{"H&M Terminal 2", "hm terminal 2"},
		{"Terminal 2 H & M", "terminal 2 hm"},
		{"have a Q&A", "have a qa"},
		{"Zara, H&M", "zara hm"},
		{"A&E&C", "aec"},
		{"& &", ""},

		// Dots.
		{"U.S.A. a.m. 9 p.m.-5 J.F.K", "usa am 9 pm 5 jfk"},
		{"node.js v1.2 St. John e.g.", "node js v1 2 st john eg"},
		{"É.Ü.", "éü"},

		// Beyond ASCII.
		{"Zürich CAFÉ cafe\u0301", "zürich café café"},
		{"so\u00adft zero\u200bwidth \ufeffmark", "soft zerowidth mark"},
		{"no\u00a0break em—dash dots…more", "no break em dash dots more"},
		{"ﬁne Ｆｕｌｌ １２ № ½", "fine full 12 no 1 2"},
		{"SkyTrain™ Lounge² Fast℠", "skytrain lounge fast"},
		{"55×40 × 20 cm", "55x40 x 20 cm"},
		{"CO₂ H₂O m² Lounge³ 10² T¹ J. Crew", "co2 h2o m lounge 10 t j crew"},
		{"1️⃣ ☕️ ✈", "1"},
		{"ΟΔΌΣ οδός", "οδόσ οδόσ"},
		{"İstanbul H\u0331", "istanbul ẖ"},
		{"東京 空港", "東京 空港"},

		// Scripts without spaces between words, and Korean.
		{"T2航站楼 Starbucks", "t2 航站 站楼 starbucks"},
		{"ｽﾀｰﾊﾞｯｸｽは3階", "スタ ター ーバ バッ ック クス スは 3 階"},
		{"茶", "茶"},
		{"공항에서 출발", "공항 항에 에서 출발"},
		{"ห้องน้ำ", "ห้อ อง งน้ํา"},
		{"ສະໜາມບິນ ព្រលាន လေဆိပ်", "ສະຫ ຫນາ ນາມ ມບິ ບິນ ព្រលា លាន လေဆိ ဆိပ်"},
		{strings.Repeat("空", 300), strings.TrimSuffix(strings.Repeat("空空 ", 299), " ")},
		{"\u0301a ¨b", "a b"},
		{"bad\xff\xfebytes\xc3", "bad bytes"},
		{"nul\x00byte", "nul byte"},

		{strings.Repeat("x", 255) + " " + strings.Repeat("y", 256) + " z", strings.Repeat("x", 255) + " z"},
	} {
		check.Same(t, tc.want, word.Key(tc.in), tc.in)
	}
}

// The words of a text, each joined form with a plus sign and with hyphens.
func TestJoinedForms(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct{ text, want string }{
		{"Check-in desks", "check in +checkin desks"},
		{"Check‑in‑Schalter", "check in +checkin schalter +checkinschalter"},
		{"Pop-up · Drop−off", "pop up +popup drop off +dropoff"},
		{"T-shirts, X-ray", "t shirts +tshirts x ray +xray"},
		{"- a - b -c- --", "a b c"},
		{"state-of-the-art-and-more", "state of +stateof the +ofthe art +theart and +artand more +andmore"},
		{"2-4, 24/7, 650-555-0147", "2 4 24 7 650 555 0147"},
		{"Gate B-12, 7-Eleven", "gate b 12 +b12 7 eleven +7eleven"},
		{"L'Oréal d'Artagnan l'aéroport L'Étoile", "l oréal +loréal d artagnan +dartagnan l aéroport l étoile +létoile"},
		{"J.Crew, L.L.Bean, s.Oliver", "j crew +jcrew ll bean +llbean s oliver +soliver"},
		{"P.F. Chang's. J. Crew: Y. Gate", "pf chang +pfchang j crew +jcrew y gate +ygate"},
		{"At gate B. Open now. A. Parking", "at gate b open now a parking"},
		{"Instal·lacions", "instal lacions +installacions"},
		{"T2-航站楼-B", "t2 航站 站楼 b"},
	} {
		var got []string
		tokens := word.Index.Read(tc.text)
		for i, token := range tokens {
			written := token.Text
			if !token.IsWord() {
				hyphenated := word.Hyphenated(tokens, i)
				check.Same(t, written, strings.ReplaceAll(hyphenated, "-", ""), tc.text)
				written = "+" + written
			}
			got = append(got, written)
		}
		check.Same(t, tc.want, strings.Join(got, " "), tc.text)
	}
}

// The place of each word, as place=word.
func TestPlaces(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"It's McDonald’s!":         "It's=it|McDonald’s=mcdonald",
		"l’aéroport, dell'aria":    "l=l|aéroport=aéroport|dell=dell|aria=aria",
		"AT&T and (H&M).":          "AT&T=att|and=and|H&M=hm",
		"the U.S.A. end.Start":     "the=the|U.S.A=usa|end=end|Start=start",
		"‘passengers’ zero\u200bx": "passengers=passengers|zero\u200bx=zerox",
		"Wi-Fi 24/7":               "Wi=wi|Fi=fi|24=24|7=7",
		"McDonald's-to-go -x- · y": "McDonald's=mcdonald|to=to|go=go|x=x|y=y",
		"CO₂ 900 m² J.Crew":        "CO₂=co2|900=900|m=m|J=j|Crew=crew",
		"T2航站楼":                    "T2=t2|航站=航站|站楼=站楼",
		"ที่จอด":                   "ที่จ=ที่จ|จอ=จอ|อด=อด",
		"กำลัง":                    "กำลั=กําลั|ลัง=ลัง",
		"ﾊﾟｽ 한국":                   "ﾊﾟｽ=パス|한국=한국",
		"e\u0301te\u0301 ÉTÉ":      "e\u0301te\u0301=été|ÉTÉ=été",
		"won't ἈΘΗΝΑΣ ﬁx Straße":   "won't=will|ἈΘΗΝΑΣ=ἀθηνασ|ﬁx=fix|Straße=straße",
	} {
		var found []string
		for _, token := range word.Index.Read(text) {
			if token.IsWord() {
				found = append(found, text[token.Begin:token.End]+"="+token.Text)
			}
		}
		check.Same(t, want, strings.Join(found, "|"), text)
	}
}

// Titles are read apart and together, and in letters.
func TestAnalyzersOfTitles(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][2]string{
		"Wi-Fi at Peet's":     {"wi fi at peet", "wifi at peets"},
		"L'Occitane, J. Crew": {"l occitane j crew", "loccitane jcrew"},
		"H & M, Gate B 12":    {"hm gate b 12", "hm gate b 12"},
		"T2航站楼":               {"t2 航 站 楼", "t2 航 站 楼"},
		"ห้องน้ำ":             {"ห้ อ ง น้ํา", "ห้ อ ง น้ํา"},
	} {
		check.Same(t, want, [2]string{words(word.Apart, text), words(word.Together, text)}, text)
	}
}

func words(a word.Analyzer, text string) string { return strings.Join(word.Words(a.Read(text)), " ") }

// checkTokens holds the promises that Read makes for any bytes.
func checkTokens(t *testing.T, text string) {
	t.Helper()
	for name, a := range map[string]word.Analyzer{"index": word.Index, "apart": word.Apart, "together": word.Together} {
		begin := 0
		for _, token := range a.Read(text) {
			problem := ""
			switch {
			case !utf8.ValidString(token.Text) || token.Text == "" || len(token.Text) > 255 && token.Script == word.Spaced:
				problem = "a bad text"
			case strings.ContainsFunc(token.Text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsMark(r) && !unicode.IsDigit(r) }):
				problem = "a sign within a word"
			case token.End <= token.Begin || token.End > len(text) || token.IsWord() && token.Begin < begin:
				problem = "a bad place"
			case utf8.ValidString(text) && !utf8.ValidString(text[token.Begin:token.End]):
				problem = "a place within a character"
			}
			if problem != "" {
				t.Errorf("%s of %q, %+v: %s", name, text, token, problem)
			}
			if token.IsWord() {
				begin = token.Begin
			}
		}
	}
	whole := word.Index.Read(text)
	for size := range 6 {
		var parts []word.Token
		for part := range word.PartsOf(text, size+1) {
			parts = append(parts, part...)
		}
		if !slices.Equal(whole, parts) {
			t.Errorf("%q in parts of %d is %+v, want %+v", text, size+1, parts, whole)
		}
	}
	key := word.Key(text)
	if again := word.Key(key); again != key {
		t.Errorf("the key of %q is %q, and its key %q", text, key, again)
	}
	// What a text holds at the place of a word is that word, wherever it stands.
	for _, token := range word.Apart.Read(text) {
		place := text[token.Begin:token.End]
		if alone := word.Words(word.Apart.Read(place)); token.Script != word.Spaced && !slices.Contains(alone, token.Text) {
			t.Errorf("%q of %q is read as %s, without %q", place, text, alone, token.Text)
		}
	}
}

func FuzzRead(f *testing.F) {
	for _, s := range []string{
		"McDonald's & H&M", "can't L'Occitane O’Hare", "U.S.A. a.m.", "Gates A, B & C", "ﬁ™¹½ﷺ", "e\u200b\u0301", "ᄀ'ᅡ",
		"a\xff'\xc3", strings.Repeat("\u0301\u0323", 20), "H\u0331 İ ς", "\uFB2C\u05B8", "x & \u0301y", "It's T2航站楼 AT & T, 24/7 ½ กำลัง",
	} {
		f.Add(s)
	}
	f.Fuzz(checkTokens)
}
