package source

import "regexp"

// fewTitles is how many titles must share a suffix.
const fewTitles = 3

// separator stands before the name of a website in the title of a page.
var separator = regexp.MustCompile(`\s*\|\s*|\s+(-|–|—|·|•|»|::)\s+|\s+\[`)

// maxSeparators is how many separators of a title count: the last ones.
const maxSeparators = 3

// sharedSuffix is the longest suffix that most titles of a website end with, such as " | Muster
// Airport"; "" if there is none. In a search, it would make every page match the website's name.
func sharedSuffix(titles map[string]string) string {
	count := map[string]int{}
	longest := ""
	for _, title := range titles {
		found := separator.FindAllStringIndex(title, -1)
		for _, at := range found[max(0, len(found)-maxSeparators):] {
			suffix := title[at[0]:]
			if count[suffix]++; at[0] > 0 && len(suffix) > len(longest) && count[suffix] >= fewTitles && count[suffix]*2 > len(titles) {
				longest = suffix
			}
		}
	}
	return longest
}

// suffix is what titles lose in this crawl. The suffix of earlier crawls counts, except in two
// cases: every title was read, or there was no suffix before and most titles were read.
func (c *crawl) suffix() string {
	known, good := c.memory.TitleSuffix, c.judge.counts[found]+c.judge.counts[same]
	if len(c.titles) >= good || known == "" && len(c.titles)*2 >= good {
		return sharedSuffix(c.titles)
	}
	return known
}
