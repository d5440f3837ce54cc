package page

import (
	"errors"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/PuerkitoBio/goquery"

	"airport-content/internal/source/lenient"
	"airport-content/internal/source/web"
)

// ErrNoIndex means that a page asks robots not to list it. The page makes no item.
var ErrNoIndex = errors.New("it says noindex")

// ErrEnded means that a page asks robots not to list it after a time that is over. The page makes no
// item.
var ErrEnded = errors.New("it says unavailable_after a time that is over")

// wishes are what a page asks of robots.
type wishes struct {
	noIndex bool
	index   bool      // by the name of this program, which counts more than what is for all robots
	until   time.Time // zero: without end
}

// CheckHeader returns ErrNoIndex or ErrEnded if the header of an answer asks for it.
func CheckHeader(header http.Header) error {
	var w wishes
	w.readHeader(header)
	return w.check()
}

func wishesOf(a *web.Answer, doc *goquery.Document) (w wishes) {
	w.readHeader(a.Header)
	for _, element := range doc.Find(`meta[name="robots" i], meta[name="` + web.UserAgent + `" i]`).EachIter() {
		w.read(element.AttrOr("content", ""), !strings.EqualFold(strings.TrimSpace(element.AttrOr("name", "")), "robots"))
	}
	return w
}

func (w *wishes) check() error {
	switch {
	case w.noIndex && !w.index:
		return ErrNoIndex
	case !w.until.IsZero() && time.Now().After(w.until):
		return ErrEnded
	}
	return nil
}

// readHeader reads X-Robots-Tag. A value may begin with the name of the robot that it is for.
func (w *wishes) readHeader(header http.Header) {
	for _, value := range header.Values("X-Robots-Tag") {
		name := ""
		if begin := beginning.FindStringSubmatch(value); begin != nil && !isDirective(begin[1]) {
			name, value = strings.ToLower(begin[1]), value[len(begin[0]):]
		}
		switch name {
		case "", "robots", "all", "*":
			w.read(value, false)
		case web.UserAgent:
			w.read(value, true)
		}
	}
}

var (
	beginning = regexp.MustCompile(`^\s*([\w*-]+)\s*:`)
	ruleValue = regexp.MustCompile(`\bmax-[\w-]+\s*:\s*[^\s,;]+`) // as in max-image-preview: none
	endOfPage = regexp.MustCompile(`\bunavailable_after\s*:\s*`)
)

// isDirective reports whether a name is that of a rule with a value, and of no robot.
func isDirective(name string) bool {
	return strings.HasPrefix(strings.ToLower(name), "max-") || strings.EqualFold(name, "unavailable_after")
}

// read reads a list of rules. named means that it is for this program alone.
func (w *wishes) read(rules string, named bool) {
	rules = ruleValue.ReplaceAllString(strings.ToLower(rules), "")
	if at := endOfPage.FindStringIndex(rules); at != nil {
		w.until = firstDate(rules[at[1]:], w.until)
	}
	words := strings.FieldsFunc(rules, func(r rune) bool { return r == ',' || r == ';' || unicode.IsSpace(r) })
	w.noIndex = w.noIndex || slices.Contains(words, "noindex") || slices.Contains(words, "none")
	w.index = w.index || named && (slices.Contains(words, "index") || slices.Contains(words, "all"))
}

// firstDate is the earlier of a time and the date that a text begins with. The date may have commas,
// and other rules may follow.
func firstDate(text string, before time.Time) time.Time {
	for text != "" {
		if date, ok := lenient.Date(text); ok {
			if before.IsZero() || date.Before(before) {
				return date
			}
			return before
		}
		text = text[:max(strings.LastIndexAny(text, ",;"), 0)]
	}
	return before
}
