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

func TestFind(t *testing.T) {
	text := "coffee at gate b12, Terminals 1 and 2"
	check.Same(t, []place.Mention{
		{Part: place.Gate, Value: "B12", Begin: 10, End: 18},
		{Part: place.Terminal, Value: "", Begin: 20, End: 31},
	}, place.Find(text))
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
		place.Read(text)
	})
}
