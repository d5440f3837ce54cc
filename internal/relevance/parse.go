// Package relevance reads expectations and judgements of search results, and measures results
// against them.
package relevance

import (
	"bufio"
	"errors"
	"fmt"
	"io/fs"
	"regexp"
	"strings"
)

// Kind is the kind of an expectation.
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

// Foreign is a query in a language that not every item is in.
type Foreign struct {
	Where    string
	Airport  string
	Language string
	Query    string
	IDs      []string // good items
}

var (
	airportLine     = regexp.MustCompile(`^airport ([A-Z0-9]{3,4})$`)
	expectationLine = regexp.MustCompile(`^(.+) (->|~>|!>) ([^\s,]+(?:, [^\s,]+)*)$`)
	queryLine       = regexp.MustCompile(`^query (.+)$`)
	aboutLine       = regexp.MustCompile(`^about [^:]+: ([^\s,]+(?:, [^\s,]+)*)$`)
	languageLine    = regexp.MustCompile(`^([a-z]{2}): (.+)$`)
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
			return errors.New("want: query -> id, id (or ~>, !>)")
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
			return errors.New("want: query WORDS, or a grade of 1 to 3 and ids")
		}
		for id := range strings.SplitSeq(parts[2], ", ") {
			list[len(list)-1].Grades[id] = int(parts[1][0] - '0')
		}
		return nil
	})
	return list, err
}

// ParseForeign reads queries of several languages:
//
//	airport LKX
//	about toilets: lkx-amenity-restrooms-t1, lkx-amenity-restrooms-t2
//	de: Toiletten, wo ist das Klo
//	ja: トイレ
func ParseForeign(fsys fs.FS, name string) (list []Foreign, err error) {
	var good []string
	err = eachLine(fsys, name, func(where, airport, text string) error {
		if parts := aboutLine.FindStringSubmatch(text); parts != nil {
			good = strings.Split(parts[1], ", ")
			return nil
		}
		parts := languageLine.FindStringSubmatch(text)
		if parts == nil || good == nil {
			return errors.New("want: about THING: id, id; or LANGUAGE: query, query")
		}
		for query := range strings.SplitSeq(parts[2], ", ") {
			list = append(list, Foreign{where, airport, parts[1], query, good})
		}
		return nil
	})
	return list, err
}

// eachLine calls do with each line that is neither empty nor a comment, and with the line's
// airport.
func eachLine(fsys fs.FS, name string, do func(where, airport, text string) error) error {
	airport := ""
	return lines(fsys, name, func(where, line string) error {
		text := strings.TrimSpace(line)
		if text == "" || text[0] == '#' {
			return nil
		}
		if parts := airportLine.FindStringSubmatch(text); parts != nil {
			airport = parts[1]
			return nil
		}
		return do(where, airport, text)
	})
}

// lines calls do with each line of a file. Its errors name file and line.
func lines(fsys fs.FS, name string, do func(where, line string) error) error {
	f, err := fsys.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	scanner := bufio.NewScanner(f)
	scanner.Buffer(nil, 4<<20)
	for n := 1; scanner.Scan(); n++ {
		where := fmt.Sprintf("%s:%d", name, n)
		if err := do(where, scanner.Text()); err != nil {
			return fmt.Errorf("%s: %w", where, err)
		}
	}
	return scanner.Err()
}
