// Package place reads where in an airport something is: terminal, concourse, gate, level, and
// whether that is before or after security.
package place

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/width"
)

// Part is a part of a place.
type Part string

// The parts.
const (
	Terminal  Part = "terminal"
	Concourse Part = "concourse" // or pier, hall, satellite
	Gate      Part = "gate"
	Level     Part = "level"
	Security  Part = "security"
)

// Parts lists all parts.
func Parts() []Part { return []Part{Terminal, Concourse, Gate, Level, Security} }

// The values of Security.
const (
	Before = "before"
	After  = "after"
)

// Mention is a place where a text names a part.
type Mention struct {
	Part       Part
	Value      string // such as "2", "B12", "ground" or "after"; empty for several, such as Gates 11 and 12
	Begin, End int    // of the mention in the text, in bytes
}

// Read reads the parts that a text names clearly. A part of which the text names several, or which
// it denies, is left out, and so are the parts of which the text names one for only one of several places. Values have
// the form of Mention.
func Read(text string) map[Part]string {
	found := map[Part]string{}
	for i, mentions := range places(width.Fold.String(text)) {
		values := single(mentions)
		for _, part := range Parts() {
			if value := values[part]; i == 0 && value != "" {
				found[part] = value
			} else if i > 0 && value != found[part] {
				delete(found, part)
			}
		}
	}
	return found
}

// places lists the mentions of each place that a text names. Semicolons part places, unless the text
// has nothing but mentions, as "Terminal 1; Level 2" has.
func places(text string) (list [][]Mention) {
	all := Find(text)
	for i, m := range all {
		if denied.MatchString(small(text[:m.Begin])) {
			all[i].Value = ""
		}
	}
	if isBare(text, all) {
		return [][]Mention{all}
	}
	begin := 0
	for piece := range strings.SplitAfterSeq(text, ";") {
		var of []Mention
		for _, m := range all {
			if begin <= m.Begin && m.Begin < begin+len(piece) {
				of = append(of, m)
			}
		}
		if of != nil {
			list = append(list, of)
		}
		begin += len(piece)
	}
	return list
}

// denied is what stands before a place where the thing is not: "no longer in", "not accessible".
var denied = regexp.MustCompile(`(?:^|\PL)(?:not|no longer|except|nicht|nicht mehr|außer|pas|sauf|excepto|não|exceto|niet|behalve)(?: \pL+)? $`)

// isBare reports whether a text has no letter or digit but those of its mentions.
func isBare(text string, all []Mention) bool {
	for i, r := range text {
		if (unicode.IsLetter(r) || unicode.IsDigit(r)) && !slices.ContainsFunc(all, func(m Mention) bool { return m.Begin <= i && i < m.End }) {
			return false
		}
	}
	return true
}

// single gives the parts that have one value.
func single(mentions []Mention) map[Part]string {
	values := map[Part]string{}
	for i, m := range mentions {
		others := slices.ContainsFunc(mentions[:i], func(o Mention) bool { return o.Part == m.Part && o.Value != m.Value })
		if values[m.Part] = m.Value; others {
			values[m.Part] = ""
		}
	}
	return values
}
