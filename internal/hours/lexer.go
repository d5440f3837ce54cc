package hours

import (
	"html"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/width"
)

var (
	lineBreak = regexp.MustCompile(`(?i)<(?:br|/?p|/?li|/?ul|/?div|/?tr)\b[^<>]*>|[\r\n]+`)
	spaces    = regexp.MustCompile(`[ \t\x{a0}\x{2000}-\x{200b}\x{202f}\x{3000}\x{feff}]+`)
	marks     = strings.NewReplacer("‐", "-", "‑", "-", "‒", "-", "–", "-", "—", "-", "―", "-", "−", "-", "→", "-", "〜", "~", "～", "~",
		"’", "'", "‘", "'", "´", "'", "`", "'", "、", ",", "。", ".", "・", "·", "\u200e", "", "\u200f", "")
)

// fold writes a text in the form in which the words of words/ are written. A line break stays one.
func fold(text string) string {
	text = lineBreak.ReplaceAllString(text, "\n")
	text = marks.Replace(width.Fold.String(html.UnescapeString(text)))
	return strings.ToLower(strings.TrimSpace(spaces.ReplaceAllString(text, " ")))
}

// The forms of numbers. Each begins a text.
var (
	dottedDate = regexp.MustCompile(`^(\d\d?)\. ?(\d\d?)\.(?: ?(20\d\d))?`)
	isoDate    = regexp.MustCompile(`^(20\d\d)([-/])(\d\d?)[-/](\d\d?)`)
	slashDate  = regexp.MustCompile(`^(\d\d?)/(\d\d?)/(20\d\d)`)
	asianDate  = regexp.MustCompile(`^(?:(20\d\d) ?[年년] ?)?(\d\d?) ?[月월](?: ?(\d\d?) ?[日일号號])?`)
	clockTime  = regexp.MustCompile(`^(\d\d?)[:.](\d\d)(:00)?`)
	hourTime   = regexp.MustCompile(`^(\d\d?) ?h(?: ?(\d\d)(?:min)?)?`)
	dutchTime  = regexp.MustCompile(`^(\d\d?) ?u(?: ?(\d\d))?`)
	asianTime  = regexp.MustCompile(`^(\d\d?) ?[時时点點시](?: ?(\d\d?) ?[分분]| ?([半반]))?`)
	anyDigits  = regexp.MustCompile(`^\d+`)
	ordinal    = regexp.MustCompile(`^(?:st|nd|rd|th|er|º|ª|°|\.(?: ?\p{L}))`)
)

// tokens reads a folded text in one language. words reports whether it has words of the language;
// ok is false if the text has anything that the vocabulary lacks.
func (v *vocabulary) tokens(text string) (list []token, words, ok bool) {
	for text != "" {
		if m, found := v.find(text); found {
			list = append(list, m.token)
			words = true
			text = text[len(m.word):]
			if strings.HasPrefix(text, ".") && endsInLetter(m.word) && !strings.HasPrefix(text, "..") {
				text = text[1:] // of an abbreviation
			}
			continue
		}
		if isDigit(text[0]) {
			t, length := v.number(text)
			if length == 0 {
				return nil, false, false
			}
			list = append(list, t)
			text = text[length:]
			continue
		}
		r, length := utf8.DecodeRuneInString(text)
		if r != ' ' {
			of, known := markKinds[r]
			if !known {
				return nil, false, false
			}
			list = append(list, token{kind: of})
		}
		text = text[length:]
	}
	return withoutBreaks(list), words, true
}

// withoutBreaks drops the ends of lines beside a word or mark that joins the lines.
func withoutBreaks(list []token) []token {
	joins := func(at int) bool {
		return at >= 0 && at < len(list) && slices.Contains([]kind{andWord, comma, dash, untilWord, plus}, list[at].kind)
	}
	var kept []token
	for i, t := range list {
		if t.kind != lineEnd || !joins(i-1) && !joins(i+1) {
			kept = append(kept, t)
		}
	}
	return kept
}

func endsInLetter(word string) bool {
	last, _ := utf8.DecodeLastRuneInString(word)
	return unicode.IsLetter(last)
}

func isDigit(b byte) bool { return '0' <= b && b <= '9' }

var markKinds = map[rune]kind{
	'-': dash, '~': dash, ',': comma, '/': comma, '·': comma, '&': andWord, '+': plus, ':': colon, ';': separator, '\n': lineEnd,
	'|': separator, '.': separator, '!': separator, '•': separator, '(': bracket, ')': bracket,
}

// number reads a date, a time or digits at the beginning of a text; length is 0 if there is none.
func (v *vocabulary) number(text string) (t token, length int) {
	if d, length, sure := v.date(text); length > 0 {
		t = token{kind: someDate, date: d, sure: sure}
		if d.day == 0 {
			t.kind = someMonth
		}
		return t, length
	}
	for _, form := range []*regexp.Regexp{clockTime, hourTime, dutchTime, asianTime} {
		found := form.FindStringSubmatch(text)
		if found == nil || form == dutchTime && v.language != "nl" {
			continue
		}
		rest := text[len(found[0]):]
		if next, _ := utf8.DecodeRuneInString(rest); rest != "" && (isDigit(rest[0]) || form != asianTime && form != clockTime && unicode.IsLetter(next)) {
			continue
		}
		hour, minute := number(found[1]), number(found[2])
		if form == asianTime && found[3] != "" {
			minute = 30
		}
		if hour > 30 || minute > 59 {
			return token{}, 0
		}
		return token{kind: someTime, value: hour*60 + minute, sure: form != clockTime || isSure(found[1])}, len(found[0])
	}
	found := anyDigits.FindString(text)
	t = token{kind: digits, value: number(found), sure: isSure(found), long: len(found) == 4}
	if len(found) > 2 && !t.long {
		return token{}, 0
	}
	length = len(found)
	if suffix := ordinal.FindString(text[length:]); strings.HasPrefix(suffix, ".") {
		length++ // 1. April
	} else if suffix != "" {
		length += len(suffix)
	}
	return t, length
}

// isSure reports whether an hour is written as only the clock of 24 hours has it.
func isSure(hour string) bool { return hour[0] == '0' || number(hour) > 12 }

// date reads a date in figures. In English, a date with slashes is read only if it cannot be read in
// another way. Other languages have the day first: sure is false then.
func (v *vocabulary) date(text string) (d date, length int, sure bool) {
	sure = true
	var year, month, day, all string
	if f := dottedDate.FindStringSubmatch(text); f != nil {
		all, day, month, year = f[0], f[1], f[2], f[3]
	} else if f := isoDate.FindStringSubmatch(text); f != nil {
		all, year, month, day = f[0], f[1], f[3], f[4]
	} else if f := asianDate.FindStringSubmatch(text); f != nil {
		all, year, month, day = f[0], f[1], f[2], f[3]
	} else if f := slashDate.FindStringSubmatch(text); f != nil {
		all, day, month, year = f[0], f[1], f[2], f[3]
		switch {
		case number(day) > 12, day == month:
		case number(month) > 12:
			day, month = month, day
		case v.language == "en":
			return d, 0, false
		default:
			sure = false
		}
	} else {
		return d, 0, false
	}
	d = date{year: number(year), month: time.Month(number(month)), day: number(day)}
	if d.month < 1 || d.month > 12 || day != "" && d.check() != nil || len(all) < len(text) && isDigit(text[len(all)]) {
		return date{}, 0, false
	}
	return d, len(all), sure
}
