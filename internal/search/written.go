package search

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"airport-content/internal/search/word"
)

// People write the same word apart, with a hyphen, or as one: check in, check-in, checkin; gate B
// 12, B-12, B12; 1,200 and 1200. This file finds the other ways in which items write a typed word.
// Neighbours in a sentence are seldom one word, so for a sentence this file looks only for two
// words that items write as one.

// unit makes a clause of a word with a hyphen, or of two words, if one of the parts says little
// alone: check in, T-shirt, B 12, LH 456. Short parts may be more: w h smith, 6 h 30. An item must
// write the parts as one word; otherwise size is 0. The typed form counts more than the joined
// form.
func (p *planner) unit(words []Word) (c clause, size int) {
	size = len(words)
	for size > 2 && slices.ContainsFunc(texts(words[:size-1]), isLong) {
		size--
	}
	for ; size > 0; size-- {
		text := strings.Join(texts(words[:size]), " ")
		parts := strings.Fields(text)
		if len(parts) < 2 || p.syllables(text) || !p.belongTogether(parts) {
			continue
		}
		together := p.together(text)
		if together.frequency() == 0 {
			continue
		}
		if phrase := p.phrase(text); len(phrase.lexemes()) == len(parts) {
			c = p.spelled(phrase, []Analysis{together})
		} else {
			c = p.clause([]Analysis{together}, nil)
		}
		c.whole = strings.ContainsFunc(text, unicode.IsDigit)
		return c, size
	}
	return clause{}, 0
}

func isLong(text string) bool { return utf8.RuneCountInString(text) > 2 }

// belongTogether accepts a word with a particle (check in), a code (B 12, LH 456), a single letter
// with a word (x ray), and parts with a stop word that an item writes with a hyphen (T-shirt).
// Without the hyphen, stop words are no parts: "a way" is not "away".
func (p *planner) belongTogether(parts []string) bool {
	short := func(text string) bool { return utf8.RuneCountInString(text) == 1 }
	stops := func(text string) bool { return p.analysis(text).isEmpty() }
	first, last := parts[0], parts[len(parts)-1]
	switch {
	case len(parts) == 2 && word.IsNumber(last):
		return len(first) <= 2 && word.IsLetters(first)
	case len(parts) > 2 && !slices.ContainsFunc(parts[:len(parts)-1], isLong),
		len(parts) == 2 && slices.Contains(word.Particles, last) && isLong(first) && !stops(first):
		return true
	case slices.ContainsFunc(parts, stops):
		return p.corpus.hyphenates(parts)
	}
	return slices.ContainsFunc(parts, short)
}

// hyphenates reports whether an item writes the parts with hyphens.
func (c Corpus) hyphenates(parts []string) bool {
	first, last := c.words.Range(word.Unaccented(strings.Join(parts, "")))
	for ; first < last; first++ {
		if word.Unaccented(c.writtenAt(first)) == word.Unaccented(strings.Join(parts, "-")) {
			return true
		}
	}
	return false
}

// asNeighbours is the share of its weight that a clause of sideBySide counts.
const asNeighbours = 0.1

// sideBySide makes a clause for two words side by side, if an item writes the two with a hyphen.
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
	c.role = beside
	return c
}

// asOne is the joined form of a word with a hyphen, or of two words, if items write the joined
// form.
func (p *planner) asOne(words []Word) (together Analysis, size int) {
	text, size := words[0].Text, 1
	if !strings.Contains(text, " ") && len(words) > 1 {
		text, size = text+" "+words[1].Text, 2
	}
	joined := strings.ReplaceAll(text, " ", "")
	if joined == text || p.syllables(text) || !word.IsLetters(joined) {
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
		if c.lexemes.At(int(c.lexeme[first])) == lexeme && !strings.Contains(c.writtenAt(first), "-") {
			return true
		}
	}
	return false
}

