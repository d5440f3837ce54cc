// Package access holds what logs, traces, metrics and usage need to know about one request. It
// imports nothing of this project.
package access

import "time"

// Record describes one request. It holds no text that was sent: a key may be anywhere in it, and
// only its header is known to hold one.
type Record struct {
	RequestID  string
	Route      string // pattern, such as /api/v1/partner/{airport}/content; empty when none matched
	Method     string // a usual one, or "other"
	Parameters string // the names of the known ones in the query, joined by commas
	Airport    string // in upper case; empty before the key was found to cover it
	Status     int
	Bytes      int64         // of the body, as sent
	Duration   time.Duration // without the time that it waited for changes
	PartnerID  int64         // 0 before a key was accepted
	KeyID      string        // public id; empty before a key was accepted
	ExpiresAt  time.Time     // of the key; zero: never
	Code       string        // error.code; empty for a success
}
