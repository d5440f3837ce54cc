package api

import (
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"airport-content/internal/partner"
	"airport-content/internal/spelling"
)

// parameter is a decoded parameter of a query string. A repeated list has several values.
type parameter struct {
	name   string
	value  string
	values []string // all values; the first is value
}

const (
	metadataPrefix = "metadata."            // before a key: the name of a parameter, and of a facet
	metadataKEY    = metadataPrefix + "KEY" // in messages, for the parameters of all keys
)

// lists are the parameters that take several values: joined by commas, repeated, or both.
var lists = []string{"airport", "contentType", "language", "preferLanguage", "facets", "ids", metadataKEY}

// documented returns the documented name of a parameter, and whether the endpoint takes it.
func documented(name string, names []string) (string, bool) {
	if strings.HasPrefix(name, metadataPrefix) {
		name = metadataKEY
	}
	return name, slices.Contains(names, name)
}

// refused is a failure whose message begins with the name of the parameter.
func (p parameter) refused(format string, args ...any) *failure {
	return badParameter(p.name, fmt.Sprintf("Parameter %q ", p.name)+fmt.Sprintf(format, args...)+".")
}

// elements returns the values of a list, and refuses a repeated value.
func (p parameter) elements() ([]string, error) {
	var list []string
	for _, value := range p.values {
		for element := range strings.SplitSeq(value, ",") {
			if slices.Contains(list, element) {
				return nil, p.repeats(element)
			}
			list = append(list, element)
		}
	}
	return list, nil
}

// texts returns the elements of a list of texts that may hold commas. A comma before a space does
// not separate. A text with separating commas also counts as a whole, so that a value of a facet
// finds its items.
func (p parameter) texts() ([]string, error) {
	var list []string
	for _, value := range p.values {
		for _, element := range splitTexts(value) {
			if element == "" {
				return nil, p.refused("has an empty value")
			}
			if slices.Contains(list, element) {
				return nil, p.repeats(element)
			}
			list = append(list, element)
		}
	}
	if len(list) > maxTexts {
		return nil, p.refused("may have %d values at most; it has %d", maxTexts, len(list))
	}
	for _, value := range p.values {
		if !slices.Contains(list, value) {
			list = append(list, value)
		}
	}
	return list, nil
}

// splitTexts splits at each comma without a space after it.
func splitTexts(value string) []string {
	var list []string
	for piece := range strings.SplitSeq(value, ",") {
		if last := len(list) - 1; last >= 0 && strings.HasPrefix(piece, " ") {
			list[last] += "," + piece
		} else {
			list = append(list, piece)
		}
	}
	return list
}

func (p parameter) repeats(value string) *failure {
	return p.refused("has %s twice. Name each value once", spelling.Quoted(value))
}

// parseQuery lists the parameters of a query string in order. It refuses unknown parameters,
// repeated parameters other than lists, and text that net/url or PostgreSQL would refuse.
func parseQuery(raw string, names []string) ([]parameter, error) {
	var list []parameter
	for pair := range strings.SplitSeq(raw, "&") {
		if pair == "" {
			continue
		}
		sent, err := splitPair(pair)
		if err != nil {
			return nil, err
		}
		name, known := documented(sent.name, names)
		if !known {
			return nil, unknownParameter(sent.name, names)
		}
		if !storable(sent.value) {
			return nil, sent.refused("must be UTF-8 text without NUL, percent-encoded")
		}
		switch i := slices.IndexFunc(list, func(p parameter) bool { return p.name == sent.name }); {
		case i < 0:
			list = append(list, sent)
		case slices.Contains(lists, name):
			list[i].values = append(list[i].values, sent.value)
		default:
			return nil, sent.refused("came more than once. Send it once")
		}
	}
	return list, nil
}

func splitPair(pair string) (parameter, error) {
	rawName, rawValue, _ := strings.Cut(pair, "=")
	name, err := url.QueryUnescape(rawName)
	if err != nil {
		return parameter{}, badParameter(rawName, fmt.Sprintf("The name of parameter %s is not percent-encoded as it should be (%%41).", spelling.Quoted(rawName)))
	}
	value, err := url.QueryUnescape(rawValue)
	if err != nil {
		return parameter{}, badParameter(name, fmt.Sprintf("The value of parameter %s is not percent-encoded as it should be: write %% as %%25.", spelling.Quoted(name)))
	}
	if strings.Contains(pair, ";") {
		return parameter{}, badParameter(name, "Parameters are separated by &. Write a semicolon in a value as %3B.")
	}
	return parameter{name, value, []string{value}}, nil
}

// knownParameters returns, for logs, the names in a query string that any endpoint takes, joined by
// commas.
func knownParameters(raw string) string {
	var found []string
	for pair := range strings.SplitSeq(raw, "&") {
		name, _, _ := strings.Cut(pair, "=")
		for _, e := range []endpoint{listEndpoint, changesEndpoint, searchEndpoint} {
			if name, known := documented(name, e.parameters); known && !slices.Contains(found, name) {
				found = append(found, name)
			}
		}
	}
	return strings.Join(found, ",")
}

var shortName = regexp.MustCompile(`^[A-Za-z0-9_.-]+$`)

// loggedParameter is the name of a parameter in logs. An unknown name that could hold a key is left
// out.
func loggedParameter(name string) string {
	for _, e := range []endpoint{listEndpoint, changesEndpoint, searchEndpoint} {
		if known, ok := documented(name, e.parameters); ok {
			return known
		}
	}
	if len(name) < partner.ShortestOld && shortName.MatchString(name) {
		return name
	}
	return "unknown"
}

// storable reports whether PostgreSQL can store s as text.
func storable(s string) bool {
	return utf8.ValidString(s) && strings.IndexByte(s, 0) < 0
}

func unknownParameter(name string, names []string) *failure {
	if len(names) == 0 {
		return badParameter(name, fmt.Sprintf("There is no parameter %s: this path takes none.", spelling.Quoted(name)))
	}
	return badParameter(name, fmt.Sprintf("There is no parameter %s%s Known are %s.",
		spelling.Quoted(name), hint(name, names), strings.Join(names, ", ")))
}

// parseWhole reads a number that has only decimal digits: no sign, space or exponent.
func parseWhole(sent parameter, least, most int) (int, error) {
	n, err := strconv.Atoi(sent.value)
	digits := strings.Trim(sent.value, "0123456789") == ""
	if err != nil || !digits || n < least || n > most {
		return 0, sent.refused("must be a whole number from %d to %d, not %s", least, most, spelling.Quoted(sent.value))
	}
	return n, nil
}