// asPlaced is the share of a word's weight that depends on its side. A shop before security does
// not answer a query for shops after security.
const asPlaced = 0.6

// placed makes a clause of a word after "after" or "before", with the side that was typed.
func (p *planner) placed(side string, words []Word) (clause, bool) {
	place := p.analysis(words[0].Text).lexemes()
	if side == "" || p.sentence || len(words) != 1 || len(place) != 1 {
		return clause{}, false
	}
	near := Analysis{Lexemes: []Lexeme{p.phrase(side).Lexemes[0], place[0]}}
	far := Analysis{Lexemes: []Lexeme{near.Lexemes[0], {}, place[0]}} // after the checkpoint
	c := p.clause([]Analysis{near}, []Analysis{far})
	c.Weight *= asPlaced
	return c, c.frequency > 0
}

// syllables reports whether a text has pieces, or syllables of Vietnamese, which mean something
// else when they are joined.
func (p *planner) syllables(text string) bool {
	return word.IsUnspaced(text) || p.corpus.Language == word.Vietnamese
}

const digits = "0123456789"

// together is the analysis of several words written as one. It is empty for numbers: joined, they
// are another number.
func (p *planner) together(text string) Analysis {
	parts := strings.Fields(text)
	for i := range len(parts) - 1 {
		if word.AreNumbers(parts[i], parts[i+1]) {
			return Analysis{}
		}
	}
	return p.analysis(strings.ReplaceAll(text, " ", ""))
}

// phrase is the analysis of several words one after the other, particles included.
func (p *planner) phrase(text string) Analysis {
	whole := p.analysis(text)
	whole.Lexemes = slices.Clone(whole.Lexemes)
	for i, text := range strings.Fields(text) {
		if l := &whole.Lexemes[i]; l.Text == "" && word.IsParticle(text) {
			l.Text = text + word.AsWritten
			l.Frequency = p.corpus.frequency(l.Text)
		}
	}
	return whole
}

