package content

import (
	"errors"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/go-json-experiment/json/jsontext"
)

// Failures that the database may report. Everything else is an internal error.
var (
	ErrAirportNotFound = errors.New("airport not found")
	ErrAirportOffline  = errors.New("airport offline")
	ErrItemNotFound    = errors.New("item not found")
	ErrCursorExpired   = errors.New("cursor no longer valid")
	ErrUnavailable     = errors.New("database unavailable")
	ErrTimeout         = errors.New("database took too long")

	// ErrOtherState means that rows do not belong to the state that was read before, or that the
	// replica failed: begin again with the state.
	ErrOtherState = errors.New("the rows belong to another state of the airport")
)

// Type is the kind of an item, in the exact lower-case spelling of the interface.
type Type string

// Types lists every type, in the order of the service's document.
func Types() []Type {
	return []Type{"page", "news", "faq", "shopping", "dining", "amenity", "parking-transportation", "event", "general"}
}

// TypeNames lists every type as text, in the same order.
func TypeNames() []string {
	var names []string
	for _, t := range Types() {
		names = append(names, string(t))
	}
	return names
}

// ParseType finds the type spelled exactly s.
func ParseType(s string) (Type, bool) {
	for _, t := range Types() {
		if string(t) == s {
			return t, true
		}
	}
	return "", false
}

// ParseAirport checks that s is an airport code, three or four letters or digits, and puts it in
// upper case.
func ParseAirport(s string) (code string, ok bool) {
	if len(s) < 3 || len(s) > 4 {
		return "", false
	}
	for _, c := range []byte(s) { // bytes, because ſ becomes S in upper case too
		if (c < '0' || c > '9') && (c < 'A' || c > 'Z') && (c < 'a' || c > 'z') {
			return "", false
		}
	}
	return strings.ToUpper(s), true
}

// Item is one piece of an airport's website, with the field names of the interface.
type Item struct {
	ID           string         `json:"id"`
	Type         Type           `json:"contentType"`
	Title        string         `json:"title"`
	URL          *string        `json:"url"`
	Excerpt      *string        `json:"excerpt"`
	Body         *string        `json:"content,omitzero"` // HTML; nil when it was not asked for
	Thumbnail    *string        `json:"thumbnail"`
	Language     string         `json:"language"`
	LastModified time.Time      `json:"lastModified,format:'2006-01-02T15:04:05.000Z'"` // UTC, whole milliseconds
	Metadata     jsontext.Value `json:"metadata"`                                       // an object; nil for null
	Translations jsontext.Value `json:"translations,omitzero"`                          // an object, language → id, or null; nil when it was not asked for
	OpenUntil    jsontext.Value `json:"openUntil,omitzero"`                             // a local time with its offset, or null; nil when it was not asked for
	Highlight    *Highlight     `json:"highlight,omitzero"`                             // nil when it was not asked for
	// TranslationKey is equal in the items of one type that tell of the same thing in several
	// languages. Only imports and pulls know it.
	TranslationKey string `json:"-"`
	BodySize       int    `json:"-"` // in bytes, also when there is no Body
}

// Highlight shows what a search found in an item: HTML without other markup than <mark> around the
// found words.
type Highlight struct {
	Title   *string `json:"title"`   // nil: nothing is marked
	Snippet *string `json:"snippet"` // of the excerpt or the body; nil: nothing is marked
}

// State identifies the content of an airport. With the request and the key, it decides every
// answer.
type State struct {
	Code     string
	Name     string
	Website  *string // nil: not known
	TimeZone *string // an IANA name; nil: not known
	Offline  bool    // partners get no content for now
	ID       string  // epoch and revision, as the store's statements return them
	Epoch    string  // random; new with `airport add` and `airport reset-sync`
	Revision int64   // grows with every change of items, purge of deletions and reindex
	Purged   int64   // deletions of revisions up to this one may be forgotten
	Synonyms int64   // grows with every change of the synonyms

	Items        Counts         // how many items there are of each type in each language
	Newest       map[Type]int64 // when the newest item of each type was modified, in Unix milliseconds
	TitleLength  int64          // words in the titles of all items, repeated ones too
	SearchLength int64          // words of all items, repeated ones too

	// Timestamp is a safe sync time: nothing that becomes visible later has a lastModified at or
	// before it. UTC, whole milliseconds, by the database's clock.
	Timestamp time.Time
}

// Languages is the number of items of a scope in each language.
func (s *State) Languages(scope Scope) map[string]int {
	counts := map[string]int{}
	for t, languages := range s.Items {
		if scope.Has(t) {
			for language, n := range languages {
				counts[language] += n
			}
		}
	}
	return counts
}

// Total counts the items of a scope.
func (s *State) Total(scope Scope) int {
	total := 0
	for _, n := range s.Languages(scope) {
		total += n
	}
	return total
}

// Present lists the types of a scope that the airport has items of, in order.
func (s *State) Present(scope Scope) []Type {
	present := []Type{}
	for t := range s.Items {
		if scope.Has(t) {
			present = append(present, t)
		}
	}
	slices.Sort(present)
	return present
}

// LastModified is when the newest item of a scope was modified. It is nil if there is none.
func (s *State) LastModified(scope Scope) *time.Time {
	var newest *time.Time
	for _, t := range s.Present(scope) {
		if modified := time.UnixMilli(s.Newest[t]).UTC(); newest == nil || modified.After(*newest) {
			newest = &modified
		}
	}
	return newest
}

