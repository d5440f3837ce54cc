package hours

import (
	"regexp"
	"slices"
	"strings"
)

// longestText bounds a text that is read, in bytes.
const longestText = 1_000

// Read reads a text of opening hours in the languages of words/. It understands the whole text or
// nothing. language is the language of the text as its author gives it, such as "de-AT". A text
// that means different things in different languages is read in this language, but for English,
// which often stands for a language that nobody has set.
func Read(text, language string) (*Schedule, bool) {
	if len(text) > longestText {
		return nil, false
	}
	folded := fold(text)
	primary, _, _ := strings.Cut(strings.ToLower(strings.ReplaceAll(language, "_", "-")), "-")
	for _, v := range vocabularies {
		if v.language == primary && primary != "en" {
			if s, ok := v.read(folded, primary); ok {
				return s, true
			}
		}
	}
	var found *Schedule
	for _, v := range vocabularies {
		s, ok := v.read(folded, primary)
		switch {
		case !ok:
		case found != nil && found.String() != s.String():
			return nil, false
		default:
			found = s
		}
	}
	if found == nil && (standardDate.MatchString(text) || !isPlain(folded)) {
		return readStandard(text)
	}
	return found, found != nil
}

// read reads a folded text in the language of the vocabulary.
func (v *vocabulary) read(text, language string) (*Schedule, bool) {
	tokens, words, ok := v.tokens(text)
	if !ok || len(tokens) == 0 {
		return nil, false
	}
	p := &phrases{tokens: tokens}
	var clauses []clause
	for !p.atEnd() {
		c, ok := p.clause()
		if !ok {
			return nil, false
		}
		if len(c.phrases) > 0 {
			clauses = append(clauses, c)
		}
	}
	// In English, and in figures of a text that may be English, 9-5 may be any half of the day, and
	// 4/5 any month.
	mayBeEnglish := v.language == "en" || !words && (language == "en" || language == "")
	if mayBeEnglish && (p.unsure && !p.sure || slices.ContainsFunc(tokens, func(t token) bool { return t.kind == someDate && !t.sure })) {
		return nil, false
	}
	list, ok := groups(clauses)
	if !ok {
		return nil, false
	}
	s, ok := schedule(list)
	return s, ok && len(s.String()) <= maxText
}

// standardDate is a date as only the standard writes it.
var standardDate = regexp.MustCompile(`(^|[-,; ])[12]\d\d\d (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d\d\b`)

// isPlain reports whether a text has only words and marks that people write.
func isPlain(text string) bool {
	_, _, ok := vocabularies[0].tokens(text) // English, which has the words of the standard
	return ok
}

// readStandard reads a value of opening_hours itself. Only its first rule may be for every day: a
// later one is more often part of another list.
func readStandard(text string) (*Schedule, bool) {
	s, err := Parse(strings.TrimSpace(text))
	if err != nil || slices.ContainsFunc(s.rules[1:], func(r rule) bool { return !r.isDated() }) {
		return nil, false
	}
	return s, true
}