// writtenAs lists the other ways in which items write a word: joined with the word before or after,
// or parted. A joined form is a synonym of each part, so that the parts need not stand side by side
// in other items.
func (p *planner) writtenAs(before, w, after Word) (others []Analysis) {
	add := func(a Analysis) {
		if a.frequency() > 0 {
			others = append(others, a)
		}
	}
	switch parts := strings.Fields(w.Text); {
	case word.IsUnspaced(w.Text):
		for _, text := range p.corpus.otherPieces(w.Text) {
			add(p.analysis(text))
		}
		if word.IsPrefix(w.Text) { // the last letter of a text begins no piece
			for _, l := range p.corpus.commonestOf(p.corpus.endedBy(w.Text)) {
				add(Analysis{Lexemes: []Lexeme{l}})
			}
		}
	case p.syllables(w.Text):
	case len(parts) > 1 && word.IsNumber(strings.Join(parts, "")):
		add(p.analysis(strings.Join(parts, "")))
	case len(parts) > 1:
		add(p.together(w.Text))
		if text, ok := digitsApart(w.Text); ok {
			add(p.phrase(text))
		}
	default:
		if number := numberOf(w.Text, p.corpus.Language); number != "" {
			add(p.analysis(number))
		}
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

var digitsOrNot = regexp.MustCompile(`[0-9]+|[^0-9 ]+`)

// digitsApart parts a text between letters and digits: 6h30, 3 5mw. It reports whether there is
// such a place.
func digitsApart(text string) (parted string, ok bool) {
	if !strings.ContainsAny(text, digits) {
		return text, false
	}
	parted = strings.Join(digitsOrNot.FindAllString(text, -1), " ")
	return parted, parted != text
}

// numberWords are the words for one to twelve, by language: people say "terminal one".
var numberWords = map[string][]string{
	"dutch":      {"een", "twee", "drie", "vier", "vijf", "zes", "zeven", "acht", "negen", "tien", "elf", "twaalf"},
	"english":    {"one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"},
	"french":     {"un", "deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf", "dix", "onze", "douze"},
	"german":     {"eins", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun", "zehn", "elf", "zwölf"},
	"italian":    {"uno", "due", "tre", "quattro", "cinque", "sei", "sette", "otto", "nove", "dieci", "undici", "dodici"},
	"portuguese": {"um", "dois", "três", "quatro", "cinco", "seis", "sete", "oito", "nove", "dez", "onze", "doze"},
	"spanish":    {"uno", "dos", "tres", "cuatro", "cinco", "seis", "siete", "ocho", "nueve", "diez", "once", "doce"},
}

// numberOf is the number of a word such as "one"; empty for any other word.
func numberOf(text, language string) string {
	if i := slices.Index(numberWords[language], text); i >= 0 {
		return strconv.Itoa(i + 1)
	}
	return ""
}

// partings lists the ways to write a word apart: as items with the joined form write it; before a
// particle, if no item holds the word (dropoff); between letters and digits (gate7, gatec14,
// gate5a, 23kg, 5pm, 6h30); and between the groups of digits of a number (1200, 1200m).
func (c Corpus) partings(text string) (texts []string) {
	held := false
	for first, last := c.words.Range(word.Unaccented(text)); first < last; first++ {
		held = held || c.holds(first)
		if written := c.writtenAt(first); strings.Contains(written, "-") {
			texts = append(texts, strings.ReplaceAll(written, "-", " "))
		}
	}
	runs := digitsOrNot.FindAllString(text, -1)
	first, last := runs[0], runs[len(runs)-1]
	switch rest := text[len(first):]; {
	case word.IsNumber(text):
		texts = append(texts, c.groups(text)...)
	case len(runs) > 1:
		texts = union(texts, []string{first + " " + rest, strings.Join(runs, " ")})
		if word.IsNumber(first) && len(first) < leastPhone {
			for _, number := range c.groups(first) { // 3,600m
				texts = append(texts, number+" "+rest, number+rest)
			}
		}
		if letters := []rune(first); len(letters) > minHalf && word.IsNumber(rest) {
			name, letter := string(letters[:len(letters)-1]), string(letters[len(letters)-1:])
			texts = append(texts, name+" "+letter+rest, name+" "+letter+" "+rest)
		}
		if last == "am" || last == "pm" {
			hour := strings.TrimSuffix(text, last)
			texts = append(texts, hour+" 00 "+last, hour+" 00"+last)
		}
	case !held && word.IsLetters(text):
		for _, particle := range word.Particles {
			if verb, ok := strings.CutSuffix(text, particle); ok && utf8.RuneCountInString(verb) >= minHalf {
				texts = append(texts, verb+" "+particle)
			}
		}
	}
	return texts
}

const (
	mostGroupings = 8  // ways to write a phone number
	leastPhone    = 7  // digits
	mostPhone     = 15 // digits, after E.164; the ways to part a number double with every two digits
)

// groups lists the ways to write a number in groups that items hold: in thousands (1 200), or as a
// phone number. The zeros that people dial before a number may be missing there.
func (c Corpus) groups(number string) (texts []string) {
	switch n := len(number); {
	case n <= 3, n > mostPhone:
		return nil
	case n < leastPhone:
		return []string{number[:n-3] + " " + number[n-3:]}
	}
	var part func(written, rest string)
	part = func(written, rest string) {
		if rest == "" && len(texts) < mostGroupings {
			texts = append(texts, strings.TrimSpace(written))
		}
		for n := 1; n <= min(8, len(rest)); n++ {
			if group := rest[:n]; (n > 1 || written == "") && c.frequency(group) > 0 {
				part(written+" "+group, rest[n:])
			}
		}
	}
	part("", number)
	if dialled := strings.TrimLeft(number, "0"); dialled != number {
		part("", dialled)
	}
	return texts
}
