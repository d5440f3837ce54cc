package search

import (
	"cmp"
	"maps"
	"slices"
	"strings"
)

const (
	// Simple is the search language of texts without stemming, and the name of PostgreSQL's
	// dictionary that changes no word.
	Simple     = "simple"
	vietnamese = "vietnamese"
)

// Language is the search language of a language tag such as "pt-BR". Each search language has its
// own document frequencies and synonyms.
func Language(tag string) string {
	primary, _, _ := strings.Cut(strings.ToLower(tag), "-")
	return cmp.Or(stemmed[primary], stemless[primary], Simple)
}

// Dictionary names the dictionary of PostgreSQL that stems a search language.
func Dictionary(language string) string {
	if language == Simple || slices.Contains(stemlessNames, language) {
		return Simple
	}
	return language + "_stem"
}

// stemless are languages of airports without a stemmer in PostgreSQL, by ISO 639-1. The texts of
// all but Vietnamese are cut into pieces.
var stemless = map[string]string{"ja": "japanese", "km": "khmer", "ko": "korean", "lo": "lao", "my": "burmese", "th": "thai", "vi": vietnamese,
	"zh": "chinese"}

var stemlessNames = slices.Collect(maps.Values(stemless))

// BM25F is k1 and b of the score in a search language. In languages that are cut into pieces, the
// pieces of a common word repeat in every text on a subject, so repeated pieces count less.
// Measured on JaQuAD, and confirmed on JSQuAD, KorQuAD, and XQuAD in Chinese and Thai.
func BM25F(language string) (k1, b float64) {
	if language != vietnamese && slices.Contains(stemlessNames, language) {
		return 1.2, 0.6
	}
	return 2.2, 0.5
}

// stemmed are the languages of PostgreSQL 15's stemmers, by ISO 639-1.
var stemmed = map[string]string{
	"ar": "arabic", "ca": "catalan", "da": "danish", "de": "german", "el": "greek", "en": "english", "es": "spanish",
	"eu": "basque", "fi": "finnish", "fr": "french", "ga": "irish", "hi": "hindi", "hu": "hungarian", "hy": "armenian",
	"id": "indonesian", "it": "italian", "lt": "lithuanian", "nb": "norwegian", "ne": "nepali", "nl": "dutch",
	"nn": "norwegian", "no": "norwegian", "pt": "portuguese", "ro": "romanian", "ru": "russian", "sr": "serbian",
	"sv": "swedish", "ta": "tamil", "tr": "turkish", "yi": "yiddish",
}
