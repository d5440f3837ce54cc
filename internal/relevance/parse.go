// Package relevance reads what a person expects of the search, written as text, and measures results against it.
package relevance

import (
	"bufio"
	"fmt"
	"io/fs"
	"regexp"
	"strings"
)

// Kind is what an expectation says of its items.
type Kind string

// The kinds, spelled as the sign between query and items.
const (
	First    Kind = "->" // they come first, in this order
	FirstSet Kind = "~>" // they come first, in any order
	Absent   Kind = "!>" // they are not found at all
)

// Expectation is one line of a script.
type Expectation struct {
	Where   string // file and line
	Airport string
	Query   string
	Kind    Kind
	IDs     []string // empty: the query finds nothing
}

// Judgement is one query of the judged set.
type Judgement struct {
	Where   string
	Airport string
	Query   string
	Grades  map[string]int // id → 1 marginal, 2 relevant, 3 exactly what was wanted; other ids: 0
}

var (
	airportLine     = regexp.MustCompile(`^airport ([A-Z0-9]{3,4})$`)
	expectationLine = regexp.MustCompile(`^(.+) (->|~>|!>) ([^\s,]+(?:, [^\s,]+)*)$`)
	queryLine       = regexp.MustCompile(`^query (.+)$`)
	gradeLine       = regexp.MustCompile(`^([123]) ([^\s,]+(?:, [^\s,]+)*)$`)
)

// ParseScript reads a file of expectations:
//
//	# a comment
//	airport LKX
//	tarn street coffee -> lkx-dining-tarn-street-coffee
//	starbuks ~> lkx-dining-starbucks-t1, lkx-dining-starbucks-t2
//	coffee -starbucks !> lkx-dining-starbucks-t1
//	the of and -> nothing
func ParseScript(fsys fs.FS, name string) (list []Expectation, err error) {
	err = eachLine(fsys, name, func(where, airport, text string) error {
		parts := expectationLine.FindStringSubmatch(text)
		if parts == nil {
			return fmt.Errorf("%s: want: query -> id, id (or ~>, !>)", where)
		}
		e := Expectation{Where: where, Airport: airport, Query: parts[1], Kind: Kind(parts[2])}
		if parts[3] != "nothing" {
			e.IDs = strings.Split(parts[3], ", ")
		}
		list = append(list, e)
		return nil
	})
	return list, err
}

// ParseJudged reads the judged set:
//
//	airport LKX
//	query vegan food
//	3 lkx-dining-green-ladle
//	1 lkx-dining-pret-t2, lkx-dining-gelato-nino
func ParseJudged(fsys fs.FS, name string) (list []Judgement, err error) {
	err = eachLine(fsys, name, func(where, airport, text string) error {
		if parts := queryLine.FindStringSubmatch(text); parts != nil {
			list = append(list, Judgement{Where: where, Airport: airport, Query: parts[1], Grades: map[string]int{}})
			return nil
		}
		parts := gradeLine.FindStringSubmatch(text)
		if parts == nil || len(list) == 0 {
			return fmt.Errorf("%s: want: query WORDS, or a grade of 1 to 3 and ids", where)
		}
		for id := range strings.SplitSeq(parts[2], ", ") {
			list[len(list)-1].Grades[id] = int(parts[1][0] - '0')
		}
		return nil
	})
	return list, err
}

// eachLine calls do with each line that says something, and the airport that holds for it.
func eachLine(fsys fs.FS, name string, do func(where, airport, text string) error) error {
	f, err := fsys.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	airport := ""
	lines := bufio.NewScanner(f)
	for n := 1; lines.Scan(); n++ {
		text := strings.TrimSpace(lines.Text())
		if text == "" || text[0] == '#' {
			continue
		}
		if parts := airportLine.FindStringSubmatch(text); parts != nil {
			airport = parts[1]
			continue
		}
		if err := do(fmt.Sprintf("%s:%d", name, n), airport, text); err != nil {
			return err
		}
	}
	return lines.Err()
}
