package page

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"airport-content/internal/check"
	"airport-content/internal/markup"
	"airport-content/internal/source/web"
)

func TestAlternates(t *testing.T) {
	t.Parallel()
	const head = `<link rel="alternate" hreflang="%s" href="%s">`
	many := ""
	for language := range strings.FieldsSeq("de fr es it nl pl pt sv da fi tr ca cs hu ro vi id ru uk el") {
		many += fmt.Sprintf(head, language, "/"+strings.Repeat("x", 1900))
	}
	for _, test := range []struct {
		html, header string
		want         map[string]string
	}{
		{fmt.Sprintf(head, "de", "/de/a#top") + fmt.Sprintf(head, "pt_br", "https://www.airport.example/pt"), "",
			map[string]string{"de": "https://airport.example/de/a", "pt-BR": "https://www.airport.example/pt"}},
		{"", `</de/a>; rel="alternate"; hreflang="de", <https://airport.example/fr,1>; hreflang=fr; rel=Alternate, </x>; rel=preload; hreflang=it`,
			map[string]string{"de": "https://airport.example/de/a", "fr": "https://airport.example/fr,1"}},
		{`<LINK REL="Alternate Canonical" HREFLANG=" DE " HREF=de>`, "", map[string]string{"de": "https://airport.example/en/de"}},
		{`<base href="https://airport.example/base/"><link rel=alternate hreflang=de href=a>`, "", map[string]string{"de": "https://airport.example/base/a"}},
		{fmt.Sprintf(head, "de", "/1") + fmt.Sprintf(head, "fr", "/2") + fmt.Sprintf(head, "fr", "/2") + fmt.Sprintf(head, "de", "/3"), "", map[string]string{"fr": "https://airport.example/2"}},
		{fmt.Sprintf(head, "x-default", "/") + fmt.Sprintf(head, "", "/1") + fmt.Sprintf(head, "de", "https://airport.de/") + `<link rel="alternate" type="application/rss+xml" href="/feed">` +
			`<link rel="stylesheet" hreflang="de" href="/css">`, "<", nil},
		{many, "", nil},
	} {
		doc := check.Must(markup.Parse(test.html))(t)
		at := check.Must(url.Parse("https://airport.example/en/a"))(t)
		check.Same(t, test.want, Alternates(&web.Answer{URL: at, Header: http.Header{"Link": {test.header}}}, doc), fmt.Sprintf("%.300s", test.html+test.header))
	}
}
