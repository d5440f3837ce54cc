package search

import (
	"embed"
	"fmt"
	"slices"
	"strings"

	"airport-content/internal/search/word"
	"airport-content/internal/spelling"
)

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
}

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

// of lists the other synonyms in the group of a key; nil if the key has no group.
func (s Synonyms) of(key string) []Synonym {
	i, ok := s.group[key]
	if !ok {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(s.groups[i]), func(o Synonym) bool { return o.Analysis.key() == key })
}

// Groups lists the words of each group as the operator wrote them.
func (s Synonyms) Groups() [][]string {
	list := make([][]string, len(s.groups))
	for i, group := range s.groups {
		for _, synonym := range group {
			list[i] = append(list[i], synonym.Typed)
		}
	}
	return list
}

// lists are words of languages, as texts that need no Go to be corrected.
//
//go:embed everyday synonyms stopphrases.txt
var lists embed.FS

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
	for language, line := range word.Lines(lists, dir+"/*.txt") {
		of, words, anchored := strings.Cut(line, ": ")
		if !anchored {
			of, words = "", line
		}
		groups = append(groups, DefaultGroup{language, of, strings.Split(words, ", ")})
	}
	return groups
}
