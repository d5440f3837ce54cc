package search

import "airport-content/internal/search/word"

// All numbers of the ranking stand here. docs/ranking.md has the formula, and its sources.

// Ranking is the parameters of BM25F in a search language.
type Ranking struct {
	K1      float64 // a word counts half of its weight if the item holds it K1 times
	B       float64 // how much the length of an item counts, from 0 to 1
	TitleB  float64 // how much the length of its title counts
	Title   float64 // how much more an occurrence in the title counts than another
	Synonym float64 // share of an item that holds a synonym, and not the word
}

// RankingIn is the ranking of a search language. In languages that are read in pieces, the pieces of
// a common word repeat in every text on a subject, so repeated pieces count less. Measured on
// JaQuAD, and confirmed on JSQuAD, KorQuAD, and XQuAD in Chinese and Thai.
func RankingIn(language string) Ranking {
	r := Ranking{K1: 2.2, B: 0.5, TitleB: 0.65, Title: 4, Synonym: 0.8}
	if word.IsInPieces(language) {
		r.K1, r.B = 1.2, 0.6
	}
	return r
}

// The functions of the database that count have these numbers built in (migrations/00003_search.sql).
// Norms makes up for them.
const (
	builtInK1    = 2.2
	builtInTitle = 4
)

// Norms are what SearchPage divides occurrences by: Length for each word of an item and Item for any
// item, TitleLength and Title likewise for an occurrence in the title.
type Norms struct {
	Item        float64 `json:"norm"`
	Length      float64 `json:"norm_length"`
	Title       float64 `json:"title_norm"`
	TitleLength float64 `json:"title_norm_length"`
}

// Norms are the norms for an airport whose items have these average lengths.
func (r Ranking) Norms(length, titleLength float64) Norms {
	item := r.K1 / builtInK1
	title := item * builtInTitle / r.Title
	return Norms{item * (1 - r.B), item * r.B / length, title * (1 - r.TitleB), title * r.TitleB / titleLength}
}

// What is searched.
const (
	maxClauses    = 24     // the weightiest clauses; a concept may have four or more. Sentences lose with fewer
	mostFrequency = 60_000 // of all clauses together, which bounds the time; the commonest are left out
	fewClauses    = 2      // clauses that stay, however common
	enough        = 10     // items that hold every word, or a rare word; a page shows ten
	commonShare   = 5      // a word is common if more than one item in so many holds it
)

// Shares of the weight of a word that an item gains by something else.
const (
	relatedShare    = 0.3 // by a compound, another ending or a longer word: it may mean something else
	accentShare     = 0.9 // by the accents as typed; the word without them has the rest
	partShare       = 0.6 // by a part of several words that are one thing
	stopPhraseShare = 0.3 // by a stop phrase, which says little beside other words
)

// Weights of places and concepts. Both may be written in many ways, so that the frequency of the
// typed words does not tell their weight.
const (
	someShare   = 20   // a place, or an intent, weighs as much as words that one item in so many holds,
	placeWeight = 1.5  // or more
	typedShare  = 0.3  // by the words as typed, beside a name of the concept
	nearShare   = 0.4  // by a near concept in the title
	typeShare   = 0.3  // by the type of the concept's items
	intentShare = 0.3  // by the first concept of an intent in the title
	nextShare   = 0.8  // by each further one, of the share of the one before
	servedShare = 0.05 // of all words, where the airport has items in the language of the query
)
