package word

import (
	"slices"
	"strings"
)

// respellings lengthen and shorten the letters that have another spelling in a language: people
// without the key for ü type ue. PostgreSQL itself reads ß as ss, and æ as ae.
var respellings = map[string][]*strings.Replacer{
	"german":    respelling("ä", "ae", "ö", "oe", "ü", "ue"),
	"swedish":   respelling("å", "aa", "ä", "ae", "ö", "oe"),
	"danish":    respelling("å", "aa", "ø", "oe"),
	"norwegian": respelling("å", "aa", "ø", "oe"),
}

func respelling(pairs ...string) []*strings.Replacer {
	lengthen := strings.NewReplacer(pairs...)
	slices.Reverse(pairs)
	return []*strings.Replacer{lengthen, strings.NewReplacer(pairs...)}
}

// Respelled is the other spelling of a word: gebuehr for gebühr, and gebühr for gebuehr; empty if
// there is none.
func Respelled(word, language string) string {
	for _, replacer := range respellings[language] {
		if other := replacer.Replace(word); other != word {
			return other
		}
	}
	return ""
}
