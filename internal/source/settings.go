package source

import (
	"cmp"
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"time"

	"airport-content/internal/config"
	"airport-content/internal/content"
	"airport-content/internal/source/page"
	"airport-content/internal/spelling"
)

// Setting is a setting of a source. It has the name of its flag.
type Setting struct {
	Name    string
	Usage   string // the name of the value is in backquotes
	Default string // as operators write it; "": there is none
	Kind    string // that alone uses the setting; "": all kinds
	Switch  bool   // the value is true or false

	// Read sets the setting to what an operator writes. A list grows by it; "none" clears it.
	Read func(into *content.SourceSettings, text string) error
	// Copy sets the setting to that of other settings.
	Copy func(into, from *content.SourceSettings)

	isSet func(*content.SourceSettings) bool
	check func(*content.Source) error // nil: each value that can be read is good
}

// Settings are all settings of a source, in the order of their use.
var Settings = []Setting{
	setting(Setting{Name: "every", Default: "15m", Usage: "the `time` between the end of a pull and the next one",
		check: func(s *content.Source) error { return checkTime(s.Settings.Every, "5m, 15m, 1h or 1d") }},
		func(s *content.SourceSettings) *time.Duration { return &s.Every }, readTime),
	setting(Setting{Name: "language", Usage: "the `language` of items without a language of their own (default en)", check: checkLanguage},
		func(s *content.SourceSettings) *string { return &s.Language }, readText),
	setting(Setting{Name: "type", Usage: "the content `type` of items that --map does not know"},
		func(s *content.SourceSettings) *content.Type { return &s.Type }, readType),
	setting(Setting{Name: "map", Usage: "`FROM=TYPE`: the content type of a post type of WordPress, or of a path such as /shops/; may be repeated", check: checkMap},
		func(s *content.SourceSettings) *[]content.Mapping { return &s.Map }, readMapping),
	setting(Setting{Name: "include", Usage: "a `path` such as /shops: only it and pages below it are read; may be repeated"},
		func(s *content.SourceSettings) *[]string { return &s.Include }, readPath),
	setting(Setting{Name: "exclude", Usage: "a `path`: it and pages below it are not read; may be repeated"},
		func(s *content.SourceSettings) *[]string { return &s.Exclude }, readPath),
	setting(Setting{Name: "content", Kind: "sitemap", Usage: "a CSS `selector` of a page's content (default what the page is about)", check: checkSelector},
		func(s *content.SourceSettings) *string { return &s.Content }, readText),
	setting(Setting{Name: "user", Usage: "the `name` to log in with; the password comes from the environment"},
		func(s *content.SourceSettings) *string { return &s.User }, readText),
	setting(Setting{Name: "rate", Default: "5", Usage: "the most `requests` a second", check: checkRate},
		func(s *content.SourceSettings) *float64 { return &s.Rate }, readNumber),
	setting(Setting{Name: "time-limit", Default: "2h", Usage: "the most `time` that a pull may read the website; then it keeps what it has read, and fails",
		check: func(s *content.Source) error {
			return checkTime(cmp.Or(s.Settings.TimeLimit, content.DefaultTimeLimit), "30m, 2h or 1d")
		}},
		func(s *content.SourceSettings) *time.Duration { return &s.TimeLimit }, readTime),
	setting(Setting{Name: "allow-private", Switch: true, Usage: "read a website whose address is inside the network"},
		func(s *content.SourceSettings) *bool { return &s.AllowPrivate }, readSwitch),
	setting(Setting{Name: "render", Kind: "sitemap", Switch: true, Usage: "read the pages in a browser, because scripts draw them; needs Chromium, or CHROME_URL"},
		func(s *content.SourceSettings) *bool { return &s.Render }, readSwitch),
}

// setting completes a row of the table: at is where the settings have it, read reads what an operator
// writes.
func setting[T any](row Setting, at func(*content.SourceSettings) *T, read func(*T, string) error) Setting {
	row.Read = func(s *content.SourceSettings, text string) error { return read(at(s), text) }
	row.Copy = func(into, from *content.SourceSettings) { *at(into) = *at(from) }
	row.isSet = func(s *content.SourceSettings) bool { return !reflect.ValueOf(at(s)).Elem().IsZero() }
	return row
}

