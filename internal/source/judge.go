package source

import (
	"fmt"

	"airport-content/internal/content"
	"airport-content/internal/search"
)

// judge tells a website that has broken from one that has changed: most pages make no good item any more, or have the same text.
type judge struct {
	before map[string]string    // by key, the hash of each page's good item in the last crawl; a full crawl has it too
	bad    int                  // pages that make no good item now
	newBad int                  // of these, pages that made one before
	gone   int                  // of the bad ones, pages that are listed, but not there
	first  string               // the first bad page, and why
	texts  map[string]*sameText // by hash
}

// sameText counts items that are new or changed, and have the same title and text.
type sameText struct {
	first   string // the key of a page
	items   int
	changed int // of the items, those that were there before
}

func newJudge(records []content.PageRecord) judge {
	j := judge{before: map[string]string{}, texts: map[string]*sameText{}}
	for _, p := range records {
		if p.ItemID != "" && p.Hash != "" {
			j.before[p.Key] = p.Hash
		}
	}
	return j
}

// addBad counts a page that makes no good item.
func (j *judge) addBad(key, reason string) {
	j.bad++
	if j.before[key] != "" {
		j.newBad++
	}
	if j.first == "" {
		j.first = content.Message(key + ": " + reason)
	}
}

// addItem counts an item that was read anew.
func (j *judge) addItem(p content.PageRecord, title, body string) {
	hash := j.before[p.Key]
	if hash == p.Hash {
		return
	}
	key := hashed(title + "\n" + search.FromHTML(body))
	same := j.texts[key]
	if same == nil {
		same = &sameText{first: p.Key}
		j.texts[key] = same
	}
	same.items++
	if hash != "" {
		same.changed++
	}
}

// most is the text that the most items have.
func (j *judge) most() sameText {
	var most sameText
	for _, same := range j.texts {
		if same.items > most.items {
			most = *same
		}
	}
	return most
}

// check is an error if nothing may be changed. Where too little could be read, force does not help: there is nothing to take.
func (j *judge) check(r *Result, force bool) error {
	seen := r.Pages - j.gone // what the website has
	pages := r.Good + j.bad  // bad are also those that could not be read, or are gone
	same := j.most()
	switch {
	case r.Failed > 0 && r.Failed*2 >= seen:
		return fmt.Errorf("%d of %d pages could not be read, so nothing was changed; %s", r.Failed, seen, j.first)
	case seen == 0 && j.gone > 0:
		return fmt.Errorf("none of the %d pages that the website lists is there, so nothing was changed; %s", j.gone, j.first)
	case force:
		return nil
	case j.bad > 0 && j.bad*2 >= pages:
		return doubt(fmt.Sprintf("%d of %d pages make no good item", j.bad, pages), j.first)
	case j.newBad*2 > len(j.before):
		return doubt(fmt.Sprintf("%d of %d pages that made a good item make none any more", j.newBad, len(j.before)), j.first)
	case same.items > 1 && same.items*2 > r.Good:
		return doubt(fmt.Sprintf("%d of %d items would have the same title and text", same.items, r.Good), same.first)
	case same.changed > 1 && same.changed*2 > len(j.before):
		return doubt(fmt.Sprintf("%d of %d items would change to the same title and text", same.changed, len(j.before)), same.first)
	}
	return nil
}

// doubt is the error of a crawl that the operator may take all the same.
func doubt(what, first string) error {
	return fmt.Errorf("%s, so nothing was changed: has the website broken? the first: %s; if it is right, use --force", what, first)
}
