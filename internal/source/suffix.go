package source

import (
	"regexp"
	"strings"
)

// fewTitles is how many titles must share a suffix.
const fewTitles = 3

// separator stands before the name of a website in the title of a page.
var separator = regexp.MustCompile(`\s+(\||-|–|—|·|•|»|::)\s+`)

// maxSeparators is how many separators of a title count: the last ones.
const maxSeparators = 3

// titles finds the suffix that most titles of a website share, such as " | Muster Airport". In a
// search, it would make every page match the website's name.
type titles struct {
	read     int
	suffixes map[string]int // how many titles end with each suffix
}

func (t *titles) add(title string) {
	t.read++
	found := separator.FindAllStringIndex(title, -1)
	for _, at := range found[max(0, len(found)-maxSeparators):] {
		if at[0] > 0 {
			t.suffixes[strings.Clone(title[at[0]:])]++
		}
	}
}

// shared is the longest suffix that most of the titles end with; "" if there is none.
func (t *titles) shared() string {
	longest := ""
	for suffix, n := range t.suffixes {
		if n >= fewTitles && n*2 > t.read && len(suffix) > len(longest) {
			longest = suffix
		}
	}
	return longest
}

// suffix is what titles lose in this crawl. The suffix of earlier crawls counts, except in two
// cases: every title was read, or there was no suffix before and most titles were read.
func (c *Crawl) suffix() string {
	if c.titles == nil {
		return ""
	}
	known, good := c.memory.TitleSuffix, c.judge.counts[found]+c.judge.counts[same]
	if c.titles.read >= good || known == "" && c.titles.read*2 >= good {
		return c.titles.shared()
	}
	return known
}
