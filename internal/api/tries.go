package api

import (
	"fmt"
	"time"

	"airport-content/internal/content"
)

const (
	// maxTries is how often a request reads a state and its rows. The pauses between the tries take
	// a third of a second in all.
	maxTries = 8
	// firstPause comes before the third try. Each later pause is twice as long.
	firstPause = 5 * time.Millisecond
)

// mayTry pauses before the third try and each later one, and reports whether a request may read the
// state and the rows that belong to it once more. The rows belong to another state
// (content.ErrOtherState) if an import came between, or if a replica is behind: the second try,
// which asks the primary, comes at once. disagreement is the error after the last try. It is no
// iterator, since the frames of one double the stacks of thousands of requests that wait.
func (c *call) mayTry(try int) bool {
	if try < 2 || try == maxTries {
		return try < maxTries
	}
	select {
	case <-time.After(firstPause << (try - 2)):
		return true
	case <-c.r.Context().Done():
		return false
	}
}

// disagreement tells the operator that states and rows did not agree in any try.
func (c *call) disagreement() error {
	if err := c.r.Context().Err(); err != nil {
		return err
	}
	return fmt.Errorf("%w: the state of %s told of other rows than there are, %d times in a row; if imports do not explain it, rows were "+
		"changed by hand or restored in part: run `airport-content airport reset-sync %s`", content.ErrUnavailable, c.airport, maxTries, c.airport)
}
