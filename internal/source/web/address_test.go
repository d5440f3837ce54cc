package web

import (
	"net/url"
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

func TestSamePage(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		a, b string
		same bool
	}{
		{"https://www.airport.example/de/", "http://airport.example/de", true},
		{"https://airport.example/de/index.html#top", "https://airport.example/de", true},
		{"https://airport.example/de/?lang=%c3%a9", "https://airport.example/de?lang=%C3%A9", true},
		{"https://airport.example/de?next=/", "https://airport.example/de?next=", false},
		{"https://airport.example/de", "https://airport.example/en", false},
	} {
		a, b := check.Must(url.Parse(test.a))(t), check.Must(url.Parse(test.b))(t)
		check.Same(t, test.same, SamePage(a, b), test.a, test.b)
	}
}
