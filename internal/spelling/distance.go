package spelling

import "math"

// Distance counts the letters to add, drop, change or swap with a neighbour to get from a to b: the
// optimal string alignment distance.
func Distance(a, b string) int {
	var letters [2 * short]rune
	var memory [3 * (short + 1)]int
	x := appendLetters(letters[:0:short], a)
	y := appendLetters(letters[short:short], b)
	return edits(x, y, math.MaxInt, memory[:])[len(y)]
}

// short is how many letters a word may have that is compared without memory of its own.
const short = 64

// edits gives the distances of x from the beginnings of y: row[j] is the one from its first j
// letters. It is nil as soon as no beginning is within most.
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
