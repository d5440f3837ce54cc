package source

import (
	"errors"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"

	"airport-content/internal/content"
	"airport-content/internal/spelling"
)

// Kinds lists the kinds of sources.
func Kinds() []string { return slices.Sorted(maps.Keys(kinds)) }

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
	for n := range Settings {
		if err := Settings[n].Check(s); err != nil {
			return err
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
