// Package relevance reads what a person expects of the search, written as text: scripts of queries with the items
// that must come first, and a judged set with a grade for every item that matters. It measures results against both.
package relevance

import (
	"bufio"
	"errors"
	"fmt"
	"io/fs"
	"regexp"
	"strings"
)

// Kind is what an expectation says of its items.
type Kind string

// The kinds, spelled as the sign that stands between query and items.
const (
	First    Kind = "->" // they come first, in this order
	FirstSet Kind = "~>" // they come first, in any order
	Absent   Kind = "!>" // they are not in the result at all
)

// nothing stands in the place of the items where a query must find none.
const nothing = "nothing"

// Expectation is one line of a script.
type Expectation struct {
	File    string
	Line    int
	Airport string // upper case
	Query   string
	Kind    Kind
	IDs     []string // empty: the query finds nothing
}

// Judgement is one query of the judged set.
type Judgement struct {
	Line    int
	Airport string // upper case
	Query   string
	Grades  map[string]int // id → 1 marginal, 2 relevant, 3 exactly what was wanted; other ids: 0
}

var (
	expectationLine = regexp.MustCompile(`^(.+) (->|~>|!>) (.+)$`)
	airportLine     = regexp.MustCompile(`^airport ([A-Z0-9]{3,4})$`)
	gradeLine       = regexp.MustCompile(`^([123]) (.+)$`)
)

// ParseScripts reads every *.txt of fsys, in the order of their names:
//
//	# a comment
//	airport LKX
//	tarn street coffee -> lkx-dining-tarn-street-coffee
//	starbuks ~> lkx-dining-starbucks-t1, lkx-dining-starbucks-t2
//	coffee -starbucks !> lkx-dining-starbucks-t1
//	the of and -> nothing
//
// An airport holds until the next one, or the end of its file. Errors name file and line.
func ParseScripts(fsys fs.FS) ([]Expectation, error) {
	names, err := fs.Glob(fsys, "*.txt")
	if err != nil {
		return nil, fmt.Errorf("relevance scripts: %w", err)
	}
	var all []Expectation
	for _, name := range names {
		one, err := parseScript(fsys, name)
		if err != nil {
			return nil, err
		}
		all = append(all, one...)
	}
	return all, nil
}

func parseScript(fsys fs.FS, name string) ([]Expectation, error) {
	var out []Expectation
	err := eachLine(fsys, name, func(line int, airport, text string) error {
		parts := expectationLine.FindStringSubmatch(text)
		if parts == nil {
			return errors.New("want: query -> id, id (or ~>, !>)")
		}
		e := Expectation{File: name, Line: line, Airport: airport, Query: strings.TrimSpace(parts[1]), Kind: Kind(parts[2])}
		if parts[3] == nothing {
			if e.Kind != First {
				return fmt.Errorf("%q goes with -> only", nothing)
			}
		} else {
			ids, err := splitIDs(parts[3])
			if err != nil {
				return err
			}
			e.IDs = ids
		}
		out = append(out, e)
		return nil
	})
	return out, err
}

// ParseJudged reads the judged set from the file of that name:
//
//	# a comment
//	airport LKX
//	query vegan food
//	3 lkx-dining-green-ladle
//	1 lkx-dining-pret-t2, lkx-dining-gelato-nino
//
// A query without a graded item is an error, as is an item graded twice. Errors name file and line.
func ParseJudged(fsys fs.FS, name string) ([]Judgement, error) {
	var out []Judgement
	err := eachLine(fsys, name, func(line int, airport, text string) error {
		if query, ok := strings.CutPrefix(text, "query "); ok {
			out = append(out, Judgement{Line: line, Airport: airport, Query: strings.TrimSpace(query), Grades: map[string]int{}})
			return nil
		}
		parts := gradeLine.FindStringSubmatch(text)
		if parts == nil {
			return errors.New("want: query WORDS, or a grade of 1 to 3 and ids")
		}
		if len(out) == 0 || out[len(out)-1].Airport != airport {
			return errors.New("a grade before any query of the airport")
		}
		ids, err := splitIDs(parts[2])
		if err != nil {
			return err
		}
		grades := out[len(out)-1].Grades
		for _, id := range ids {
			if _, twice := grades[id]; twice {
				return fmt.Errorf("%s is graded twice", id)
			}
			grades[id] = int(parts[1][0] - '0')
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	for _, j := range out {
		if len(j.Grades) == 0 {
			return nil, fmt.Errorf("%s:%d: query %q has no graded item", name, j.Line, j.Query)
		}
	}
	return out, nil
}

// eachLine calls do with each line of a file that says something, and the airport that holds for it.
func eachLine(fsys fs.FS, name string, do func(line int, airport, text string) error) error {
	f, err := fsys.Open(name)
	if err != nil {
		return fmt.Errorf("relevance: %w", err)
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	airport := ""
	n := 0
	for lines.Scan() {
		n++
		text := strings.TrimSpace(lines.Text())
		if text == "" || text[0] == '#' {
			continue
		}
		if parts := airportLine.FindStringSubmatch(text); parts != nil {
			airport = parts[1]
			continue
		}
		if airport == "" {
			return fmt.Errorf("%s:%d: no airport yet", name, n)
		}
		if err := do(n, airport, text); err != nil {
			return fmt.Errorf("%s:%d: %w", name, n, err)
		}
	}
	if err := lines.Err(); err != nil {
		return fmt.Errorf("%s:%d: %w", name, n+1, err)
	}
	return nil
}

func splitIDs(list string) ([]string, error) {
	var ids []string
	for id := range strings.SplitSeq(list, ",") {
		id = strings.TrimSpace(id)
		if id == "" || strings.ContainsAny(id, " \t") {
			return nil, fmt.Errorf("%q is no list of ids", list)
		}
		ids = append(ids, id)
	}
	return ids, nil
}
