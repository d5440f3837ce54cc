package concept

import (
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var twice = regexp.MustCompile(`(?m)^# twice ([^:]+): .+`)

// begun is the mark of a file that lacks concepts.
var begun = regexp.MustCompile(`(?m)^# .*\. Begun: `)

// Every file has every concept once, unless it is begun only, in the order of the list, and no word with two meanings
// without a reason.
func TestFilesOfWords(t *testing.T) {
	thesaurus := Get()
	for i, language := range thesaurus.languages {
		text, err := files.ReadFile(path.Join("words", language+".txt"))
		if err != nil {
			t.Fatal(err)
		}
		reasons := map[string]bool{}
		for _, m := range twice.FindAllStringSubmatch(string(text), -1) {
			var key string
			for _, w := range tokens(m[1]) {
				key += w.key
			}
			reasons[key] = true
		}
		lines := thesaurus.lines[i]
		meant := map[string]ID{}
		last := ID(0)
		for line := range strings.Lines(string(text)) {
			name, _, _ := strings.Cut(line, ":")
			id, ok := thesaurus.ids[name]
			if !ok {
				continue
			}
			if id < last {
				t.Errorf("%s: %s stands behind %s", language, name, thesaurus.Concepts[last].Name)
			}
			last = id
		}
		for c, concept := range thesaurus.Concepts {
			if lines[c] == "" && !concept.Intent && !begun.Match(text) {
				t.Errorf("%s: %s is missing; write %q if the language has no word", language, concept.Name, concept.Name+": -")
			}
			if strings.Count(lines[c], "|") > 1 {
				t.Errorf("%s: %s has more than two parts", language, concept.Name)
			}
			for _, word := range split(strings.ReplaceAll(lines[c], "|", ",")) {
				var keys []string
				for _, w := range tokens(word) {
					keys = append(keys, w.key)
				}
				key := strings.Join(keys, "")
				if key == "" {
					t.Errorf("%s: %s has a word without letters: %q", language, concept.Name, word)
					continue
				}
				if other, ok := meant[key]; !ok {
					meant[key] = ID(c)
				} else if other != ID(c) && !reasons[key] {
					t.Errorf("%s: %q is both %s and %s; add a line \"# twice %s: why\", or take one away", language, word, thesaurus.Concepts[other].Name, concept.Name, word)
				}
			}
		}
		for reason := range reasons {
			if _, ok := meant[reason]; !ok {
				t.Errorf("%s: a reason is given for %q, which stands nowhere", language, reason)
			}
		}
		if names := thesaurus.Names(thesaurus.ids["toilets"], language); len(names) == 0 {
			t.Errorf("%s: no name of toilets", language)
		}
	}
	if !slices.IsSorted(thesaurus.languages) {
		t.Error("the languages are not sorted")
	}
}

// Who looks for a delay has not missed a flight.
func TestDelaysAreNoMissedFlights(t *testing.T) {
	for _, text := range []string{"ritardo volo", "volo in ritardo", "retard vol", "retard de vol", "late flight"} {
		found := Get().Find(text)
		for _, f := range found {
			for _, m := range f.Meanings {
				if name := Get().Concepts[m.Concept].Name; name == "missed-flight" {
					t.Errorf("%q is %s", text, name)
				}
			}
		}
		if len(found) == 0 {
			t.Errorf("%q means nothing", text)
		}
	}
}

// Words in brackets stand for one phrase each, but for phrases that another line has, with or without
// little words.
func TestPatterns(t *testing.T) {
	for text, want := range map[string]string{
		"a b":               "a b / ",
		"x, [a b] c [d e]f": "x, /  a c df, b c df, a c ef, b c ef",
		"[a b]|[c d] e, f":  "|, f / a,b,c e,d e",
		"a] b":              "a] b / ",
		"x [a b":            " / x [a b",
	} {
		plain, patterns := cutPatterns(text)
		if got := plain + " / " + patterns; got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
	empty := &Thesaurus{Concepts: []Concept{{Name: "taxi"}, {Name: "ride"}}, ids: map[string]ID{"taxi": 0, "ride": 1}}
	entries, err := empty.readWords("taxi: get taxi\nride: [get need] [taxi ride]", 0)
	got := map[string]ID{}
	for _, e := range entries {
		got[e.key] = e.concept
	}
	if want := (map[string]ID{"gettaxi": 0, "needtaxi": 1, "getride": 1, "needride": 1}); err != nil || !maps.Equal(got, want) {
		t.Errorf("got %v, %v", got, err)
	}
	empty = &Thesaurus{Concepts: empty.Concepts, ids: empty.ids, little: map[string]Languages{}}
	entries, err = empty.readWords("@little: for, my\ntaxi: late flight\nride: [too-late late] for my flight", 0)
	got = map[string]ID{}
	for _, e := range entries {
		if _, ok := got[e.key]; ok {
			t.Errorf("%s has two meanings", e.key)
		}
		got[e.key] = e.concept
	}
	if want := (map[string]ID{"lateflight": 0, "toolateformyflight": 1, "toolateflight": 1, "lateformyflight": 1}); err != nil || !maps.Equal(got, want) {
		t.Errorf("got %v, %v", got, err)
	}
	if _, err := empty.readWords("taxi: [cab", 0); err == nil {
		t.Error("an open bracket is no error")
	}
}
