package server

import (
	"os"
	"runtime/debug"

	"github.com/KimMachineGun/automemlimit/memlimit"
)

const (
	collectorPercent = 200
	defaultMemory    = 512 << 20 // bytes; the soft limit where neither GOMEMLIMIT nor a cgroup has one
	shareOfCgroup    = 0.75      // of its limit; the rest is for the kernel's buffers, and for heaps that grow past the soft limit

	// fewestBodies is in bytes of long answers: one partner may hold half, and an answer has up to
	// 32 MB.
	fewestBodies = 80 << 20
	mostBodies   = 256 << 20
)

// shareMemory sets the limit of memory, and divides it between indexes and long answers.
func (s *server) shareMemory() {
	limit := limitMemory(memlimit.FromCgroup)
	indexes := int64(s.config.IndexMemory)
	s.bodies = bodyMemory(limit, indexes)
	if s.bodies+indexes > limit {
		s.Log.Warn("the limit of memory is too low for indexes and long answers together; raise GOMEMLIMIT, or the limit of the container or the unit, or lower INDEX_MEMORY",
			"limit_mb", limit>>20, "indexes_mb", indexes>>20, "long_answers_mb", s.bodies>>20)
	}
}

// limitMemory sets the soft limit of the program's memory, and returns it in bytes: GOMEMLIMIT,
// else three quarters of what the container or the unit may have. Unless GOGC is set, limitMemory
// also makes the garbage collector run less often while the heap is small.
func limitMemory(cgroup memlimit.Provider) int64 {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(collectorPercent)
	}
	if os.Getenv("GOMEMLIMIT") != "" {
		return debug.SetMemoryLimit(-1)
	}
	limit, err := memlimit.ApplyRatio(cgroup, shareOfCgroup)()
	if err != nil { // a cgroup without a limit is an error too
		limit = defaultMemory
	}
	debug.SetMemoryLimit(int64(limit))
	return int64(limit)
}

// bodyMemory is the memory of all long answers together, in bytes: half of the limit without the
// indexes. The other half is for small caches, connections, and garbage.
func bodyMemory(limit, indexes int64) int64 {
	return min(max((limit-indexes)/2, fewestBodies), mostBodies)
}
