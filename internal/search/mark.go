package search

import (
	"bytes"
	"html"
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"airport-content/internal/content"
)

const (
	maxSnippet = 300       // characters
	maxLooked  = 256 << 10 // bytes of a body
	// These limits bound the work on one text to a few milliseconds. A text that reaches one, such
	// as a text of little else than the query's words, is marked at its beginning only.
	maxTokens     = 40_000   // tags, and texts between tags
	maxHits       = 5_000    // found words
	maxSteps      = 10_000   // found words that are compared with terms
	maxNormalised = 2_000    // different strings that are normalised
	otherScript   = 4        // a string with other letters than ASCII takes as long as this many
	maxChunk      = 16 << 10 // bytes of a string without separators
)

// Marker marks a plan's terms in texts.
type Marker struct {
	languages map[string]*markedLanguage
}

// markedLanguage holds the terms to mark in texts of one search language.
type markedLanguage struct {
	terms    []markedTerm
	first    [][]int        // for each lexeme: the terms with this first lexeme
	lexemes  map[string]int // numbers of lexemes
	forms    map[string]int // the lexeme of a written word
	prefixes []string       // pieces that stand for all pieces with this beginning
	weights  map[int]int    // of clauses, in thousandths; optional ones have none
	clauses  int            // more than the number of any clause
	optional bool           // there are optional terms
	begin    beginnings     // of forms and prefixes
}

// markedTerm is a term with the numbers of its lexemes, stopWord in the place of a stop word.
type markedTerm struct {
	Term
	numbers []int
}

const stopWord = -1

// NewMarker makes the marker of a plan. The corpora tell how items write the plan's lexemes.
func NewMarker(p Plan, corpora []Corpus) *Marker {
	m := &Marker{languages: map[string]*markedLanguage{}}
	for _, term := range p.Terms {
		for term.Lexemes[0].Text == "" {
			term.Lexemes = term.Lexemes[1:]
		}
		of := m.languages[term.Language]
		if of == nil {
			of = &markedLanguage{lexemes: map[string]int{}, forms: map[string]int{}, weights: map[int]int{}}
			m.languages[term.Language] = of
		}
		of.add(term)
	}
	for _, c := range corpora {
		if of := m.languages[c.Language]; of != nil {
			for _, form := range c.forms(slices.Collect(maps.Keys(of.lexemes))) {
				of.write(form.Word, form.Lexeme)
			}
		}
	}
	return m
}

func (m *markedLanguage) add(term Term) {
	numbers := make([]int, len(term.Lexemes))
	for i, l := range term.Lexemes {
		numbers[i] = m.number(term.Language, l)
	}
	m.first[numbers[0]] = append(m.first[numbers[0]], len(m.terms))
	m.terms = append(m.terms, markedTerm{term, numbers})
	m.clauses = max(m.clauses, term.Clause+1)
	if term.Optional {
		m.optional = true
	} else {
		m.weights[term.Clause] = max(1, int(1000*term.Weight))
	}
}

// number is the number of a lexeme.
func (m *markedLanguage) number(language string, l Lexeme) int {
	if l.Text == "" {
		return stopWord
	}
	if number, ok := m.lexemes[l.Text]; ok {
		return number
	}
	number := len(m.first)
	m.lexemes[l.Text] = number
	m.first = append(m.first, nil)
	if l.Prefix {
		m.prefixes = append(m.prefixes, l.Text)
		m.begin.add(l.Text)
	}
	if isOwnStem(Token{language, l.Text}) {
		m.write(l.Text, l.Text)
	}
	return number
}

// isOwnStem reports whether a word is its own lexeme. No stemmer changes words of one or two
// letters, and the vocabulary has no such words.
func isOwnStem(t Token) bool { return !t.NeedsDictionary() || utf8.RuneCountInString(t.Word) < 3 }

// write notes how a lexeme is written.
func (m *markedLanguage) write(word, lexeme string) {
	if number, ok := m.lexemes[lexeme]; ok {
		m.forms[word] = number
		m.begin.add(word)
	}
}

// lexeme finds the number of a word's lexeme.
func (m *markedLanguage) lexeme(word string) (number int, ok bool) {
	if number, ok = m.forms[word]; ok {
		return number, true
	}
	for _, prefix := range m.prefixes {
		if strings.HasPrefix(word, prefix) {
			return m.lexemes[prefix], true
		}
	}
	if len(word) < 3*utf8.UTFMax && utf8.RuneCountInString(word) < 3 && !IsUnspaced(word) {
		number, ok = m.forms[unaccented(word)]
	}
	return number, ok
}

// mark is a place in a text with a word of a clause.
type mark struct {
	begin, end int
	clause     int
}

