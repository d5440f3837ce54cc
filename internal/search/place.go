package search

import (
	"slices"
	"strings"
	"unicode/utf8"

	"airport-content/internal/place"
	"airport-content/internal/search/document"
	"airport-content/internal/search/word"
)

// placed is a part of a place that words name: "terminal 1", "T2", "after security".
type placed struct {
	words int // that name the part
	part  place.Part
	value string
}

// minPlace is the number of letters of a place within a longer word: 지하 is a basement, 지하철 a train.
const minPlace = 4

// isClear reports whether a part of a word names a place by itself.
func isClear(text string) bool {
	return utf8.RuneCountInString(text) >= minPlace || word.HasDigit(text)
}

// readPlaces notes the words that name a part of a place.
func readPlaces(words []Word) {
	for _, r := range spokenTexts(words) {
		for _, m := range place.FindAsked(r.text) {
			named, whole := r.cover(m.Begin, m.End)
			text := r.text[m.Begin:m.End]
			if strings.HasPrefix(strings.ToLower(text), "through") { // liquids go through security, and are not there
				continue
			}
			if m.Value != "" && (whole || isClear(text)) {
				named[0].place = &placed{len(named), m.Part, m.Value}
			}
		}
	}
}

// byPlace parts bare words in scripts without spaces from the places that they name: 1号航站楼咖啡,
// 保安検査後のレストラン, ร้านอาหารอาคาร 2.
func byPlace(words []Word) (list []Word) {
	runs := spokenTexts(words)
	for len(words) > 0 {
		if !words[0].isSpoken() {
			list, words = append(list, words[0]), words[1:]
			continue
		}
		r := runs[0]
		var named []place.Mention
		if slices.ContainsFunc(r.words, Word.isUnspaced) { // few queries
			named = slices.DeleteFunc(place.FindAsked(r.text), func(m place.Mention) bool { return m.Value == "" || !isClear(r.text[m.Begin:m.End]) })
		}
		for i, w := range r.words {
			if w.isUnspaced() {
				list = append(list, r.part(i, named)...)
			} else {
				list = append(list, w)
			}
		}
		runs, words = runs[1:], words[len(r.words):]
	}
	return list
}

// part parts a word of a run at the places that the run names.
func (r spokenText) part(i int, named []place.Mention) (words []Word) {
	at, last := r.begins[i], r.ends[i]
	for _, m := range named {
		begin, end := max(m.Begin, at), min(m.End, last)
		if begin < end {
			words = append(words, newWord(r.text[at:begin], Bare), newWord(r.text[begin:end], Bare))
			at = end + len(particle(r.text[end:last]))
		}
	}
	words = append(words, newWord(r.text[at:last], Bare))
	return slices.DeleteFunc(words, func(part Word) bool { return len(part.Parts) == 0 })
}

// particle is the particle between a place and a thing: の of, に and で in, 的 of. Before Hiragana, the
// letter may belong to the word: にく is meat. 的士 is a taxi.
func particle(text string) string {
	first, size := utf8.DecodeRuneInString(text)
	next, _ := utf8.DecodeRuneInString(text[size:])
	if !strings.ContainsRune("のにで的", first) || size == len(text) || word.IsHiragana(next) || strings.HasPrefix(text, "的士") {
		return ""
	}
	return text[:size]
}

func havePlace(_ *planner, words []Word) bool {
	return words[0].place != nil && words[0].place.words == len(words)
}

// planPlace makes the clauses of a place. An item that is known to be in such a part is there, or
// is not; any other item is there if its texts name the place.
func (p *planner) planPlace(r run) runPlan {
	at := r.words[0].place
	there, somewhere := quote(document.PlaceTag(at.part, at.value)), quote(document.PlaceTag(at.part, ""))
	main := clause{query: there, frequency: p.corpus.Items, likely: p.corpus.Items, isPlaceOrTime: true}
	var named []Analysis
	for _, list := range append([][]string{r.parts()}, at.otherNames(p.corpus.Language)...) {
		if whole := p.phrase(list...); whole.frequency() > 0 && len(whole.lexemes()) == len(list) {
			named = append(named, whole)
		}
	}
	if named = distinct(named); len(named) > 0 {
		texts := p.clause(named[:1], named[1:])
		main.query = "(" + there + " | (" + texts.query + ") & !" + somewhere + ")"
		main.PhraseTitle = join(texts.titles(), " | ")
		main.terms = texts.terms
	}
	main.Phrase = main.query
	main.Weight = placeWeight * p.atLeastSome(0)
	main.elsewhere = "(" + somewhere + " & !" + there + ")"
	apart := p.clause(p.typed(run{words: r.words}), nil) // Gates 5, 6 and 7
	apart.role, apart.Reading = lastResort, "parts"
	others := []clause{apart}
	return runPlan{main: main, others: others, marks: p.marks(main, others)}
}

// otherNames lists other ways in which texts name the part: a code alone, and the English names.
func (at placed) otherNames(language string) (names [][]string) {
	value := strings.ToLower(at.value)
	if at.part == place.Gate && word.HasDigit(value) && !word.IsNumber(value) {
		names = append(names, []string{value})
	}
	switch {
	case language != "english":
		return names
	case at.part == place.Security && at.value == place.After:
		return append(names, []string{"after", "security"}, []string{"airside"})
	case at.part == place.Security:
		return append(names, []string{"before", "security"}, []string{"landside"})
	}
	return append(names, []string{string(at.part), value})
}
