package api

import (
	"errors"
	"strings"
	"testing"
)

func TestFittingItems(t *testing.T) {
	for _, c := range []struct {
		sizes []int
		want  int
	}{
		{nil, 0},
		{[]int{maxBodies}, 1},
		{[]int{maxBodies / 2, maxBodies / 2, 1}, 2},
		{[]int{1, maxBodies, 1}, 1},
	} {
		if got := fitting(c.sizes); got != c.want {
			t.Errorf("%v: %d", c.sizes, got)
		}
	}
}

func TestPageTooLargeNamesTheSizeThatFits(t *testing.T) {
	err := (&call{}).acquireMemory([]int{20 << 20, 12 << 20, 1})
	var f *failure
	if !errors.As(err, &f) || f.status != 400 || f.code != codePageTooLarge || !strings.Contains(f.message, "size=2") {
		t.Error(err)
	}
}
