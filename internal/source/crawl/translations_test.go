package crawl

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"airport-content/internal/check"
	"airport-content/internal/content"
)

// grouped are the groups of pages. A page is "key language claim …", a claim "language=key".
func grouped(pages ...string) string {
	c := &Crawl{Source: content.Source{Name: "web"}}
	for _, text := range pages {
		parts := strings.Fields(text)
		p := content.PageRecord{Key: parts[0], ItemID: "web:" + parts[0], Links: content.PageLinks{Language: parts[1], Alternates: map[string]string{}}}
		for _, claim := range parts[2:] {
			language, key, _ := strings.Cut(claim, "=")
			p.Links.Alternates[language] = key
		}
		c.result.Records = append(c.result.Records, p)
	}
	members := map[string][]string{}
	for item, key := range c.translate() {
		members[key] = append(members[key], strings.TrimPrefix(item, "web:"))
	}
	var groups []string
	for _, key := range slices.Sorted(maps.Keys(members)) {
		slices.Sort(members[key])
		groups = append(groups, key+": "+strings.Join(members[key], " "))
	}
	return strings.Join(groups, "; ")
}

// Items are translations of each other where links in both directions say so, or links in one direction
// that nothing contradicts.
func TestTranslations(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name  string
		pages []string
		want  string
	}{
		{"both ways", []string{"a en en=a de=b", "b de en=a de=b"}, "a: a b"},
		{"one way", []string{"a en de=b fr=c", "b de", "c fr"}, "a: a b c"},
		{"one way, from all others", []string{"a en", "b de en=a", "c fr en=a"}, "a: a b c"},
		{"a chain", []string{"a en de=b", "b de en=a fr=c", "c fr de=b"}, "a: a b c"},
		{"the other page names another one", []string{"a en de=b", "b de en=c", "c en de=b"}, "b: b c"},
		{"the other page names one without an item", []string{"a en de=b", "b de en=https://gone"}, ""},
		{"the other entry named one that is gone", []string{"a en de=b", "b de en=gone"}, "a: a b"},
		{"pages without a translation link to its front page", []string{"a en de=home", "b en de=home", "top en de=home", "home de en=top"}, "home: home top"},
		{"two pages of a language name a third", []string{"a en de=x", "b en de=x", "x de"}, ""},
		{"a friend names another one", []string{"a en de=b fr=x", "b de en=a fr=c", "c fr", "x fr"}, "a: a b"},
		{"the language is another one", []string{"a en de=b", "b fr"}, ""},
		{"regions", []string{"a en-US en-US=a en-GB=b", "b en-GB en-US=a en-GB=b"}, "a: a b"},
		{"a region that only the link has", []string{"a en de-DE=b", "b de en-US=a"}, "a: a b"},
		{"several regions of one page", []string{"a en en-US=a en-GB=a de-DE=b de-AT=b", "b de en-US=a en-GB=a"}, "a: a b"},
		{"one item of a language", []string{"a en de=b de-AT=c", "b de en=a", "c de en=a"}, "a: a b"},
		{"scripts", []string{"a zh-CN zh-TW=b", "b zh-Hant zh-Hans=a"}, "a: a b"},
		{"itself", []string{"a en en=a x=a", "b de de=b"}, ""},
	} {
		check.Same(t, test.want, grouped(test.pages...), test.name)
		slices.Reverse(test.pages)
		check.Same(t, test.want, grouped(test.pages...), test.name, "in another order")
	}
}

// A link may lead to the canonical address of an item, or differ in a slash.
func TestAddressesOfTranslations(t *testing.T) {
	t.Parallel()
	const site = "https://airport.example"
	for _, address := range []string{site + "/de", "http://www.airport.example/de/", site + "/canonical", site + "/of-wordpress/", site + "/old"} {
		c := &Crawl{Source: content.Source{Name: "web"}}
		item := c.ItemID(site + "/canonical")
		c.result.Records = []content.PageRecord{{Key: site + "/de", ItemID: item, Links: content.PageLinks{Address: site + "/of-wordpress", Language: "de"}},
			{Key: site + "/en", ItemID: "web:en", Links: content.PageLinks{Language: "en", Alternates: map[string]string{"de": address}}},
			{Key: site + "/old", Links: content.PageLinks{Address: site + "/canonical"}}}
		check.Same(t, 2, len(c.translate()), address)
	}
}

// Where a crawl does not see every page, the other pages stay in their groups.
func TestTranslationsOfUnseenPages(t *testing.T) {
	t.Parallel()
	en := content.PageRecord{Key: "en", ItemID: "web:en", Links: content.PageLinks{Language: "en", Alternates: map[string]string{"de": "de"}}}
	de := content.PageRecord{Key: "de", ItemID: "web:de", Links: content.PageLinks{Language: "de", Alternates: map[string]string{"en": "en"}}}
	for nothing, want := range map[bool]int{true: 2, false: 0} {
		c := &Crawl{Source: content.Source{Name: "web"}, earlier: newEarlier([]content.PageRecord{de})}
		c.result.Records, c.result.DeleteNothing = []content.PageRecord{en}, nothing
		check.Same(t, want, len(c.translate()), "deletes nothing:", nothing)
	}
}
