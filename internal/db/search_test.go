package db

import (
	"regexp"
	"strings"
	"testing"
)

// Statements cannot share text, so a change of one may forget the other.
func TestPagesOfItemsAndOfThingsAreFoundAndScoredAlike(t *testing.T) {
	parameters := regexp.MustCompile(`\$\d+`)
	hits := func(statement, end string) string {
		_, statement, _ = strings.Cut(statement, "\n") // behind the name
		statement, _, _ = strings.Cut(statement, end)
		return parameters.ReplaceAllString(statement, "$")
	}
	items, things := hits(searchPage, "\n)\nSELECT"), hits(searchThings, "\n), thing AS")
	if items != things || !strings.HasSuffix(items, "AS i") {
		t.Errorf("SearchPage and SearchThings find or score otherwise:\n%s\n%s", items, things)
	}
}
