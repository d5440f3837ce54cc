package api

import (
	"fmt"
	"slices"
	"strconv"
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
)

var (
	listNames    = []string{"size", "from", "q", "contentType", "language", "modifiedSince", "includeBody"}
	changesNames = []string{"cursor", "size"}
)

// listParams are the parameters of the content list, with their defaults filled in.
type listParams struct {
	size, from    int
	search        string         // trimmed; empty: none
	types         []content.Type // in order; nil: none
	languages     []string       // in lower case and in order; nil: none
	modifiedSince time.Time      // zero: none
	includeBody   bool
}

func parseList(rawQuery string) (listParams, error) {
	p := listParams{size: defaultSize, includeBody: true}
	err := parseQuery(rawQuery, listNames, p.set)
	return p, err
}

func (p *listParams) set(name, value string) (err error) {
	switch name {
	case "size":
		p.size, err = parseWhole(name, value, 1, maxSize)
	case "from":
		p.from, err = parseWhole(name, value, 0, maxFrom)
	case "q":
		p.search, err = parseSearch(name, value)
	case "contentType":
		p.types, err = parseTypes(name, value)
	case "language":
		p.languages, err = parseLanguages(name, value)
	case "modifiedSince":
		p.modifiedSince, err = parseSince(name, value)
	case "includeBody":
		p.includeBody, err = parseBool(name, value)
	}
	return err
}

func parseSearch(name, value string) (string, error) {
	if n := utf8.RuneCountInString(value); n > maxSearch {
		return "", badParameter(name, fmt.Sprintf("Parameter %q may have %d characters at most; it has %d.", name, maxSearch, n))
	}
	return strings.TrimSpace(value), nil
}

func parseTypes(name, value string) ([]content.Type, error) {
	return parseEach(name, value, func(part string) (content.Type, error) {
		if t, ok := content.ParseType(part); ok {
			return t, nil
		}
		return "", badParameter(name, fmt.Sprintf("Parameter %q must be one of %s, in lower case, or several joined by commas, not %s.", name,
			strings.Join(content.TypeNames(), ", "), spelling.Quoted(part)))
	})
}

func parseLanguages(name, value string) ([]string, error) {
	return parseEach(name, value, func(part string) (string, error) {
		if content.IsLanguage(part) {
			return strings.ToLower(part), nil
		}
		return "", badParameter(name, fmt.Sprintf("Parameter %q must be a language such as en or pt-BR, or several joined by commas, not %s.",
			name, spelling.Quoted(part)))
	})
}

// parseEach parses values that are joined by commas, and puts them in order. None may come twice.
func parseEach[T ~string](name, value string, parse func(part string) (T, error)) ([]T, error) {
	var list []T
	for part := range strings.SplitSeq(value, ",") {
		parsed, err := parse(part)
		if err != nil {
			return nil, err
		}
		if slices.Contains(list, parsed) {
			return nil, badParameter(name, fmt.Sprintf("Parameter %q has %s twice. Name each value once.", name, spelling.Quoted(part)))
		}
		list = append(list, parsed)
	}
	slices.Sort(list)
	return list, nil
}

func parseSince(name, value string) (time.Time, error) {
	t, err := timestamp.Parse(value)
	if err != nil {
		return t, badParameter(name, fmt.Sprintf("Parameter %q: %v.", name, err))
	}
	return t, nil
}

func parseBool(name, value string) (bool, error) {
	// Not strings.EqualFold, which accepts "falſe" too.
	switch strings.ToLower(value) {
	case "true":
		return true, nil
	case "false":
		return false, nil
	}
	return false, badParameter(name, fmt.Sprintf("Parameter %q must be true or false, not %s.", name, spelling.Quoted(value)))
}

// canonical is the request as text, for ETags and cached pages. Requests that ask for the same have the same text.
func (p listParams) canonical() string {
	since := ""
	if !p.modifiedSince.IsZero() {
		since = timestamp.Format(p.modifiedSince)
	}
	return strings.Join([]string{"list", strconv.Itoa(p.size), strconv.Itoa(p.from), joined(p.types), joined(p.languages), since,
		strconv.FormatBool(p.includeBody), p.search}, "\x00")
}

func joined[T ~string](list []T) string {
	var b strings.Builder
	for _, s := range list {
		b.WriteString(string(s))
		b.WriteByte(',')
	}
	return b.String()
}

// changesParams are the parameters of the changes list.
type changesParams struct {
	size      int
	cursor    *cursor // nil: from the beginning
	rawCursor string
}

func parseChanges(rawQuery string) (changesParams, error) {
	p := changesParams{size: defaultSize}
	err := parseQuery(rawQuery, changesNames, func(name, value string) (err error) {
		if name == "size" {
			p.size, err = parseWhole(name, value, 1, maxSize)
			return err
		}
		p.cursor, err = decodeCursor(value)
		if err != nil {
			return badParameter(name, `Parameter "cursor" must be a nextCursor of an earlier answer, unchanged. Without it, changes start from the beginning.`)
		}
		p.rawCursor = value
		return nil
	})
	return p, err
}

func (p changesParams) canonical() string {
	return strings.Join([]string{"changes", strconv.Itoa(p.size), p.rawCursor}, "\x00")
}
