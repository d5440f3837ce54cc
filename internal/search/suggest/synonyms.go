package suggest

import (
	"slices"
	"sort"
	"strings"
	"unicode/utf8"

	"airport-content/internal/search/word"
)

// Synonyms are groups of words with the same meaning, as the texts of titles have them.
type Synonyms struct {
	texts []written  // in order
	forms [][]string // of each group
}

// written is a synonym, and the place of its group.
type written struct {
	text  string
	group int
}

// plurals are common endings of plurals. Titles are not stemmed.
var plurals = []string{"", "s", "es", "n", "en"}

// NewSynonyms makes groups of words ready to be looked up.
func NewSynonyms(groups [][]string) Synonyms {
	s := Synonyms{forms: make([][]string, len(groups))}
	for group, words := range groups {
		for _, w := range words {
			s.add(group, w)
		}
	}
	slices.SortFunc(s.texts, func(a, b written) int { return strings.Compare(a.text, b.text) })
	return s
}

func (s *Synonyms) add(group int, synonym string) {
	for _, words := range readTyped(synonym) {
		s.texts = append(s.texts, written{textOf(words), group})
	}
	s.forms[group] = append(s.forms[group], formsOf(synonym)...)
}

// of lists the forms of the synonyms of a run of words. An unfinished run also stands for the
// synonyms that begin with the run.
func (s Synonyms) of(words string, unfinished bool) (forms []string) {
	letters := utf8.RuneCountInString(words)
	unfinished = unfinished && (letters >= word.MinBeginning || letters >= word.PieceLetters && word.IsUnspaced(words))
	for at := sort.Search(len(s.texts), func(i int) bool { return s.texts[i].text >= words }); at < len(s.texts); at++ {
		t := s.texts[at]
		if t.text != words && !(unfinished && strings.HasPrefix(t.text, words)) {
			break
		}
		forms = append(forms, s.forms[t.group]...)
	}
	return forms
}
