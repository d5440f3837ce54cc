package word_test

import (
	"os"
	"path"
	"strings"
	"testing"

	"airport-content/internal/check"
	"airport-content/internal/search/word"
)

func TestBase(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct{ language, word, want string }{
		{"english", "buses", "bus"},
		{"english", "busses", "bus"},
		{"english", "minibuses", "minibus"},
		{"english", "customers", "customerr"}, // the stemmer takes customers for customs
		{"english", "organisations", "organizations"},
		{"english", "advertising", "advertise"}, // a form of advertisement
		{"english", "paradise", "paradise"},     // the stemmer takes paradize for parade
		{"english", "centres", "center"}, {"english", "center", "center"}, {"english", "programme", "program"}, {"english", "colouring", "color"},
		{"english", "sizes", "sizes"},     // too short for an ending
		{"english", "lounges", "lounges"}, // the stemmer knows
		{"french", "bus", "bus"},
		{"french", "jeux", "jeu"},
		{"french", "heureux", "heureux"},
		{"french", "passagères", "passager"},
		{"french", "gare", "gare"},
		{"french", "garé", "garerr"}, // the stemmer takes a parked car for a station
		{"german", "reisebusse", "reisebus"},
		{"german", "museen", "museum"},
		{"german", "flughafenmuseen", "flughafenmuseum"},
		{"spanish", "lapices", "lápiz"}, // typed without accents
		{"portuguese", "hotéis", "hotel"},
		{"portuguese", "hoteis", "hotel"},
		{"portuguese", "avioes", "avião"},
		{"portuguese", "mais", "mais"}, // too short for an ending
		{"dutch", "reizen", "reis"},
		{"dutch", "flessen", "fles"},
		{"dutch", "kinderen", "kind"},
		{"dutch", "lounges", "lounge"},
		{"dutch", "broodjes", "broodje"},
		{"dutch", "vakanties", "vakantie"},
		{"italian", "straniere", "stranieri"},
		{"spanish", "parkings", "parking"},
		{"spanish", "fans", "fan"},
		{"portuguese", "tickets", "ticket"},
		{"german", "kundinnen", "kundin"},
		{word.Simple, "کیش", "كيش"},
		{word.Simple, "آزادی", "ازادي"},
		{word.Simple, "ہوائی", "هوائي"},
		{word.Simple, "שָׁלוֹם", "שלום"},
		{"arabic", "مطـــار", "مطار"},
		{"arabic", "١٢", "12"},
		{"arabic", "والأمتعه", "امتعة"},
		{"arabic", "بالمطار", "مطار"},
		{"arabic", "الي", "الي"}, // too short for an article
		{"arabic", "سيارات", "السيارات"},
		{"hindi", "१२", "12"},
		{"hindi", "हिन्दी", "हिंदी"},
		{"hindi", "मुम्बई", "मुंबई"},
		{"hindi", "पाँच", "पांच"},
		{"hindi", "ज़रूरी", "जरूरी"},
		{"hindi", "जन्म", "जन्म"},
		{word.Simple, "ട്രെയിൻ", "ട്രെയിന്"},
		{"greek", "αέρας", "αέρας"},
		{"greek", "παιδιά", "παιδί"},
		{"swedish", "böckerna", "bok"},
		{"swedish", "reseguideböcker", "reseguidebok"},
		{"swedish", "flygplanet", "flygplan"},
		{"swedish", "väskan", "väska"},
		{"swedish", "säkerhet", "säkerhet"}, // no definite form
		{"danish", "legebørn", "legebarn"},
		{"norwegian", "fotter", "fot"},
		{"finnish", "turvatarkastuksen", "turvatarkastus"},
		{"finnish", "lehdet", "lehti"},
		{"finnish", "bussia", "bussia"},
		{"hungarian", "levelek", "levél"},
		{"turkish", "lokantalar", "lokanta"},
		{"turkish", "masasi", "masa"},
		{"romanian", "trenurile", "tren"},
		{"romanian", "telefoane", "telefon"},
		{"romanian", "stație", "staţie"}, // comma and cedilla
		{"russian", "парковок", "парковк"},
		{"russian", "людям", "человек"},
		{"arabic", "والمواقف", "موقف"},
		{"arabic", "الأطفال", "طفل"},
	} {
		check.Same(t, tc.want, (word.Word{Language: tc.language, Text: tc.word}).Base(), tc.word, " ", tc.language)
	}
}

// No base is a form of another word: center and centre have one stem.
func TestBasesOfBases(t *testing.T) {
	t.Parallel()
	for _, file := range check.Must(os.ReadDir("forms"))(t) {
		language := strings.TrimSuffix(file.Name(), ".txt")
		for line := range strings.Lines(string(check.Must(os.ReadFile(path.Join("forms", file.Name())))(t))) {
			base, forms, _ := strings.Cut(strings.TrimSpace(line), ", ")
			if strings.HasPrefix(base, "-") {
				continue
			}
			want := (word.Word{Language: language, Text: base}).Base()
			for form := range strings.SplitSeq(forms, ", ") {
				if !strings.HasPrefix(form, "-") {
					check.Same(t, want, (word.Word{Language: language, Text: form}).Base(), form, " ", language)
				}
			}
		}
	}
}
