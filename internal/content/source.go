package content

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"time"
	"unicode"
)

// DefaultSource is the source of items that come from files, unless the import names another one.
const DefaultSource = "import"

// Source is a website that an airport's content comes from.
type Source struct {
	Airport  string         `json:"airport"`
	Name     string         `json:"name"`
	Kind     string         `json:"kind"` // how it is read, such as "sitemap"
	URL      string         `json:"url"`
	Settings SourceSettings `json:",inline"`
}

// SourceSettings are what an operator may choose. Stored as jsonb.
type SourceSettings struct {
	Every        time.Duration `json:"every"`              // between the end of a run and the next one
	Language     string        `json:"language"`           // of items without a language of their own
	Type         Type          `json:"type"`               // of items that no Map fits
	Map          []Mapping     `json:"map"`                // the first that fits counts
	Include      []string      `json:"include"`            // paths: these and what is below them; none: every path
	Exclude      []string      `json:"exclude"`            // paths: these and what is below them
	Content      string        `json:"content"`            // CSS selector of a page's body
	User         string        `json:"user"`               // the password comes from the environment
	Rate         float64       `json:"rate"`               // requests a second, at most
	TimeLimit    time.Duration `json:"timeLimit,omitzero"` // of a run; 0: DefaultTimeLimit
	AllowPrivate bool          `json:"allowPrivate"`
	Render       bool          `json:"render,omitzero"` // a browser draws the pages
}

// Mapping gives items a type: From is a custom post type of WordPress, or a path of a website with
// what is below it. As text it is FROM=TYPE.
type Mapping struct {
	From string
	To   Type
}

// MarshalText writes FROM=TYPE.
func (m Mapping) MarshalText() ([]byte, error) { return []byte(m.From + "=" + string(m.To)), nil }

// UnmarshalText reads FROM=TYPE. From may hold more of =; the type is not checked.
func (m *Mapping) UnmarshalText(text []byte) error {
	at := bytes.LastIndexByte(text, '=')
	if at < 1 {
		return errors.New("want FROM=TYPE, such as restaurant=dining or /shops/=shopping")
	}
	m.From, m.To = string(text[:at]), Type(text[at+1:])
	return nil
}

var sourceName = regexp.MustCompile(`^[a-z0-9][a-z0-9-]{0,39}$`)

// CheckSourceName refuses what cannot be a source's name.
func CheckSourceName(name string) error {
	if !sourceName.MatchString(name) {
		return errors.New("the name of a source has 1 to 40 lower-case letters, digits and hyphens, such as news or www-shops")
	}
	return nil
}

// DefaultTimeLimit is how long a run may read a website, unless its source has another limit.
const DefaultTimeLimit = 2 * time.Hour

// The pause of a source whose runs keep dying.
const (
	shortestPause = 15 * time.Minute
	longestPause  = 24 * time.Hour
)

// readerVersion grows with a release that makes other items of the same pages. The next run of each
// source reads every page again.
const readerVersion = 4

// Fingerprint identifies the way that pages become items: the settings, and the version of the
// program's reader. Page records hold only for the same fingerprint.
func (s *Source) Fingerprint() string {
	reading := s.Settings
	reading.Every, reading.Rate, reading.TimeLimit, reading.AllowPrivate = 0, 0, 0, false
	text, _ := json.Marshal([]any{readerVersion, s.Kind, s.URL, reading}) // strings and numbers only
	return string(text)
}

// PageRecord is the memory of a page from one crawl of its source to the next.
type PageRecord struct {
	Key      string // unique within the source: a page's URL, a post's id; at most 2,000 bytes
	ItemID   string // "" for a page that makes no item
	ETag     string
	Modified string // Last-Modified as the website sent it, or a post's modification date
	Hash     string // of the item, its title and its text; "" if it is not known
	Reason   string // why the last crawl made no item of the page; "" if it did
	Blocks   []byte // hashes of the blocks of its text, in their order
	Links    PageLinks
	Found    bool // a crawl has found a new or changed item; else the stored one stays

	Withdrawn bool // the item is deleted, also by a crawl that does not see every page
}

// PageLinks are a page's address and its translations, as far as the website tells. Stored as jsonb.
type PageLinks struct {
	Address    string            `json:"address,omitempty"`    // "" : the page's key, or unknown
	Language   string            `json:"language,omitempty"`   // of its item
	Alternates map[string]string `json:"alternates,omitempty"` // by language: addresses or keys of pages
}

