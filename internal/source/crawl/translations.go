package crawl

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"airport-content/internal/content"
	"airport-content/internal/source/web"
)

// ListAlternates takes the translations of a page that a list of pages tells: addresses by language,
// the page itself among them. The map must not change any more. The page's own word counts more.
func (c *Crawl) ListAlternates(key string, alternates map[string]string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.alternates[key] = alternates
	for language, address := range alternates {
		c.languages[address] = cmp.Or(c.languages[address], language)
	}
}

// translate groups the items that tell of the same thing in several languages, and gives each the key
// of its group: the least id of an item. An item without a group has no key.
func (c *Crawl) translate() map[string]string {
	told := len(c.alternates) > 0
	var pages []*content.PageRecord
	add := func(p *content.PageRecord) {
		if !p.Withdrawn {
			pages, told = append(pages, p), told || len(p.Links.Alternates) > 0
		}
	}
	for n := range c.result.Records {
		add(&c.result.Records[n])
	}
	if c.result.DeleteNothing {
		for p := range c.Known() {
			if !c.recorded[p.Key] {
				add(&p)
			}
		}
	}
	if !told {
		return nil
	}
	slices.SortFunc(pages, func(a, b *content.PageRecord) int { return strings.Compare(a.Key, b.Key) })
	t := &translating{languages: map[string]string{}, claims: map[string]map[string]string{}, groups: map[string]*group{}}
	find := c.finder(pages)
	for _, p := range pages {
		if p.ItemID == "" {
			continue
		}
		t.languages[p.ItemID] = cmp.Or(t.languages[p.ItemID], p.Links.Language)
		for _, alternates := range []map[string]string{c.alternates[p.Key], p.Links.Alternates} {
			for language, address := range alternates {
				other := find(address)
				if other == "" && !strings.Contains(address, "://") {
					continue // the key of a page that is gone since this one was read
				}
				t.claim(p.ItemID, language, other)
			}
		}
	}
	return t.keys(c.Source.Name + ":")
}

// finder finds the item of an address or of a page's key; "" if there is none. The address may be of
// another page that leads to the item.
func (c *Crawl) finder(pages []*content.PageRecord) func(address string) string {
	items, exact, bare := map[string]bool{}, map[string]string{}, map[string]string{}
	add := func(id string, addresses ...string) {
		for _, address := range addresses {
			if address != "" {
				exact[web.SameCase(address)] = id
				bare[web.Bare(address)] = cmp.Or(bare[web.Bare(address)], id)
			}
		}
	}
	find := func(address string) string {
		if id := exact[web.SameCase(address)]; id != "" {
			return id
		}
		if id := c.ItemID(address); items[id] {
			return id
		}
		return bare[web.Bare(address)]
	}
	for _, p := range pages {
		if p.ItemID != "" {
			items[p.ItemID] = true
			add(p.ItemID, p.Key, p.Links.Address)
		}
	}
	for _, p := range pages {
		if p.ItemID == "" && p.Links.Address != "" {
			if id := find(p.Links.Address); id != "" {
				add(id, p.Key)
			}
		}
	}
	return find
}

// translating finds which items are translations of each other. An item claims others; "" stands for a
// page that makes no item.
type translating struct {
	languages map[string]string            // of items
	claims    map[string]map[string]string // by item and language
	groups    map[string]*group            // by item
}

// group has one item of each language.
type group struct {
	items     []string
	languages map[string]bool // in lower case
}

// claim notes that an item says that another one is its translation. What the page itself says comes
// last, and counts.
func (t *translating) claim(item, language, other string) {
	if other == item {
		return
	}
	if t.claims[item] == nil {
		t.claims[item] = map[string]string{}
	}
	t.claims[item][language] = other
}

// primary is the language of a tag without its region: links and pages seldom agree about regions.
func primary(tag string) string {
	l, err := content.ParseLanguage(tag)
	if err != nil {
		return strings.ToLower(tag)
	}
	return l.Primary()
}

// pair is a claim of an item that another one is its translation, in the language that this one has.
type pair struct{ from, to string }

// keys makes the groups: first of items that claim each other, then of those that claim in one way
// where nothing contradicts.
func (t *translating) keys(prefix string) map[string]string {
	var mutual, oneWay []pair
	for _, item := range slices.Sorted(maps.Keys(t.claims)) {
		for _, language := range slices.Sorted(maps.Keys(t.claims[item])) {
			other := t.claims[item][language]
			switch {
			case other == "", primary(language) != primary(t.languages[other]): // the link or the page is wrong
			case t.has(other, item):
				mutual = append(mutual, pair{item, other})
			default:
				oneWay = append(oneWay, pair{item, other})
			}
		}
	}
	for _, l := range mutual {
		t.join(t.groupOf(l.from), t.groupOf(l.to))
	}
	var sound []pair
	rivals := map[*group][]*group{} // the groups that claim another one
	for _, l := range oneWay {
		from, to := t.groupOf(l.from), t.groupOf(l.to)
		if from != to && !t.contradicts(to, from) && !t.contradicts(from, to) {
			sound = append(sound, l)
			if !slices.Contains(rivals[to], from) {
				rivals[to] = append(rivals[to], from)
			}
		}
	}
	refused := map[pair]bool{}
	for _, l := range sound {
		from := t.groupOf(l.from)
		refused[l] = slices.ContainsFunc(rivals[t.groupOf(l.to)], func(other *group) bool { return other != from && other.overlaps(from) })
	}
	for _, l := range sound {
		if !refused[l] {
			t.join(t.groupOf(l.from), t.groupOf(l.to))
		}
	}
	keys := map[string]string{}
	for item, g := range t.groups {
		if len(g.items) > 1 {
			keys[item] = strings.TrimPrefix(slices.Min(g.items), prefix)
		}
	}
	return keys
}

// has reports whether an item claims another one.
func (t *translating) has(item, other string) bool {
	for _, claimed := range t.claims[item] {
		if claimed == other {
			return true
		}
	}
	return false
}

// contradicts reports whether an item of a group claims, for the language of an item of another group,
// something that is not in this other group.
func (t *translating) contradicts(g, other *group) bool {
	languages := map[string]bool{}
	for _, item := range other.items {
		languages[primary(t.languages[item])] = true
	}
	for _, item := range g.items {
		met, against := map[string]bool{}, map[string]bool{}
		for language, claimed := range t.claims[item] {
			if l := primary(language); slices.Contains(other.items, claimed) {
				met[l] = true
			} else if languages[l] {
				against[l] = true
			}
		}
		for l := range against {
			if !met[l] { // else the page has several regions of a language
				return true
			}
		}
	}
	return false
}

// groupOf is the group of an item, which may be alone in it.
func (t *translating) groupOf(item string) *group {
	g := t.groups[item]
	if g == nil {
		g = &group{items: []string{item}, languages: map[string]bool{strings.ToLower(t.languages[item]): true}}
		t.groups[item] = g
	}
	return g
}

func (g *group) overlaps(other *group) bool {
	for language := range g.languages {
		if other.languages[language] {
			return true
		}
	}
	return false
}

// join makes one group of two, unless both have an item in the same language.
func (t *translating) join(a, b *group) {
	if a == b || a.overlaps(b) {
		return
	}
	for _, item := range b.items {
		t.groups[item] = a
	}
	a.items = append(a.items, b.items...)
	maps.Copy(a.languages, b.languages)
}
