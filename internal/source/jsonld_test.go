package source

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"airport-content/internal/check"
	"airport-content/internal/content"
)

// described is the item of a page with this HTML before its text: its type, title, picture and
// metadata.
func described(t *testing.T, html string) Item {
	t.Helper()
	item, _, err := readText(t, "text/html; charset=utf-8", `<html><head><title>Page</title>`+html+`<main><p>The text of the page.</p></main>`, content.SourceSettings{})
	if err != nil {
		t.Fatalf("%s: %v", html, err)
	}
	return item
}

// JSON-LD is read with the mistakes that people and templates make.
func TestLooseJSONLD(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		`{"@type":"Store","name":"Books"};`, "\n// <![CDATA[\n{\"@type\":\"Store\",\n// the name\n\"name\":\"Books\"}\n// ]]>\n",
		`/*<![CDATA[*/{"@type":"Store","name":"Books"}/*]]>*/`, `//<![CDATA[ {"@type":"Store","name":"Books"} //]]>`, `<!-- {"@type":"Store","name":"Books"} -->`,
		"<!-- made by a plugin -->\n" + `{"@type":"Store","name":"Books"}`,
		`{"@type":"Store","name":"Books", "x":[1,2, ],}`, "{\"@type\":\"Store\",\"description\":\"a\\\nb\",\"name\":\"Books\"}",
		"{\"@type\":\"Store\",\"description\":\"Novels\r\nand\tmaps // no comment ; ]]>\",\"name\":\"Books\"}",
		`{"@type":"Store","description":"It\'s \d","name":"Books"}`, `{"@type":"BreadcrumbList"} {"@type":"Store","name":"Books"}`,
		`{&quot;@type&quot;:&quot;Store&quot;,&quot;name&quot;:&quot;Books&quot;}`, "\ufeff" + `{"@type":"Store","name":"Books"} trailing`,
		`[{"@type":"schema:Store","name":{"@value":"Books","@language":"en"}},null,7]`,
		`{"@type":"BreadcrumbList"}, {"@type":"Store","name":"Books"}]`, `{"@type":"Store","latitude":undefined,"open":True,"telephone":,"name":"Books"}`,
		"\u00a0" + `{"@type":"Store","name":"Books"}`, `{"type":"Store","id":"#s","schema:name":"Books"}`, `{"@type":"Store","http://schema.org/name":"Books"}`,
	} {
		if got := described(t, `<script type="application/ld+json; charset=utf-8">`+text+`</script>`); got.Type != "shopping" || got.Title != "Books" {
			t.Errorf("%s: got %+v", text, got)
		}
	}
}

// The name of an article is often that of its website.
func TestHeadline(t *testing.T) {
	t.Parallel()
	got := described(t, `<script type="application/ld+json">{"@type":"NewsArticle","name":"Example Airport","headline":"Pier C opens"}</script>`)
	check.Same(t, "Pier C opens", got.Title, "title")
}

// A reference leads to the object that has its @id, wherever the page describes it.
func TestJSONLDReferences(t *testing.T) {
	t.Parallel()
	got := described(t, `<script type="application/ld+json">{"@graph":[
		{"@id":"#e","@type":"Event","name":"Concert","image":[{"@id":"#p"}],"location":{"@type":"Place","@id":"#l"},"mainEntityOfPage":{"@id":"#w"}},
		{"@type":"WebPage","@id":"#w","mainEntity":{"@id":"#e"},"primaryImageOfPage":{"@type":"ImageObject","@id":"#p","url":"/p.jpg"}}]}</script>
		<script type="application/ld+json">{"@id":"#l","@type":"Place","name":"Stage","address":{"@id":"#a"}}</script>
		<script type="application/ld+json">{"@id":"#x","@graph":[{"@id":"#x"}],"address":{"@id":"#a","streetAddress":"Pier B"},"mainEntity":{"@id":"#x"}}</script>`)
	if got.Type != "event" || got.Thumbnail != "https://www.x.example/p.jpg" || got.Metadata["location_detail"] != "Stage, Pier B" {
		t.Errorf("got %+v", got)
	}
	if got := described(t, `<script type="application/ld+json">{"@type":"Article","name":"A","image":{"@id":"https://x.example/#primaryimage"}}</script><meta property="og:image" content="/og.jpg">`); got.Thumbnail != "https://www.x.example/og.jpg" {
		t.Errorf("a reference to nothing is a picture: %s", got.Thumbnail)
	}
	if got := described(t, `<script type="application/ld+json">[{"@type":"Store","name":{"@id":"#n"}},{"@id":"#n","@value":{"@id":"#n"}}]</script>`); got.Title != "Page" {
		t.Errorf("a value that is itself: %s", got.Title)
	}
}

