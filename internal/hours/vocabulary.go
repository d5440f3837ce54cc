package hours

import (
	"cmp"
	"embed"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

//go:embed words/*.txt
var wordFiles embed.FS

// kind is what a token is.
type kind uint8

// The kinds. The names in wordKinds are those of words/.
const (
	someDays     kind = iota // weekdays, and public holidays
	someMonth                // a month without a day
	someDate                 // a date without a year, or with one
	digits                   // a number that may be an hour, a day or a year
	someTime                 // a time of day
	untilWord                // "to"
	fromWord                 // "from"
	andWord                  // "and"
	includeWord              // "including"
	exceptWord               // "except"
	closedWord               // "closed"
	alwaysWord               // "24/7"
	hours24Word              // "24 hours"
	endWord                  // "last departure": an end that nobody knows
	lateWord                 // "late": the same, without a word such as to before it
	halfOfDay                // "am", "in the evening": which half of the day is meant
	noonWord                 // "noon"
	midnightWord             // "midnight"
	unitWord                 // "o'clock": the number before it is an hour
	lastOrder                // the time after it does not count
	noiseWord                // says nothing
	dash                     // a dash: "to", or a separator
	comma
	colon
	plus      // "and", or an end that nobody knows
	lineEnd   // parts phrases that may belong together
	separator // parts what does not belong together
	bracket
)

// wordKinds are the meanings in the files of words, besides days, months and dates.
var wordKinds = map[string]kind{
	"to": untilWord, "from": fromWord, "and": andWord, "include": includeWord, "except": exceptWord, "closed": closedWord,
	"always": alwaysWord, "hours24": hours24Word, "end": endWord, "late": lateWord, "noon": noonWord, "midnight": midnightWord,
	"unit": unitWord, "lastorder": lastOrder, "noise": noiseWord,
}

// half is what a word for a part of the day means for the hours before or after it.
type half struct {
	first, last int // the hours that go with the word
	later       bool
}

// halves are the halves by their names in words/. Twelve o'clock "at night" may be noon or midnight,
// and one o'clock may be any, so only am and pm go with them.
var halves = map[string]*half{"am": {0, 12, false}, "pm": {1, 12, true}, "morning": {0, 11, false}, "afternoon": {0, 11, true}, "evening": {5, 11, true}}

// minutes is the time of day of an hour in this half; false if the hour does not go with the half.
func (h *half) minutes(hour int) (int, bool) {
	switch {
	case hour > 12 && hour < 24 && h.later: // 13:00 pm
		return hour * 60, true
	case hour < h.first || hour > h.last:
		return 0, false
	case h.later:
		return (hour%12 + 12) * 60, true
	}
	return hour % 12 * 60, true
}

// token is a word, a number or a mark with its meaning.
type token struct {
	kind  kind
	days  dayMask // of someDays
	date  date    // of someMonth, someDate
	value int     // of digits; of someTime in minutes of the day
	sure  bool    // of digits and someTime: written as only the clock of 24 hours has it; of someDate: month and day are clear
	long  bool    // of digits: four of them
	half  *half   // of halfOfDay
}

// vocabulary is the words of a language.
type vocabulary struct {
	language string             // its code
	words    map[rune][]meaning // by their first letter, the longest first
}

type meaning struct {
	word  string
	token token
}

// languages are the languages that are read, by the names of their files.
var languages = []struct{ code, file string }{
	{"en", "english"}, {"de", "german"}, {"fr", "french"}, {"es", "spanish"}, {"it", "italian"}, {"pt", "portuguese"}, {"nl", "dutch"},
	{"ja", "japanese"}, {"zh", "chinese"}, {"ko", "korean"},
}

var vocabularies = func() (all []*vocabulary) {
	for _, language := range languages {
		text, err := wordFiles.ReadFile("words/" + language.file + ".txt")
		if err != nil {
			panic(err) // the list and the files do not agree
		}
		v := &vocabulary{language: language.code, words: map[rune][]meaning{}}
		for line := range strings.Lines(string(text)) {
			if name, words, found := strings.Cut(strings.TrimSpace(line), ": "); found && line[0] != '#' {
				v.add(name, words)
			}
		}
		for _, meanings := range v.words {
			slices.SortFunc(meanings, func(a, b meaning) int { return cmp.Compare(len(b.word), len(a.word)) })
		}
		all = append(all, v)
	}
	return all
}()

func (v *vocabulary) add(name, words string) {
	t := tokenOf(name)
	for words := range strings.SplitSeq(words, ", ") {
		for _, word := range alternatives(words) {
			first, _ := utf8.DecodeRuneInString(word)
			v.words[first] = append(v.words[first], meaning{word, t})
		}
	}
}

// tokenOf reads the name of a meaning, such as Mo-Fr, Jan or "Dec 25".
func tokenOf(name string) token {
	if of, known := wordKinds[name]; known {
		return token{kind: of}
	}
	if h, known := halves[name]; known {
		return token{kind: halfOfDay, half: h}
	}
	p := &parser{text: name}
	if d, found, _ := p.date(); found {
		if d.day > 0 {
			return token{kind: someDate, date: d, sure: true}
		}
		return token{kind: someMonth, date: d}
	}
	var r rule
	if err := (&parser{text: name}).days(&r); err != nil || len(r.days)+len(r.holidays) == 0 {
		panic("hours: no meaning " + name) // a fault in words/
	}
	t := token{kind: someDays}
	for _, span := range r.days {
		t.days |= between(span.from, span.to)
	}
	if len(r.holidays) > 0 {
		t.days |= publicHolidays
	}
	return t
}

// alternatives writes out the first group of alternatives of a word, and then the others.
func alternatives(word string) []string {
	before, rest, found := strings.Cut(word, "{")
	if !found {
		return []string{strings.TrimSpace(word)}
	}
	choices, after, _ := strings.Cut(rest, "}")
	var all []string
	for choice := range strings.SplitSeq(choices, "|") {
		all = append(all, alternatives(before+choice+after)...)
	}
	return all
}

// find finds the longest word at the beginning of a text.
func (v *vocabulary) find(text string) (meaning, bool) {
	first, _ := utf8.DecodeRuneInString(text)
	for _, m := range v.words[first] {
		if strings.HasPrefix(text, m.word) && endsWord(m.word, text[len(m.word):]) {
			return m, true
		}
	}
	return meaning{}, false
}

// endsWord reports whether a word may end before the rest of the text.
func endsWord(word, rest string) bool {
	last, _ := utf8.DecodeLastRuneInString(word)
	next, _ := utf8.DecodeRuneInString(rest)
	switch {
	case rest == "" || isUnspaced(last):
		return true
	case unicode.IsLetter(last):
		return !unicode.IsLetter(next) && !unicode.IsMark(next) || isUnspaced(next)
	case unicode.IsDigit(last):
		return !unicode.IsDigit(next) && !unicode.IsLetter(next)
	}
	return true
}

// isUnspaced reports whether a letter belongs to a script that writes words together, or, as Korean,
// joins particles to them.
func isUnspaced(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul)
}
