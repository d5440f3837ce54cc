package template

import (
	"cmp"
	"regexp"
	"strings"
)

// fewTitles is how many titles must share the name of the website.
const fewTitles = 3

// separator stands before or after the name of a website in the title of a page.
var separator = regexp.MustCompile(`\s*\|\s*|\s+(-|–|—|·|•|»|::)\s+|\s+\[`)

// maxSeparators is how many separators of a title count: the last ones, or the first ones.
const maxSeparators = 3

// SharedName is the longest suffix that most titles of a website end with, such as " | Muster
// Airport", or else the longest prefix that most begin with, such as "Muster Airport | "; "" if
// there is none. In a search, it would make every page match the website's name.
func SharedName(titles map[string]string) string {
	return cmp.Or(longestShared(titles, suffixes), longestShared(titles, prefixes))
}

// longestShared is the longest of the parts that most titles have; "" if there is none.
func longestShared(titles map[string]string, parts func(string) []string) (longest string) {
	count := map[string]int{}
	for _, title := range titles {
		for _, part := range parts(title) {
			if count[part]++; len(part) > len(longest) && count[part] >= fewTitles && count[part]*2 > len(titles) {
				longest = part
			}
		}
	}
	return longest
}

func suffixes(title string) (all []string) {
	found := separator.FindAllStringIndex(title, -1)
	for _, at := range found[max(0, len(found)-maxSeparators):] {
		if at[0] > 0 {
			all = append(all, title[at[0]:])
		}
	}
	return all
}

func prefixes(title string) (all []string) {
	for _, at := range separator.FindAllStringIndex(title, maxSeparators) {
		if at[1] < len(title) && title[at[1]-1] != '[' { // what is in brackets stands last
			all = append(all, title[:at[1]])
		}
	}
	return all
}

// WithoutName is a title without what most titles share. A title that has nothing else stays.
func WithoutName(title, name string) string {
	return cmp.Or(strings.TrimPrefix(strings.TrimSuffix(title, name), name), title)
}
