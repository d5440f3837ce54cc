package template

import (
	"fmt"
	"testing"

	"airport-content/internal/check"
	"airport-content/internal/content"
)

// Numbers that change on some pages between the two reads are edits.
func TestEditsDoNotMove(t *testing.T) {
	var records []content.PageRecord
	twice := map[string][]byte{}
	for n := range 20 {
		p := content.PageRecord{Key: fmt.Sprint(n)}
		p.Blocks, _ = Marks(fmt.Sprintf("<p>From EUR %d</p>", n), Spot{}, nil)
		records = append(records, p)
		if n < 2*LeastMoving {
			n += 100
		}
		twice[p.Key], _ = Marks(fmt.Sprintf("<p>From EUR %d</p>", n), Spot{}, nil)
	}
	check.Same(t, 0, len(moving(records, twice)), "prices that move")
	check.Same(t, 1, len(moving(records[:2*LeastMoving], twice)), "numbers that all differ")
}
