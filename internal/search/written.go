package search

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// People write the same word apart, with a hyphen, or as one: check in, check-in, checkin; gate B
// 12, B-12, B12; 1,200 and 1200. This file finds the ways in which items write what was typed. In a
// sentence, neighbours are seldom one word: there it looks only for two words that items write as
// one.

// unit makes a clause of a word with a hyphen, or of two words, of which one says little by itself:
// check in, T-shirt, B 12, LH 456. It does so only where an item writes them as one; otherwise size
// is 0. What is written as it was typed counts most.
func (p *planner) unit(words []Word) (c clause, size int) {
	parts, size := strings.Fields(words[0].Text), 1
	if len(parts) == 1 && len(words) > 1 {
		parts, size = append(parts, words[1].Text), 2
	}
	text := strings.Join(parts, " ")
	if len(parts) < 2 || p.syllables(text) || !p.belongTogether(parts) {
		return clause{}, 0
	}
	together := p.together(text)
	if together.frequency() == 0 {
		return clause{}, 0
	}
	if phrase := p.phrase(text); len(phrase.lexemes()) == len(parts) {
		c = p.clause([]Analysis{phrase}, []Analysis{together})
	} else {
		c = p.clause([]Analysis{together}, nil)
	}
	c.whole = strings.ContainsFunc(text, unicode.IsDigit)
	return c, size
}

// belongTogether accepts a word with a particle (check in), a code (B 12, LH 456), a single letter
// with a word (x ray), and what an item writes with a hyphen where one of the parts is a stop word
// (T-shirt). Other stop words only look like parts: "a way" is not "away".
func (p *planner) belongTogether(parts []string) bool {
	short := func(word string) bool { return utf8.RuneCountInString(word) == 1 }
	stops := func(word string) bool { return p.analysis(word).query() == "" }
	first, last := parts[0], parts[len(parts)-1]
	switch {
	case len(parts) == 2 && isNumber(last):
		return len(first) <= 2 && isLetters(first)
	case len(parts) == 2 && slices.Contains(particles, last) && utf8.RuneCountInString(first) >= minHalf && !stops(first):
		return true
	case slices.ContainsFunc(parts, stops):
		return p.corpus.hyphenates(parts)
	}
	return slices.ContainsFunc(parts, short)
}

// hyphenates reports whether an item writes the parts with hyphens.
func (c Corpus) hyphenates(parts []string) bool {
	first, last := c.words.Range(unaccented(strings.Join(parts, "")))
	for ; first < last; first++ {
		if unaccented(c.word(first)) == unaccented(strings.Join(parts, "-")) {
			return true
		}
	}
	return false
}

// asNeighbours is how much two words count that stand side by side, where an item joins them.
const asNeighbours = 0.1

// sideBySide makes a clause that counts where two words stand side by side which an item also
// writes with a hyphen.
func (p *planner) sideBySide(w, after Word) clause {
	parts := []string{w.Text, after.Text}
	text := strings.Join(parts, " ")
	if after.Kind != Bare || strings.Count(text, " ") > 1 || p.syllables(text) || !p.corpus.hyphenates(parts) {
		return clause{}
	}
	phrase := p.phrase(text)
	if len(phrase.lexemes()) < 2 {
		return clause{}
	}
	c := p.clause([]Analysis{phrase}, nil)
	c.Weight *= asNeighbours
	c.optional = true
	return c
}

// asOne is the joined form of a word with a hyphen, or of two words, that items write without one.
func (p *planner) asOne(words []Word) (together Analysis, size int) {
	text, size := words[0].Text, 1
	if !strings.Contains(text, " ") && len(words) > 1 {
		text, size = text+" "+words[1].Text, 2
	}
	joined := strings.ReplaceAll(text, " ", "")
	if joined == text || p.syllables(text) || !isLetters(joined) {
		return Analysis{}, 0
	}
	if together = p.analysis(joined); together.frequency() == 0 || !p.corpus.writesAsOne(together.Lexemes[0].Text) {
		return Analysis{}, 0
	}
	return together, size
}

// writesAsOne reports whether an item writes a lexeme without a hyphen.
func (c Corpus) writesAsOne(lexeme string) bool {
	_, size := utf8.DecodeLastRuneInString(lexeme) // stemmers change the last letter: query, queri
	first, last := c.words.PrefixRange(lexeme[:len(lexeme)-size])
	for ; first < last; first++ {
		if c.lexemes.At(int(c.lexeme[first])) == lexeme && !strings.Contains(c.word(first), "-") {
			return true
		}
	}
	return false
}

