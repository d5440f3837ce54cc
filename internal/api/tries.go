package api

import (
	"fmt"
	"iter"
	"time"

	"airport-content/internal/content"
)

const (
	// maxTries is how often a request reads a state and its rows. The pauses between the tries take a third of a second in all.
	maxTries = 8
	// firstPause comes before the third try. Each later pause is twice as long.
	firstPause = 5 * time.Millisecond
)

// tries counts the tries of a request to read a state and the rows that belong to it. The rows belong to another state
// (content.ErrOtherState) if an import came between, or if a replica is behind: the second try, which asks the primary, comes at once.
// disagreement is the error after the last try.
func (c *call) tries() iter.Seq[int] {
	return func(yield func(int) bool) {
		pause := firstPause
		for try := range maxTries {
			if try > 1 {
				select {
				case <-time.After(pause):
				case <-c.r.Context().Done():
					return
				}
				pause *= 2
			}
			if !yield(try) {
				return
			}
		}
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
