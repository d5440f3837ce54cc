package word

import (
	"embed"
	"strings"
	"unicode/utf8"
)

// Base is the word whose stem a word has. For most words it is the word itself. Two kinds of words
// have another base: forms that the stemmers miss (buses is a form of bus), and words with
// interchangeable letters (see Alike).
func (w Word) Base() string {
	text := w.Text
	if !isASCII(text) {
		text = Alike(text)
		if w.Language == "arabic" {
			text = withoutArticle(text)
		}
	}
	known, ok := formsOf[w.Language]
	if !ok {
		return text
	}
	if base, ok := known.whole[text]; ok {
		return base
	}
	for end := range text {
		if base, ok := known.ending[text[end:]]; ok && utf8.RuneCountInString(text[:end]) >= LeastBefore {
			return text[:end] + base
		}
	}
	return text
}

// LeastBefore is the least number of letters before an ending: "seis" is no plural of "sel". An
// ending of the forms whose base has as many letters is also a word.
const LeastBefore = 3

// wordForms has the base of words, and of their endings.
type wordForms struct{ whole, ending map[string]string }

//go:embed forms
var forms embed.FS

// formsOf has the forms of words, by language. A line of a list holds a base and its forms: whole
// words, or endings. A base need not be a word: a made-up base keeps words of one stem apart, such
// as estación (station) and estacionamiento (car park).
var formsOf = func() map[string]wordForms {
	of := map[string]wordForms{}
	for language, line := range Lines(forms, "forms/*.txt") {
		list, ok := of[language]
		if !ok {
			list = wordForms{map[string]string{}, map[string]string{}}
			of[language] = list
		}
		base, rest, _ := strings.Cut(Alike(line), ", ")
		base, isEnding := strings.CutPrefix(base, "-")
		for form := range strings.SplitSeq(rest+", "+Unaccented(rest), ", ") {
			ending, ok := strings.CutPrefix(form, "-")
			if ok {
				list.ending[ending] = base
			}
			if !ok || !isEnding || utf8.RuneCountInString(base) >= LeastBefore {
				list.whole[ending] = base
			}
		}
	}
	return of
}()

// withoutArticle is an Arabic word without "the", "and", "with the", …, and with ة for a last ه,
// which people type for it: والامتعه → امتعة. The stemmer takes some plurals such as سيارات (cars)
// for verbs, so these keep the article, which only nouns have.
func withoutArticle(word string) string {
	if noun, ok := strings.CutSuffix(word, "ه"); ok {
		word = noun + "ة"
	}
	for _, prefix := range []string{"وال", "بال", "كال", "فال", "ال", "لل", "و"} {
		if noun, ok := strings.CutPrefix(word, prefix); ok && utf8.RuneCountInString(noun) >= LeastBefore {
			word = noun
			break
		}
	}
	if strings.HasSuffix(word, "ات") {
		return "ال" + word
	}
	return word
}
