package crawl

import (
	"cmp"
	"fmt"

	"airport-content/internal/content"
)

// judge counts the outcomes of pages, and decides whether the crawl is good. The crawl is bad if
// the website seems broken: most pages no longer make a good item, or many pages have become alike.
type judge struct {
	counts    [unread + 1]int // outcomes, by kind
	reasons   []string        // of pages that make no item by right, or are gone; each reason once
	perReason map[string]int  // how many pages have each reason
	notes     []string

	earlier earlier          // of the last crawl
	made    int              // good items of the last crawl
	stored  map[string]int   // these, by title and text, and by what is alike; nil until an item is new or changed
	lost    int              // pages that made an item in the last crawl, and make none now
	first   string           // the first page that makes no good item, is gone or lost, and why
	none    string           // the first page that is there and makes no item, with the reason
	titles  map[string]alike // by hash; only changed ones: a website may have one title
	texts   map[string]alike // by hash
	moved   alike            // new pages with the title and text of a stored item
}

const (
	maxNotes     = 20 // of a crawl
	notesByCause = 3  // of pages that make no item for the same reason
)

// alike counts items with the same title or text.
type alike struct {
	first   string // the key of a page
	items   int    // new or changed ones
	changed int    // changed ones
}

// with counts an item, which is a changed one if its page made an item before.
func (a alike) with(key string, known bool) alike {
	a.first = cmp.Or(a.first, key)
	a.items++
	if known {
		a.changed++
	}
	return a
}

// few is how many items may be alike by chance.
const few = 2

func newJudge(e earlier) judge {
	j := judge{perReason: map[string]int{}, earlier: e, titles: map[string]alike{}, texts: map[string]alike{}}
	for _, p := range e.records {
		if _, made := j.before(p.Key); made {
			j.made++
		}
	}
	return j
}

// before is the hash of the good item that a page made in the last crawl.
func (j *judge) before(key string) (h PageHash, made bool) {
	p, _ := j.earlier.of(key)
	if made = p.ItemID != "" && p.Hash != "" && p.Reason == ""; made {
		h = storedHash(p.Hash)
	}
	return h, made
}

// countStored counts the good items of the last crawl.
func (j *judge) countStored() {
	j.stored = map[string]int{}
	for key := range j.earlier.at {
		if h, made := j.before(key); made {
			for _, hash := range []string{h.both(), "title " + h.Title, "text " + h.Text} {
				j.stored[hash]++
			}
		}
	}
}

// add counts the outcome of a page, and notes a page that makes no item. Every page is noted that
// made an item before or should make one. Of each other reason, the first pages are noted.
func (j *judge) add(key string, o Outcome) {
	j.counts[o.kind]++
	if o.kind == found || o.kind == same {
		return
	}
	line := key + ": " + o.say()
	_, lost := j.before(key)
	if lost {
		j.lost++
	}
	if j.first == "" && (lost || o.kind != none) {
		j.first = content.Message(line)
	}
	if o.kind == none {
		if j.none == "" {
			j.none = content.Message(line)
		}
		if line = key + " makes no item: " + o.say(); lost {
			line = key + " makes no item any more: " + o.say()
		}
	}
	if o.kind == none || o.kind == gone {
		if j.perReason[o.reason]++; j.perReason[o.reason] == 1 {
			j.reasons = append(j.reasons, o.reason)
		}
		if !lost && j.perReason[o.reason] > notesByCause {
			return
		}
	}
	j.note(line)
}

func (j *judge) note(text string) {
	if len(j.notes) < maxNotes {
		j.notes = append(j.notes, content.Message(text))
	}
}

// count writes the counts and the notes into a run. items is the number of new and changed items.
func (j *judge) count(r *content.SourceRun, items int) {
	n := j.counts
	r.Good, r.Failed, r.Skipped, r.LeftOut = n[found]+n[same], n[unread], n[bad]+n[unread], n[none]+n[gone]
	r.Pages, r.Unchanged = r.Good+r.Skipped+r.LeftOut, r.Good-items
	r.Notes = j.notes
	for _, reason := range j.reasons {
		if pages := j.perReason[reason]; pages > notesByCause {
			r.Notes = append(r.Notes, content.Message(fmt.Sprintf("in all, %d pages make no item for this reason: %s", pages, reason)))
		}
	}
}

// addItem counts an item that was read anew. newItem means that no page made the item before.
func (j *judge) addItem(key string, now PageHash, newItem bool) {
	if j.stored == nil {
		j.countStored()
	}
	before, known := j.before(key)
	if newItem && j.stored[now.both()] > 0 {
		j.moved = j.moved.with(key, known)
	}
	if known && now.Title != before.Title {
		j.titles[now.Title] = j.titles[now.Title].with(key, known)
	}
	if now.Text != before.Text {
		j.texts[now.Text] = j.texts[now.Text].with(key, known)
	}
}

// check returns an error if nothing may be changed. If too few pages could be read, force does not
// help: there is nothing to accept.
func (j *judge) check(r *Result, force bool) error {
	missing := j.counts[gone]
	seen := r.Pages - missing // what the website has
	noGood := r.Skipped + missing
	pages := r.Good + noGood
	switch {
	case r.Failed > 0 && r.Failed*2 >= seen:
		return fmt.Errorf("%d of %d pages could not be read, so nothing was changed; %s", r.Failed, seen, j.first)
	case seen == 0 && missing > 0:
		return fmt.Errorf("none of the %d pages that the website lists is there, so nothing was changed; %s", missing, j.first)
	case force:
		return nil
	case noGood > 0 && noGood*2 >= pages:
		return doubt(fmt.Sprintf("%d of %d pages make no good item", noGood, pages), j.first)
	case j.lost*2 > j.made:
		return doubt(fmt.Sprintf("%d of %d pages that made a good item make none any more", j.lost, j.made), j.first)
	case r.Good == 0 && j.none != "" && !r.DeleteNothing:
		return doubt(fmt.Sprintf("none of the %d pages makes an item", r.Pages), j.none)
	case j.moved.items > few && j.moved.items*2 > r.Good:
		return doubt(fmt.Sprintf("%d of %d items are stored under other addresses or ids already", j.moved.items, r.Good), j.moved.first)
	}
	if err := j.checkAlike("title", j.titles, r.Good); err != nil {
		return err
	}
	return j.checkAlike("text", j.texts, r.Good)
}

// checkAlike returns an error if most items would have the same title or text. If more than a few
// stored items change to the title or text, a quarter of all items is enough: pages often break one
// after the other, as their copies in a cache expire.
func (j *judge) checkAlike(what string, all map[string]alike, good int) error {
	var most, changed alike
	alikeThen := 0
	for hash, a := range all {
		if a.items > most.items {
			most = a
		}
		if n := a.changed + j.stored[what+" "+hash]; a.changed > few && n > alikeThen {
			changed, alikeThen = a, n
		}
	}
	switch {
	case most.items > 1 && most.items*2 > good:
		return doubt(fmt.Sprintf("%d of %d items would have the same %s", most.items, good, what), most.first)
	case alikeThen*4 > j.made:
		return doubt(fmt.Sprintf("%d of %d items would have the same %s; %d of them have another now", alikeThen, j.made, what, changed.changed), changed.first)
	}
	return nil
}

// doubt is the error of a crawl that the operator may still accept.
func doubt(what, first string) error {
	return fmt.Errorf("%s, so nothing was changed: has the website broken? the first: %s; if it is right, use --force", what, first)
}
