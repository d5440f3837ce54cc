package api

import (
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"airport-content/internal/content"
	"airport-content/internal/spelling"
	"airport-content/internal/timestamp"
)

const (
	defaultSize = 20
	maxSize     = 100
	maxFrom     = 1<<31 - 1
	maxSearch   = 512 // characters
	maxWait     = 30  // seconds

	defaultSuggestions = 8
	maxSuggestions     = 20
)

var (
	listNames     = []string{"size", "from", "q", "contentType", "language", "modifiedSince", "includeBody", "facets", "highlight"}
	suggestNames  = []string{"q", "size", "contentType", "language"}
	changesNames  = []string{"cursor", "size", "wait"}
	airportsNames = []string{"size", "from"}
	facetNames    = []string{facetTypes, facetLanguages}
)

// Facets have the names of the filters whose values they count.
const (
	facetTypes     = "contentType"
	facetLanguages = "language"
)

// listParams are the parameters of the content list, with their defaults filled in.
type listParams struct {
	size, from    int
	search        string         // trimmed; empty: none
	types         []content.Type // in order; nil: none
	languages     []string       // in lower case and in order; nil: none
	modifiedSince time.Time      // zero: none
	includeBody   bool
	facets        []string // in order; nil: none
	highlight     bool     // false without search
}

func parseList(rawQuery string) (listParams, error) {
	p := listParams{size: defaultSize, includeBody: true}
	list, err := parseQuery(rawQuery, listNames)
	if err != nil {
		return p, err
	}
	for _, sent := range list {
		switch sent.name {
		case "size":
			p.size, err = parseWhole(sent, 1, maxSize)
		case "from":
			p.from, err = parseWhole(sent, 0, maxFrom)
		case "q":
			p.search, err = parseSearch(sent)
		case "contentType":
			p.types, err = parseTypes(sent)
		case "language":
			p.languages, err = parseLanguages(sent)
		case "modifiedSince":
			p.modifiedSince, err = parseSince(sent)
		case "includeBody":
			p.includeBody, err = parseBool(sent)
		case "facets":
			p.facets, err = parseFacets(sent)
		case "highlight":
			p.highlight, err = parseBool(sent)
		}
		if err != nil {
			return p, err
		}
	}
	p.highlight = p.highlight && p.search != ""
	return p, nil
}

func parseSearch(sent parameter) (string, error) {
	if n := utf8.RuneCountInString(sent.value); n > maxSearch {
		return "", sent.refused("may have %d characters at most; it has %d", maxSearch, n)
	}
	return strings.TrimSpace(sent.value), nil
}

func parseTypes(sent parameter) ([]content.Type, error) {
	var types []content.Type
	for text := range strings.SplitSeq(sent.value, ",") {
		t, ok := content.ParseType(text)
		if !ok {
			return nil, sent.refused("must be one of %s, in lower case, or several joined by commas, not %s",
				strings.Join(content.TypeNames(), ", "), spelling.Quoted(text))
		}
		if slices.Contains(types, t) {
			return nil, sent.repeats(text)
		}
		types = append(types, t)
	}
	slices.Sort(types)
	return types, nil
}

func parseLanguages(sent parameter) ([]string, error) {
	var languages []string
	for text := range strings.SplitSeq(sent.value, ",") {
		if !content.IsLanguage(text) {
			return nil, sent.refused("must be a language such as en or pt-BR, or several joined by commas, not %s", spelling.Quoted(text))
		}
		language := strings.ToLower(text)
		if slices.Contains(languages, language) {
			return nil, sent.repeats(text)
		}
		languages = append(languages, language)
	}
	slices.Sort(languages)
	return languages, nil
}

func parseSince(sent parameter) (time.Time, error) {
	t, err := timestamp.Parse(sent.value)
	if err != nil {
		return t, badParameter(sent.name, fmt.Sprintf("Parameter %q: %v.", sent.name, err))
	}
	return t, nil
}

func parseFacets(sent parameter) ([]string, error) {
	var facets []string
	for name := range strings.SplitSeq(sent.value, ",") {
		if !slices.Contains(facetNames, name) {
			return nil, sent.refused("must be %s, or both joined by a comma, not %s", strings.Join(facetNames, " or "), spelling.Quoted(name))
		}
		if slices.Contains(facets, name) {
			return nil, sent.repeats(name)
		}
		facets = append(facets, name)
	}
	slices.Sort(facets)
	return facets, nil
}

