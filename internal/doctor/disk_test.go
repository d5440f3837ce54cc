package doctor

import (
	"testing"

	"airport-content/internal/check"
)

func TestUsedPercent(t *testing.T) {
	for _, tt := range []struct{ blocks, free, available, want uint64 }{
		{1000, 1000, 950, 0}, {1000, 500, 500, 50}, {1000, 20, 20, 98}, {1000, 50, 0, 100}, {1000, 0, 0, 100}, {100_000, 4_999, 4_999, 96}, {0, 0, 0, 0},
	} {
		check.Same(t, tt.want, usedPercent(tt.blocks, tt.free, tt.available), tt)
	}
}
