package page

import (
	"testing"

	"airport-content/internal/check"
)

// described is the item of a page with this HTML before its text: its type, title, picture and
// metadata.
func described(t *testing.T, html string) lone {
	t.Helper()
	item, err := readText(t, "text/html; charset=utf-8", `<html><head><title>Page</title>`+html+`<main><p>The text of the page.</p></main>`, "")
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