// hit is a word of a text whose lexeme is in the plan.
type hit struct{ begin, end, position, lexeme int }

// chunk has the hits in a string without separators. Places and positions count from the beginning
// of the string.
type chunk struct {
	hits  []hit
	words int
}

// chunks has the chunks of a text that were looked at.
type chunks struct {
	of         *markedLanguage
	known      map[string]chunk
	normalised int // strings, up to maxNormalised
}

// hits finds the words of a text whose lexemes are in the plan.
func (m *markedLanguage) hits(text string) []hit {
	var hits []hit
	chunks := chunks{of: m, known: map[string]chunk{}}
	position := 0
	for begin := 0; begin < len(text) && len(hits) < maxHits && chunks.normalised < maxNormalised; {
		if text[begin] == ' ' {
			begin++
			continue
		}
		end, may := m.begin.chunkEnd(text, begin)
		if end == begin {
			begin += sizeAt(text, begin)
			continue
		}
		end, may = chunks.initialsEnd(text, begin, end, may)
		if !may {
			if strings.TrimLeftFunc(text[begin:end], isJoiner) != "" { // not a lone &
				position++ // a chunk of several words counts as one: only phrases need positions
			}
			begin = end
			continue
		}
		c := chunks.at(text[begin:min(end, begin+maxChunk)])
		for _, h := range c.hits[:min(len(c.hits), maxHits-len(hits))] {
			hits = append(hits, hit{begin + h.begin, begin + h.end, position + h.position, h.lexeme})
		}
		position += c.words
		begin = end
	}
	return hits
}

// initialsEnd is the end of a chunk. If a short name of the plan with spaces (H & M) begins with
// the chunk, it is the end of the name.
func (c *chunks) initialsEnd(text string, begin, end int, may bool) (int, bool) {
	const and = " & "
	if end-begin <= 2*utf8.UTFMax && strings.HasPrefix(text[end:], and) {
		next, _ := c.of.begin.chunkEnd(text, end+len(and))
		c.count(text[begin:next])
		name := Normalise(text[begin:next])
		if _, ok := c.of.lexeme(name); ok && name != Normalise(text[begin:end]) {
			return next, true
		}
	}
	return end, may
}

// count counts a string that is normalised.
func (c *chunks) count(text string) {
	if c.normalised++; !isASCII(text) {
		c.normalised += otherScript - 1
	}
}

// at looks at a chunk, if the text has not had the same chunk before.
func (c *chunks) at(text string) chunk {
	found, ok := c.known[text]
	if ok {
		return found
	}
	c.count(text)
	words := spansOf(text)
	found.words = len(words)
	for i, w := range words {
		if lexeme, ok := c.of.lexeme(w.word); ok {
			found.hits = append(found.hits, hit{w.begin, w.end, i, lexeme})
		}
	}
	c.known[text] = found
	return found
}

// find lists the marks of a text, in order: those of the optional terms, or those of all other
// terms.
func (m *markedLanguage) find(text string, optional bool) []mark {
	f := finding{of: m, hits: m.hits(text)}
	f.marked = make([]bool, len(f.hits)*m.clauses)
	for i := range f.hits {
		for _, n := range m.first[f.hits[i].lexeme] {
			if term := m.terms[n]; term.Optional == optional && f.steps < maxSteps {
				f.markTerm(term, i)
			}
		}
	}
	if inOrder := func(a, b mark) int { return a.begin - b.begin }; !slices.IsSortedFunc(f.marks, inOrder) {
		slices.SortStableFunc(f.marks, inOrder)
	}
	return f.marks
}

// finding is the state of find. A word is marked once for each clause.
type finding struct {
	of     *markedLanguage
	hits   []hit
	marks  []mark
	marked []bool // whether a hit is marked for a clause, at hit * clauses + clause
	steps  int    // hits compared with terms
}

// markTerm marks the words of a term, if the term begins at a hit.
func (f *finding) markTerm(term markedTerm, first int) {
	at := first
	var hits [8]int
	standing := hits[:0]
	for distance, lexeme := range term.numbers {
		if lexeme == stopWord {
			continue
		}
		position := f.hits[first].position + distance
		for at < len(f.hits) && f.hits[at].position < position {
			at++
		}
		f.steps++
		if at == len(f.hits) || f.hits[at].position > position || f.hits[at].lexeme != lexeme {
			return
		}
		standing = append(standing, at)
	}
	for _, at := range standing {
		if marked := &f.marked[at*f.of.clauses+term.Clause]; !*marked {
			*marked = true
			f.marks = append(f.marks, mark{f.hits[at].begin, f.hits[at].end, term.Clause})
		}
	}
}

