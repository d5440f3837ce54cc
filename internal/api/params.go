package api

import (
	"cmp"
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"airport-content/internal/bodyformat"
	"airport-content/internal/content"
	"airport-content/internal/spelling"
	"airport-content/internal/timestamp"
)

const (
	maxFrom   = 1<<31 - 1
	maxWait   = 30  // seconds
	maxTexts  = 100 // of a list
	maxFacets = 10
	maxKeys   = 20 // of filters of metadata
)

// endpoint has the parameters that an endpoint takes, and its sizes of a page.
type endpoint struct {
	path          string
	parameters    []string
	size, maxSize int
	needsSearch   bool // "q" must be sent, though it may be empty
}

var (
	listEndpoint = endpoint{path: "content", size: 20, maxSize: 100,
		parameters: []string{"size", "from", "q", "contentType", "language", "preferLanguage", "modifiedSince", "openAt", "includeBody", "bodyFormat", "facets", "highlight", "match", "correct", metadataKEY, "ids"}}
	suggestEndpoint = endpoint{path: "suggest", size: 8, maxSize: 20, needsSearch: true,
		parameters: []string{"q", "size", "contentType", "language", "preferLanguage"}}
	itemEndpoint     = endpoint{path: "item", parameters: []string{"bodyFormat"}}
	changesEndpoint  = endpoint{path: "changes", size: 20, maxSize: 100, parameters: []string{"cursor", "size", "wait", "contentType", "language", "includeBody", "bodyFormat"}}
	feedEndpoint     = endpoint{path: "all changes", size: 20, maxSize: 100, parameters: changesEndpoint.parameters}
	searchEndpoint   = endpoint{path: "search", size: 3, maxSize: 20, needsSearch: true, parameters: append([]string{"airport"}, but(listEndpoint.parameters, "from", "facets", "ids")...)}
	airportsEndpoint = endpoint{path: "airports", size: 20, maxSize: 100, parameters: []string{"size", "from"}}
)

// but are parameters without some.
func but(parameters []string, without ...string) []string {
	return slices.DeleteFunc(slices.Clone(parameters), func(name string) bool { return slices.Contains(without, name) })
}

// The facets, named after the filters whose values they count; metadataPrefix and a key is a facet
// too.
const (
	facetTypes     = "contentType"
	facetLanguages = "language"
)

// withIDs are the parameters that go with "ids".
var withIDs = []string{"ids", "includeBody", "bodyFormat", "language"}

// params are the parameters of a request, with their defaults filled in. A parameter that the
// endpoint does not take has its default.
type params struct {
	// Types and languages are sorted, languages are in lower case, and Search is trimmed. Without
	// Search, the options Highlight, Match and Uncorrected have their defaults.
	content.Query
	includeBody bool
	bodyFormat  bodyformat.Format
	openNow     bool        // openAt is the time of the request
	facets      []string    // in order; nil: none
	cursor      *cursor     // nil: from the beginning
	feed        *feedCursor // the cursor of the feed of all airports
	cursorHash  string      // stands for the cursor, which may have kilobytes, in canonical; empty: none
	wait        time.Duration
}

// parse returns a pointer, so that the many requests that wait for changes have small stacks
// (TestManyWait).
func (e *endpoint) parse(rawQuery string) (*params, error) {
	p := &params{Query: content.Query{Size: e.size}, includeBody: true}
	list, err := parseQuery(rawQuery, e.parameters)
	if err != nil {
		return p, err
	}
	if e.needsSearch && !slices.ContainsFunc(list, func(sent parameter) bool { return sent.name == "q" }) {
		return p, badParameter("q", `Parameter "q" is missing. Send the text to search for; it may be empty.`)
	}
	for _, sent := range list {
		if err := p.set(sent, list, e); err != nil {
			return p, err
		}
	}
	if p.IDs != nil {
		p.Size = maxTexts
	}
	for _, name := range p.facets {
		if key, ok := strings.CutPrefix(name, metadataPrefix); ok {
			p.CountMetadata = append(p.CountMetadata, key)
		}
	}
	slices.SortFunc(p.Metadata, func(a, b content.MetadataFilter) int { return cmp.Compare(a.Key, b.Key) })
	p.Counts = p.facets != nil
	if f := filterOf(p); p.cursor != nil && p.cursor.airport != "" && p.cursor.filter != f || p.feed != nil && p.feed.filter != f {
		return p, badParameter("cursor", `Parameter "cursor" belongs to a request with other values of contentType, language or includeBody. `+
			"Send the same ones, or begin without a cursor.")
	}
	if p.Search == "" {
		p.Highlight, p.Match, p.Uncorrected = false, "", false
	}
	return p, nil
}

