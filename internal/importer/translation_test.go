package importer_test

import (
	"strings"
	"testing"

	"airport-content/internal/check"
	"airport-content/internal/importer"
)

// A thing has one item in each language. A second one is a bad line in the same file, and stays alone
// in a later one.
func TestTranslatedTwice(t *testing.T) {
	t.Parallel()
	f := newFixture(t, newItem("a", "translationKey", "x"), newItem("b", "translationKey", "x", "language", "de"))
	things := func() string {
		return strings.Join(f.query(t, "SELECT id || ' ' || coalesce(translation, '-') FROM content_item ORDER BY id"), ", ")
	}
	check.Same(t, "a import page x, b import page x", things(), "two languages")
	result := f.load(t, "SFO", importer.Options{SkipInvalid: true}, newItem("c", "translationKey", "y"), newItem("d", "translationKey", "y"))
	check.Same(t, 1, result.Added, "added")
	check.Same(t, 1, result.Skipped, "skipped")
	if len(result.Invalid) != 1 || result.Invalid[0].Field != "translationKey" || !strings.Contains(result.Invalid[0].Reason, `"c" in line 1`) {
		t.Errorf("bad lines %+v", result.Invalid)
	}
	f.load(t, "SFO", importer.Options{}, newItem("e", "translationKey", "x"))
	check.Same(t, "a import page x, b import page x, c import page y, e -", things(), "a second English item")
	check.Same(t, importer.Result{Unchanged: 1}, f.load(t, "SFO", importer.Options{}, newItem("b", "translationKey", "x", "language", "de")), "the same again")
}