// DefaultSettings are the settings of a source that its operator does not give.
func DefaultSettings() (s content.SourceSettings) {
	for _, row := range Settings {
		if row.Default != "" {
			_ = row.Read(&s, row.Default) // a test reads them all
		}
	}
	return s
}

// Check refuses the setting of a source that is wrong or that its kind does not use.
func (row *Setting) Check(s *content.Source) error {
	if row.Kind != "" && s.Kind != row.Kind && row.isSet(&s.Settings) {
		return fmt.Errorf("--%s is for %s: a %s sends the content by itself", row.Name, row.Kind, s.Kind)
	}
	if row.check == nil {
		return nil
	}
	if err := row.check(s); err != nil {
		return fmt.Errorf("--%s %w", row.Name, err)
	}
	return nil
}

// checkTime refuses a time that would keep a source busy all the time. such are examples of good ones.
func checkTime(d time.Duration, such string) error {
	if d < time.Minute {
		return fmt.Errorf("%s is too short: want 1m or more, such as %s", d, such)
	}
	return nil
}

func checkLanguage(s *content.Source) error {
	if l := s.Settings.Language; l != "" && !content.IsLanguage(l) {
		return fmt.Errorf("%s: want a language code like en or pt-BR", spelling.Quoted(l))
	}
	return nil
}

func checkMap(s *content.Source) error {
	for _, m := range s.Settings.Map {
		switch isPath := strings.HasPrefix(m.From, "/"); {
		case isPath && s.Kind == "wordpress":
			return fmt.Errorf("%s: want a post type of WordPress, such as restaurant=dining", spelling.Quoted(m.From))
		case !isPath && s.Kind != "wordpress":
			return fmt.Errorf("%s: want a path, such as /shops/=shopping", spelling.Quoted(m.From))
		}
	}
	return nil
}

func checkSelector(s *content.Source) error {
	_, err := page.Selector(s.Settings.Content)
	return err
}

// maxRate is the most requests a second.
const maxRate = 1000

func checkRate(s *content.Source) error {
	if r := s.Settings.Rate; !(r > 0 && r <= maxRate) { // NaN is no rate
		return fmt.Errorf("%v: want more than 0 and at most %d requests a second", r, maxRate)
	}
	return nil
}

// none clears a setting.
const none = "none"

func readText(into *string, text string) error {
	switch text {
	case "":
		return errors.New("it is empty; none clears it")
	case none:
		text = ""
	}
	*into = text
	return nil
}

func readTime(into *time.Duration, text string) (err error) {
	*into, err = config.ParseDuration(text)
	return err
}

func readNumber(into *float64, text string) (err error) {
	if *into, err = strconv.ParseFloat(text, 64); err != nil {
		return errors.New("want a number such as 5 or 0.5")
	}
	return nil
}

func readSwitch(into *bool, text string) (err error) {
	if *into, err = strconv.ParseBool(text); err != nil {
		return errors.New("want true or false")
	}
	return nil
}

func readType(into *content.Type, text string) error {
	t, ok := content.ParseType(text)
	if !ok && text != none {
		return fmt.Errorf("no content type; %s", spelling.Known(text, content.TypeNames()))
	}
	*into = t
	return nil
}

// readMapping adds FROM=TYPE. Commas do not separate, because a path may hold them.
func readMapping(into *[]content.Mapping, text string) error {
	if text == none {
		*into = nil
		return nil
	}
	var m content.Mapping
	if err := m.UnmarshalText([]byte(text)); err != nil {
		return err
	}
	if _, ok := content.ParseType(string(m.To)); !ok {
		return fmt.Errorf("%.60q: no content type; %s", text, spelling.Known(string(m.To), content.TypeNames()))
	}
	*into = append(*into, m)
	return nil
}

// readPath adds a prefix of paths. Commas do not separate, because a path may hold them.
func readPath(into *[]string, text string) error {
	switch {
	case text == none:
		*into = nil
		return nil
	case !strings.HasPrefix(text, "/"):
		return errors.New("want a path such as /shops/")
	}
	*into = append(*into, text)
	return nil
}