// Of several things, the page is about the one that names the page, or that the page names.
func TestSubject(t *testing.T) {
	t.Parallel()
	for _, mine := range []string{
		`{"@type":"Store","name":"Books","url":"/en/dining/cafe/?b=1"}`, `{"@type":"Store","name":"Books","url":"cafe?b=1"}`,
		`{"@type":"Store","name":"Books","@id":"` + pageURL + `"}`, `{"@type":"Store","name":"Books","mainEntityOfPage":{"@id":"/en/dining/cafe?b=1"}}`,
		`{"@type":"ItemPage","mainEntity":{"@id":"#b"}},{"@id":"#b","@type":"Store","name":"Books"},{"@id":"#c","@type":"Store","name":"Maps"}`,
	} {
		if got := described(t, `<script type="application/ld+json">[{"@type":"Restaurant","name":"Bar","url":"/bar"},`+mine+`]</script>`); got.Title != "Books" {
			t.Errorf("%s: got %+v", mine, got)
		}
	}
	const twice = `<script type="application/ld+json">{"@type":"Store","name":"Books"}</script>`
	check.Same(t, "shopping", described(t, twice+twice).Type, "described twice")
	got := described(t, `<script type="application/ld+json">{"@type":"Store","contactPoint":{"telephone":15550100},"location":[{"@type":"VirtualLocation"},{"@type":"Place","name":"Pier A"}]}</script>`)
	if got.Metadata["phone_number"] != "15550100" || got.Metadata["location_detail"] != "Pier A" {
		t.Errorf("got %+v", got)
	}
}

func TestMicrodata(t *testing.T) {
	t.Parallel()
	const shop = `<body itemscope itemtype="https://schema.org/WebPage"><div itemprop="mainEntity" itemscope itemtype="http://schema.org/Store https://schema.org/Florist">
		<h1 itemprop="name">Corner<br><b>Books</b></h1><img itemprop="image" src="/b.jpg"><a itemprop="telephone url" href="tel:1" content="+1 555 0100">Call</a>
		<div itemprop="location" itemscope itemtype="https://schema.org/Place"><span itemprop="name">Pier A</span></div>
		<p><meta itemprop="openingHours" content="Mo-Fr 06:00-20:00"><time itemprop="openingHours" datetime="Sa 08:00-12:00">Saturdays</time></p>
		<div itemscope itemtype="https://schema.org/Offer"><span itemprop="name">Maps</span></div></div>`
	got := described(t, shop)
	if got.Type != "shopping" || got.Title != "Corner Books" || got.Thumbnail != "https://www.x.example/b.jpg" || got.Metadata["phone_number"] != "+1 555 0100" ||
		got.Metadata["location_detail"] != "Pier A" || got.Metadata["hours_of_operation"] != "Mo-Fr 06:00-20:00; Sa 08:00-12:00" {
		t.Errorf("got %+v", got)
	}
	if got := described(t, `<div itemscope itemtype="https://schema.org/Store"><a itemprop="telephone" href="tel:+15550100">Call</a></div>`); got.Metadata["phone_number"] != "+15550100" {
		t.Errorf("the number of a link: got %+v", got)
	}
	const apart = `<p id="h"><meta itemprop="openingHours" content="Mo 06:00-20:00"></p><div itemscope itemtype="https://schema.org/Store" itemref="x h"></div>`
	elsewhere := described(t, apart).Metadata["hours_of_operation"]
	check.Same(t, "Mo 06:00-20:00", elsewhere, "a property elsewhere")
	if got := described(t, `<script type="application/ld+json">{"@type":"Restaurant","name":"Cafe"}</script>`+shop); got.Title != "Cafe" {
		t.Errorf("microdata beside JSON-LD: %+v", got)
	}
}

