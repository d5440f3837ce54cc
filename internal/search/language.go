package search

import (
	"cmp"
	"maps"
	"slices"
	"strings"
)

const (
	// Simple is the language of texts that there is no way to read but word by word, and PostgreSQL's dictionary that leaves words as they
	// are.
	Simple     = "simple"
	vietnamese = "vietnamese"
)

// Language is the search language of texts in a language, given as in "pt-BR". Each has document frequencies and synonyms of its own.
func Language(tag string) string {
	primary, _, _ := strings.Cut(strings.ToLower(tag), "-")
	return cmp.Or(stemmed[primary], stemless[primary], Simple)
}

// Dictionary is the dictionary of PostgreSQL that finds the stems of a search language.
func Dictionary(language string) string {
	if language == Simple || slices.Contains(stemlessNames, language) {
		return Simple
	}
	return language + "_stem"
}

// stemless are languages of airports that PostgreSQL has no stemmer for, by ISO 639-1. All but Vietnamese are cut into pieces.
var stemless = map[string]string{"ja": "japanese", "km": "khmer", "ko": "korean", "lo": "lao", "my": "burmese", "th": "thai", "vi": vietnamese,
	"zh": "chinese"}

var stemlessNames = slices.Collect(maps.Values(stemless))

// stemmed are the languages of PostgreSQL 15's stemmers, by ISO 639-1.
var stemmed = map[string]string{
	"ar": "arabic", "ca": "catalan", "da": "danish", "de": "german", "el": "greek", "en": "english", "es": "spanish",
	"eu": "basque", "fi": "finnish", "fr": "french", "ga": "irish", "hi": "hindi", "hu": "hungarian", "hy": "armenian",
	"id": "indonesian", "it": "italian", "lt": "lithuanian", "nb": "norwegian", "ne": "nepali", "nl": "dutch",
	"nn": "norwegian", "no": "norwegian", "pt": "portuguese", "ro": "romanian", "ru": "russian", "sr": "serbian",
	"sv": "swedish", "ta": "tamil", "tr": "turkish", "yi": "yiddish",
}

// NewPlan makes the plan of a query for an airport that has items in these languages. Items of a language are asked for its lexemes
// only.
func NewPlan(q Query, languages []Vocabulary) Plan {
	if len(languages) == 1 {
		return newPlan(q, languages[0])
	}
	var whole Plan
	for i, v := range languages {
		p := newPlan(q, v)
		whole.Missing = union(whole.Missing, p.Missing)
		if i == 0 {
			whole.Unknown = p.Unknown
		}
		whole.Unknown = slices.DeleteFunc(whole.Unknown, func(word string) bool { return !slices.Contains(p.Unknown, word) })
		if p.Languages == nil {
			continue // nothing but stop words
		}
		whole.AtMost += p.AtMost
		whole.Single = p.Single
		whole.Terms = append(whole.Terms, p.Terms...)
		of := p.Languages[0]
		of.setLikelihood(likelihood(q, languages, i))
		// Other languages write some words alike: the index leaves their items out.
		tag := quote("language " + v.Language)
		of.All, of.Any = tag+" & "+of.All, tag+" & "+of.Any
		whole.Languages = append(whole.Languages, of)
	}
	return whole
}

func (l *LanguagePlan) setLikelihood(likelihood float64) {
	for i := range l.Clauses {
		l.Clauses[i].Weight *= likelihood
	}
}

// likelihood tells how likely a query is of a language, up to 1. It compares what the words weigh there with what they weigh in the
// language that they are likely from: the one in which most items hold a word, and nothing for a stop word of any language. So the few
// German items that hold "coffee" do not outrank the English ones only because the word is rare in German. The order within a
// language stays.
func likelihood(q Query, languages []Vocabulary, i int) float64 {
	here, there := 0.0, 0.0
	for _, words := range q {
		for _, w := range words {
			frequency := languages[i].Analyses[w.Text].frequency()
			if frequency == 0 || w.Kind == Absent {
				continue
			}
			here += languages[i].weight(frequency)
			there += weightAnywhere(w.Text, languages)
		}
	}
	if here == 0 {
		return 1
	}
	return min(1, there/here)
}

func weightAnywhere(word string, languages []Vocabulary) float64 {
	most, weight := 0, 0.0
	for _, v := range languages {
		analysis := v.Analyses[word]
		if analysis.query() == "" {
			return 0
		}
		if frequency := analysis.frequency(); frequency > most {
			most, weight = frequency, v.weight(frequency)
		}
	}
	return weight
}

// union adds to a list what it lacks.
func union[T comparable](list, more []T) []T {
	for _, s := range more {
		if !slices.Contains(list, s) {
			list = append(list, s)
		}
	}
	return list
}
