package server

import (
	"math"
	"runtime/debug"
	"testing"

	"github.com/KimMachineGun/automemlimit/memlimit"

	"airport-content/internal/check"
)

// The settings are the process's own, so this test is not parallel.
func TestLimitMemory(t *testing.T) {
	before := debug.SetMemoryLimit(-1)
	t.Cleanup(func() { debug.SetMemoryLimit(before); debug.SetGCPercent(100) })
	none := func() (uint64, error) { return 0, memlimit.ErrNoLimit }
	for _, tt := range []struct {
		name       string
		cgroup     memlimit.Provider
		variable   string
		set        int64 // what the runtime made of the variable
		want       int64
		wantBodies int64 // with indexes of 64 MB
	}{
		{"nothing limits", none, "", 0, 512 << 20, 224 << 20},
		{"container", memlimit.Limit(512 << 20), "", 0, 384 << 20, 160 << 20},
		{"small container", memlimit.Limit(128 << 20), "", 0, 96 << 20, 80 << 20},
		{"unit", memlimit.Limit(1 << 30), "", 0, 768 << 20, 256 << 20},
		{"GOMEMLIMIT", memlimit.Limit(1 << 30), "320MiB", 320 << 20, 320 << 20, 128 << 20},
		{"GOMEMLIMIT=off", memlimit.Limit(1 << 30), "off", math.MaxInt64, math.MaxInt64, 256 << 20},
	} {
		t.Setenv("GOMEMLIMIT", tt.variable)
		debug.SetMemoryLimit(tt.set)
		got := limitMemory(tt.cgroup)
		if set := debug.SetMemoryLimit(-1); got != tt.want || set != tt.want {
			t.Errorf("%s: %d, set %d; want %d", tt.name, got, set, tt.want)
		}
		check.Same(t, tt.wantBodies, bodyMemory(got, 64<<20), tt.name)
	}
}
