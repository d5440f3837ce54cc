package search

import (
	"cmp"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"airport-content/internal/search/concept"
	"airport-content/internal/search/document"
	"airport-content/internal/search/word"
)

// People say when they want a thing: "food after 9pm", "open late". Such a time is one thing, and no
// number that other items hold.

// apostrophes leaves out the apostrophe of o'clock, as lists of phrases do.
var apostrophes = strings.NewReplacer("'", "", "’", "")

// timed is a time of day that words name.
type timed struct {
	words int // that name the time
	hour  int // in which items must be open
}

// timeWords are seven lists. The words of the first stand before a time ("after"), those of the second
// are a time ("late"), those of the third stand behind the number of a time ("o'clock"). Those of the next
// three tell the half of the day: the morning, the afternoon, or the night, which has hours of both. Those
// of the last tell a half of the day behind a time, but count days or nights behind a number alone.
var timeWords = readPhrases("times.txt", 7)

// clock is a time at the beginning of a text: its hour, and the a or p of am and pm.
var clock = regexp.MustCompile(`^\(?(\d{1,2})(?:[:.h][0-5]\d)? ?(?:([ap])\.?m\.?|h|` + strings.Join(slices.Sorted(maps.Keys(timeWords[2])), "|") + `)?[,;.!?)]*(?: |$)`)

const (
	lateHour  = 22
	earlyHour = 5
	nightHour = 3

	firstOfNight = 6 // the first hour "at night" that is in the evening
)

// hoursOf are the hours that concepts mean besides things.
var hoursOf = map[string]int{"around-the-clock": nightHour, "late-night-food": lateHour, "early-breakfast": earlyHour}

// readTimes notes the words that name a time, in a query with a thing that may be open then.
func readTimes(words []Word, concepts *concept.Thesaurus) {
	if !slices.ContainsFunc(words, func(w Word) bool { return w.isThing(concepts, "amenity", "dining", "shopping") }) {
		return
	}
	for _, r := range spokenTexts(words) {
		for i := range r.words {
			if size, hour := r.timeAt(i); size > 0 && r.words[i].place == nil {
				r.words[i].time, r.words[i].meant = &timed{size, hour}, nil
			}
		}
	}
}

// timeAt is the time at a word, and the number of its words; 0 for none.
func (r spokenText) timeAt(i int) (size, hour int) {
	if late := timeWords[1].at(r.words[i:]); late > 0 && r.words[i].meant == nil {
		return late, lateHour
	}
	before := timeWords[0].at(r.words[i:])
	if i+before == len(r.words) {
		return 0, 0
	}
	found := clock.FindStringSubmatch(apostrophes.Replace(strings.ToLower(r.text[r.begins[i+before]:])))
	if found == nil {
		return 0, 0
	}
	size = before + len(strings.Fields(found[0]))
	behind, half := halfAt(r.words[i+size:])
	isNumber := strings.Trim(found[0], word.Digits+".,;!?() ") == "" // or a price
	if isNumber && (behind == 0 || before == 0 && timeWords[6].at(r.words[i+size:]) > 0) {
		return 0, 0
	}
	half = cmp.Or(found[2], half)
	hour, _ = strconv.Atoi(found[1])
	if hour > 24 || found[2] != "" && hour > 12 {
		return 0, 0
	}
	return size + behind, hourIn(half, hour)
}

// halfAt is the half of the day that words behind a time name, and the number of these words: the a or
// p of am and pm, or n for the night, which has hours of both.
func halfAt(words []Word) (size int, half string) {
	if len(words) == 0 {
		return 0, ""
	}
	for i, half := range []string{"a", "p", "n"} {
		if size := timeWords[3+i].at(words); size > 0 {
			return size, half
		}
	}
	return 0, ""
}

// hourIn is the hour of the day that an hour in a half of it means.
func hourIn(half string, hour int) int {
	switch {
	case half == "p" && hour < 12, half == "n" && hour >= firstOfNight && hour < 12:
		hour += 12
	case (half == "a" || half == "n") && hour == 12:
		hour = 0
	}
	return hour % 24
}

func haveTime(_ *planner, words []Word) bool {
	return words[0].time != nil && words[0].time.words == len(words)
}

func (p *planner) planTime(r run) runPlan { return runPlan{main: p.openClause(r.words[0].time.hour)} }

// openClause makes the clause of an hour. Items that are open then come first, items that are known to
// be closed come last.
func (p *planner) openClause(hour int) clause {
	open := quote(document.OpenTag(hour))
	c := clause{query: open, frequency: p.corpus.Items, likely: p.corpus.Items, isPlaceOrTime: true}
	c.Phrase, c.Weight = open, p.atLeastSome(0)
	c.elsewhere = "(" + quote(document.HoursTag) + " & !" + open + ")"
	return c
}