// SourceMemory is what a source remembers from one crawl to the next, besides its pages.
type SourceMemory struct {
	ETag, Modified string // of the list of entries, if one answer has the whole list, as a feed does
	SiteName       string // with its separator: what most titles of the website end or begin with
}

// SourceStatus is a source and how its runs went.
type SourceStatus struct {
	Source
	Paused    bool       `json:"-"`
	Offline   bool       `json:"-"` // the source's airport is offline
	CreatedAt time.Time  `json:"createdAt"`
	GoodAt    *time.Time `json:"goodAt"`  // when the last good run ended; nil before the first
	Last      *SourceRun `json:"lastRun"` // nil before the first
	Died      int        `json:"died"`    // how many of the last runs died, one after the other
	ReadWith  string     `json:"-"`       // the Fingerprint of the last good run

	RunningSince *time.Time `json:"runningSince"` // nil if no run is under way
}

// SourceRun is what one run of a source did.
type SourceRun struct {
	StartedAt time.Time `json:"startedAt"`
	EndedAt   time.Time `json:"endedAt"`
	Added     int       `json:"added"`
	Updated   int       `json:"updated"`
	Unchanged int       `json:"unchanged"`
	Deleted   int       `json:"deleted"`
	Skipped   int       `json:"skipped"` // bad items, and pages that could not be read
	Failed    int       `json:"failed"`  // of these, pages that could not be read
	Pages     int       `json:"pages"`   // all that the website lists: Good, Skipped and LeftOut
	Good      int       `json:"good"`    // pages that make a good item
	LeftOut   int       `json:"leftOut"` // pages that are no items by their kind, and those that are listed and gone
	Notes     []string  `json:"notes"`   // about the first of the pages without an item
	Error     *string   `json:"error"`   // why the run changed nothing, or did not read everything; nil for a good run
}

// RunDied is the error of a run that has no end.
const RunDied = "the run died: the program was killed, as for want of memory, or lost the database"

// Message makes one short line of a note or an error, which may quote a website. It is fit for the
// database, and for a terminal: it holds no escape sequences.
func Message(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, fmt.Sprintf("%.1000s", strings.ToValidUTF8(text, "?")))
}

// SourceState is a source's status in one word.
type SourceState string

// The states of a source.
const (
	SourceOK     SourceState = "ok"
	SourceNew    SourceState = "new" // it never ran
	SourceLate   SourceState = "late"
	SourceFailed SourceState = "failed" // the last run changed nothing, or its time limit ended it
	SourcePaused SourceState = "paused"
	SourceRests  SourceState = "offline" // the airport is offline

	SourceRunning SourceState = "running"
)

// State judges a source.
func (s *SourceStatus) State(now time.Time) SourceState {
	switch {
	case s.RunningSince != nil:
		return SourceRunning
	case s.Paused:
		return SourcePaused
	case s.Offline:
		return SourceRests
	case now.After(s.lateAt()):
		return SourceLate
	case s.Last == nil:
		return SourceNew
	case s.Last.Error != nil:
		return SourceFailed
	}
	return SourceOK
}

// Rests reports whether the source is not pulled: it is paused, or its airport is offline.
func (s *SourceStatus) Rests() bool { return s.Paused || s.Offline }

// Due is when the next run may begin, counted from the end of the last one. A run that died begins
// again at once, since the program may have been killed because of another run. From the second
// death in a row on, the next run waits, twice as long each time.
func (s *SourceStatus) Due() time.Time {
	pause := s.Settings.Every
	switch {
	case s.Last == nil:
		return s.CreatedAt
	case s.Died == 1:
		pause = 0
	case s.Died > 1:
		pause = max(pause, min(max(pause, shortestPause)<<min(s.Died-2, 10), longestPause))
	}
	return s.Last.EndedAt.Add(pause)
}

// lateAt leaves time for a timer that runs less often, and for a run as long as the last one.
func (s *SourceStatus) lateAt() time.Time {
	at := s.Due().Add(max(2*s.Settings.Every, time.Hour))
	if s.Last != nil {
		at = at.Add(s.Last.EndedAt.Sub(s.Last.StartedAt))
	}
	return at
}
