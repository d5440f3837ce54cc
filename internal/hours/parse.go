package hours

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
)

// maxText bounds a value of opening_hours, in bytes. OpenStreetMap allows 255 characters.
const maxText = 1_000

// Parse reads a value of opening_hours. It is strict: what is not in the standard form is an error,
// which says what is wrong and where. Easter, days relative to a date, and points in time are not
// read.
func Parse(text string) (*Schedule, error) {
	if len(text) > maxText {
		return nil, fmt.Errorf("longer than %d bytes", maxText)
	}
	p := &parser{text: text}
	s := &Schedule{}
	for first := true; ; first = false {
		r := rule{joint: override}
		if !first {
			var ok bool
			if r.joint, ok = p.joint(); !ok {
				return nil, p.expected("; between two rules")
			}
		}
		if err := p.rule(&r); err != nil {
			return nil, err
		}
		s.rules = append(s.rules, r)
		if p.atEnd() {
			return s, nil
		}
	}
}

// parser reads a text from its beginning to its end.
type parser struct {
	text string
	at   int // the byte to read next
}

func (p *parser) rest() string { return p.text[p.at:] }

func (p *parser) atEnd() bool {
	p.space()
	return p.at == len(p.text)
}

func (p *parser) space() {
	for p.at < len(p.text) && p.text[p.at] == ' ' {
		p.at++
	}
}

// take reads a mark if the mark comes next.
func (p *parser) take(mark string) bool {
	found := strings.HasPrefix(p.rest(), mark)
	if found {
		p.at += len(mark)
	}
	return found
}

// match reads what an expression finds; nil if the expression does not fit here. The expression
// begins with ^.
func (p *parser) match(form *regexp.Regexp) []string {
	found := form.FindStringSubmatch(p.rest())
	if found != nil {
		p.at += len(found[0])
	}
	return found
}

// expected is the error for what comes next.
func (p *parser) expected(what string) error {
	p.space()
	found, _, _ := strings.Cut(p.rest(), " ")
	if found == "" {
		return fmt.Errorf("%s is missing at the end", what)
	}
	return fmt.Errorf("%.40q after %d bytes: want %s", found, p.at, what)
}

func (p *parser) joint() (joint, bool) {
	p.space()
	for _, j := range []joint{override, add, fallback} {
		if p.take(strings.TrimSpace(string(j))) {
			return j, true
		}
	}
	return "", false
}

var modifierForm = regexp.MustCompile(`^(open|off|closed|unknown)\b`)

// rule reads one rule.
func (p *parser) rule(r *rule) error {
	p.space()
	begin := p.at
	if r.always = p.take("24/7"); !r.always {
		if err := p.selectors(r); err != nil {
			return err
		}
	}
	p.space()
	if found := p.match(modifierForm); found != nil {
		r.modifier = found[1]
	}
	p.space()
	if p.take(`"`) {
		comment, _, closed := strings.Cut(p.rest(), `"`)
		if !closed || comment == "" {
			return errors.New(`a comment is empty or has no second "`)
		}
		p.at += len(comment) + 1
		r.comment = comment
	}
	switch {
	case p.at == begin:
		return p.expected("days or times, such as Mo-Fr 06:00-22:00")
	case r.modifier == "open", r.modifier == "" && r.comment == "":
		r.state = Open
	case r.modifier == "unknown", r.modifier == "":
		r.state = Unknown
	}
	return nil
}
