// Package content holds the words of the domain: items, their types, the questions asked of them and the answers.
// It imports nothing of this project.
package content

import (
	"encoding/json"
	"errors"
	"time"
)

// Failures that a store may report; everything else is an internal error.
var (
	ErrAirportNotFound = errors.New("airport not found")
	ErrItemNotFound    = errors.New("item not found")
	ErrCursorExpired   = errors.New("cursor no longer valid")
	ErrUnavailable     = errors.New("database unavailable")
	ErrTimeout         = errors.New("database took too long")
	ErrMoved           = errors.New("the airport's content changed meanwhile")
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

// Item is one piece of an airport's website.
type Item struct {
	ID           string
	Type         Type
	Title        string
	URL          *string
	Excerpt      *string
	Body         *string // HTML; nil when it was not asked for
	Thumbnail    *string
	Language     string
	LastModified time.Time       // UTC, whole milliseconds
	Metadata     json.RawMessage // a JSON object; nil for null
}

// State is what an answer depends on besides the request and the partner.
type State struct {
	Code     string
	Name     string
	Epoch    string // random, new with every `airport add` and `airport reset-sync`
	Revision int64  // grows with every visible change of the airport, and when deletions are forgotten
	Synonyms int64  // grows with every change of the synonyms
	Items    map[Type]int
	// SearchLength is the sum of the lengths of all items, as the search counts them.
	SearchLength int64
	// Timestamp is the answer's safe sync time: nothing that becomes visible later
	// carries a lastModified at or before it. UTC, whole milliseconds, the database's clock.
	Timestamp time.Time
}

// Query asks for one page of an airport's items.
type Query struct {
	Airport       string    // upper case
	Types         []Type    // the filter; nil: every type
	Allowed       []Type    // what the key may read; nil: every type
	ModifiedSince time.Time // zero: no bound; else strictly after
	Search        string    // web-search syntax; blank: none
	IncludeBody   bool
	BodyLimit     int64 // bytes: with more, the page's bodies are not read
	Size, From    int
}

// Page is one page of an airport's items.
type Page struct {
	Total     int
	Items     []Item  // without bodies where they are not asked for, or are more than BodyLimit
	BodySizes []int64 // bytes, of each item
	Search    *Search // nil unless the query searched
}

// Head is what is known of a page before its first item.
type Head struct {
	State
	Total  int
	Search *Search // nil unless the query searched
}

// Search tells how a search was understood.
type Search struct {
	Match     string            // "all" or "any" of the words
	Query     string            // what was run
	Corrected map[string]string // misspelled word → the word that replaced it; nil when none was
}

// Sink receives a page as it is read: Head once, then Item for each item in order.
// The item is valid only during the call. An error stops the reading and is returned.
type Sink interface {
	Head(Head) error
	Item(*Item) error
}

// ChangesQuery asks for what changed after a cursor.
type ChangesQuery struct {
	Airport string // upper case
	Types   []Type // nil: every type
	Cursor  *Cursor
	Size    int
}

// Cursor is a place in the changes of one airport, in (revision, id) order.
type Cursor struct {
	Epoch    string
	Revision int64
	ID       string // the last id seen of Revision; empty: none of it yet
	Start    int64  // the airport's revision when the first pass began; deletions up to it are not told
}

// ChangesHead is what is known of a page of changes before its first one.
type ChangesHead struct {
	State
	HasMore bool
	Next    Cursor // where the page after this one begins
}

// Change is a new version of an item, or its end.
type Change struct {
	Item      *Item     // nil for a deletion
	ID        string    // of a deletion
	Type      Type      // of a deletion: the type it had
	DeletedAt time.Time // of a deletion
}

// ChangesSink receives a page of changes as it is read: Head once, then Change for each in order.
// The change is valid only during the call. An error stops the reading and is returned.
type ChangesSink interface {
	Head(ChangesHead) error
	Change(*Change) error
}
