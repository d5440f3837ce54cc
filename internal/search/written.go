package search

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"airport-content/internal/search/word"
)

// People write the same word apart, with a hyphen, or as one: check in, check-in, checkin; gate B
// 12, B-12, B12; 1,200 and 1200. The readings of this file find the other ways in which items write
// a typed word.

// belongTogether accepts words that items write as one: check in, B 12, w h smith. A stop word
// begins no such word: "a way" is not "away".
func belongTogether(p *planner, words []Word) bool {
	list := run{words: words}.parts()
	return !p.sentence && len(list) > 1 && !p.syllables(list) && !p.analysis(list[0]).isEmpty() && p.together(list).frequency() > 0
}

// readJoined lists the joined form of words, or of the parts of a word. A single word joins with
// each of its neighbours: the form is a spelling of both, so that they need not stand side by side
// in other items.
func readJoined(p *planner, r run) (list []Analysis) {
	switch {
	case p.syllables(r.parts()):
		return nil
	case r.only() == "":
		return []Analysis{p.together(r.parts())}
	}
	for _, pair := range [][2]Word{{r.before, r.words[0]}, {r.words[0], r.after}} {
		if pair[0].Kind == Bare && pair[1].Kind == Bare && len(pair[0].Parts) == 1 && len(pair[1].Parts) == 1 {
			list = append(list, p.together([]string{pair[0].Parts[0], pair[1].Parts[0]}))
		}
	}
	return list
}

// areWrittenAsOne accepts a word with a hyphen, or two words, if items write the joined form.
func areWrittenAsOne(p *planner, words []Word) bool {
	list := run{words: words}.parts()
	if !p.sentence || len(words) > 2 || len(words) == 2 && (len(words[0].Parts) > 1) || len(list) < 2 || p.syllables(list) || !word.IsLetters(strings.Join(list, "")) {
		return false
	}
	together := p.together(list)
	return together.frequency() > 0 && p.corpus.writesAsOne(together.Lexemes[0].Text)
}

// together is the analysis of several words written as one. It is empty for numbers: joined, they
// are another number.
func (p *planner) together(list []string) Analysis {
	for i := range len(list) - 1 {
		if word.AreNumbers(list[i], list[i+1]) {
			return Analysis{}
		}
	}
	return p.analysis(strings.Join(list, ""))
}

// phrase is the analysis of several words one after the other, particles included.
func (p *planner) phrase(list ...string) Analysis {
	whole := p.analysis(list...)
	whole.Lexemes = slices.Clone(whole.Lexemes)
	for i, text := range list {
		if l := &whole.Lexemes[i]; l.Text == "" && word.IsParticle(text) {
			l.Text = text + word.AsWritten
			l.Frequency = p.corpus.frequency(l.Text)
		}
	}
	return whole
}

// phrases are analyses of at least two lexemes.
func (p *planner) phrases(lists ...[]string) (found []Analysis) {
	for _, list := range lists {
		if whole := p.phrase(list...); len(whole.lexemes()) > 1 {
			found = append(found, whole)
		}
	}
	return found
}

// syllables reports whether words are pieces, or syllables of Vietnamese, which mean something else
// when they are joined.
func (p *planner) syllables(list []string) bool {
	return slices.ContainsFunc(list, word.IsUnspaced) || p.corpus.Language == word.Vietnamese
}

// writesAsOne reports whether an item writes a lexeme without a hyphen.
func (c Corpus) writesAsOne(lexeme string) bool {
	_, size := utf8.DecodeLastRuneInString(lexeme) // stemmers change the last letter: query, queri
	first, last := c.words.PrefixRange(lexeme[:len(lexeme)-size])
	for ; first < last; first++ {
		if c.lexemes.At(int(c.lexeme[first])) == lexeme && !strings.Contains(c.writtenAt(first), "-") {
			return true
		}
	}
	return false
}

// readAccents is a word with its typed accents. There is none where accents make no difference: the
// word has none, or all items with the word have these accents, or no item has.
func readAccents(p *planner, r run) []Analysis {
	lexemes := p.analysis(r.only()).lexemes()
	if !p.accented || len(lexemes) != 1 || lexemes[0].AccentedFrequency == 0 || lexemes[0].AccentedFrequency >= lexemes[0].Frequency {
		return nil
	}
	return []Analysis{analysisOf(Lexeme{Text: lexemes[0].Accented, Frequency: lexemes[0].AccentedFrequency})}
}

var digitsOrNot = regexp.MustCompile(`[0-9]+|[^0-9]+`)

// readDigitsApart parts words between letters and digits: 23kg, gate7, 6h30.
func readDigitsApart(p *planner, r run) []Analysis {
	var all []string
	parts := r.parts()
	if !slices.ContainsFunc(parts, word.HasDigit) {
		return nil
	}
	for _, text := range parts {
		all = append(all, digitsOrNot.FindAllString(text, -1)...)
	}
	if len(all) == len(parts) || r.isUnspaced() {
		return nil
	}
	return p.phrases(all)
}

// readGroups writes a number in groups, and groups as one number.
func readGroups(p *planner, r run) []Analysis {
	together := strings.Join(r.parts(), "")
	switch {
	case !word.IsNumber(together) || r.unit != nil:
		return nil
	case r.only() == "":
		if !areGroups(r.parts()) {
			return nil
		}
		return []Analysis{p.analysis(together)}
	}
	return p.phrases(p.corpus.groups(together)...)
}

const (
	mostGroupings = 8  // ways to write a phone number
	leastPhone    = 7  // digits
	mostPhone     = 15 // digits, after E.164; the ways to part a number double with every two digits
	mostGroup     = 8  // digits
)

// areGroups reports whether digits are the groups of one number. The groups 22 and 15 are not: 22:15
// is not 2215.
func areGroups(parts []string) bool {
	return len(strings.Join(parts, "")) >= leastPhone || len(parts) == 2 && len(parts[1]) == 3
}

// groups lists the ways to write a number in groups that items hold: in thousands (1 200), or as a
// phone number.
func (c Corpus) groups(number string) (lists [][]string) {
	switch n := len(number); {
	case n <= 3, n > mostPhone:
		return nil
	case n < leastPhone:
		return [][]string{{number[:n-3], number[n-3:]}}
	}
	var group func(written []string, rest string)
	group = func(written []string, rest string) {
		if rest == "" && len(lists) < mostGroupings {
			lists = append(lists, slices.Clone(written))
		}
		for n := 1; n <= min(mostGroup, len(rest)); n++ {
			if (n > 1 || len(written) == 0) && c.frequency(rest[:n]) > 0 {
				group(append(written, rest[:n]), rest[n:])
			}
		}
	}
	group(nil, number)
	return lists
}
