package crawl

import (
	"iter"

	"airport-content/internal/content"
)

// earlier are the records of pages from earlier crawls.
type earlier struct {
	records []content.PageRecord
	at      map[string]int // in records, by key
}

func newEarlier(records []content.PageRecord) earlier {
	e := earlier{records, make(map[string]int, len(records))}
	for n, p := range records {
		e.at[p.Key] = n
	}
	return e
}

func (e earlier) of(key string) (p content.PageRecord, is bool) {
	n, is := e.at[key]
	if is {
		p = e.records[n]
	}
	return p, is
}

// RecordOf is the record of a page from earlier crawls; only the key if there is none. In a full
// crawl, ETag, Modified and Hash are "".
func (c *Crawl) RecordOf(key string) content.PageRecord {
	p, _ := c.earlier.of(key)
	if p.Key = key; c.full {
		p.ETag, p.Modified, p.Hash = "", "", ""
	}
	return p
}

// Known are the records of all pages from earlier crawls, as RecordOf gives them.
func (c *Crawl) Known() iter.Seq[content.PageRecord] {
	return func(yield func(content.PageRecord) bool) {
		for _, p := range c.earlier.records {
			if !yield(c.RecordOf(p.Key)) {
				return
			}
		}
	}
}
