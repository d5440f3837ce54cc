package template

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"airport-content/internal/check"
	"airport-content/internal/content"
)

// Stored marks lead to the same decision as the page's own marks.
func TestMarksAreStored(t *testing.T) {
	var text strings.Builder
	for n := range 2 * maxMarks {
		fmt.Fprintf(&text, "<li>%d</li>", n)
	}
	around := []Mark{1<<50 | outsideMark, 1<<63 | 1<<39 | outsideMark}
	stored, err := Marks(text.String(), Spot{}, around)
	marks := readMarks(stored)
	if err != nil || len(marks) != maxMarks+2 || contentLength(marks) != maxMarks || !slices.Equal(marks[maxMarks:], around) {
		t.Fatalf("%d marks, %v", len(marks), err)
	}
	marks[3] |= cutMark
	check.Same(t, marks, readMarks(storeMarks(marks)), "stored")
}

// No content makes the search for blocks panic. A second cut gives the same result as the first.
func FuzzTemplate(f *testing.F) {
	f.Add("<p>A sentence that stands on every page of the website, as a footer does.</p><table><tr><th>x<td>y</table>", "<h1>T</h1><a href=/b>B</a>")
	f.Add("<ul><li><a href=/a>A<li><img src=/b></ul>", "<div>x<br>y<td>z")
	f.Fuzz(func(t *testing.T, shared, own string) {
		marks, err := Marks(shared+own, Spot{}, nil)
		if err != nil {
			return
		}
		menu, _ := Marks(shared, Spot{}, nil)
		var records []content.PageRecord
		for n := range 2 * FewPages {
			records = append(records, content.PageRecord{Key: fmt.Sprint(n), ItemID: fmt.Sprint(n), Blocks: menu})
		}
		page := content.PageRecord{Key: "own", ItemID: "own", Blocks: marks}
		shown := New(append(records, page), nil, nil)
		shown.Neighbours = Neighbours(records, nil)
		once, kept, err := shown.Without(shared+own, Spot{}, page)
		again, _, _ := shown.Without(shared+own, Spot{}, page)
		if err != nil || once != again || len(kept) != len(marks) {
			t.Errorf("%q, then %q: %v", once, again, err)
		}
	})
}