func TestHours(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`"openingHours":"Mo,Tu 08:00-20:00, Sa 09:00-18:00"`:                                                                                                        "Mo,Tu 08:00-20:00, Sa 09:00-18:00",
		`"openingHours":", , Mo 10:00-14:00,,Tu 10:00-14:00, , ;"`:                                                                                                  "Mo 10:00-14:00,Tu 10:00-14:00",
		`"openingHours":"Mo 08:00-20:00","openingHoursSpecification":[[{"dayOfWeek":"Mo","opens":"08:00","closes":"20:00"}]]`:                                       "Mo 08:00-20:00",
		`"openingHours":[", , ,"," "]`:                                                                                                                              "",
		`"openingHours":["Mo-Fr 08:00-20:00","Sa 09:00-18:00"]`:                                                                                                     "Mo-Fr 08:00-20:00; Sa 09:00-18:00",
		`"openingHoursSpecification":["Mo 08:00-20:00",{"dayOfWeek":"Tu","opens":"T08:00","closes":"T20:00:00"}]`:                                                   "Mo 08:00-20:00; Tu 08:00-20:00",
		`"openingHours":{"dayOfWeek":["MON","tues","Thursday"],"opens":"8:00","closes":"20:00:00+01:00"}`:                                                           "Mo,Tu,Th 8:00-20:00",
		`"openingHoursSpecification":{"dayOfWeek":"Monday, Tuesday and http://schema.org/Sunday","opens":"08:00","closes":"8 pm"}`:                                  "Mo,Tu,Su 08:00-20:00",
		`"openingHoursSpecification":{"dayOfWeek":"Mo","opens":"12:30:00 AM","closes":"12 p.m."}`:                                                                   "Mo 00:30-12:00",
		`"openingHoursSpecification":{"dayOfWeek":"Mo","opens":"06:00","closes":"last flight 8 pm"}`:                                                                "Mo 06:00-last flight 8 pm",
		`"openingHoursSpecification":{"dayOfWeek":"Friday-Monday","opens":"00:00","closes":"23:59"}`:                                                                "Mo,Fr-Su 00:00-23:59",
		`"openingHoursSpecification":{"dayOfWeek":{"@id":"schema:Monday"},"opens":"08:00","closes":"20:00"}`:                                                        "Mo 08:00-20:00",
		`"openingHoursSpecification":{"dayOfWeek":"Sunday","opens":"00:00","closes":"00:00:00"}`:                                                                    "",
		`"openingHoursSpecification":[{"dayOfWeek":"Sunday","opens":"closed","closes":"closed"},{"dayOfWeek":"Mo"}]`:                                                "",
		`"openingHoursSpecification":{"dayOfWeek":"Mo","opens":"1:00","closes":"2:00","validFrom":"2026-12-24","validThrough":"2026-12-24"}`:                        "",
		`"openingHoursSpecification":[{"dayOfWeek":"Weekdays","opens":"01:00","closes":"02:00"},{"dayOfWeek":"Wed, Thurs & Sat","opens":"08:00","closes":"20:00"}]`: "We,Th,Sa 08:00-20:00",
		`"openingHoursSpecification":{"dayOfWeek":"PublicHolidays","opens":"01:00","closes":"02:00"}`:                                                               "",
	} {
		var it thing
		check.NoError(t, json.Unmarshal([]byte("{"+text+"}"), &it))
		check.Same(t, want, it.hours(), text)
	}
}

func FuzzLooseJSON(f *testing.F) {
	f.Add(`// <![CDATA[` + "\n" + `{"a":"b\'` + "\n" + `c",/* d */"@id":"x","e":[{"@id":"x"},],};//]]>`)
	f.Fuzz(func(t *testing.T, text string) {
		if json.Valid([]byte(text)) && !strings.ContainsRune(text, '\\') {
			if loose := looseJSON(text); !json.Valid([]byte(loose)) {
				t.Errorf("%q becomes %q", text, loose)
			}
		}
		decodeLoose(text)
	})
}

// Whatever the JSON-LD of a page holds, the item is made of text.
func FuzzJSONLD(f *testing.F) {
	f.Add(`[{"@type":["schema:Restaurant","x"],"@id":"#a","name":{"@value":"A"},"image":[{"url":["/a"]}],"telephone":1,"openingHours":["Mo-Fr 06:00-22:00"]}]`)
	f.Add(`{"@graph":[{"@type":"WebPage","mainEntity":{"@type":"Event","startDate":"2026-01-01","location":{"name":"Gate","address":{"streetAddress":"1"}}}}]}`)
	f.Add(`{"@type":"Store","openingHoursSpecification":[{"dayOfWeek":["https://schema.org/Monday",{"name":"Sunday"}],"opens":"06:00:00","closes":"22:00"}],"containedInPlace":"x"}`)
	f.Add(`[{"@type":"Store","name":{"@id":"#n"}},{"@id":"#n","@value":{"@id":"#n"}}]`)
	f.Fuzz(func(t *testing.T, text string) {
		if strings.Contains(text, "<") {
			return // this would end the script
		}
		item, _, err := readText(t, "text/html; charset=utf-8", `<title>Page</title><script type="application/ld+json">`+text+`</script><main>a</main>`, content.SourceSettings{})
		if err != nil || item.Title == "" || item.Content != "a" || item.Type == "" {
			t.Fatalf("%+v, %v", item, err)
		}
		for key, value := range item.Metadata {
			if s, is := value.(string); !is || s == "" || !utf8.ValidString(s) {
				t.Errorf("%s: %q", key, value)
			}
		}
	})
}
