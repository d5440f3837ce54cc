package concept

import (
	"cmp"
	"slices"
	"strings"
	"testing"
)

// describe writes what Find finds: the text of each run with its concepts.
func describe(text string) string {
	var all []string
	for _, f := range Get().Find(text) {
		var names []string
		for _, m := range f.Meanings {
			names = append(names, Get().Concepts[m.Concept].Name)
		}
		all = append(all, text[f.Begin:f.End]+"="+strings.Join(names, "/"))
	}
	return strings.Join(all, " ")
}

func TestFind(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", ""},
		{"xyzzy", ""},
		{"Apotheke", "Apotheke=pharmacy"},
		{"wo ist die APOTHEKE?", "APOTHEKE=pharmacy"},
		{"Gepackausgabe", "Gepackausgabe=baggage-claim"},
		{"24/7", "24/7=around-the-clock"},
		{"247", ""},
		{"call 112", "call=contact 112=emergency"},
		{"check in", "check in=check-in"},
		{"checkin", "checkin=check-in"},
		{"Check-in-Schalter", "Check-in-Schalter=check-in"},
		{"location d'une voiture", "location d'une voiture=car-rental"},
		{"bureau d’information", "bureau d’information=information-desk"},
		{"Zeitschriftenladen in der Nähe", "Zeitschriftenladen=newspapers"},
		{"Kaffeeladen", "Kaffeeladen=cafe"},
		{"Whiskyladen", "Whiskyladen=alcohol"}, // a compound with a generic word
		{"Käsetoiletten", "Käsetoiletten=cheese Käsetoiletten=toilets"},
		{"Magasin de chaussures", "Magasin de chaussures=shoes"},
		{"restaurant de sushi", "restaurant de sushi=sushi"},
		{"magasin de cigares", "magasin de cigares=tobacco"}, // a generic word before the thing
		{"in der Stadt", "Stadt=tourism"},                    // no Inder
		{"신용 카드", "신용 카드=payment"},                           // with a space that the file lacks
		{"auto verhuur", "auto verhuur=car-rental"},
		{"в аптеке", "аптеке=pharmacy"}, // other endings
		{"w toalecie", "toalecie=toilets"},
		{"пункты обмена валют", "пункты обмена валют=currency-exchange"},
		{"eczanede", "eczanede=pharmacy"},
		{"بالصيدلية", "بالصيدلية=pharmacy"},
		{"Bản đồ", "Bản đồ=map"},
		{"ban do", "ban do=map"},
		{"quyền hành khách", "quyền hành khách=flight-delay"},
		{"ủy ban do họ lập", ""}, // accents tell Vietnamese words apart
		{"mua hàng ở đâu", ""},
		{"café ở đâu", "café=cafe"},
		{"Métro ở đâu", "Métro=metro"},
		{"tất cả", ""},
		{"time zone", ""},
		{"Starbucks ☕ ở đâu", "Starbucks=starbucks ☕=cafe"},
		{"tom", ""},                            // tôm is shrimp
		{"pho", "pho=noodles/vietnamese-food"}, // in many languages
		{"tôm", "tôm=seafood"},
		{"航廈餐廳", "航廈=terminal 餐廳=restaurant"},
		{"🚻 or 🅿️", "🚻=toilets 🅿=parking"},
		{"not a toilet, please", "toilet=toilets"},
	} {
		if got := describe(c.text); got != c.want {
			t.Errorf("%q: got %q, want %q", c.text, got, c.want)
		}
	}
}

func TestBeginning(t *testing.T) {
	for text, want := range map[string]string{"Apoth": "pharmacy", "lost pro": "lost-property", "": "", " ": ""} {
		var names []string
		for _, m := range Get().Beginning(text) {
			names = append(names, Get().Concepts[m.Concept].Name)
		}
		if got := strings.Join(names, " "); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

func TestKnows(t *testing.T) {
	for word, want := range map[string]bool{"inexpensive": true, "privé": true, "prive": true, "baño": true, "запирательство": false, "starbuks": false} {
		if got := Get().Knows(word); got != want {
			t.Errorf("%q: %v", word, got)
		}
	}
}

func TestNames(t *testing.T) {
	thesaurus := Get()
	id := thesaurus.ids["pharmacy"]
	for language, want := range map[string]string{"en": "pharmacy", "de": "Apotheke", "xx": ""} {
		names := append(thesaurus.Names(id, language), "")
		if names[0] != want {
			t.Errorf("%s: got %q, want %q", language, names[0], want)
		}
	}
}

// Places are whole characters of the text, in their order, and what is found is found again.
func FuzzFind(f *testing.F) {
	for _, text := range []string{"", "toilets", "Apotheke 🚻🅿️", "Magasin de chaussures", "Zeitungsladen", "ห้องน้ำ", "免税店トイレ", "\xff\x00", "İSTANBUL", "الصيدلية", strings.Repeat("de ", 99), strings.Repeat("e\u0301", 999)} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		found := Get().Find(text)
		for i, r := range found {
			if r.Begin < 0 || r.Begin >= r.End || r.End > len(text) || len(r.Meanings) == 0 {
				t.Fatalf("%q: %+v", text, r)
			}
			if i > 0 && r.Begin < found[i-1].End && r.Begin != found[i-1].Begin {
				t.Fatalf("%q: %+v overlaps %+v", text, r, found[i-1])
			}
			if !slices.IsSortedFunc(r.Meanings, func(a, b Meaning) int { return cmp.Compare(a.Concept, b.Concept) }) {
				t.Fatalf("%q: %+v", text, r)
			}
		}
		Get().Beginning(text)
	})
}

// Every word of every file is found whole in its own language.
func TestEveryWordIsFound(t *testing.T) {
	thesaurus := Get()
	for i, language := range thesaurus.languages {
		for c, line := range thesaurus.lines[i] {
			for _, word := range split(strings.ReplaceAll(line, "|", ",")) {
				found := thesaurus.Find(word)
				ok := slices.ContainsFunc(found, func(f Found) bool {
					return slices.ContainsFunc(f.Meanings, func(m Meaning) bool { return m.Concept == ID(c) && m.Languages&(1<<i) != 0 })
				})
				if !ok {
					t.Errorf("%s: %q is not found as %s: %v", language, word, thesaurus.Concepts[c].Name, found)
				}
			}
		}
	}
}

func BenchmarkRead(b *testing.B) {
	for b.Loop() {
		if _, err := read(); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkFind(b *testing.B) {
	thesaurus := Get()
	for b.Loop() {
		thesaurus.Find("wo kann ich bitte Zeitungen kaufen")
	}
}
