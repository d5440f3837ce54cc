package api

import (
	"fmt"
	"net/http"
)

// In bytes of bodies.
const (
	smallBodies = 1 << 20  // an answer with at most this is not long
	maxBodies   = 32 << 20 // an answer with more than this is refused
)

// acquireMemory waits for the memory of bodies of these sizes; releaseMemory gives it back. Small
// pages need none; pages that are too large are refused.
func (c *call) acquireMemory(sizes []int) error {
	c.releaseMemory() // of an earlier try
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
	if err := c.memory.Acquire(c.r.Context(), c.grant.PartnerID, int64(size)); err != nil {
		return err
	}
	c.bodyBytes = int64(size)
	return nil
}

func (c *call) releaseMemory() {
	if c.bodyBytes > 0 {
		c.memory.Release(c.grant.PartnerID, c.bodyBytes)
		c.bodyBytes = 0
	}
}

// fitting is how many of the first items fit into one answer.
func fitting(sizes []int) int {
	sum := 0
	for n, size := range sizes {
		if sum += size; sum > maxBodies {
			return n
		}
	}
	return len(sizes)
}
