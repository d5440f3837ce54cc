package panics_test

import (
	"strings"
	"testing"

	"airport-content/internal/panics"
)

func TestCatch(t *testing.T) {
	for _, test := range []struct {
		name, says string
		run        func()
	}{
		{"no panic", "", func() {}},
		{"a panic", "a bad list (airport-content/internal/panics_test.TestCatch.", func() { panic("a bad list") }},
		{"a null pointer", "nil pointer dereference (airport-content/internal/panics_test.TestCatch.", func() {
			var item *struct{ title string }
			item.title = "x"
		}},
	} {
		err := func() (err error) {
			defer panics.Catch(&err)
			test.run()
			return nil
		}()
		if (err != nil) != (test.says != "") || err != nil && !strings.Contains(err.Error(), test.says) {
			t.Errorf("%s: %v, want %q", test.name, err, test.says)
		}
	}
}
