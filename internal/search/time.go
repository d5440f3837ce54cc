package search

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"airport-content/internal/search/concept"
	"airport-content/internal/search/document"
)

// People say when they want a thing: "food after 9pm", "open late". Such a time is one thing, and no
// number that other items hold.

// timed is a time of day that words name.
type timed struct {
	words int // that name the time
	hour  int // in which items must be open
}

var (
	clockTime = regexp.MustCompile(`^(\d{1,2})(?:[:.h]([0-5]\d))?(?:(am|pm|a\.m\.?|p\.m\.?)|h|uhr|時|点|點|시)?$`)
	// halfNames and unitNames stand behind a number.
	halfNames = []string{"am", "pm", "a.m.", "p.m."}
	unitNames = []string{"uhr", "heures", "heure", "horas", "uur", "o'clock", "h", "часов"}
)

// Words before and instead of a time.
var (
	atTime = setOf(`after, past, from, at, by, around, since, nach, ab, um, gegen, après, dès, vers, à, después, desde, sobre, a, las, de, dopo, dalle, alle, dopo, depois, das, às, na, om, rond, vanaf, po, od, o, efter, från, kl, после, в, с, sonra`)
	lateAt = setOf(`late, midnight, spät, spätabends, nachts, mitternacht, tard, minuit, tarde, noche, medianoche, tardi, notte, mezzanotte, noite, meia-noite, laat, nacht, późno, nocą, поздно, ночью, geç, gece, 深夜, 夜中, 夜, 晚上, 밤`)
)

const (
	lateHour  = 22
	earlyHour = 5
	nightHour = 3
)

func setOf(list string) map[string]bool {
	set := map[string]bool{}
	for w := range strings.SplitSeq(list, ", ") {
		set[w] = true
	}
	return set
}

// hoursOf are the hours that concepts mean besides things.
var hoursOf = map[string]int{"around-the-clock": nightHour, "late-night-food": lateHour, "early-breakfast": earlyHour}

// readTimes notes the words that name a time, in a query with a thing that may be open then.
func readTimes(words []Word, concepts *concept.Thesaurus) {
	isThing := func(w Word) bool {
		return w.meant != nil && slices.ContainsFunc(w.meant.of, func(m concept.Meaning) bool {
			c := concepts.Concepts[m.Concept]
			return c.Type == "amenity" || c.Type == "dining" || c.Type == "shopping"
		})
	}
	if !slices.ContainsFunc(words, isThing) {
		return
	}
	for i := range words {
		if size, hour := timeAt(words[i:]); size > 0 && words[i].place == nil {
			words[i].time = &timed{size, hour}
			words[i].meant = nil
		}
	}
}

// timeAt is the time that words begin with, and the number of its words; 0 for none.
func timeAt(words []Word) (size, hour int) {
	text := func(i int) string {
		if i < len(words) && words[i].isSpoken() {
			return strings.ToLower(words[i].Typed)
		}
		return ""
	}
	first := text(0)
	switch {
	case words[0].meant != nil:
	case lateAt[first]:
		return 1, lateHour
	}
	at := 0
	if atTime[first] {
		at = 1
	}
	found := clockTime.FindStringSubmatch(text(at))
	if found == nil {
		return 0, 0
	}
	hour, _ = strconv.Atoi(found[1])
	half, sure := found[3], strings.Trim(text(at), "0123456789.") != ""
	size = at + 1
	switch next := text(size); {
	case slices.Contains(halfNames, next):
		half, sure, size = next, true, size+1
	case slices.Contains(unitNames, next):
		sure, size = true, size+1
	}
	switch {
	case !sure || hour > 24 || half != "" && hour > 12:
		return 0, 0
	case strings.HasPrefix(half, "p") && hour < 12:
		hour += 12
	case strings.HasPrefix(half, "a") && hour == 12:
		hour = 0
	}
	return size, hour % 24
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
