package spelling

import (
	"math"
	"unicode/utf8"
)

// Distance is the optimal string alignment distance: the number of letters to add, drop, change or
// swap with a neighbour that turns a into b.
func Distance(a, b string) int {
	var letters [2 * short]rune
	var memory [3 * (short + 1)]int
	x := appendLetters(letters[:0:short], a)
	y := appendLetters(letters[short:short], b)
	return edits(x, y, math.MaxInt, memory[:])[len(y)]
}

// AllowedMistakes is the edit distance that Elasticsearch's fuzziness AUTO allows.
func AllowedMistakes(text string) int {
	if utf8.RuneCountInString(text) <= 5 {
		return 1
	}
	return 2
}

// short is the most letters of a word that is compared without allocating memory.
const short = 64

// edits gives the distances of x from the beginnings of y: row[j] is the distance from the first j
// letters of y. It is nil if no beginning is within the distance most.
func edits(x, y []rune, most int, memory []int) (row []int) {
	width := len(y) + 1
	if 3*width > len(memory) {
		memory = make([]int, 3*width)
	}
	// last and before are the rows of one and two letters fewer of x.
	before, last, row := memory[:width], memory[width:2*width], memory[2*width:3*width]
	for j := range row {
		row[j] = j
	}
	for i := range x {
		before, last, row = last, row, before
		row[0] = i + 1
		least := row[0]
		for j := range y {
			if x[i] == y[j] {
				row[j+1] = last[j]
			} else {
				row[j+1] = 1 + min(last[j], last[j+1], row[j])
				if i > 0 && j > 0 && x[i] == y[j-1] && x[i-1] == y[j] {
					row[j+1] = min(row[j+1], before[j-1]+1)
				}
			}
			least = min(least, row[j+1])
		}
		if least > most {
			return nil
		}
	}
	return row
}

func appendLetters(letters []rune, s string) []rune {
	for _, r := range s {
		letters = append(letters, r)
	}
	return letters
}
