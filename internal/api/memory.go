package api

import (
	"fmt"
	"net/http"
	"slices"

	"airport-content/internal/content"
	"airport-content/internal/gate"
)

// Limits of an answer, in bytes.
const (
	smallAnswer = 64 << 10 // up to here an answer is short, and needs no memory of the gate
	maxBodies   = 32 << 20 // an answer with longer bodies is refused
)

// acquireMemory takes memory for an answer with bodies of these sizes, and with other texts of this
// size; releaseMemory returns the memory. A short answer needs none. A page over maxBodies is
// refused. If the memory is not free, acquireMemory returns content.ErrOtherState: the caller lets
// go of what it has read, and retry waits for the memory before the next try.
func (c *call) acquireMemory(bodies []int, others int) error {
	c.memoryWanted = 0 // what an earlier try wanted, which went on with the read of another request
	size := 0
	for _, n := range bodies {
		size += n
	}
	if size > maxBodies {
		return &failure{status: http.StatusBadRequest, code: codePageTooLarge, message: fmt.Sprintf(
			"The bodies of this page have %d bytes, and an answer may have %d. Ask with size=%d, or with includeBody=false for a list.",
			size, maxBodies, fitting(bodies))}
	}
	needed := min(int64(size+others), c.BodyMemory/2) // more is never given
	if needed <= smallAnswer || needed <= c.memoryHeld {
		return nil
	}
	c.releaseMemory()
	if !c.memory.TryAcquire(c.memoryOf(needed)) {
		c.memoryWanted = needed
		return content.ErrOtherState
	}
	c.memoryHeld = needed
	return nil
}

// awaitMemory waits for the memory that acquireMemory did not get.
func (c *call) awaitMemory() error {
	wanted := c.memoryWanted
	c.memoryWanted = 0
	if err := c.memory.Acquire(c.r.Context(), c.memoryOf(wanted)); err != nil {
		return err
	}
	c.memoryHeld = wanted
	return nil
}

func (c *call) memoryOf(bytes int64) gate.Share {
	return gate.Share{Partner: c.grant.PartnerID, Units: bytes}
}

func (c *call) releaseMemory() {
	if c.memoryHeld > 0 {
		c.memory.Release(c.memoryOf(c.memoryHeld))
		c.memoryHeld = 0
	}
}

// fitting counts the leading items that fit into one answer. Not all of the items fit.
func fitting(sizes []int) int {
	sum := 0
	return slices.IndexFunc(sizes, func(size int) bool { sum += size; return sum > maxBodies })
}

// textSize is the bytes of items without their bodies.
func textSize(items []*content.Item) int {
	size := 0
	for _, i := range items {
		size += len(i.ID) + len(i.Title) + len(value(i.URL)) + len(value(i.Excerpt)) + len(value(i.Thumbnail)) + len(i.Metadata)
		if i.Highlight != nil {
			size += len(value(i.Highlight.Title)) + len(value(i.Highlight.Snippet))
		}
	}
	return size
}

// facetSize is the bytes of the facets of a page.
func facetSize(page *content.Page) int {
	size := 0
	for _, facet := range page.Metadata {
		for _, member := range facet.Facet {
			size += len(member.Name)
		}
	}
	return size
}
