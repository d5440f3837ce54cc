package api

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"airport-content/internal/spelling"
)

// otherNames are the names of our parameters in other interfaces, in the form of squash.
var otherNames = map[string][]string{
	"contentType":    {"type", "types", "category", "categories", "kind"},
	"airport":        {"airports", "code", "codes", "iata"},
	"language":       {"lang", "langs", "locale", "hl"},
	"preferLanguage": {"preferredlanguage", "acceptlanguage", "fallbacklanguage", "fallback"},
	"from":           {"offset", "start", "skip", "startindex"},
	"size":           {"limit", "count", "perpage", "pagesize", "top", "rows", "num", "max", "maxresults"},
	"q":              {"search", "searchterm", "query", "text", "term", "keyword", "keywords", "s"},
	"modifiedSince": {"since", "after", "updatedsince", "updatedafter", "modifiedafter", "changedsince", "lastmodified", "modified",
		"updated", "date", "datefrom", "startdate"},
	"openAt":      {"opennow", "open", "isopen", "openon"},
	"includeBody": {"body", "content", "includecontent", "withbody", "full", "fields", "select"},
	"bodyFormat":  {"format", "contentformat", "markdown"},
	"facets":      {"aggs", "aggregations"},
	"highlight":   {"highlighting", "snippet", "snippets"},
	"cursor": {"after", "next", "nextcursor", "token", "pagetoken", "nextpagetoken", "continuation", "since", "modifiedsince", "updatedsince",
		"changedsince", "modifiedafter", "updatedafter", "from", "offset", "page"},
	"wait": {"timeout", "longpoll", "poll"},
}

// absent are parameters of other interfaces that this interface lacks or has elsewhere, and what to
// do instead.
var absent = []struct {
	names  []string
	advice string
}{
	{[]string{"page", "pagenumber", "p"}, "pages have no numbers. Ask for size items from an offset: from=40&size=20 is the third page"},
	{[]string{"sort", "sortby", "order", "orderby", "direction", "dir"}, "the order is fixed: newest first, or best first with q"},
	{[]string{"key", "apikey", "token", "accesstoken", "auth"}, "the key comes in the header x-partner-api-key"},
	{[]string{"airport", "airports", "code", "iata"}, "the airport stands in the path, as in " + base + "/SFO/content and " + base + "/SFO/changes. " + base + "/content?airport=SFO,LAX&q=… searches several"},
	{[]string{"near", "nearby", "lat", "lon", "lng", "latitude", "longitude", "latlng", "geo", "radius", "distance", "bbox", "around"},
		"there is no search around a point. Where something is stands in the metadata, and " + metadataKEY + " filters by it: metadata.terminal=2"},
	{[]string{"callback", "output"}, "answers are JSON"},
	{[]string{"include", "exclude", "filter"}, "each filter is a parameter of its own"},
}

// keyOfMetadata finds the key in other ways to write metadata.KEY.
var keyOfMetadata = regexp.MustCompile(`^(?i:meta(?:data)?)[._:/[-]+["']?([A-Za-z0-9_-]{1,64})["']?]?$`)

// keysOfMetadata are the keys that callers send as parameters of their own.
var keysOfMetadata = []string{"terminal", "concourse", "gate", "level", "security", "opening_hours", "location_detail", "hours_of_operation", "map_poi_id"}

// hint ends the sentence about an unknown parameter with the name that the parameter has here, or
// with advice. names are the parameters of the endpoint.
func hint(unknown string, names []string) string {
	name, sure := meantName(unknown, names)
	if !sure {
		for _, a := range absent {
			if slices.Contains(a.names, squash(unknown)) {
				return ": " + a.advice + "."
			}
		}
	}
	return meant(name)
}

// meantName is which of the names an unknown name means; empty if none. sure is false if the name was
// probably mistyped.
func meantName(unknown string, names []string) (name string, sure bool) {
	squashed := squash(unknown)
	if slices.Contains(names, metadataKEY) {
		if found := keyOfMetadata.FindStringSubmatch(unknown); found != nil {
			return metadataPrefix + found[1], true
		}
		for _, key := range keysOfMetadata {
			if squash(key) == squashed {
				return metadataPrefix + key, true
			}
		}
	}
	for _, name := range names {
		if squashed == squash(name) || slices.Contains(otherNames[name], squashed) {
			return name, true
		}
	}
	for _, name := range names {
		if near(squashed, squash(name)) {
			return name, false
		}
	}
	return "", false
}

// meant ends a sentence with the name that was meant. Without a name, meant is a full stop.
func meant(name string) string {
	if name == "" {
		return "."
	}
	return fmt.Sprintf("; did you mean %q?", name)
}

// near reports whether a name was probably mistyped: one letter in five may be wrong.
func near(typed, name string) bool {
	return len(typed) < 50 && spelling.Distance(typed, name)*5 <= max(len(typed), len(name), 5) && len(name) > 1
}

var squasher = strings.NewReplacer("_", "", "-", "", "[", "", "]", "")

// squash gives page_size, pageSize, Page-Size and page-size[] one form.
func squash(name string) string { return squasher.Replace(strings.ToLower(name)) }