// set reads one parameter of a list.
func (p *params) set(sent parameter, list []parameter, e *endpoint) (err error) {
	if key, ok := strings.CutPrefix(sent.name, metadataPrefix); ok {
		return p.addMetadata(key, sent)
	}
	switch sent.name {
	case "airport":
		err = checkAirports(sent)
	case "size":
		p.Size, err = parseWhole(sent, 1, e.maxSize)
	case "from":
		p.From, err = parseWhole(sent, 0, maxFrom)
	case "q":
		p.Search, err = parseSearch(sent)
	case "contentType":
		p.Types, err = parseTypes(sent)
	case "language":
		p.Languages, err = parseLanguages(sent)
	case "preferLanguage":
		p.Prefer, err = parsePreferred(sent)
	case "modifiedSince":
		p.ModifiedSince, err = parseSince(sent)
	case "openAt":
		p.OpenAt, p.openNow, err = parseOpenAt(sent)
	case "includeBody":
		p.includeBody, err = parseBool(sent)
	case "bodyFormat":
		p.bodyFormat, err = parseBodyFormat(sent)
	case "facets":
		p.facets, err = parseFacets(sent)
	case "highlight":
		p.Highlight, err = parseBool(sent)
	case "match":
		p.Match, err = parseMatch(sent)
	case "correct":
		var corrects bool
		corrects, err = parseBool(sent)
		p.Uncorrected = !corrects
	case "ids":
		p.IDs, err = parseIDs(sent, list)
	case "cursor":
		sum := sha256.Sum256([]byte(sent.value))
		p.cursorHash = string(sum[:])
		p.cursor, p.feed, err = e.parseCursor(sent)
	case "wait":
		var seconds int
		seconds, err = parseWhole(sent, 0, maxWait)
		p.wait = time.Duration(seconds) * time.Second
	}
	return err
}

// canonical is the request as text, for ETags and cached pages. Equivalent requests have the same
// text. wait is left out, because the answer does not depend on it. Free text is quoted or comes
// last, so that it cannot pass for another parameter.
func (e *endpoint) canonical(p *params) string {
	return fmt.Sprintf("%s %d %d %s %s %s %d %d %s %t %d %s %t %s %t %q %q %s %s", e.path, p.Size, p.From, p.Types, p.Languages, p.Prefer, p.ModifiedSince.UnixMilli(),
		p.OpenAt.Unix(), p.OpenAt.Location(),
		p.includeBody, p.bodyFormat, p.facets, p.Highlight, p.Match, p.Uncorrected, p.Metadata, p.IDs, p.cursorHash, p.Search)
}

// checkAirports checks the form of codes. searchedAirports reads them.
func checkAirports(sent parameter) error {
	sent.values = slices.Clone(sent.values)
	for i, value := range sent.values {
		sent.values[i] = strings.ToUpper(value)
	}
	codes, err := sent.elements()
	if err != nil {
		return err
	}
	for _, code := range codes {
		if _, ok := content.ParseAirport(code); !ok {
			return sent.refused("must be codes of airports such as SFO,LAX, not %s", spelling.Quoted(code))
		}
	}
	if len(codes) > maxAirports {
		return sent.refused("may have %d codes at most; it has %d", maxAirports, len(codes))
	}
	return nil
}

func parseSearch(sent parameter) (string, error) {
	if n := utf8.RuneCountInString(sent.value); n > content.MaxSearch {
		return "", sent.refused("may have %d characters at most; it has %d", content.MaxSearch, n)
	}
	return strings.TrimSpace(sent.value), nil
}

func parseTypes(sent parameter) ([]content.Type, error) {
	names, err := sent.elements()
	if err != nil {
		return nil, err
	}
	types := make([]content.Type, len(names))
	for i, name := range names {
		t, ok := content.ParseType(name)
		if !ok {
			return nil, sent.refused("must be one of %s, in lower case, or several joined by commas, not %s",
				strings.Join(content.TypeNames(), ", "), spelling.Quoted(name))
		}
		types[i] = t
	}
	slices.Sort(types)
	return types, nil
}

