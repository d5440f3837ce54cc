//go:build !race

// The test has one goroutine, so the race detector finds nothing. It would make the test ten times
// slower.

package word_test

import (
	"testing"
	"unicode"
)

func TestEveryCharacter(t *testing.T) {
	t.Parallel()
	for r := rune(0); r <= 0x1FFFF; r++ {
		if !unicode.IsGraphic(r) && r > 0xFFFF || unicode.Is(unicode.Han, r) || '가' <= r && r <= '힣' {
			continue // the many of a kind
		}
		checkTokens(t, string(r)+" a"+string(r)+"H\u0331 "+string(r)+"'"+string(r)+"\u0301\u0323")
	}
}
