package api

import (
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"airport-content/internal/spelling"
)

// parseQuery passes each parameter of a query string to set, in order. It refuses unknown and repeated parameters, and text
// that net/url or Postgres would refuse.
func parseQuery(raw string, names []string, set func(name, value string) error) error {
	seen := make([]bool, len(names))
	for raw != "" {
		var pair string
		pair, raw, _ = strings.Cut(raw, "&")
		if pair == "" {
			continue
		}
		name, value, err := splitPair(pair)
		if err != nil {
			return err
		}
		i := slices.Index(names, name)
		if i < 0 {
			return unknownParameter(name, names)
		}
		if seen[i] {
			return badParameter(name, fmt.Sprintf("Parameter %q came more than once. Send it once.", name))
		}
		seen[i] = true
		if !storable(value) {
			return badParameter(name, fmt.Sprintf("Parameter %q must be UTF-8 text without NUL, percent-encoded.", name))
		}
		if err := set(name, value); err != nil {
			return err
		}
	}
	return nil
}

func splitPair(pair string) (name, value string, err error) {
	rawName, rawValue, _ := strings.Cut(pair, "=")
	name, err = url.QueryUnescape(rawName)
	if err != nil {
		return "", "", badParameter(rawName, fmt.Sprintf("The name of parameter %s is not percent-encoded as it should be (%%41).", spelling.Quoted(rawName)))
	}
	value, err = url.QueryUnescape(rawValue)
	if err != nil {
		return "", "", badParameter(name, fmt.Sprintf("The value of parameter %s is not percent-encoded as it should be: write %% as %%25.", spelling.Quoted(name)))
	}
	if strings.Contains(pair, ";") {
		return "", "", badParameter(name, "Parameters are separated by &. Write a semicolon in a value as %3B.")
	}
	return name, value, nil
}

// knownParameters lists the names in a query string that some endpoint takes, joined by commas. For logs.
func knownParameters(raw string) string {
	var found []string
	for pair := range strings.SplitSeq(raw, "&") {
		name, _, _ := strings.Cut(pair, "=")
		if slices.Contains(found, name) {
			continue
		}
		if slices.Contains(listNames, name) || slices.Contains(changesNames, name) {
			found = append(found, name)
		}
	}
	return strings.Join(found, ",")
}

// storable reports whether Postgres can store s as text.
func storable(s string) bool {
	return utf8.ValidString(s) && strings.IndexByte(s, 0) < 0
}

func unknownParameter(name string, names []string) *failure {
	if len(names) == 0 {
		return badParameter(name, fmt.Sprintf("There is no parameter %s: this path takes none.", spelling.Quoted(name)))
	}
	return badParameter(name, fmt.Sprintf("There is no parameter %s; did you mean %q? Known are %s.",
		spelling.Quoted(name), spelling.Nearest(name, names)[0], strings.Join(names, ", ")))
}

// parseWhole reads a number that has only decimal digits: no sign, space or exponent.
func parseWhole(name, value string, least, most int) (int, error) {
	n, err := strconv.Atoi(value)
	digits := strings.Trim(value, "0123456789") == ""
	if err != nil || !digits || n < least || n > most {
		return 0, badParameter(name, fmt.Sprintf("Parameter %q must be a whole number from %d to %d, not %s.", name, least, most, spelling.Quoted(value)))
	}
	return n, nil
}
