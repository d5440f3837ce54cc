package api

import (
	"fmt"
	"net/http"
	"slices"

	"airport-content/internal/gate"
)

// Limits of an answer, in bytes of bodies.
const (
	smallBodies = 1 << 20  // up to here an answer is short, and needs no memory of the gate
	maxBodies   = 32 << 20 // a longer answer is refused
)

// acquireMemory waits for memory for bodies of these sizes; releaseMemory returns the memory. A
// short answer needs none. A page over maxBodies is refused.
func (c *call) acquireMemory(sizes []int) error {
	c.releaseMemory() // the memory of an earlier try
	size := 0
	for _, n := range sizes {
		size += n
	}
	if size <= smallBodies {
		return nil
	}
	if size > maxBodies {
		return &failure{status: http.StatusBadRequest, code: codePageTooLarge, message: fmt.Sprintf(
			"The bodies of this page have %d bytes, and an answer may have %d. Ask with size=%d, or with includeBody=false for a list.",
			size, maxBodies, fitting(sizes))}
	}
	if err := c.memory.Acquire(c.r.Context(), gate.Share{Partner: c.grant.PartnerID, Units: int64(size)}); err != nil {
		return err
	}
	c.bodyBytes = int64(size)
	return nil
}

func (c *call) releaseMemory() {
	if c.bodyBytes > 0 {
		c.memory.Release(gate.Share{Partner: c.grant.PartnerID, Units: c.bodyBytes})
		c.bodyBytes = 0
	}
}

// fitting counts the leading items that fit into one answer. Not all of the items fit.
func fitting(sizes []int) int {
	sum := 0
	return slices.IndexFunc(sizes, func(size int) bool { sum += size; return sum > maxBodies })
}
