package web

import (
	"testing"
	"unsafe"

	"airport-content/internal/check"
)

// Addresses compare equal whatever the case of their percent-encoding. One in upper case is not
// copied.
func TestSameCase(t *testing.T) {
	t.Parallel()
	const upper = "/caf%C3%A9"
	check.Same(t, upper, SameCase("/caf%c3%a9"))
	for _, address := range []string{"/shops", upper} {
		if got := SameCase(address); got != address || unsafe.StringData(got) != unsafe.StringData(address) {
			t.Errorf("%s: %s", address, got)
		}
	}
}
