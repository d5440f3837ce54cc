package search

import (
	"slices"

	"airport-content/internal/spelling"
)

// Synonym is one of a group of words, or short phrases, with the same meaning.
type Synonym struct {
	Typed    string   // as the operator wrote it
	Parts    []string // as texts are read
	Analysis Analysis
}

// NewSynonym reads a synonym in a search language.
func NewSynonym(typed, language string, stems Stemmer) Synonym {
	words := newWord(typed, Bare).Parts
	return Synonym{typed, words, analyse(words, language, stems)}
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

// key is the key of several words together.
func (p *planner) key(words []Word) string { return concat(p.typed(run{words: words})).key() }

// haveSynonyms reports whether words have synonyms together.
func haveSynonyms(p *planner, words []Word) bool {
	_, ok := p.corpus.Synonyms.group[p.key(words)]
	return ok
}

// readSynonyms lists the synonyms of a run. In a language without a stemmer, these have other forms
// too.
func readSynonyms(p *planner, r run) (list []Analysis) {
	for _, s := range p.corpus.Synonyms.of(p.key(r.words)) {
		list = append(append(list, p.corpus.counted(s.Analysis)), p.otherForms(s.Parts)...)
	}
	return list
}
