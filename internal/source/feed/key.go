package feed

import (
	"cmp"
	"net/url"
	"slices"
	"strings"

	"github.com/mmcdole/gofeed"

	"airport-content/internal/source/crawl"
	"airport-content/internal/source/lenient"
	"airport-content/internal/source/web"
)

// keysOf are the keys of the entries of a feed's parts: their guids. Some feeds have one guid for all
// entries. Without a guid that tells entries apart, the key is the link, with the title if several
// entries have the link. Some feeds give an entry another guid whenever they are asked. Then the key
// stays that of the known entry with the same link and title.
func keysOf(c *crawl.Crawl, parts []*feed) [][]string {
	byGUID, titles, entries := map[string]map[string]bool{}, map[string]map[string]bool{}, map[string]int{}
	add := func(all map[string]map[string]bool, key, value string) {
		if all[key] == nil {
			all[key] = map[string]bool{}
		}
		all[key][value] = true
	}
	for _, f := range parts {
		for _, entry := range f.entries {
			if entry != nil {
				link := linkKey(entryLink(entry, f.address))
				add(byGUID, lenient.Clean(entry.GUID), link)
				add(titles, link, entry.Title)
				entries[link]++
			}
		}
	}
	located := map[string][]string{} // keys of the pages that made an item in earlier crawls, by their address
	for p := range c.Known() {
		if p.ItemID != "" {
			located[p.Links.Address] = append(located[p.Links.Address], p.Key)
		}
	}
	known := func(f *feed, entry *gofeed.Item, guid, link string) string {
		if link == "" || entries[link] > 1 || c.RecordOf(guid).ItemID != "" {
			return ""
		}
		for _, key := range located[link] {
			if len(byGUID[key]) == 0 && c.HadTitle(key, feedItem(f, entry, entryLink(entry, f.address), "news").Title) {
				return key
			}
		}
		return ""
	}
	keys := make([][]string, len(parts))
	for n, f := range parts {
		keys[n] = make([]string, len(f.entries))
		for i, entry := range f.entries {
			if entry == nil {
				continue
			}
			guid, link := lenient.Clean(entry.GUID), linkKey(entryLink(entry, f.address))
			switch {
			case guid != "" && len(byGUID[guid]) == 1:
				keys[n][i] = cmp.Or(known(f, entry, guid, link), guid)
			case link != "" && len(titles[link]) > 1:
				keys[n][i] = link + " " + lenient.Clean(entry.Title)
			default:
				keys[n][i] = link
			}
		}
	}
	return keys
}

// clicks are parameters that tell one click or one reader from others. Services add them anew to each
// link.
var clicks = []string{"_hsenc", "_hsmi", "_openstat", "dclid", "fbclid", "gad_source", "gbraid", "gclid", "gclsrc", "igshid", "li_fat_id", "mc_cid", "mc_eid", "mkt_tok",
	"msclkid", "oly_anon_id", "oly_enc_id", "rb_clickid", "s_cid", "srsltid", "ttclid", "twclid", "vero_conv", "vero_id", "wbraid", "wickedid", "yclid", "ysclid"}

// campaigns begin the names of parameters that say where readers come from.
var campaigns = []string{"utm_", "mtm_", "matomo_", "pk_campaign", "pk_kwd", "pk_keyword", "pk_source", "pk_medium", "pk_content", "hsa_", "at_campaign", "at_medium"}

// withoutClicks is a link without parameters that differ whenever the feed is asked.
func withoutClicks(link *url.URL) *url.URL {
	return without(link, func(name string) bool { return slices.Contains(clicks, strings.ToLower(name)) })
}

// without is a link without some parameters. The others stay as they are written.
func without(link *url.URL, drop func(name string) bool) *url.URL {
	if link.RawQuery == "" {
		return link
	}
	plain := *link
	parts := slices.DeleteFunc(strings.Split(link.RawQuery, "&"), func(part string) bool {
		name, _, _ := strings.Cut(part, "=")
		return drop(name)
	})
	plain.RawQuery = strings.Join(parts, "&")
	return &plain
}

// linkKey is a link without parameters that only say where readers come from; "" if there is none.
func linkKey(link *url.URL) string {
	if link.Host == "" {
		return ""
	}
	plain := *without(withoutClicks(link), func(name string) bool {
		return slices.ContainsFunc(campaigns, func(campaign string) bool { return strings.HasPrefix(strings.ToLower(name), campaign) })
	})
	plain.RawQuery = plain.Query().Encode()
	return lenient.Clean(web.Normal(&plain))
}