// Airports is one page of airports.
type Airports struct {
	Total     int
	List      []State
	Timestamp time.Time // a safe sync time for the airports in List
}

// InLanguages lists the airport's language tags that a filter takes, in order. It is nil for an
// empty filter.
func (s *State) InLanguages(filter []Language) []string {
	if len(filter) == 0 {
		return nil
	}
	tags := slices.AppendSeq([]string{}, maps.Keys(taken(s.Items, filter)))
	slices.Sort(tags)
	return tags
}

// taken is the set of the language tags of items that a filter takes.
func taken(counts Counts, filter []Language) map[string]bool {
	tags := map[string]bool{}
	for _, languages := range counts {
		for tag := range languages {
			tags[tag] = true
		}
	}
	maps.DeleteFunc(tags, func(tag string, _ bool) bool {
		of := languageOf(tag)
		return !slices.ContainsFunc(filter, func(l Language) bool { return l.Takes(of) })
	})
	return tags
}

// MaxSearch is how many characters a search has at most.
const MaxSearch = 512

// Query is a request for one page of an airport's items, or for suggestions. Then Search is the
// text typed so far.
type Query struct {
	Allowed       Scope      // what the key may read
	Types         []Type     // the filter, some of Allowed; nil: none
	Languages     []Language // the filter; nil: none
	Prefer        []Language // each thing comes once, in the first of these languages that it has; nil: all items come
	ModifiedSince time.Time  // zero: no bound; else strictly after
	OpenAt        time.Time  // items that are open then, in the airport's time zone; zero: all
	Metadata      []MetadataFilter
	IDs           []string // these items, in this order, and no others; nil: not asked for
	Search        string   // web-search syntax; blank: none
	Match         string   // "all" or "any" of the words of Search; empty: what the search chooses
	Uncorrected   bool     // words of Search that no item holds are not corrected
	Counts        bool     // asks for the Counts of the page
	CountMetadata []string // asks for the facets of these keys of the metadata
	Highlight     bool     // asks for the Highlight of each item that a search finds
	Size, From    int
}

// Shown is the scope of the key, limited to the filter of types.
func (q Query) Shown() Scope { return q.Allowed.Filtered(q.Types) }

// Page is one page of items.
type Page struct {
	Total  int
	Items  []Item  // without bodies
	Search *Search // nil unless the query searched
	// Counts ignore the query's filters of types and languages.
	Counts Counts
	// LanguageCounts are the Counts for the facet of languages, where things are shown once: the
	// filter of languages decides which item of a thing is shown. Nil: Counts serves both facets.
	LanguageCounts Counts
	Metadata       map[string]MetadataFacet // by the keys of CountMetadata
	HoursUnknown   int                      // items that only OpenAt leaves out, and whose hours are not known
	WithoutKey     map[string]int           // by the keys of Query.Metadata: items of the types and languages that lack the key

	// Of a search:
	Found      int // items found before the filters
	TotalFirst int // items of Total that hold every word, of an answer for any word
}

// Search is the interpretation of a search.
type Search struct {
	Match     string            `json:"match"`               // "all" or "any" of the words
	AllWords  int               `json:"allWords"`            // number of results that hold every word
	Query     string            `json:"query"`               // the query that was run
	Corrected map[string]string `json:"corrected,omitempty"` // misspelled word → the word that replaced it; nil when none was
	Concepts  map[string]string `json:"concepts,omitempty"`  // words of the query → the concept that they were understood as
	Unknown   []string          `json:"-"`                   // words of the query that no item holds; for operators
}

// Suggestion is an item suggested for an unfinished text.
type Suggestion struct {
	Text string  `json:"text"` // the title
	ID   string  `json:"id"`
	Type Type    `json:"contentType"`
	URL  *string `json:"url"`
	// Place is where the item is, as the website writes it; nil if that is not known.
	Place *string `json:"place,omitzero"`
}

// Cursor is a place in the changes of one airport, in (revision, id) order.
type Cursor struct {
	Epoch    string
	Revision int64
	ID       string // the last id of Revision that was sent; empty: none yet
	Start    int64  // the airport's revision when the first pass began; older deletions are not sent
}

// Expired reports whether the cursor is unusable. There are three causes: the airport has another
// epoch, the airport never reached the cursor's revision, or deletions after the cursor may be
// purged.
func (c *Cursor) Expired(s *State) bool {
	return c.Epoch != s.Epoch || c.Start > s.Revision || c.Revision > s.Revision+1 ||
		c.Start < s.Purged && c.Revision <= s.Purged
}

// ChangesQuery is a request for the changes after a cursor.
type ChangesQuery struct {
	Allowed   Scope      // of the key and the filter
	Languages []Language // the filter; nil: none
	After     Cursor
	Size      int
}

// Changes is one page of changes.
type Changes struct {
	List    []Change // items are without bodies
	HasMore bool
	Next    Cursor // where the next page begins
}

// Change is a new version of an item, or its deletion.
type Change struct {
	ID        string
	Type      Type      // of a deletion: the type it had
	Item      *Item     // nil for a deletion
	BodySize  int       // of the item, in bytes
	DeletedAt time.Time // zero for an item
}
