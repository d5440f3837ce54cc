package content_test

import (
	"slices"
	"strings"
	"testing"

	"airport-content/internal/check"
	"airport-content/internal/content"
)

// languages parses tags.
func languages(t *testing.T, tags ...string) (list []content.Language) {
	t.Helper()
	for _, tag := range tags {
		list = append(list, check.Must(content.ParseLanguage(tag))(t))
	}
	return list
}

// A filter takes items in its language and script. Regions matter only if both sides have one.
func TestLanguageFilters(t *testing.T) {
	stored := []string{"DE-ch", "de", "de-AT", "en", "en-GB", "es-MX", "he", "iw-IL", "jp", "nb-NO", "nn", "no", "pt-BR", "sr", "sr-Latn", "zh", "zh-CN", "zh-Hans-SG",
		"zh-Hant", "zh-HK", "zh-TW"}
	counts := map[string]int{}
	for _, tag := range stored {
		counts[tag] = 1
	}
	state := content.State{Items: content.Counts{"page": counts, "news": {"de": 1}}}
	for filter, want := range map[string]string{
		"de":                 "DE-ch de de-AT",
		"de_at":              "de de-AT",
		"de-AT-u-co-phonebk": "de de-AT",
		"de-1996":            "DE-ch de de-AT",
		"ger":                "DE-ch de de-AT",
		"de-EN":              "DE-ch de de-AT", // an unknown region is ignored
		"en-US":              "en",
		"en-UK":              "en en-GB",
		"en_US_POSIX":        "en",
		"en-001":             "en en-GB",
		"es-419":             "es-MX",
		"es-ES":              "",
		"he":                 "he iw-IL",
		"iw":                 "he iw-IL",
		"jp":                 "jp",
		"no":                 "nb-NO no",
		"nb":                 "nb-NO no",
		"sr-Latn":            "sr-Latn",
		"sh":                 "sr-Latn",
		"sr-RS":              "sr",
		"zh":                 "zh zh-CN zh-Hans-SG",
		"zh-Hans":            "zh zh-CN zh-Hans-SG",
		"cmn-Hans-CN":        "zh zh-CN",
		"zh-TW":              "zh-Hant zh-TW",
		"ZH-HANT":            "zh-HK zh-Hant zh-TW",
		"zh-Hant-MO":         "zh-Hant",
		"und":                "",
		"x-klingon":          "",
		"fr,zh-HK,de-CH":     "DE-ch de zh-HK zh-Hant",
	} {
		asked := languages(t, strings.Split(filter, ",")...)
		check.Same(t, want, strings.Join(state.InLanguages(asked), " "), filter)
	}
	if state.InLanguages(nil) != nil || state.InLanguages(languages(t, "fr")) == nil {
		t.Error("nil must mean no filter")
	}

	// Each value of the facet, as a filter, finds what the facet counts.
	query := content.Query{Allowed: content.EveryType()}
	facet := query.CountLanguages(state.Items)
	for _, v := range facet {
		check.Same(t, v.Value, content.Query{Allowed: content.EveryType(), Languages: languages(t, v.Name)}.Total(state.Items), v.Name)
	}
	names := strings.Fields("de en es he jp nn no pt sr sr-Latn zh zh-Hant")
	check.Same(t, len(names), len(facet), "values of the facet")
	for _, name := range names {
		if !slices.ContainsFunc(facet, func(v content.Member[int]) bool { return v.Name == name }) {
			t.Errorf("the facet lacks %s: %v", name, facet)
		}
	}
}

func TestTextsThatAreNoLanguages(t *testing.T) {
	for _, text := range []string{"", "d", "english", "de-", "-de", "de--AT", "de AT", "*", "12", "de;q=0.5", "de_AT.UTF-8", "zh\xff"} {
		if l, err := content.ParseLanguage(text); err == nil {
			t.Errorf("%q is %s", text, l)
		}
	}
	for tag, meant := range map[string]string{"jp": "ja", "cz": "cs", "CN": "zh", "xx": "", "und": "", "x-a": "", "yyy": ""} {
		l := languages(t, tag)[0]
		check.Same(t, meant, l.Meant(), tag)
		check.Same(t, false, l.IsKnown(), tag)
	}
}
