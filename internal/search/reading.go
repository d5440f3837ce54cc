package search

import (
	"slices"
	"strings"
	"unicode"

	"airport-content/internal/search/word"
)

// reading is a way to read a word of a query, or several words as one thing: it lists what items
// may hold instead.
type reading struct {
	name string
	as   as
	why  string
	// unit reports whether several words, or the parts of one, are one thing. nil: they never are.
	unit   func(p *planner, words []Word) bool
	phrase bool // the words of the unit must stand side by side, unless an item writes them as one
	read   func(p *planner, r run) []Analysis
	share  float64                         // of the word's weight, which an item gains; only of related words, orders and parts
	plan   func(p *planner, r run) runPlan // instead of read: makes the clauses of a unit
}

// as is how an item counts that holds what a reading finds.
type as int

const (
	asSpelling as = iota // as an item with the word
	asSynonym            // as an item with the word; the commonest of word and synonyms tells the weight
	asRelated            // as an item with the word, but it gains a share of the weight
	asOrder              // for the order only; the word as typed has the rest of the weight
	asPart               // by itself, if the parts of a word have a meaning of their own
	asNoted              // as the clauses say that plan makes
)

// readings are all ways to read words. Of the readings that take words as a unit, the first wins.
// To add a spelling, a related word, an order or a part, add a line. Units with a function plan are
// noted in the words of the query (withNotes); notedSize tells how many words they have.
var readings = []reading{
	{name: "places", as: asNoted, why: "terminal 1 is a place, no terminal with a 1", unit: havePlace, plan: (*planner).planPlace},
	{name: "times", as: asNoted, why: "9pm is a time, no gate 9", unit: haveTime, plan: (*planner).planTime},
	{name: "synonyms", as: asSynonym, why: "toilets are restrooms", unit: haveSynonyms, read: readSynonyms},
	{name: "concepts", as: asNoted, why: "Apotheke is pharmacy", unit: haveMeaning, plan: (*planner).planConcept},
	{name: "flights", as: asSpelling, why: "AF 007 is AF7", unit: isFlight, phrase: true, read: readFlights},
	{name: "joined", as: asSpelling, why: "check in is checkin, B 12 is B12", unit: belongTogether, phrase: true, read: readJoined},
	{name: "joined in sentences", as: asSpelling, why: "in a sentence, neighbours are one word only if items write them so", unit: areWrittenAsOne, read: readJoined},
	{name: "digits apart", as: asSpelling, why: "23kg is 23 kg", read: readDigitsApart},
	{name: "clock", as: asSpelling, why: "22:15 is 22h15", read: readClock},
	{name: "digits in groups", as: asSpelling, why: "1200 is 1,200, 6505550147 is 650-555-0147", read: readGroups},
	{name: "kana", as: asSpelling, why: "こいんろっかー is コインロッカー", read: readOtherKana},
	{name: "compounds", as: asRelated, why: "automaat is in geldautomaat", read: readCompounds, share: relatedShare},
	{name: "endings", as: asRelated, why: "lotnisko is lotniskach, and no stemmer knows it", read: readEndings, share: relatedShare},
	{name: "beginnings", as: asRelated, why: "starb becomes starbucks", read: readBeginnings, share: relatedShare},
	{name: "accents", as: asOrder, why: "an item with the typed accents is meant, and none with others", read: readAccents, share: accentShare},
	{name: "parts", as: asPart, why: "a multi-faith room is a faith room", read: readParts, share: partShare},
}

// run is a word of a query, or several that are one thing.
type run struct {
	words         []Word
	before, after Word     // around the run; without parts if there are none
	unit          *reading // takes the words as one thing; nil for a word
	inText        bool     // the run is a part of a text in pieces
	isRest        bool     // the run is a piece with a letter of the word before or after
	// What lookUp finds.
	texts     []Analysis  // that items must hold, unless they hold one of the others
	spellings []Analysis  // that items hold
	synonyms  []Analysis  // that items hold
	concept   *understood // that the words mean; nil: none
}

// isHeld reports whether items hold the run, or a spelling or a synonym.
func (r run) isHeld() bool {
	return len(r.spellings)+len(r.synonyms) > 0 || concat(r.texts).frequency() > 0
}

// parts lists the parts of all words.
func (r run) parts() (list []string) {
	for _, w := range r.words {
		list = append(list, w.Parts...)
	}
	return list
}

// only is the only part of a run; empty if there are several.
func (r run) only() string {
	if len(r.words) == 1 && len(r.words[0].Parts) == 1 {
		return r.words[0].Parts[0]
	}
	return ""
}

