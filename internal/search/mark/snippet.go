package mark

import (
	"html"
	"strings"
	"unicode"
	"unicode/utf8"

	"airport-content/internal/search/word"
)

const (
	maxSnippet = 300 // characters
	ellipsis   = "…" // stands where a text is cut
)

// best finds the marks of the weightiest place: the largest sum of the weights of its clauses. Of
// equals the narrowest wins, then the first.
func (l *language) best(text string, marks []mark) (best []mark, weight int) {
	begins := make([]int, len(marks)) // in characters
	at, characters := 0, 0
	for i, k := range marks {
		characters += utf8.RuneCountInString(text[at:k.begin])
		at, begins[i] = k.begin, characters
	}
	held := make([]int, l.clauses) // marks of each clause between first and i
	first, sum, width := 0, 0, 0
	for i, k := range marks {
		if held[k.clause]++; held[k.clause] == 1 {
			sum += l.weights[k.clause]
		}
		end := begins[i] + utf8.RuneCountInString(text[k.begin:k.end])
		for first < i && (end-begins[first] > maxSnippet || held[marks[first].clause] > 1) {
			if held[marks[first].clause]--; held[marks[first].clause] == 0 {
				sum -= l.weights[marks[first].clause]
			}
			first++
		}
		if best == nil || sum > weight || sum == weight && end-begins[first] < width {
			best, weight, width = marks[first:i+1], sum, end-begins[first]
		}
	}
	return best, weight
}

// window is the part of a text that a snippet shows around a place: a third of the room lies before
// the place, the rest behind. A cut text has room for an ellipsis on both sides.
func window(text string, begin, end int) (from, to int) {
	if len(text) <= utf8.UTFMax*maxSnippet && utf8.RuneCountInString(text) <= maxSnippet {
		return 0, len(text)
	}
	const shown = maxSnippet - 2
	if end-begin > shown { // perhaps: in bytes
		end = min(end, forward(text, begin, shown))
	}
	room := shown - utf8.RuneCountInString(text[begin:end])
	behind := utf8.RuneCountInString(text[end:min(len(text), end+utf8.UTFMax*room)])
	least := back(text, begin, max(room/3, room-behind))
	from = begin
	for cut := noCut; least < begin; least += sizeAt(text, least) {
		if here := cutAt(text, least); here > cut {
			from, cut = least, here
		}
	}
	most := forward(text, end, shown-utf8.RuneCountInString(text[from:end]))
	to = end
	for cut := noCut; most > end; most -= sizeBefore(text, most) {
		if here := cutAt(text, most); here > cut {
			to, cut = most, here
		}
	}
	for from < begin && strings.HasPrefix(text[from:], " ") || strings.HasPrefix(text[from:begin], "·") {
		from += sizeAt(text, from)
	}
	for to > end && strings.HasSuffix(text[:to], " ") || strings.HasSuffix(text[end:to], "·") {
		to -= sizeBefore(text, to)
	}
	return from, to
}

// Places to cut a text, from worst to best.
const (
	noCut        = iota // within a character with its marks
	betweenSigns        // within a word
	besideWord          // beside a punctuation mark
	atSpace
)

func cutAt(text string, at int) int {
	before, _ := utf8.DecodeLastRuneInString(text[:at])
	after, _ := utf8.DecodeRuneInString(text[at:])
	switch {
	case at == 0, at == len(text), before == ' ', after == ' ':
		return atSpace
	case !word.IsPart(before) || !word.IsPart(after):
		return besideWord
	case unicode.IsMark(after), word.IsInvisible(after), word.IsInvisible(before):
		return noCut
	}
	return betweenSigns
}

func sizeAt(text string, at int) int {
	_, size := utf8.DecodeRuneInString(text[at:])
	return size
}

func sizeBefore(text string, at int) int {
	_, size := utf8.DecodeLastRuneInString(text[:at])
	return size
}

// forward is the place a number of characters after another place.
func forward(text string, at, characters int) int {
	for ; characters > 0 && at < len(text); characters-- {
		at += sizeAt(text, at)
	}
	return at
}

// back is the place a number of characters before another place.
func back(text string, at, characters int) int {
	for ; characters > 0 && at > 0; characters-- {
		at -= sizeBefore(text, at)
	}
	return at
}

// markedHTML writes a part of a text as HTML. Marks that touch become one.
func markedHTML(text string, marks []mark, from, to int) string {
	var b strings.Builder
	at := from
	for i := 0; i < len(marks); {
		begin, end := max(marks[i].begin, from), marks[i].end
		for i++; i < len(marks) && marks[i].begin <= end; i++ {
			end = max(end, marks[i].end)
		}
		end = min(end, to)
		if begin >= end {
			continue
		}
		b.WriteString(html.EscapeString(text[at:begin]))
		b.WriteString("<mark>")
		b.WriteString(html.EscapeString(text[begin:end]))
		b.WriteString("</mark>")
		at = end
	}
	b.WriteString(html.EscapeString(text[at:to]))
	return b.String()
}
