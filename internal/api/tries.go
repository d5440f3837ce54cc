package api

import (
	"cmp"
	"fmt"
	"time"

	"airport-content/internal/content"
)

const (
	// maxTries bounds the reads of a state and its rows. All pauses together take a third of a
	// second.
	maxTries = 8
	// firstPause comes before the third try. Each later pause is twice as long.
	firstPause = 5 * time.Millisecond
)

// mayTry reports whether a request may read the state and its rows once more. The rows belong to
// another state (content.ErrOtherState) if an import came between, or if a replica is behind. The
// second try asks the primary, and comes at once; a pause precedes each later try. After the last
// try, disagreement is the error. mayTry is no iterator: the frames of an iterator double the
// stacks of thousands of waiting requests.
func (c *call) mayTry(try int) bool {
	if c.memoryWanted > 0 {
		return c.awaitMemory() == nil && try < maxTries
	}
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

// disagreement is the error of a request whose state and rows disagreed in every try, for the
// operator.
func (c *call) disagreement() error {
	if err := c.r.Context().Err(); err != nil {
		return err
	}
	airport := cmp.Or(c.airport, "an airport")
	return fmt.Errorf("%w: the state of %s does not agree with its rows, %d times in a row; if imports do not explain this, rows were "+
		"changed by hand or restored in part: run `airport-content airport reset-sync %s`, import again, and reindex", content.ErrUnavailable, airport, maxTries, airport)
}
