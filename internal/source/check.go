package source

import (
	"errors"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"
	"time"

	"airport-content/internal/content"
	"airport-content/internal/source/page"
	"airport-content/internal/spelling"
)

// Kinds lists the kinds of sources.
func Kinds() []string { return slices.Sorted(maps.Keys(kinds)) }

// The limits of a source's settings. maxRate is in requests a second.
const (
	minEvery     = time.Minute
	minTimeLimit = time.Minute
	maxRate      = 1000
)

// Check refuses a source that cannot be pulled. No message repeats a URL, since a URL may hold a
// password.
func Check(s *content.Source) error {
	if err := content.CheckSourceName(s.Name); err != nil {
		return err
	}
	if s.Name == content.DefaultSource {
		return fmt.Errorf("%s is the source of items from files; choose another name", s.Name)
	}
	if _, ok := kinds[s.Kind]; !ok {
		if strings.Contains(s.Kind, ":") {
			return fmt.Errorf("the kind comes before the URL; known: %s", strings.Join(Kinds(), ", "))
		}
		return fmt.Errorf("no kind of source %s; %s", spelling.Quoted(s.Kind), spelling.Known(s.Kind, Kinds()))
	}
	if err := checkURL(s.URL); err != nil {
		return err
	}
	if err := checkFit(s); err != nil {
		return err
	}
	return checkSettings(&s.Settings)
}

// checkFit refuses settings that the kind does not use.
func checkFit(s *content.Source) error {
	if s.Settings.Content != "" && s.Kind != "sitemap" {
		return fmt.Errorf("--content is for sitemap: a %s sends the content by itself", s.Kind)
	}
	if s.Settings.Render && s.Kind != "sitemap" {
		return fmt.Errorf("--render is for sitemap: a %s sends the content by itself", s.Kind)
	}
	for _, m := range s.Settings.Map {
		switch path := strings.HasPrefix(m.From, "/"); {
		case path && s.Kind == "wordpress":
			return fmt.Errorf("--map %s: want a post type of WordPress, such as restaurant=dining", spelling.Quoted(m.From))
		case !path && s.Kind != "wordpress":
			return fmt.Errorf("--map %s: want a path, such as /shops/=shopping", spelling.Quoted(m.From))
		}
	}
	return nil
}

func checkURL(text string) error {
	u, err := url.Parse(text)
	switch {
	case strings.Contains(text, "@") && (err != nil || u.User != nil):
		return errors.New("the URL holds a user or a password: leave them out, name the user with --user, and give the password by the environment")
	case err != nil, u.Scheme != "http" && u.Scheme != "https", u.Hostname() == "", u.Opaque != "":
		return errors.New("the URL must be one such as https://www.example.com")
	case len(text) > 2000:
		return errors.New("the URL is longer than 2000 bytes")
	}
	return nil
}

func checkSettings(s *content.SourceSettings) error {
	switch {
	case s.Every < minEvery:
		return fmt.Errorf("--every %s is too short: want 1m or more, such as 5m, 15m, 1h or 1d", s.Every)
	case !(s.Rate > 0 && s.Rate <= maxRate): // NaN is no rate
		return fmt.Errorf("--rate: want more than 0 and at most %d requests a second", maxRate)
	case s.TimeLimit != 0 && s.TimeLimit < minTimeLimit:
		return fmt.Errorf("--time-limit %s is too short: want 1m or more, such as 30m, 2h or 1d", s.TimeLimit)
	case s.Language != "" && !content.IsLanguage(s.Language):
		return fmt.Errorf("--language %s: want a language code like en or pt-BR", spelling.Quoted(s.Language))
	}
	_, err := page.Selector(s.Content)
	return err
}
