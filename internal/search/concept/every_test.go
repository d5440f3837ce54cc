//go:build !race

// The test has one goroutine, so the race detector finds nothing. It would make the test ten times
// slower.

package concept

import (
	"testing"
	"unicode"
)

// A character may be several words, none, or part of one.
func TestEveryCharacterIsRead(t *testing.T) {
	t.Parallel()
	for r := rune(0); r <= 0x1FFFF; r++ {
		if unicode.Is(unicode.Han, r) || '가' <= r && r <= '힣' {
			continue // the many of a kind
		}
		for _, text := range []string{string(r), "a" + string(r) + "b " + string(r) + "🚻" + string(r)} {
			func() {
				defer func() {
					if p := recover(); p != nil {
						t.Errorf("%q (%U): %v", text, r, p)
					}
				}()
				Get().Find(text)
				Get().Beginning(text)
			}()
		}
	}
}
