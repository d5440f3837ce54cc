//go:build debian

package e2e_test

import (
	"encoding/json"
	"fmt"
	"html"
	"regexp"
	"strings"
	"testing"

	"airport-content/internal/check"
)

// mirror is an airport whose content comes from a WordPress.
type mirror struct {
	*wordpress
	installation
	*server
	key string

	posts, pages, restaurants []int
}

// What partners see is what visitors of the website see, whatever its editors do.
func TestPullWordPress(t *testing.T) {
	t.Parallel()
	p := &mirror{wordpress: startWordPress(t), installation: install(t)}
	p.key = p.installation.fill(t)
	p.server = p.serve(t)
	picture := p.upload(t)
	p.posts = p.publish(t, "posts", 150, func(n int) fields {
		return fields{"title": fmt.Sprintf(`Gate %d & "news" <b>today</b>`, n), "content": fmt.Sprintf("<p>What is <em>new</em> at gate %d.</p><p>More.</p>", n)}
	})
	p.pages = p.publish(t, "pages", 12, func(n int) fields {
		return fields{"title": fmt.Sprintf("Page %d", n), "content": "<p>Text</p>", "featured_media": picture}
	})
	p.restaurants = p.publish(t, "restaurants", 101, func(n int) fields {
		return fields{"title": fmt.Sprintf("Café %d", n), "content": "<p>Food</p>", "excerpt": "Good & cheap", "meta": fields{"terminal": "T2"}}
	})
	p.do(t, "source", "add", "SFO", "site", "wordpress", p.site, "--map", "restaurant=dining", "--allow-private", "--rate", "1000")
	p.agree(t, "the first pull")
	const all = 150 + 12 + 101 + 2 // WordPress comes with a post and a page
	check.Same(t, all, len(p.everything(t, p.key, "SFO")), "items")
	check.Eventually(t, "a request for the types and one for each 100 entries of a type, where nothing is new", func() bool {
		p.requests.Store(0)
		p.agree(t, "nothing new")
		return p.requests.Load() == 1+2+1+2
	})
	t.Run("edits", p.edits)
	t.Run("closed", p.closed)
}

func (p *mirror) edits(t *testing.T) {
	p.edit(t, "posts", p.posts[3], fields{"title": "Edited", "content": "<p>Other</p>"})
	p.edit(t, "pages", p.pages[0], fields{"featured_media": 0})
	p.agree(t, "an edit")
	p.remove(t, "posts", p.posts[4])
	p.remove(t, "restaurants", p.restaurants[100])
	p.agree(t, "a deletion")
	p.edit(t, "posts", p.posts[5], fields{"status": "draft"})
	p.edit(t, "posts", p.posts[6], fields{"password": "secret"})
	if said := p.pull(t); !strings.Contains(said, "makes no item any more: it has a password") {
		t.Errorf("a password: %s", said)
	}
	p.compare(t, "a draft and a password")
	p.edit(t, "posts", p.posts[5], fields{"status": "publish"})
	p.edit(t, "posts", p.posts[6], fields{"password": ""})
	p.add(t, "restaurants", fields{"title": "New"})
	p.agree(t, "published again")
	p.call(t, "POST", "test/v1/set-type", fields{"id": p.posts[7], "type": "restaurant"}, nil)
	p.agree(t, "another type")
	// The date of a scheduled entry does not change when it appears.
	scheduled := p.create(t, "posts", fields{"title": "Soon", "status": "future", "date": "2099-01-01T00:00:00"})
	p.agree(t, "a scheduled entry")
	p.call(t, "POST", "test/v1/publish-scheduled", fields{"id": scheduled}, nil)
	p.agree(t, "the scheduled entry appears")
	p.remove(t, "posts", scheduled) // its date would be that of the feed
	// Nor does an entry's date change with the name of its category.
	p.edit(t, "categories", 1, fields{"name": "Airport & city"})
	p.pull(t, "--full")
	p.compare(t, "a category's name, with --full")
}

// closed is a WordPress that no longer answers what it is asked: nothing changes, and the error
// says what to do.
func (p *mirror) closed(t *testing.T) {
	items := len(p.everything(t, p.key, "SFO"))
	// Entries that are read again have other addresses meanwhile.
	for _, structure := range []string{"", "/index.php/%postname%/", "/%postname%/"} { // the REST API is elsewhere
		p.option(t, "permalink_structure", structure)
		p.pull(t)
		check.Same(t, items, len(p.everything(t, p.key, "SFO")), "permalinks ", structure)
	}
	before := p.everything(t, p.key, "SFO")
	refused := func(name, want string, settings ...string) {
		t.Helper()
		got := p.installation.with(settings...).run(t, "", "pull", "SFO", "site")
		if got.code != 1 || !strings.Contains(got.stderr, want) {
			t.Errorf("%s: exit code %d, %s; want %q", name, got.code, got.stderr, want)
		}
		check.Same(t, before, p.everything(t, p.key, "SFO"), name, " changes content")
	}
	p.option(t, "test_closed", "1")
	refused("a security plugin", "rest_not_logged_in")
	p.do(t, "source", "set", "SFO", "site", "--user", "editor")
	refused("a wrong password", "application password", "SOURCE_PASSWORD_SFO_SITE=wrong")
	p.installation = p.installation.with("SOURCE_PASSWORD_SFO_SITE=" + p.password)
	p.add(t, "posts", fields{"title": "For those who log in"})
	p.agree(t, "an application password")
	if got := p.do(t, "source", "show", "SFO", "site", "--json"); strings.Contains(got, p.password) {
		t.Error("the password is shown")
	}
}

// pull pulls the source, and returns what it says.
func (p *mirror) pull(t *testing.T, flags ...string) (stderr string) {
	t.Helper()
	got := p.run(t, "", append([]string{"pull", "SFO", "site"}, flags...)...)
	if got.code != 0 {
		t.Fatalf("pull: exit code %d: %s", got.code, got.stderr)
	}
	return got.stderr
}

// agree pulls, and compares what partners see with what visitors see.
func (p *mirror) agree(t *testing.T, after string) {
	t.Helper()
	check.Same(t, "", p.pull(t), after)
	p.compare(t, after)
}

func (p *mirror) compare(t *testing.T, after string) {
	t.Helper()
	partners := map[string]seen{}
	for id, i := range p.everything(t, p.key, "SFO") {
		partners[id] = asSeen(t, i)
	}
	check.Same(t, p.shown(t), partners, after, ": - visitors, + partners")
}

var tag = regexp.MustCompile(`<[^>]*>`)

func asSeen(t *testing.T, i item) seen {
	t.Helper()
	metadata := parse[struct {
		Categories []string `json:"categories"`
		Tags       []string `json:"tags"`
		Terminal   string   `json:"terminal"`
	}](t, check.Must(json.Marshal(i.Metadata))(t))
	s := seen{Type: i.ContentType, Title: i.Title, Content: oneLine(html.UnescapeString(tag.ReplaceAllString(*i.Content, ""))),
		Categories: append([]string{}, metadata.Categories...), Tags: append([]string{}, metadata.Tags...), Terminal: metadata.Terminal}
	for _, text := range []struct {
		from *string
		to   *string
	}{{i.URL, &s.URL}, {i.Excerpt, &s.Excerpt}, {i.Thumbnail, &s.Thumbnail}} {
		if text.from != nil {
			*text.to = *text.from
		}
	}
	return s
}
