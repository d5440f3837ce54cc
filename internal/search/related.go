package search

import (
	"context"
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	minBeginning = 4  // letters of an unknown word that stands for the words that begin with it
	minCompound  = 5  // letters of a word that is looked for in compounds
	maxRelated   = 12 // words that are looked up
	// asCompound is how much a compound counts of the word that it holds.
	asCompound = 0.3
)

// Part is a part of words that is looked up among the airport's words of a language: their beginning, or any part of compounds.
type Part struct {
	Language, Text string // without accents
	Inside         bool
}

// compounds tells the languages that write compounds as one word.
func compounds(language string) bool {
	switch language {
	case "german", "dutch", "danish", "norwegian", "swedish", "finnish":
		return true
	}
	return false
}

// parts lists what is looked up for the bare words of a query: words that no item holds may be beginnings, and words of languages with
// compounds may be parts of these.
func parts(q Query, unknown []string, languages []Vocabulary) map[string][]Part {
	found := map[string][]Part{}
	seen := map[string]bool{}
	for _, words := range q {
		for _, w := range words {
			if seen[w.Text] || w.Kind != Bare || !isLetters(w.Text) || len(seen) == maxRelated {
				continue
			}
			seen[w.Text] = true
			for _, v := range languages {
				text := v.spelledAs(w.Text)
				analysis := v.Analyses[text]
				if stem := analysis.key(); compounds(v.Language) && utf8.RuneCountInString(stem) >= minCompound {
					found[text] = append(found[text], Part{v.Language, stem, true})
				}
				if slices.Contains(unknown, w.Text) && utf8.RuneCountInString(analysis.Unaccented) >= minBeginning {
					found[w.Text] = append(found[w.Text], Part{v.Language, analysis.Unaccented, false})
				}
			}
		}
	}
	return found
}

// addRelated has related words looked up, and adds them to the vocabularies. It reports whether there are any.
func addRelated(ctx context.Context, index Index, q Query, unknown []string, languages []Vocabulary) (bool, error) {
	byWord := parts(q, unknown, languages)
	if len(byWord) == 0 {
		return false, nil
	}
	var asked []Part
	for _, list := range byWord {
		asked = union(asked, list)
	}
	related, err := index.Related(ctx, asked)
	if err != nil {
		return false, err
	}
	added := false
	for i := range languages {
		found := map[string][]Lexeme{}
		for word, list := range byWord {
			for _, part := range list {
				if part.Language == languages[i].Language && len(related[part]) > 0 {
					found[word] = append(found[word], related[part]...)
					added = true
				}
			}
		}
		maps.Copy(found, languages[i].Related) // of the words before they were corrected
		languages[i].Related = found
	}
	return added, nil
}

// isLetters reports whether a word has only letters, of a script with spaces between words.
func isLetters(word string) bool {
	return !strings.ContainsFunc(word, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsMark(r) || scriptOf(r) != spaced })
}

// withRelated adds related words to the clause of a single word. Where no item holds the word, they stand for it. Else they are a clause of
// their own, which counts less, and items that hold one of them count as holding the word.
func (p *planner) withRelated(w Word, c clause) (clause, clause) {
	var others []Analysis
	for _, l := range p.vocabulary.Related[w.Text] {
		if quote(l.Text) != c.Word && !slices.ContainsFunc(others, func(o Analysis) bool { return o.key() == l.Text }) {
			others = append(others, Analysis{Lexemes: []Lexeme{l}})
		}
	}
	switch {
	case c.lexemes != 1 || len(others) == 0:
		return c, clause{}
	case c.frequency == 0 && !c.synonyms:
		return p.clause([]Word{w}, others), clause{}
	}
	more := p.clause([]Word{w}, others)
	c.query = join([]string{c.query, more.Synonyms}, " | ")
	c.frequency += more.frequency
	c.terms = append(c.terms, more.terms[1:]...) // the first is the word itself
	more.query, more.optional = more.Synonyms, true
	more.Word, more.WordTitle = "", ""
	more.Weight = asCompound * c.Weight
	return c, more
}
