//go:build !race

// One goroutine reads all characters: the race detector has nothing to find, and takes ten times as
// long.

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
