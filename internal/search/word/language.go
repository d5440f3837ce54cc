package word

import (
	"cmp"
	"maps"
	"slices"
	"strings"
)

const (
	// Simple is the search language of texts without stemming, and the name of PostgreSQL's
	// dictionary that changes no word.
	Simple = "simple"
	// Vietnamese has words of several syllables with spaces between them.
	Vietnamese = "vietnamese"
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
var stemless = map[string]string{"ja": "japanese", "km": "khmer", "ko": "korean", "lo": "lao", "my": "burmese", "th": "thai", "vi": Vietnamese,
	"zh": "chinese"}

var stemlessNames = slices.Collect(maps.Values(stemless))

// IsInPieces reports whether the texts of a search language are read in pieces.
func IsInPieces(language string) bool {
	return language != Vietnamese && slices.Contains(stemlessNames, language)
}

// IsCompounding reports whether a search language writes compounds as one word.
func IsCompounding(language string) bool {
	return slices.Contains([]string{"danish", "dutch", "finnish", "german", "hungarian", "norwegian", "swedish"}, language)
}

// stemmed are the languages of PostgreSQL 15's stemmers, by ISO 639-1.
var stemmed = map[string]string{
	"ar": "arabic", "ca": "catalan", "da": "danish", "de": "german", "el": "greek", "en": "english", "es": "spanish",
	"eu": "basque", "fi": "finnish", "fr": "french", "ga": "irish", "hi": "hindi", "hu": "hungarian", "hy": "armenian",
	"id": "indonesian", "it": "italian", "lt": "lithuanian", "nb": "norwegian", "ne": "nepali", "nl": "dutch",
	"nn": "norwegian", "no": "norwegian", "pt": "portuguese", "ro": "romanian", "ru": "russian", "sr": "serbian",
	"sv": "swedish", "ta": "tamil", "tr": "turkish", "yi": "yiddish",
}
