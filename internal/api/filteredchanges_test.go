package api_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"net/url"
	"slices"
	"testing"

	"airport-content/internal/check"
)

// filtered is a follower of changes with a filter.
type filtered struct {
	key, query, cursor string
	items              map[string]item
	ever               map[string]bool // ids that ever had a language of the filter
}

// follow brings the copy into step.
func (f *filtered) follow(t *testing.T, s *service, airport string, size int) {
	t.Helper()
	for more := true; more; {
		path := fmt.Sprintf("%s/changes?size=%d&%s", airport, size, f.query)
		if f.cursor != "" {
			path += "&cursor=" + url.QueryEscape(f.cursor)
		}
		p := s.get(t, f.key, path).page(t)
		for _, r := range p.Results {
			if r.Item != nil {
				f.items[r.Item.ID] = *r.Item
				continue
			}
			if !f.ever[r.ID] {
				t.Errorf("%s: a deletion of %s, which never had these languages", path, r.ID)
			}
			delete(f.items, r.ID)
		}
		f.cursor, more = p.NextCursor, p.HasMore
	}
}

// For random contents, the copy of each follower is what a list with the same filter shows. Items
// that leave the filter are deleted, and no items of other languages.
func TestFilteredChanges(t *testing.T) {
	t.Parallel()
	s := serve(t)
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, 0))
	types, languages := []string{"dining", "faq", "news"}, []string{"de", "de-AT", "en", "fr"}
	var lasting []item // so that each language always has items
	for _, language := range languages {
		i := titled("lasting in "+language, "page", "1")
		i.Language = language
		lasting = append(lasting, i)
	}
	stored := map[string]item{}
	change := func() []item {
		for range 1 + random.IntN(5) {
			i := titled(fmt.Sprint(random.IntN(8)), types[random.IntN(3)], fmt.Sprint(random.IntN(3)))
			i.Language, i.Content = languages[random.IntN(4)], new("<p>Text</p>")
			if stored[i.ID] = i; random.IntN(3) == 0 {
				delete(stored, i.ID)
			}
		}
		return slices.AppendSeq(slices.Clone(lasting), maps.Values(stored))
	}
	s.airport(t, "FLT", change()...)
	all, some := s.key(t, "content:read"), s.key(t, "content:read:faq", "content:read:dining")
	var followers []*filtered
	noted := map[string]map[string]bool{}
	ever := func(query string) map[string]bool { // shared by all with the same languages
		values, _ := url.ParseQuery(query)
		of := values.Get("language")
		if noted[of] == nil {
			noted[of] = map[string]bool{}
		}
		return noted[of]
	}
	join := func() {
		for key, queries := range map[string][]string{
			all:  {"", "contentType=news", "language=de", "language=fr,en&contentType=faq,news", "language=de-AT&includeBody=false", "language=sv"},
			some: {"language=de", "contentType=dining&language=en", "includeBody=false"},
		} {
			for _, query := range queries {
				followers = append(followers, &filtered{key: key, query: query, items: map[string]item{}, ever: ever(query)})
			}
		}
	}
	join()
	note := func() {
		for of, ids := range noted {
			for _, id := range s.get(t, all, "FLT/content?size=100"+map[bool]string{true: "&language=" + of}[of != ""]).page(t).ids() {
				ids[id] = true
			}
		}
	}
	note()
	for round := range 25 {
		s.load(t, "FLT", change()...)
		if round == 12 {
			join()
		}
		note()
		for _, f := range followers {
			want := map[string]item{}
			for _, i := range s.get(t, f.key, "FLT/content?size=100&"+f.query).page(t).items() {
				want[i.ID] = i
			}
			if round < 24 && random.IntN(3) > 0 {
				continue // falls behind
			}
			f.follow(t, s, "FLT", 1+random.IntN(5))
			check.Same(t, want, f.items, f.query, ", round ", round)
		}
	}
	last := titled("last", "faq", "1")
	last.Language = "de-CH"
	s.airport(t, "OUT", last)
	f := filtered{key: all, query: "language=de", items: map[string]item{}, ever: map[string]bool{"last": true}}
	f.follow(t, s, "OUT", 10)
	s.load(t, "OUT")
	f.follow(t, s, "OUT", 10)
	check.Same(t, map[string]item{}, f.items, "the airport has no item of the language any more")

	german, english := titled("last", "faq", "1"), titled("last", "faq", "2")
	german.Language, english.Language = "de", "en"
	s.load(t, "OUT", german, lasting[0])
	f.follow(t, s, "OUT", 10)
	s.load(t, "OUT", lasting[0])
	s.load(t, "OUT", english, lasting[0])
	f.ever[lasting[0].ID] = true
	f.follow(t, s, "OUT", 10)
	check.Same(t, []string{lasting[0].ID}, slices.Collect(maps.Keys(f.items)), "an item was deleted, and came back in another language")

	for _, f := range followers { // another filter needs another cursor
		for _, query := range []string{"", "contentType=faq", "includeBody=false&contentType=dining", "language=de,en"} {
			s.get(t, f.key, "FLT/changes?"+query+"&cursor="+url.QueryEscape(f.cursor)).is(t, map[bool]int{true: 200, false: 400}[query == f.query],
				map[bool]string{false: "invalid_parameter"}[query == f.query])
		}
	}
}
