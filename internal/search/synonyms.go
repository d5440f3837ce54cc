package search

import (
	_ "embed"
	"slices"
	"strings"
)

// MaxSynonymWords is how many words a synonym may have. Longer runs of a query's words are not compared with synonyms.
const MaxSynonymWords = longestRun

// Synonym is a word, or a few words, of a group that mean the same.
type Synonym struct {
	Word    string // as it was given
	Text    string // normalised
	Reading Reading
}

// Synonyms are groups of words that mean the same. The zero value has none.
type Synonyms struct {
	Groups [][]Synonym
	group  map[string]int  // by the key of a reading
	lexeme map[string]bool // all lexemes of all synonyms
}

// NewSynonyms makes the groups ready to be searched.
func NewSynonyms(groups [][]Synonym) Synonyms {
	s := Synonyms{groups, map[string]int{}, map[string]bool{}}
	for i, group := range groups {
		for _, synonym := range group {
			s.group[synonym.Reading.key()] = i
			for _, l := range synonym.Reading.words() {
				s.lexeme[l.Text] = true
			}
		}
	}
	return s
}

// of lists the other synonyms in the group of the one with this key; nil if there is none.
func (s Synonyms) of(key string) []Synonym {
	i, ok := s.group[key]
	if !ok {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(s.Groups[i]), func(o Synonym) bool { return o.Reading.key() == key })
}

// candidates lists all synonyms, since a misspelled word may mean one of them.
func (s Synonyms) candidates() []Candidate {
	var list []Candidate
	for _, group := range s.Groups {
		for _, synonym := range group {
			list = append(list, Candidate{Word: synonym.Text})
		}
	}
	return list
}

// Add makes the words one group, and joins the groups that they are in already.
func (s Synonyms) Add(words []Synonym) (all Synonyms, group []Synonym) {
	keys := map[string]bool{}
	for _, w := range words {
		keys[w.Reading.key()] = true
	}
	var groups [][]Synonym
	for _, g := range s.Groups {
		if slices.ContainsFunc(g, func(w Synonym) bool { return keys[w.Reading.key()] }) {
			group = append(group, g...)
		} else {
			groups = append(groups, g)
		}
	}
	for _, w := range group {
		delete(keys, w.Reading.key())
	}
	for _, w := range words {
		if key := w.Reading.key(); keys[key] {
			group = append(group, w)
			delete(keys, key)
		}
	}
	return NewSynonyms(append(groups, group)), group
}

// Remove takes a word out of its group; of a group of two it removes both.
func (s Synonyms) Remove(word Synonym) (left Synonyms, removed []Synonym) {
	key := word.Reading.key()
	var groups [][]Synonym
	for i, group := range s.Groups {
		if at, ok := s.group[key]; !ok || at != i {
			groups = append(groups, group)
			continue
		}
		for _, w := range group {
			if len(group) == 2 || w.Reading.key() == key {
				removed = append(removed, w)
			}
		}
		if len(group) > 2 {
			groups = append(groups, s.of(key))
		}
	}
	return NewSynonyms(groups), removed
}

//go:embed synonyms.txt
var defaultSynonyms string

// DefaultSynonyms are groups of words that airports use. A word is left out if its stem means something else too: the search
// reads "check in" as "check", because "in" is a stop word, "screening" as "screen" and "nursing" as "nurse".
func DefaultSynonyms() [][]string {
	var groups [][]string
	for line := range strings.Lines(defaultSynonyms) {
		groups = append(groups, strings.Split(strings.TrimSpace(line), ", "))
	}
	return groups
}
