package lenient

import (
	"testing"

	"airport-content/internal/check"
)

func TestLocale(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{"en_US": "en-US", " DE ": "de", "zh-hant-tw": "zh-Hant-TW", "de-DE, en": "de-DE", "English": "", "x-default": "", "": ""} {
		check.Same(t, want, Language(text), text)
	}
}