func (r run) isUnspaced() bool { return r.words[0].isUnspaced() }

// is reports whether a reading of this kind takes the words as one thing.
func (r run) is(kind as) bool { return r.unit != nil && r.unit.as == kind }

// reading names how the run was read.
func (r run) reading() string {
	switch {
	case r.unit != nil:
		return r.unit.name
	case r.words[0].Kind == Phrase:
		return "phrase"
	}
	return "words"
}

// isPhrase reports whether the words must stand side by side, unless an item writes them as one.
func (r run) isPhrase() bool { return r.unit != nil && r.unit.phrase }

// name is the run as it was typed, because languages may spell it differently, without the punctuation
// around it.
func (r run) name() string {
	typed := make([]string, len(r.words))
	for i, w := range r.words {
		typed[i] = w.Typed
	}
	return strings.TrimFunc(strings.Join(typed, " "), unicode.IsPunct)
}

// longestPieces is the most pieces of a run that is looked up among the synonyms, in a script
// without spaces.
const longestPieces = 12

// next takes the first words that are one thing, else the first word, which it may split. rest is
// what follows.
func (p *planner) next(before Word, words []Word) (r run, rest []Word) {
	size := 1
	r = run{words: words[:1], before: before}
	if words[0].Kind == Bare || words[0].isFrame() && p.isNoted(words) {
		if r.inText = words[0].piece || len(words) > 1 && words[1].piece; r.inText {
			var first Word
			if first, size = firstWord(before, words); len(first.Parts) == 0 {
				r.isRest = true
				return r, words[1:]
			}
			r.words = []Word{first}
		}
		if unit, length := p.firstUnit(words, size); unit != nil {
			r.words, r.unit, size = words[:length], unit, length
		} else if split := p.split(words[0]); split != nil {
			return p.next(before, slices.Concat(split, words[1:]))
		}
	}
	if rest = words[size:]; len(rest) > 0 {
		r.after = rest[0]
	}
	return r, rest
}

// isNoted reports whether the first words are a place, a time, or a concept that items know.
func (p *planner) isNoted(words []Word) bool {
	unit := words[:notedSize(words)]
	return len(unit) > 0 && slices.ContainsFunc(p.ways, func(way reading) bool { return way.plan != nil && way.unit(p, unit) })
}

// firstUnit is the first reading that takes words as one thing: as many as it can, and at least a
// number of them.
func (p *planner) firstUnit(words []Word, least int) (unit *reading, size int) {
	longest := bareRun(words)
	for i := range p.ways {
		for n := len(longest); n >= least && p.ways[i].unit != nil; n-- {
			if p.ways[i].unit(p, longest[:n]) {
				return &p.ways[i], n
			}
		}
	}
	return nil, 0
}

// bareRun is the longest run of bare words that may be one thing. The words of a place or concept
// may be stop phrases.
func bareRun(words []Word) []Word {
	longest := word.MaxSynonym
	if words[0].isUnspaced() {
		longest = longestPieces
	}
	unit := notedSize(words)
	list := words[:max(unit, min(longest, len(words)))]
	for i := unit; i < len(list); i++ {
		if list[i].Kind != Bare {
			return list[:i]
		}
	}
	return list
}

// findings are what a reading found.
type findings struct {
	by *reading
	of []Analysis
}

// found lists what the readings of a kind find for a run, each once, if items hold it.
func (p *planner) found(kind as, r run) (list []findings) {
	for i := range p.ways {
		if p.ways[i].read == nil || p.ways[i].as != kind || kind == asSpelling && !p.mayRespell(r, &p.ways[i]) {
			continue
		}
		f := findings{by: &p.ways[i]}
		for _, a := range distinct(p.ways[i].read(p, r), allOf(list)) {
			if a.frequency() > 0 {
				f.of = append(f.of, a)
			}
		}
		if f.of != nil {
			list = append(list, f)
		}
	}
	return list
}

// allOf lists what all readings found.
func allOf(list []findings) (all []Analysis) {
	for _, f := range list {
		all = append(all, f.of...)
	}
	return all
}

// mayRespell reports whether a reading may find other spellings of a run. A run that one of them takes
// as one thing has those of this reading. Words of a sentence have none, nor have parts of a text in
// pieces: neighbours there are seldom one word.
func (p *planner) mayRespell(r run, by *reading) bool {
	if r.is(asSpelling) {
		return r.unit == by
	}
	return !p.sentence && !r.inText
}