// syllables reports whether a text has pieces, or syllables of Vietnamese, which mean something
// else when they are joined.
func (p *planner) syllables(text string) bool {
	return IsUnspaced(text) || p.corpus.Language == vietnamese
}

func isNumber(word string) bool { return strings.Trim(word, "0123456789") == "" }

// together is the analysis of several words written as one. Its frequency is 0 for numbers, which
// would be others.
func (p *planner) together(text string) Analysis {
	if joinsDigits(strings.ReplaceAll(text, " ", "-")) {
		return Analysis{}
	}
	return p.analysis(strings.ReplaceAll(text, " ", ""))
}

// phrase is the analysis of several words one after the other, particles included.
func (p *planner) phrase(text string) Analysis {
	whole := p.analysis(text)
	whole.Lexemes = slices.Clone(whole.Lexemes)
	for i, word := range strings.Fields(text) {
		if l := &whole.Lexemes[i]; l.Text == "" && isParticle(word) {
			l.Text = word + asWritten
			l.Frequency = p.corpus.frequency(l.Text, false)
		}
	}
	return whole
}

// writtenAs lists other ways in which items write a word: as one with the word before or after, or
// apart. A joined form stands for each of its parts, so that they need not stand side by side
// elsewhere.
func (p *planner) writtenAs(before, w, after Word) (others []Analysis) {
	add := func(a Analysis) {
		if a.frequency() > 0 {
			others = append(others, a)
		}
	}
	switch parts := strings.Fields(w.Text); {
	case IsUnspaced(w.Text):
		if other := otherKana(w.Text); other != "" {
			add(p.analysis(other))
		}
	case p.syllables(w.Text):
	case len(parts) > 1 && isNumber(strings.Join(parts, "")):
		add(p.analysis(strings.Join(parts, "")))
	case len(parts) > 1:
		add(p.together(w.Text))
	default:
		for _, pair := range [][2]Word{{before, w}, {w, after}} {
			if pair[0].Kind == Bare && pair[1].Kind == Bare && !strings.Contains(pair[0].Text+pair[1].Text, " ") {
				add(p.together(pair[0].Text + " " + pair[1].Text))
			}
		}
		for _, text := range p.corpus.partings(w.Text) {
			if phrase := p.phrase(text); len(phrase.lexemes()) > 1 {
				add(phrase)
			}
		}
	}
	return others
}

// partings lists how a word may be written apart: as items that hold the joined form do, a particle
// by itself if no item writes the word (dropoff), letters and numbers by themselves (gate7), and
// the groups of digits of a number.
func (c Corpus) partings(word string) (texts []string) {
	held := false
	for first, last := c.words.Range(unaccented(word)); first < last; first++ {
		held = held || c.holds(first)
		if written := c.word(first); strings.Contains(written, "-") {
			texts = append(texts, apart.Replace(written))
		}
	}
	switch letters := strings.TrimRight(word, "0123456789"); {
	case letters == "":
		texts = append(texts, c.groups(word)...)
	case len(letters) < len(word) && isLetters(letters):
		texts = append(texts, letters+" "+word[len(letters):])
	case !held && isLetters(word):
		for _, particle := range particles {
			if verb, ok := strings.CutSuffix(word, particle); ok && utf8.RuneCountInString(verb) >= minHalf {
				texts = append(texts, verb+" "+particle)
			}
		}
	}
	return texts
}

const (
	mostGroupings = 8 // ways to write a long number
	phoneDigits   = 7 // of a number whose groups may have any length
)

// groups lists the ways to write a number in groups that items hold: in thousands (1 200), or as a
// phone number.
func (c Corpus) groups(number string) (texts []string) {
	if n := len(number); n < phoneDigits {
		if n > 3 {
			texts = append(texts, number[:n-3]+" "+number[n-3:])
		}
		return texts
	}
	var part func(written, rest string)
	part = func(written, rest string) {
		if rest == "" && len(texts) < mostGroupings {
			texts = append(texts, strings.TrimSpace(written))
		}
		for n := 1; n <= min(5, len(rest)); n++ {
			if group := rest[:n]; (n > 1 || written == "") && c.frequency(group, false) > 0 {
				part(written+" "+group, rest[n:])
			}
		}
	}
	part("", number)
	return texts
}

// otherKana writes a word of Katakana in Hiragana, or the other way round; empty if it is no word
// of one of these.
func otherKana(pieces string) string {
	switch {
	case isAllOf(pieces, isKatakana):
		return hiragana(pieces)
	case isAllOf(pieces, isHiragana):
		return katakana(pieces)
	}
	return ""
}
