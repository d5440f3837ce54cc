package search

import (
	"strconv"
	"strings"

	"airport-content/internal/content"
	"airport-content/internal/search/document"
)

// Where a tsquery looks for its lexemes: the label of their positions.
const (
	anywhere = ""
	inTitles = "A"
)

// query is a tsquery for the lexemes one after the other; empty if there are none.
func (a Analysis) query(where string) string {
	if len(a.Lexemes) == 1 && a.Lexemes[0].Text != "" {
		return a.Lexemes[0].query(where)
	}
	var b strings.Builder
	distance, several := 0, false
	for _, l := range a.Lexemes {
		distance++
		if l.Text == "" {
			continue
		}
		if b.Len() > 0 {
			b.WriteString(" <" + strconv.Itoa(distance) + "> ")
			several = true
		}
		b.WriteString(l.query(where))
		distance = 0
	}
	if several {
		return "(" + b.String() + ")"
	}
	return b.String()
}

// query is a tsquery for the lexeme.
func (l Lexeme) query(where string) string {
	if l.Prefix {
		where = "*" + where
	}
	if where != "" {
		where = ":" + where
	}
	return quote(l.Text) + where
}

var quoter = strings.NewReplacer("'", "''", `\`, `\\`)

// quote writes a lexeme for a tsquery. A user's text enters a tsquery only through quote.
func quote(lexeme string) string { return "'" + quoter.Replace(lexeme) + "'" }

// join writes several tsqueries as one.
func join(queries []string, operator string) string {
	if len(queries) < 2 {
		return strings.Join(queries, "")
	}
	return "(" + strings.Join(queries, operator) + ")"
}

// Tags is a tsquery for the items of an airport, of the types that a key may read.
func Tags(airport string, allowed content.Scope) string {
	tag := quote(document.AirportTag(airport))
	if allowed.Equal(content.EveryType()) {
		return tag
	}
	readable := []string{quote("no type")} // no item has this tag
	for _, t := range allowed.Names() {
		readable = append(readable, quote(document.TypeTag(t)))
	}
	return tag + " & (" + strings.Join(readable, " | ") + ")"
}
