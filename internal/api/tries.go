package api

import (
	"cmp"
	"errors"
	"fmt"
	"time"

	"airport-content/internal/content"
	"airport-content/internal/store"
)

const (
	// maxTries bounds the reads of a state and its rows. All pauses together take a third of a
	// second.
	maxTries = 8
	// firstPause comes before the third try. Each later pause is twice as long.
	firstPause = 5 * time.Millisecond
)

// retry answers with what a reader reads. If the rows belong to another state than the one that was
// read before them (content.ErrOtherState), because an import came between or a replica is behind,
// retry begins again. The second try reads from the primary, and comes at once; a pause precedes each
// later try. A try that needs memory for its answer waits for the memory first.
func (c *call) retry(answer func(store.Reader) error) error {
	for try := range maxTries {
		if err := c.beforeTry(try); err != nil {
			return err
		}
		if err := answer(c.Store.Reader(c.grant.PartnerID, try)); !errors.Is(err, content.ErrOtherState) {
			return err
		}
	}
	return c.disagreement()
}

func (c *call) beforeTry(try int) error {
	if c.memoryWanted > 0 {
		return c.awaitMemory()
	}
	if try < 2 {
		return nil
	}
	select {
	case <-time.After(firstPause << (try - 2)):
		return nil
	case <-c.r.Context().Done():
		return c.r.Context().Err()
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
