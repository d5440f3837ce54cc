package template

import (
	"fmt"
	"testing"

	"airport-content/internal/check"
)

// Numbers that change on some pages between the two reads are edits.
func TestEditsDoNotMove(t *testing.T) {
	var pages []Page
	for n := range 20 {
		p := Page{Address: fmt.Sprint(n), Marks: marksOf(t, fmt.Sprintf("<p>From EUR %d</p>", n))}
		if n < 2*LeastMoving {
			n += 100
		}
		p.Again = marksOf(t, fmt.Sprintf("<p>From EUR %d</p>", n))
		pages = append(pages, p)
	}
	check.Same(t, 0, len(Learn(pages, nil).moving), "prices that move")
	check.Same(t, 1, len(Learn(pages[:2*LeastMoving], nil).moving), "numbers that all differ")
}
