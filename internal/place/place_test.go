package place_test

import (
	_ "embed"
	"strings"
	"testing"

	"airport-content/internal/check"
	"airport-content/internal/place"
)

//go:embed testdata/texts.txt
var texts string

// written writes parts as the lines of testdata/texts.txt have them.
func written(found map[place.Part]string) string {
	var parts []string
	for _, part := range place.Parts() {
		if found[part] != "" {
			parts = append(parts, string(part)+"="+found[part])
		}
	}
	return strings.Join(parts, " ")
}

// The texts come from the sample airports and from websites of airports. Each expected value was
// compared with its text by reading.
func TestTexts(t *testing.T) {
	for line := range strings.Lines(texts) {
		want, text, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		check.Same(t, want, written(place.Read(text)), text)
	}
}

// A thing is not in a place that its text denies.
func TestDenied(t *testing.T) {
	for text, want := range map[string]string{
		"Not accessible before security":         "",
		"No longer in Terminal 1":                "",
		"Level 2, not in Terminal 1":             "level=2",
		"Nicht in Terminal 1":                    "",
		"Tous les niveaux sauf le niveau 2":      "",
		"Not far from Gate B12":                  "gate=B12",
		"Knot Pretzels, Terminal 1":              "terminal=1",
		"Terminal 1, not before security":        "terminal=1",
		"Ne se trouve pas avant les contrôles":   "",
		"Terminal 2, before security, not after": "terminal=2 security=before",
	} {
		check.Same(t, want, written(place.Read(text)), text)
	}
}

// Some airports write the numbers of their terminals as words.
func TestNumerals(t *testing.T) {
	for text, want := range map[string]string{
		"Terminal One":                      "terminal=1",
		"Terminal Two, after security":      "terminal=2 security=after",
		"Terminal eins, Ebene 2":            "terminal=1 level=2",
		"Terminal closed due to works":      "",
		"Second floor of Terminal Three":    "terminal=3 level=2",
		"Terminals one and two":             "",
		"At the terminal, two minutes away": "",
	} {
		check.Same(t, want, written(place.Read(text)), text)
	}
}

func TestFind(t *testing.T) {
	text := "coffee at gate b12, Terminals 1 and 2"
	check.Same(t, []place.Mention{
		{Part: place.Gate, Value: "B12", Begin: 10, End: 18},
		{Part: place.Terminal, Value: "", Begin: 20, End: 31},
	}, place.Find(text))
}

// Queries are read in more languages than texts.
func TestFindAsked(t *testing.T) {
	for text, want := range map[string]string{
		"кафе в терминале 2": "2", "mat efter säkerhetskontrollen": "after", "güvenlikten sonra yemek": "after", "kawa przed kontrolą": "before",
		"بعد الأمن": "after", "выход 12": "12", "wyjście a3": "A3", "12 numaralı kapı": "12", "2. terminál": "2", "gate b12": "B12", "καφές μετά τον έλεγχο": "after",
		"वह टर्मिनल 1 में": "1", "cà phê nhà ga 1": "1", "nhà ga số 2": "2", "ga t1": "1", "ga số 3": "3", "terminal": "", "yoga 2": "", "GA 4": "",
		"กาแฟหลังตรวจค้น": "after", "ร้านอาหารอาคาร 2": "2", "ร้านอาหารอาคาร2ชั้น": "2", "ร้านกาแฟก่อนตรวจค้นครับ": "before",
		"ຮ້ານອາຫານterminal 2ຢູ່ໃສ": "2", "ហាងកាហ្វេterminal 2នៅ": "2", "ကော်ဖီterminal 2မှာ": "2",
		"terminali d'imbarco": "", "terminal d’embarquement": "", "shops in terminal d's hall": "D",
		"terminal 2 at night": "2", "gate 9 on the left": "9", "gate 9 en face": "9", "gate 9 or 10": "", "gate 9 à 12": "", "gate 9 a 12": "",
	} {
		var got string
		for _, m := range place.FindAsked(text) {
			got += m.Value
		}
		check.Same(t, want, got, text)
	}
	check.Same(t, 0, len(place.Find("выход 12")))
}

func FuzzFind(f *testing.F) {
	for line := range strings.Lines(texts) {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, text string) {
		end := 0
		for _, m := range place.Find(text) {
			if m.Begin < end || m.End <= m.Begin || m.End > len(text) {
				t.Fatalf("%q: %+v after %d", text, m, end)
			}
			end = m.End
		}
		place.FindAsked(text)
		place.Read(text)
	})
}
