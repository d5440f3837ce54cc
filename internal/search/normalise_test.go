package search_test

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"airport-content/internal/check"
	"airport-content/internal/search"
)

func TestNormalise(t *testing.T) {
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
		{"CO₂ H₂O m² Lounge³ 10² T¹ J. Crew", "co2 h2o m 2 lounge 10 t j crew"},
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
		check.Same(t, tc.want, search.Normalise(tc.in), tc.in)
	}
}

func TestNormaliseEveryCharacter(t *testing.T) {
	t.Parallel()
	for r := rune(0); r <= 0x1FFFF; r++ {
		if !unicode.IsGraphic(r) && r > 0xFFFF || unicode.Is(unicode.Han, r) || '가' <= r && r <= '힣' {
			continue // the many of a kind
		}
		checkNormal(t, string(r)+" a"+string(r)+"H\u0331 "+string(r)+"'"+string(r)+"\u0301\u0323")
	}
}

// checkNormal holds the promises that Normalise makes for any input.
func checkNormal(t *testing.T, s string) {
	t.Helper()
	got := search.Normalise(s)
	if !utf8.ValidString(got) {
		t.Errorf("Normalise(%q) = %q: not UTF-8", s, got)
	}
	if strings.Join(strings.Fields(got), " ") != got {
		t.Errorf("Normalise(%q) = %q: not parted by single spaces", s, got)
	}
	for _, r := range got {
		if r != ' ' && !unicode.IsLetter(r) && !unicode.IsMark(r) && !unicode.IsDigit(r) {
			t.Errorf("Normalise(%q) = %q holds %U", s, got, r)
		}
	}
	if again := search.Normalise(got); again != got {
		t.Errorf("Normalise(%q) = %q, normalised again %q", s, got, again)
	}
}

func FuzzNormalise(f *testing.F) {
	for _, s := range []string{
		"McDonald's & H&M", "can't L'Occitane O’Hare", "U.S.A. a.m.", "Gates A, B & C", "ﬁ™¹½ﷺ", "e\u200b\u0301", "ᄀ'ᅡ",
		"a\xff'\xc3", strings.Repeat("\u0301\u0323", 20), "H\u0331 İ ς", "\uFB2C\u05B8", "x & \u0301y",
	} {
		f.Add(s)
	}
	f.Fuzz(checkNormal)
}
