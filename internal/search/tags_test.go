package search_test

import (
	"testing"

	"airport-content/internal/check"
	"airport-content/internal/content"
	"airport-content/internal/search"
)

func TestTags(t *testing.T) {
	t.Parallel()
	for want, allowed := range map[string]content.Scope{
		"'airport SFO'": content.EveryType(),
		"'airport SFO' & ('no type' | 'type faq' | 'type news')": content.OnlyTypes("news", "faq"),
		"'airport SFO' & ('no type')":                            {},
	} {
		check.Same(t, want, search.Tags("SFO", allowed), allowed)
	}
}
