package content

import (
	"cmp"
	"errors"
	"regexp"
	"strings"

	"golang.org/x/text/language"
)

// languageForm is the part of BCP 47 that websites use: language, script and region.
var languageForm = regexp.MustCompile(`^[A-Za-z]{2,3}(-[A-Za-z]{4})?(-([A-Za-z]{2}|[0-9]{3}))?$`)

// IsLanguage reports whether s has the form of the language of an item, such as "en" or "pt-BR".
func IsLanguage(s string) bool { return languageForm.MatchString(s) }

// Language is what a language tag means: a language, its script, and perhaps a region. Tags with
// the same meaning make equal values.
type Language struct {
	base   string // ISO 639; old codes have become new ones
	script string // ISO 15924, given or likely; empty for an unknown base
	region string // empty: none given
}

var errNotALanguage = errors.New("not a language tag")

// ParseLanguage reads a tag of BCP 47, such as "de-AT" or "zh_Hant", in any letter case. Unknown
// parts after the language are ignored. The error is for text that is no tag.
func ParseLanguage(tag string) (Language, error) {
	parsed, err := language.All.Parse(tag)
	if _, unknown := errors.AsType[language.ValueError](err); err != nil && !unknown {
		return Language{}, errNotALanguage
	}
	base, _, region := parsed.Raw()
	if base.String() == "und" { // else x/text would take English for the likely language
		first, _, _ := strings.Cut(strings.ReplaceAll(strings.ToLower(tag), "_", "-"), "-")
		return Language{base: first}, nil
	}
	script, _ := parsed.Script()
	l := Language{base: base.String(), script: script.String()}
	if region.String() != "ZZ" {
		l.region = region.String()
	}
	return l, nil
}

// languageOf is the language of an item.
func languageOf(tag string) Language {
	l, err := ParseLanguage(tag)
	if err != nil {
		return Language{base: strings.ToLower(tag)}
	}
	return l
}

// IsKnown reports whether ISO 639 has the language.
func (l Language) IsKnown() bool { return l.script != "" }

// Meant is the likely language of the country whose code stands in place of an unknown language:
// "ja" for "jp". It is empty if no country has the code.
func (l Language) Meant() string {
	country, err := language.ParseRegion(l.base)
	if err != nil || !country.IsCountry() {
		return ""
	}
	base, _ := language.Make("und-" + country.String()).Base()
	return base.String()
}

// Takes reports whether a filter for the language l takes an item in the language of. Language and
// script must be equal. The regions must meet if both have one.
func (l Language) Takes(of Language) bool {
	return l.base == of.base && l.script == of.script && (l.region == "" || of.region == "" || regionsMeet(l.region, of.region))
}

// regionsMeet reports whether two regions are equal, or one contains the other: Latin America (419)
// contains Mexico (MX).
func regionsMeet(a, b string) bool {
	x, y := language.MustParseRegion(a), language.MustParseRegion(b)
	return x == y || x.Contains(y) || y.Contains(x)
}

// Primary is the tag for the language in any region: "pt" for pt-BR, and "zh-Hant" for zh-TW,
// because "zh" means the simplified script.
func (l Language) Primary() string {
	likely, _ := language.Make(l.base).Script()
	if l.script == "" || l.script == likely.String() {
		return l.base
	}
	return l.base + "-" + l.script
}

// String is a tag of this meaning.
func (l Language) String() string {
	if l.region == "" {
		return l.Primary()
	}
	return l.Primary() + "-" + l.region
}

// Compare orders languages by their tags.
func (l Language) Compare(other Language) int { return cmp.Compare(l.String(), other.String()) }