func parseLanguages(sent parameter) ([]content.Language, error) {
	languages, err := parsePreferred(sent)
	if err != nil {
		return nil, err
	}
	slices.SortFunc(languages, content.Language.Compare)
	return slices.Compact(languages), nil
}

// parsePreferred keeps the order of the languages.
func parsePreferred(sent parameter) ([]content.Language, error) {
	tags, err := sent.elements()
	if err != nil {
		return nil, err
	}
	var languages []content.Language
	for i, tag := range tags {
		language, err := content.ParseLanguage(tag)
		if err != nil {
			return nil, sent.refused("must be a language tag such as en or pt-BR, or several joined by commas, not %s", spelling.Quoted(tag))
		}
		if slices.ContainsFunc(tags[:i], func(before string) bool { return strings.EqualFold(before, tag) }) {
			return nil, sent.repeats(tag)
		}
		languages = append(languages, language)
	}
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
	facets, err := sent.elements()
	if err != nil {
		return nil, err
	}
	for _, name := range facets {
		key, ofMetadata := strings.CutPrefix(name, metadataPrefix)
		if name != facetTypes && name != facetLanguages && !(ofMetadata && content.IsMetadataKey(key)) {
			known, _ := meantName(name, []string{facetTypes, facetLanguages, metadataKEY})
			return nil, badParameter(sent.name, fmt.Sprintf("Parameter %q must be %s, %s or %s, or several joined by commas, not %s%s",
				sent.name, facetTypes, facetLanguages, metadataKEY, spelling.Quoted(name), meant(known)))
		}
	}
	if len(facets) > maxFacets {
		return nil, sent.refused("may have %d values at most; it has %d", maxFacets, len(facets))
	}
	slices.Sort(facets)
	return facets, nil
}

// addMetadata adds the filter of a key.
func (p *params) addMetadata(key string, sent parameter) error {
	if !content.IsMetadataKey(key) {
		return badParameter(sent.name, fmt.Sprintf("Parameter %s: the key after %q has 1 to 64 letters, digits, _ and -.", spelling.Quoted(sent.name), metadataPrefix))
	}
	values, err := sent.texts()
	if err != nil {
		return err
	}
	if len(p.Metadata) == maxKeys {
		return badParameter(sent.name, fmt.Sprintf("Parameter %q is one too many: a request may filter by %d keys of the metadata at most.", sent.name, maxKeys))
	}
	slices.Sort(values)
	p.Metadata = append(p.Metadata, content.MetadataFilter{Key: key, Values: values})
	return nil
}

// parseIDs reads ids, and refuses the parameters of the query string that do not go with ids.
func parseIDs(sent parameter, list []parameter) ([]string, error) {
	for _, other := range list {
		if !slices.Contains(withIDs, other.name) {
			return nil, badParameter(other.name, fmt.Sprintf("Parameter %q does not go with \"ids\". Only includeBody, bodyFormat and language do.", other.name))
		}
	}
	return sent.texts()
}

func parseMatch(sent parameter) (string, error) {
	if sent.value != "all" && sent.value != "any" {
		return "", sent.refused("must be all or any, not %s", spelling.Quoted(sent.value))
	}
	return sent.value, nil
}

func parseBool(sent parameter) (bool, error) {
	// strings.EqualFold would accept "falſe".
	switch strings.ToLower(sent.value) {
	case "true":
		return true, nil
	case "false":
		return false, nil
	}
	return false, sent.refused("must be true or false, not %s", spelling.Quoted(sent.value))
}

func parseBodyFormat(sent parameter) (bodyformat.Format, error) {
	format, ok := bodyformat.Parse(sent.value)
	if !ok {
		return format, sent.refused("must be html, markdown or text, not %s", spelling.Quoted(sent.value))
	}
	return format, nil
}

// parseCursor reads the cursor of one airport, or of the feed of all airports.
func (e *endpoint) parseCursor(sent parameter) (ofAirport *cursor, ofAll *feedCursor, err error) {
	if e == &feedEndpoint {
		ofAll, err = decodeFeedCursor(sent.value)
	} else {
		ofAirport, err = decodeCursor(sent.value)
	}
	if err != nil {
		return nil, nil, sent.refused("must be a nextCursor of an earlier answer of the same path, unchanged. Without it, changes start from the beginning")
	}
	return ofAirport, ofAll, nil
}
