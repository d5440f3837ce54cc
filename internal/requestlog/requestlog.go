// Package requestlog holds what logs, traces, metrics and usage need to know about one request. It
// imports nothing of this project.
package requestlog

import "time"

// Record describes one request. It holds no text of the caller, who may have put a key anywhere.
type Record struct {
	RequestID  string
	Route      string // pattern, such as /api/v1/partner/{airport}/content; empty when none matched
	Method     string // a usual one, or "other"
	Parameters string // names of the known parameters in the query, joined by commas
	Airport    string // in upper case; empty before the key was found to cover it
	Asked      string // the airport of the path, in upper case, covered or not; empty: none
	Status     int
	Bytes      int64         // of the body, as sent
	Duration   time.Duration // without the time that the request waited for changes
	PartnerID  int64         // 0 before a key was accepted
	KeyID      string        // public id; empty before a key was accepted
	ExpiresAt  time.Time     // of the key; zero: never
	Code       string        // error.code; empty for a success
}
