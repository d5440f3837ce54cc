package source

import (
	"fmt"
	"strings"

	"airport-content/internal/content"
)

// judge finds out whether a website has broken: most pages make no good item any more, or many have become alike.
type judge struct {
	before map[string]string // titleAndText of each page's good item in the last crawl, by key; a full crawl has it too
	stored map[string]bool   // all of these
	bad    int               // pages that make no good item now
	lost   int               // pages that made one before, and make none now
	gone   int               // of the bad ones, pages that are listed, but not there
	first  string            // the first bad or lost page, and why
	none   string            // the first page that is there and makes no item, and why
	titles map[string]*alike // by hash; only those that have changed, as some websites have one title
	texts  map[string]*alike // by hash
	moved  alike             // new pages with the title and text of a stored item
}

// alike counts items with the same title or text.
type alike struct {
	first   string // the key of a page
	items   int    // of which it is new or changed
	changed int    // of these, items that were there before
	before  int    // of which it was so before
}

func (a *alike) add(key string, changed bool) {
	if a.first == "" {
		a.first = key
	}
	a.items++
	if changed {
		a.changed++
	}
}

// few is how many items may be alike by chance.
const few = 2

// pageHash is the hash of a page record: the hash of its item, and those of title and text, with spaces between them.
func pageHash(item, title, text string) string {
	const short = 16 // enough to tell the pages of a website apart
	return item + " " + hashed(title)[:short] + " " + hashed(text)[:short]
}

// titleAndText is what a pageHash says of these.
func titleAndText(hash string) string {
	_, both, _ := strings.Cut(hash, " ")
	return both
}

func newJudge(records []content.PageRecord) judge {
	j := judge{before: map[string]string{}, stored: map[string]bool{}, titles: map[string]*alike{}, texts: map[string]*alike{}}
	for _, p := range records {
		if p.ItemID != "" && p.Hash != "" {
			both := titleAndText(p.Hash)
			j.before[p.Key] = both
			j.stored[both] = true
		}
	}
	return j
}

// addBad counts a page that makes no good item, and reports whether it made one before.
func (j *judge) addBad(key, reason string) bool {
	j.bad++
	if j.first == "" {
		j.first = content.Message(key + ": " + reason)
	}
	return j.addLost(key, reason)
}

// addNone counts a page that is there and makes no item, and reports whether it made one before.
func (j *judge) addNone(key, reason string) bool {
	if j.none == "" {
		j.none = content.Message(key + ": " + reason)
	}
	return j.addLost(key, reason)
}

// addLost counts a page that makes no good item, if it made one before, and reports whether it did.
func (j *judge) addLost(key, reason string) bool {
	if _, made := j.before[key]; !made {
		return false
	}
	j.lost++
	if j.first == "" {
		j.first = content.Message(key + ": " + reason)
	}
	return true
}

// addItem counts an item that was read anew. newItem means that no page made it before.
func (j *judge) addItem(p content.PageRecord, newItem bool) {
	now := titleAndText(p.Hash)
	before, known := j.before[p.Key]
	if newItem && j.stored[now] {
		j.moved.add(p.Key, false)
	}
	title, text, _ := strings.Cut(now, " ")
	titleBefore, textBefore, _ := strings.Cut(before, " ")
	count := func(all map[string]*alike, hash string) {
		if all[hash] == nil {
			all[hash] = &alike{}
		}
		all[hash].add(p.Key, known)
	}
	if known && title != titleBefore {
		count(j.titles, title)
	}
	if text != textBefore {
		count(j.texts, text)
	}
}

// check is an error if nothing may be changed. Where too little could be read, force does not help: there is nothing to take.
func (j *judge) check(r *Result, force bool) error {
	seen := r.Pages - j.gone // what the website has
	pages := r.Good + j.bad  // bad are also those that could not be read, or are gone
	switch {
	case r.Failed > 0 && r.Failed*2 >= seen:
		return fmt.Errorf("%d of %d pages could not be read, so nothing was changed; %s", r.Failed, seen, j.first)
	case seen == 0 && j.gone > 0:
		return fmt.Errorf("none of the %d pages that the website lists is there, so nothing was changed; %s", j.gone, j.first)
	case force:
		return nil
	case j.bad > 0 && j.bad*2 >= pages:
		return doubt(fmt.Sprintf("%d of %d pages make no good item", j.bad, pages), j.first)
	case j.lost*2 > len(j.before):
		return doubt(fmt.Sprintf("%d of %d pages that made a good item make none any more", j.lost, len(j.before)), j.first)
	case r.Good == 0 && j.none != "" && !r.DeleteNothing:
		return doubt(fmt.Sprintf("none of the %d pages makes an item", r.Pages), j.none)
	case j.moved.items > few && j.moved.items*2 > r.Good:
		return doubt(fmt.Sprintf("%d of %d items are stored under other addresses or ids already", j.moved.items, r.Good), j.moved.first)
	}
	for _, both := range j.before {
		title, text, _ := strings.Cut(both, " ")
		if a := j.titles[title]; a != nil {
			a.before++
		}
		if a := j.texts[text]; a != nil {
			a.before++
		}
	}
	if err := j.checkAlike("title", j.titles, r.Good); err != nil {
		return err
	}
	return j.checkAlike("text", j.texts, r.Good)
}

// checkAlike is an error if most items would get the same title or text, or if some get it, and then more than a quarter have it.
// Pages often break one after the other, as their copies in a cache expire.
func (j *judge) checkAlike(what string, all map[string]*alike, good int) error {
	var most, changed alike
	alikeThen := 0
	for _, a := range all {
		if a.items > most.items {
			most = *a
		}
		if n := a.changed + a.before; a.changed > few && n > alikeThen {
			changed, alikeThen = *a, n
		}
	}
	switch {
	case most.items > 1 && most.items*2 > good:
		return doubt(fmt.Sprintf("%d of %d items would have the same %s", most.items, good, what), most.first)
	case alikeThen*4 > len(j.before):
		return doubt(fmt.Sprintf("%d of %d items would have the same %s; %d of them have another now", alikeThen, len(j.before), what, changed.changed), changed.first)
	}
	return nil
}

// doubt is the error of a crawl that the operator may take all the same.
func doubt(what, first string) error {
	return fmt.Errorf("%s, so nothing was changed: has the website broken? the first: %s; if it is right, use --force", what, first)
}