func parseBool(sent parameter) (bool, error) {
	// Not strings.EqualFold, which accepts "falſe" too.
	switch strings.ToLower(sent.value) {
	case "true":
		return true, nil
	case "false":
		return false, nil
	}
	return false, sent.refused("must be true or false, not %s", spelling.Quoted(sent.value))
}

// canonical is the request as text, for ETags and cached pages. Requests that ask for the same have the same text.
func (p listParams) canonical() string {
	return fmt.Sprintf("list %d %d %s %s %d %t %s %t %s", p.size, p.from, p.types, p.languages, p.modifiedSince.UnixMilli(), p.includeBody,
		p.facets, p.highlight, p.search)
}

// suggestParams are the parameters of suggestions.
type suggestParams struct {
	typed     string // trimmed; empty: blank
	size      int
	types     []content.Type // in order; nil: none
	languages []string       // in lower case and in order; nil: none
}

func parseSuggest(rawQuery string) (suggestParams, error) {
	p := suggestParams{size: defaultSuggestions}
	list, err := parseQuery(rawQuery, suggestNames)
	if err != nil {
		return p, err
	}
	if !slices.ContainsFunc(list, func(sent parameter) bool { return sent.name == "q" }) {
		return p, badParameter("q", `Parameter "q" is missing. Send what was typed so far; it may be empty.`)
	}
	for _, sent := range list {
		switch sent.name {
		case "q":
			p.typed, err = parseSearch(sent)
		case "size":
			p.size, err = parseWhole(sent, 1, maxSuggestions)
		case "contentType":
			p.types, err = parseTypes(sent)
		case "language":
			p.languages, err = parseLanguages(sent)
		}
		if err != nil {
			return p, err
		}
	}
	return p, nil
}

func (p suggestParams) canonical() string {
	return fmt.Sprintf("suggest %d %s %s %s", p.size, p.types, p.languages, p.typed)
}

// changesParams are the parameters of the changes list.
type changesParams struct {
	size      int
	cursor    *cursor // nil: from the beginning
	rawCursor string
	wait      time.Duration
}

func parseChanges(rawQuery string) (changesParams, error) {
	p := changesParams{size: defaultSize}
	list, err := parseQuery(rawQuery, changesNames)
	if err != nil {
		return p, err
	}
	for _, sent := range list {
		switch sent.name {
		case "size":
			p.size, err = parseWhole(sent, 1, maxSize)
		case "cursor":
			p.rawCursor = sent.value
			p.cursor, err = parseCursor(sent)
		case "wait":
			var seconds int
			seconds, err = parseWhole(sent, 0, maxWait)
			p.wait = time.Duration(seconds) * time.Second
		}
		if err != nil {
			return p, err
		}
	}
	return p, nil
}

func parseCursor(sent parameter) (*cursor, error) {
	c, err := decodeCursor(sent.value)
	if err != nil {
		return nil, sent.refused("must be a nextCursor of an earlier answer, unchanged. Without it, changes start from the beginning")
	}
	return c, nil
}

// canonical leaves wait out: the answer is the same.
func (p changesParams) canonical() string {
	return fmt.Sprintf("changes %d %s", p.size, p.rawCursor)
}

// airportsParams are the parameters of the list of airports.
type airportsParams struct{ size, from int }

func parseAirports(rawQuery string) (airportsParams, error) {
	p := airportsParams{size: defaultSize}
	list, err := parseQuery(rawQuery, airportsNames)
	if err != nil {
		return p, err
	}
	for _, sent := range list {
		switch sent.name {
		case "size":
			p.size, err = parseWhole(sent, 1, maxSize)
		case "from":
			p.from, err = parseWhole(sent, 0, maxFrom)
		}
		if err != nil {
			return p, err
		}
	}
	return p, nil
}

// itemParams are the parameters of one item.
type itemParams struct{ id string }

func parseItem(id, rawQuery string) (itemParams, error) {
	if !storable(id) {
		return itemParams{}, badParameter("id", "The id in the path must be UTF-8 text without NUL, percent-encoded.")
	}
	_, err := parseQuery(rawQuery, nil)
	return itemParams{id: id}, err
}

func (p itemParams) canonical() string { return "item " + p.id }
