package admin

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"airport-content/internal/content"
	"airport-content/internal/db"
	"airport-content/internal/spelling"
)

// DB is the database with the changes that operators make.
type DB struct {
	pool     *db.Pool
	operator string // whom the history names
}

// New makes a DB of a pool. The history names no operator.
func New(pool *db.Pool) DB { return DB{pool: pool} }

// As is the DB for an operator, whom the history names.
func (d DB) As(operator string) DB { return DB{d.pool, operator} }

// parseAirportCode puts a code in upper case.
func parseAirportCode(s string) (string, error) {
	code, ok := content.ParseAirport(s)
	if !ok {
		return "", fmt.Errorf("airport code %q: want three or four letters or digits, such as SFO", s)
	}
	return code, nil
}

// checkName refuses a name that is empty, too long, or has invisible characters.
func checkName(kind, name string) error {
	switch n := utf8.RuneCountInString(name); {
	case strings.TrimSpace(name) == "":
		return fmt.Errorf("%s name: it is empty", kind)
	case n > 200:
		return fmt.Errorf("%s name: it has %d characters, of at most 200", kind, n)
	case !printable(name), strings.TrimSpace(name) != name:
		return fmt.Errorf("%s name %q: no control characters, and no space at its ends", kind, name)
	}
	return nil
}

func printable(s string) bool {
	return utf8.ValidString(s) && !strings.ContainsFunc(s, unicode.IsControl)
}

// unknown is the error for a missing name. The error lists the existing names.
func unknown(kind, name string, known []string) error {
	return fmt.Errorf("no %s %q; %s", kind, name, spelling.Known(name, known))
}

// find returns the element with this name, or an error that lists the existing names.
func find[T any](kind, name string, list []T, nameOf func(T) string) (T, error) {
	names := make([]string, len(list))
	for i, one := range list {
		if names[i] = nameOf(one); names[i] == name {
			return one, nil
		}
	}
	var none T
	return none, unknown(kind, name, names)
}