// Highlighted is an item with its marks.
type Highlighted struct {
	of      *markedLanguage
	title   string
	excerpt string
	result  content.Highlight
	weight  int // of the clauses in the snippet so far
}

// Item marks title and excerpt of an item.
func (m *Marker) Item(item *content.Item) *Highlighted {
	h := &Highlighted{of: m.languages[Language(item.Language)], title: textOf(item.Title)}
	if item.Excerpt != nil {
		h.excerpt = textOf(*item.Excerpt)
	}
	if h.of != nil {
		h.markTitle(false)
		h.markSnippet(h.excerpt, false)
	}
	return h
}

// NeedsBody reports whether a body may have a better place than the excerpt.
func (h *Highlighted) NeedsBody() bool {
	if h.of == nil {
		return false
	}
	whole := 0
	for _, weight := range h.of.weights {
		whole += weight
	}
	return h.result.Snippet == nil || h.weight < whole
}

// Body marks the beginning of a body, if the body has a better place than the excerpt.
func (h *Highlighted) Body(body string) {
	text := textOf(beginning(body))
	h.markSnippet(text, false)
	if h.of.optional && h.result == (content.Highlight{}) {
		h.markTitle(true)
		h.markSnippet(h.excerpt, true)
		h.markSnippet(text, true)
	}
}

// Result is the highlight for the answer.
func (h *Highlighted) Result() *content.Highlight { return &h.result }

func (h *Highlighted) markTitle(optional bool) {
	if marks := h.of.find(h.title, optional); len(marks) > 0 {
		marked := write(h.title, marks, 0, len(h.title))
		h.result.Title = &marked
	}
}

func (h *Highlighted) markSnippet(text string, optional bool) {
	marks := h.of.find(text, optional)
	best, weight := h.of.best(text, marks)
	if len(best) == 0 || h.result.Snippet != nil && weight <= h.weight {
		return
	}
	begin, end := window(text, best[0].begin, best[len(best)-1].end)
	marked := write(text, marks, begin, end)
	if begin > 0 {
		marked = ellipsis + marked
	}
	if end < len(text) {
		marked += ellipsis
	}
	h.result.Snippet, h.weight = &marked, weight
}

// best finds the marks of the weightiest place: the largest sum of the weights of its clauses. Of
// equals the narrowest wins, then the first.
func (m *markedLanguage) best(text string, marks []mark) (best []mark, weight int) {
	begins := make([]int, len(marks)) // in characters
	at, characters := 0, 0
	for i, k := range marks {
		characters += utf8.RuneCountInString(text[at:k.begin])
		at, begins[i] = k.begin, characters
	}
	held := map[int]int{} // marks of each clause between first and i
	first, sum, width := 0, 0, 0
	for i, k := range marks {
		if held[k.clause]++; held[k.clause] == 1 {
			sum += m.weights[k.clause]
		}
		end := begins[i] + utf8.RuneCountInString(text[k.begin:k.end])
		for first < i && (end-begins[first] > maxSnippet || held[marks[first].clause] > 1) {
			if held[marks[first].clause]--; held[marks[first].clause] == 0 {
				sum -= m.weights[marks[first].clause]
			}
			first++
		}
		if best == nil || sum > weight || sum == weight && end-begins[first] < width {
			best, weight, width = marks[first:i+1], sum, end-begins[first]
		}
	}
	return best, weight
}

// ellipsis stands where a text is cut.
const ellipsis = "…"

// textOf is the text of HTML, in one line, with cells and list items apart. It ends after
// maxTokens.
func textOf(s string) string {
	text := []byte(s)
	if !isPlain(s) {
		text = extract(s, " · ", maxTokens)
	}
	line := text[:0] // words move to the left only
	for word := range bytes.FieldsSeq(text) {
		line = append(append(line, word...), ' ')
	}
	return string(bytes.TrimSuffix(line, []byte(" ")))
}

// beginning is the part of a body that is searched for marks. It ends beside a word or a tag, if
// there is such a place near the limit.
func beginning(body string) string {
	if len(body) <= maxLooked {
		return body
	}
	body = body[:maxLooked]
	for n := len(body); n > len(body)-utf8.UTFMax; n-- {
		if r, size := utf8.DecodeLastRuneInString(body[:n]); r != utf8.RuneError || size > 1 {
			body = body[:n]
			break
		}
	}
	const near = 4 << 10
	if at := strings.LastIndexAny(body[len(body)-near:], " \t\n\r<>"); at >= 0 {
		body = body[:len(body)-near+at]
	}
	return body
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
	case !isOfWord(before) || !isOfWord(after):
		return besideWord
	case unicode.IsMark(after), ignorable(after), ignorable(before):
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

// write writes a part of a text as HTML. Marks that touch become one.
func write(text string, marks []mark, from, to int) string {
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
