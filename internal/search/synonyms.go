package search

import (
	"fmt"
	"slices"
	"sort"
	"strings"
	"unicode/utf8"

	"airport-content/internal/spelling"
)

// MaxSynonymWords is the most words of a synonym. Longer runs of a query's words are not looked up.
const MaxSynonymWords = 4

// Synonym is one of a group of words, or short phrases, with the same meaning.
type Synonym struct {
	Typed    string // as the operator wrote it
	Text     string // normalised
	Analysis Analysis
}

// Synonyms are groups of words with the same meaning in one language. The zero value has none.
type Synonyms struct {
	groups [][]Synonym
	group  map[string]int  // by the key of an analysis
	lexeme map[string]bool // all lexemes of all synonyms
	typed  []Synonym       // all synonyms, which are candidates for corrections
	words  spelling.Words  // typed, without accents
	titles []titleSynonym  // in the order of their texts
	forms  [][]string      // of each group, in titles
}

// titleSynonym is a synonym as the texts of titles have it.
type titleSynonym struct {
	text  string
	group int
}

// plurals are common endings of plurals. Titles are not stemmed.
var plurals = []string{"", "s", "es", "n", "en"}

// morePlurals are rarer ones. Only the words of synonyms have these endings, because other words
// may end alike.
var morePlurals = []string{"r", "er", "ar", "or", "t", "k", "ok", "ek", "ler", "lar", "e", "i", "y", "и", "ы"}

// NewSynonyms makes the groups ready to be searched. Groups that have a word in common become one.
// Words without a lexeme are left out.
func NewSynonyms(groups [][]Synonym) Synonyms {
	s := Synonyms{group: map[string]int{}, lexeme: map[string]bool{}}
	for _, group := range groups {
		s.add(group)
	}
	s.typed = slices.Concat(s.groups...)
	words := make([]string, len(s.typed))
	for i, synonym := range s.typed {
		words[i] = synonym.Analysis.Unaccented
	}
	s.words = spelling.NewWords(words)
	s.forms = make([][]string, len(s.groups))
	for i, group := range s.groups {
		for _, synonym := range group {
			s.addForms(i, synonym)
		}
	}
	slices.SortFunc(s.titles, func(a, b titleSynonym) int { return strings.Compare(a.text, b.text) })
	return s
}

func (s *Synonyms) add(group []Synonym) {
	at := len(s.groups)
	s.groups = append(s.groups, nil)
	for _, synonym := range group {
		key := synonym.Analysis.key()
		if key == "" {
			continue
		}
		for _, l := range synonym.Analysis.lexemes() {
			s.lexeme[l.Text] = true
		}
		if other, ok := s.group[key]; !ok {
			s.group[key] = at
			s.groups[at] = append(s.groups[at], synonym)
		} else if other != at {
			for _, moved := range s.groups[other] {
				s.group[moved.Analysis.key()] = at
			}
			s.groups[at] = append(s.groups[at], s.groups[other]...)
			s.groups[other] = nil
		}
	}
}

// addForms adds the forms of a synonym in titles to its group.
func (s *Synonyms) addForms(group int, synonym Synonym) {
	for _, words := range typedReadings(synonym.Typed) {
		text := textOfWords(words)
		s.titles = append(s.titles, titleSynonym{text, group})
		if IsUnspaced(text) {
			s.forms[group] = append(s.forms[group], text)
			continue
		}
		for _, plural := range slices.Concat(plurals, morePlurals) {
			s.forms[group] = append(s.forms[group], text+plural+" ")
		}
	}
}

// of lists the other synonyms in the group of a key; nil if the key has no group.
func (s Synonyms) of(key string) []Synonym {
	i, ok := s.group[key]
	if !ok {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(s.groups[i]), func(o Synonym) bool { return o.Analysis.key() == key })
}

// titleForms lists the forms of the synonyms of a run of words. An unfinished run also stands for
// the synonyms that begin with the run.
func (s Synonyms) titleForms(run string, unfinished bool) (forms []string) {
	letters := utf8.RuneCountInString(run)
	unfinished = unfinished && (letters >= minBeginning || letters >= pieceLetters && IsUnspaced(run))
	for at := sort.Search(len(s.titles), func(i int) bool { return s.titles[i].text >= run }); at < len(s.titles); at++ {
		if t := s.titles[at]; t.text == run || unfinished && strings.HasPrefix(t.text, run) {
			forms = append(forms, s.forms[t.group]...)
		} else {
			break
		}
	}
	return forms
}

// DefaultsVersion is the newest version of the default synonyms. A migration adds the versions that
// a database lacks.
const DefaultsVersion = 2

// DefaultGroup is a line of the default synonyms.
type DefaultGroup struct {
	Language string // search language of the items
	Of       string // a word of an earlier version, whose group the words join; empty: a new group
	Words    []string
}

// DefaultSynonyms are the groups of one version, made of words that airports use. The groups leave
// out a word whose stem has another meaning: in English the search reads "check in" as "check",
// because "in" is a stop word, "screening" as "screen", and "nursing" as "nurse".
func DefaultSynonyms(version int) (groups []DefaultGroup) {
	dir := "synonyms"
	if version > 1 {
		dir = fmt.Sprintf("%s/%d", dir, version)
	}
	for language, line := range linesOf(dir + "/*.txt") {
		of, words, anchored := strings.Cut(line, ": ")
		if !anchored {
			of, words = "", line
		}
		groups = append(groups, DefaultGroup{language, of, strings.Split(words, ", ")})
	}
	return groups
}
