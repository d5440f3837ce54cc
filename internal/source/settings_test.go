package source

import (
	"strings"
	"testing"

	"airport-content/internal/check"
	"airport-content/internal/content"
)

// Defaults can be read, and are good.
func TestSettings(t *testing.T) {
	t.Parallel()
	for _, row := range Settings {
		if row.Default != "" {
			check.NoError(t, row.Read(&content.SourceSettings{}, row.Default))
		}
	}
	check.Same(t, content.DefaultTimeLimit, DefaultSettings().TimeLimit)
	check.NoError(t, Check(&content.Source{Name: "www", Kind: "sitemap", URL: "https://www.example.com", Settings: DefaultSettings()}))
}

// A setting is copied alone, and a wrong one is named with what is allowed.
func TestWrongSettings(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ kind, name, value, says string }{
		{"sitemap", "every", "10s", "--every 10s is too short: want 1m or more, such as 5m"},
		{"sitemap", "time-limit", "59s", "--time-limit 59s is too short"},
		{"sitemap", "rate", "0", "--rate 0: want more than 0 and at most 1000 requests a second"},
		{"sitemap", "rate", "NaN", "--rate NaN: want more than 0"},
		{"sitemap", "language", "english", `--language "english": want a language code`},
		{"sitemap", "content", "main[", `--content "main[" is no CSS selector`},
		{"feed", "content", "main", "--content is for sitemap: a feed sends the content by itself"},
		{"wordpress", "render", "true", "--render is for sitemap: a wordpress sends"},
		{"wordpress", "map", "/shops/=shopping", `--map "/shops/": want a post type of WordPress`},
		{"feed", "map", "shops=shopping", `--map "shops": want a path`},
		{"feed", "map", "/shops=shopping", ""},
		{"feed", "render", "false", ""},
	} {
		var given content.SourceSettings
		s := content.Source{Name: "www", Kind: test.kind, URL: "https://www.example.com", Settings: DefaultSettings()}
		for _, row := range Settings {
			if row.Name == test.name {
				check.NoError(t, row.Read(&given, test.value))
				row.Copy(&s.Settings, &given)
			}
		}
		if err := Check(&s); (err == nil) != (test.says == "") || err != nil && !strings.HasPrefix(err.Error(), test.says) {
			t.Errorf("--%s %s of a %s: %v", test.name, test.value, test.kind, err)
		}
	}
}
