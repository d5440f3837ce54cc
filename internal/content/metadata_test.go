package content

import (
	"testing"

	"airport-content/internal/check"
)

// Texts that differ in letter case are one value, named as most items write it. An item counts once.
func TestSpellingsInAFacet(t *testing.T) {
	facet, cut := CountMetadata(map[string]int{`"Thai"`: 2, `"thai"`: 3, `["THAI","Thai",1]`: 4, `"Vegan"`: 1, `"vegan"`: 1,
		`true`: 1, `"TRUE"`: 2, `"1E2"`: 1, `"1e2"`: 2, `100`: 1})
	check.Same(t, Facet{{"Thai", 9}, {"1", 4}, {"1e2", 4}, {"TRUE", 3}, {"Vegan", 2}, {"100", 1}}, facet, "facet")
	check.Same(t, false, cut, "cut")
}
