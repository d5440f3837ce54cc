package partner_test

import (
	"testing"

	"airport-content/internal/partner"
)

func TestParseOrigin(t *testing.T) {
	for text, want := range map[string]string{
		"https://app.example": "https://app.example", "HTTPS://App.Example/": "https://app.example", "https://app.example:443": "https://app.example",
		"http://localhost:3000": "http://localhost:3000", "http://app.example:80": "http://app.example", "http://[::1]:8080": "http://[::1]:8080",
		"https://München.example:8443": "https://xn--mnchen-3ya.example:8443",
		"https://app.example:":         "https://app.example", "https://app.example:0443": "https://app.example", "http://app.example:080": "http://app.example",
		"http://app.example:0443": "http://app.example:443", "http://[::1]:": "http://[::1]", "https://a_b.example": "https://a_b.example",
	} {
		if got, err := partner.ParseOrigin(text); got != want || err != nil {
			t.Errorf("%s is %q, %v", text, got, err)
		}
	}
	for _, text := range []string{"", "*", "null", "app.example", "https://", "https://*.example", "https://app.example/path", "https://app.example?q",
		"https://user@app.example", "ftp://app.example", "https://a.example,https://b.example", "javascript:alert(1)",
		"https://app.example:65536", "https://app.example:0", "https://app.example:00", "https://:443", "https://münchen_x.example"} {
		if got, err := partner.ParseOrigin(text); err == nil {
			t.Errorf("%q is accepted as %q", text, got)
		}
	}
}
