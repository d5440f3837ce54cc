package content_test

import (
	"strings"
	"testing"

	"airport-content/internal/check"
	"airport-content/internal/content"
)

func TestLiked(t *testing.T) {
	st := content.State{Items: content.Counts{
		"page":   {"en": 50, "de": 3, "de-CH": 2, "de-AT": 1, "fr": 7, "zh-TW": 1},
		"dining": {"fr": 9, "it": 10, "pt-BR": 4, "pt": 1},
	}}
	for prefer, want := range map[string]string{
		"":         "en fr it pt-BR de de-CH de-AT pt zh-TW",
		"de":       "de de-CH de-AT en fr it pt-BR pt zh-TW",
		"de-AT":    "de-AT de en fr it pt-BR de-CH pt zh-TW",
		"de-AT,it": "de-AT de it en fr pt-BR de-CH pt zh-TW",
		"pt,fr":    "pt pt-BR fr en it de de-CH de-AT zh-TW",
		"zh-Hant":  "zh-TW en fr it pt-BR de de-CH de-AT pt",
		"zh":       "en fr it pt-BR de de-CH de-AT pt zh-TW",
		"de-CH,de": "de-CH de de-AT en fr it pt-BR pt zh-TW",
		"ja,pt_BR": "pt-BR pt en fr it de de-CH de-AT zh-TW",
	} {
		var languages []content.Language
		for tag := range strings.SplitSeq(prefer, ",") {
			if tag != "" {
				languages = append(languages, check.Must(content.ParseLanguage(tag))(t))
			}
		}
		check.Same(t, want, strings.Join(st.Liked(languages), " "), prefer)
	}
}
