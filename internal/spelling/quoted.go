package spelling

import "strconv"

const most = 60 // characters of what was typed in a message

// Quoted puts what was typed into a message: valid text, short, in quotes.
func Quoted(typed string) string {
	short := Shortened(typed)
	if len(short) < len(typed) {
		return strconv.Quote(short) + "…"
	}
	return strconv.Quote(typed)
}

// Shortened is the beginning of what was typed. What is not UTF-8 stays so.
func Shortened(typed string) string {
	count := 0
	for i := range typed {
		if count++; count > most {
			return typed[:i]
		}
	}
	return typed
}
