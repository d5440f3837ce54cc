package api

import (
	"net/http/httptest"
	"testing"

	"airport-content/internal/check"
	"airport-content/internal/content"
	"airport-content/internal/gate"
	"airport-content/internal/partner"
)

// A request whose shared read got no memory, and which then reads by itself, wants no memory a second
// time when it begins again.
func TestMemoryIsTakenOnce(t *testing.T) {
	t.Parallel()
	const all, bytes = 80 << 20, 1 << 20
	s := &server{Options: Options{BodyMemory: all}, memory: gate.New(all)}
	c := &call{server: s, r: httptest.NewRequest("GET", "/", nil), grant: &grant{Grant: partner.Grant{PartnerID: 1}}}
	others := []gate.Share{{Partner: 2, Units: all / 2}, {Partner: 3, Units: all * 3 / 8}, {Partner: 4, Units: all / 8}}
	for _, share := range others {
		check.Same(t, true, s.memory.TryAcquire(share))
	}
	check.Error(t, content.ErrOtherState, c.acquireMemory([]int{bytes}, 0))
	for _, share := range others {
		s.memory.Release(share)
	}
	check.NoError(t, c.acquireMemory([]int{bytes}, 0))
	check.NoError(t, c.beforeTry(1)) // after an import came between
	c.releaseMemory()
	check.Same(t, true, s.memory.TryAcquire(gate.Share{Partner: 1, Units: all / 2}), "the half of a partner is free")
}
