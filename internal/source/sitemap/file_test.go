package sitemap

import (
	"bytes"
	"compress/gzip"
	"errors"
	"slices"
	"strings"
	"testing"

	nethtml "golang.org/x/net/html"
	"golang.org/x/text/encoding/unicode"

	"airport-content/internal/check"
	"airport-content/internal/source/crawl"
)

func TestParseSitemap(t *testing.T) {
	const root = `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`
	utf16 := func(order unicode.Endianness, mark unicode.BOMPolicy, text string) string {
		coded := check.Must(unicode.UTF16(order, mark).NewEncoder().String(text))(t)
		return coded
	}
	packed := func(text string) string {
		var out bytes.Buffer
		z := gzip.NewWriter(&out)
		if _, err := z.Write([]byte(text)); err != nil || z.Close() != nil {
			t.Fatal(err)
		}
		return out.String()
	}
	two := root + "<url><loc>/a</loc></url><url><loc>/é</loc></url></urlset>"
	for _, test := range []struct {
		name, file string
		want       []string
		err        error
	}{
		{"a control character", strings.Replace(two, "/a<", "/\x08a<", 1), []string{"/a", "/é"}, nil},
		{"a reference to one, and one in another element", strings.Replace(two, "/a<", "/&#8;a</loc><x>\x01</x><loc><", 1), []string{"/a", "/é"}, nil},
		{"a byte of Windows-1252", strings.Replace(two, "é", "\xe9", 1), []string{"/a", "/é"}, nil},
		{"XML 1.1", `<?xml version="1.1"?>` + two, []string{"/a", "/é"}, nil},
		{"a byte order mark and a warning", "\ufeff<br>\n<b>Notice</b>: x<br><?xml version='1.0'?>" + two, []string{"/a", "/é"}, nil},
		{"UTF-8 that says Latin-1", `<?xml version="1.0" encoding="iso-8859-1"?>` + two, []string{"/a", "/é"}, nil},
		{"Latin-1 that says so", `<?xml version="1.0" encoding="iso-8859-2"?>` + strings.Replace(two, "é", "\xea", 1), []string{"/a", "/ę"}, nil},
		{"UTF-8 that says UTF-16", `<?xml version="1.0" encoding="utf-16"?>` + two, []string{"/a", "/é"}, nil},
		{"UTF-16 with a mark", utf16(unicode.LittleEndian, unicode.UseBOM, two), []string{"/a", "/é"}, nil},
		{"UTF-16 without one", utf16(unicode.BigEndian, unicode.IgnoreBOM, two), []string{"/a", "/é"}, nil},
		{"prefixes, CDATA and a picture", `<s:urlset xmlns:s="x"><s:url><i:image><i:loc>/i.png</i:loc></i:image><s:loc><![CDATA[ /a&b ]]></s:loc></s:url></s:urlset>`, []string{"/a&b"}, nil},
		{"references in CDATA", root + "<url><loc><![CDATA[/a?b=1&amp;c=2]]></loc></url></urlset>", []string{"/a?b=1&c=2"}, nil},
		{"elements that are not closed", root + "<url><loc>/a</url><url><loc>/b</loc></url></urlset>", []string{"/a", "/b"}, nil},
		{"an address before a date", root + "<url><loc>/a<lastmod>2026-01-01</lastmod></url></urlset>", []string{"/a"}, nil},
		{"an end alone", "</urlset>", nil, errNoSitemap},
		{"pages that are not closed", root + "<url><loc>/a</loc><url><loc>/b</loc></urlset>", []string{"/a", "/b"}, nil},
		{"addresses with a bare &", root + "<url><loc>/a?b=1&copy=2&amp;c&#61;3</loc></url></urlset>", []string{"/a?b=1&copy=2&c=3"}, nil},
		{"none", "<urlset/>", nil, nil},
		{"a text", "\ufeffhttp://e.example/a\t2026-03-01\r\n\r\n  https://e.example/\x00b\xe9 ", []string{"http://e.example/a", "https://e.example/bé"}, nil},
		{"a text in UTF-16", utf16(unicode.LittleEndian, unicode.UseBOM, "http://e.example/a\nhttp://e.example/b"), []string{"http://e.example/a", "http://e.example/b"}, nil},
		{"one that breaks off", two[:len(two)-20], []string{"/a"}, errBroken},
		{"a page", "<!doctype html><title>Home</title>", nil, errNoSitemap},
		{"nothing", "", nil, errNoSitemap},
		{"an address of 45 MB", packed(root + "<url><loc>/a</loc></url><url><loc>/" + strings.Repeat("x", 45<<20) + "</loc></url></urlset>"), []string{"/a"}, nethtml.ErrBufferExceeded},
		{"an address in pieces without end", packed(root + "<url><loc>/" + strings.Repeat("x<!-- -->", 100_000) + "</loc></url></urlset>"), []string{"/" + strings.Repeat("x", crawl.MaxKey)}, nil},
	} {
		entries, err := parseSitemap([]byte(test.file), "text/xml")
		var got []string
		for _, e := range entries {
			got = append(got, e.loc)
		}
		if !slices.Equal(got, test.want) || !errors.Is(err, test.err) {
			t.Errorf("%s: %.200q, %v; want %.200q, %v", test.name, got, err, test.want, test.err)
		}
	}
	if entries, err := parseSitemap([]byte(strings.Replace(two, "é", "\xea", 1)), "text/xml; charset=iso-8859-2"); err != nil || entries[1].loc != "/ę" {
		t.Errorf("a charset of the header: %v, %v", entries, err)
	}
}

func FuzzParseSitemap(f *testing.F) {
	f.Add([]byte(lists("/a", "/b")))
	f.Add([]byte(`<sitemapindex><sitemap><loc>&amp;&eacute;<![CDATA[x]]></loc></sitemap>`))
	f.Add([]byte("\x1f\x8b\x08\x00"))
	f.Add([]byte("http://e.example/\n"))
	f.Add([]byte("<\x00u\x00"))
	f.Add([]byte(`<?xml version="1.0" encoding="utf-16"?><urlset><url><loc>x`))
	f.Fuzz(func(t *testing.T, file []byte) {
		entries, _ := parseSitemap(file, "")
		for _, e := range entries {
			if e.loc == "" || strings.TrimSpace(e.loc) != e.loc {
				t.Errorf("listed %q", e.loc)
			}
		}
	})
}

func TestTooManyAddresses(t *testing.T) {
	t.Parallel()
	_, err := parseSitemap([]byte("<urlset>"+strings.Repeat("<url><loc>x</loc></url>", 50_001)+"</urlset>"), "")
	if err == nil || err.Error() != "it lists more than 50000 addresses" {
		t.Error(err)
	}
}
