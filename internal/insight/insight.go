// Package insight counts what is searched for, by airport and day, and has it stored once a minute,
// so that no request waits for a write. It keeps nothing of who asks. The words of a query leave
// this process only when enough searches of a day asked for them.
package insight

import (
	"cmp"
	"context"
	"log/slog"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/hashicorp/golang-lru/v2/simplelru"
)

const (
	writeEvery   = time.Minute
	writeTimeout = 5 * time.Second

	// remembered bounds the queries in memory, of all airports together. The least recently asked
	// is forgotten first; what was not yet stored of it stays rare.
	remembered = 10_000
	// mostTyped is how many different texts are kept until the next write; others are read at once.
	mostTyped = 2000
	// mostStored is how many queries of an airport are stored on a day. More are rare.
	mostStored = 2000
	// keptFor is how long after the end of a day its queries stay in memory, for the last words
	// that other servers store.
	keptFor = 2 * writeEvery
)

// Search is one search that was answered.
type Search struct {
	Airport   string
	Text      string            // as it was typed
	Found     bool              // at least one item
	SomeWords bool              // of the items found, none holds every word
	Corrected map[string]string // each misspelled word, with the one that was searched for instead
	Languages []string          // that the search was limited to; of the airport's
}

// Counts are numbers of searches.
type Counts struct {
	Searches       int64
	WithoutResults int64
	SomeWords      int64
	Corrected      int64
}

func (c *Counts) add(o Counts) {
	c.Searches += o.Searches
	c.WithoutResults += o.WithoutResults
	c.SomeWords += o.SomeWords
	c.Corrected += o.Corrected
}

// Day is what was counted at an airport on a day.
type Day struct {
	Day     string // in UTC, such as 2026-03-01
	Airport string
	Counts
	Rare    int64 // of the searches, those whose words are not stored, because too few asked for them; negative where they are stored now
	Private int64 // of the searches, those whose words are not stored, because they may tell of a person
}

// Key is the words of a query, asked at an airport on a day.
type Key struct {
	Day, Airport, Words string
}

// Query is what was counted of a query.
type Query struct {
	Key
	Counts
	Corrections map[string]string
	Languages   []string // in order
}

func (q *Query) add(o Query) {
	q.Counts.add(o.Counts)
	if len(o.Corrections) > 0 {
		q.Corrections = o.Corrections // the same words are corrected alike, until the content changes
	}
	for _, language := range o.Languages {
		if i, found := slices.BinarySearch(q.Languages, language); !found {
			q.Languages = slices.Insert(q.Languages, i, language)
		}
	}
}

// Database keeps what was counted.
type Database interface {
	// StoredQueries lists what is stored of days and airports; of Days, it reads nothing else.
	StoredQueries(context.Context, []Day) ([]Key, error)
	// AddSearches adds to what it has, of this server and of others, all or nothing.
	AddSearches(context.Context, []Day, []Query) error
}

// Recorder counts searches. Its methods may be called concurrently.
type Recorder struct {
	db    Database
	least int64 // searches of a day, for words to be stored; 0: nothing is stored
	log   *slog.Logger

	mu      sync.Mutex
	totals  map[string]Counts          // since the start, by airport
	typed   map[Key]Query              // by the text instead of the words, since the last write: reading a text takes time
	days    map[Key]Day                // since the last write; keys have no words
	queries *simplelru.LRU[Key, Query] // what is not stored with their words

	failing bool // used only by Run
}

// NewRecorder makes a recorder, which stores words that least searches of a day asked for, or
// nothing if least is 0. It writes while Run does.
func NewRecorder(db Database, least int, log *slog.Logger) *Recorder {
	queries, _ := simplelru.NewLRU[Key, Query](remembered, nil) // it only refuses a size that is not positive
	return &Recorder{db: db, least: int64(least), log: log, totals: map[string]Counts{}, typed: map[Key]Query{}, days: map[Key]Day{}, queries: queries}
}

// Count counts a search.
func (r *Recorder) Count(s Search) {
	one := Counts{Searches: 1}
	switch {
	case !s.Found:
		one.WithoutResults = 1
	case s.SomeWords:
		one.SomeWords = 1
	}
	if len(s.Corrected) > 0 {
		one.Corrected = 1
	}
	q := Query{Key{dayOf(time.Now()), s.Airport, s.Text}, one, s.Corrected, s.Languages}

	r.mu.Lock()
	defer r.mu.Unlock()
	total := r.totals[s.Airport]
	total.add(one)
	r.totals[s.Airport] = total
	if r.least == 0 {
		return
	}
	there, ok := r.typed[q.Key]
	if ok || len(r.typed) < mostTyped {
		there.Key = q.Key
		there.add(q)
		r.typed[q.Key] = there
	} else {
		r.addTyped(q, wordsOf(q.Words), isPrivate(q.Words))
	}
}

// addTyped counts searches for a text. They are rare until enough searches asked for its words.
func (r *Recorder) addTyped(q Query, words string, private bool) {
	day := Day{Day: q.Day, Airport: q.Airport, Counts: q.Counts}
	if private {
		day.Private = q.Searches
		r.addDay(day)
		return
	}
	day.Rare = q.Searches
	r.addDay(day)
	if words != "" && len(words) <= mostWords {
		q.Words = words
		r.addQuery(q)
	}
}

// readTyped reads the texts since the last write. Requests do not wait for that.
func (r *Recorder) readTyped() {
	r.mu.Lock()
	typed := r.typed
	r.typed = map[Key]Query{}
	r.mu.Unlock()
	for _, q := range typed {
		words, private := wordsOf(q.Words), isPrivate(q.Words)
		r.mu.Lock()
		r.addTyped(q, words, private)
		r.mu.Unlock()
	}
}

// Totals are all searches since the start, by airport.
func (r *Recorder) Totals() map[string]Counts {
	r.mu.Lock()
	defer r.mu.Unlock()
	return maps.Clone(r.totals)
}

func dayOf(t time.Time) string { return t.UTC().Format(time.DateOnly) }

func (r *Recorder) addDay(d Day) {
	key := Key{Day: d.Day, Airport: d.Airport}
	there, ok := r.days[key]
	if ok {
		d.Counts.add(there.Counts)
		d.Rare += there.Rare
		d.Private += there.Private
	}
	r.days[key] = d
}

func (r *Recorder) addQuery(q Query) {
	there, _ := r.queries.Get(q.Key)
	there.Key = q.Key
	there.add(q)
	r.queries.Add(q.Key, there)
}

// Run writes once a minute until ctx ends, and once more then.
func (r *Recorder) Run(ctx context.Context) {
	if r.least == 0 {
		return
	}
	tick := time.NewTicker(writeEvery)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			r.write(ctx)
		case <-ctx.Done():
			r.write(context.WithoutCancel(ctx))
			return
		}
	}
}

// write keeps what it could not write for the next time. If the database wrote it and only the
// answer was lost, it counts twice.
func (r *Recorder) write(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, writeTimeout)
	defer cancel()
	err := r.store(ctx)
	if err != nil && !r.failing { // log when it begins to fail, and when it works again
		r.log.Warn("counts of searches not written; it will be tried again", "error", err)
	} else if err == nil && r.failing {
		r.log.Info("the counts of searches are written again")
	}
	r.failing = err != nil
}

func (r *Recorder) store(ctx context.Context) error {
	r.readTyped()
	waiting := r.waiting(time.Now())
	stored := map[Key]bool{}
	if len(waiting) > 0 {
		keys, err := r.db.StoredQueries(ctx, waiting)
		if err != nil {
			return err
		}
		for _, key := range keys {
			stored[key] = true
		}
	}
	days, queries := r.take(stored)
	if len(days) == 0 {
		return nil
	}
	err := r.db.AddSearches(ctx, days, queries)
	if err != nil {
		r.giveBack(days, queries)
	}
	return err
}

// waiting lists the days and airports with queries that are not stored. It forgets rare queries of
// days that are over.
func (r *Recorder) waiting(now time.Time) []Day {
	r.mu.Lock()
	defer r.mu.Unlock()
	found := map[Key]Day{}
	for _, key := range r.queries.Keys() {
		q, _ := r.queries.Peek(key)
		if q.Searches < r.least && key.Day != dayOf(now) && key.Day != dayOf(now.Add(-keptFor)) {
			r.queries.Remove(key)
			continue
		}
		found[Key{Day: key.Day, Airport: key.Airport}] = Day{Day: key.Day, Airport: key.Airport}
	}
	return slices.Collect(maps.Values(found))
}

// take takes what is to be written: all days, and the queries whose words are stored already, by
// whichever server, or that enough searches of this server asked for. The order lets servers that
// write at once wait for each other without a deadlock.
func (r *Recorder) take(stored map[Key]bool) (days []Day, queries []Query) {
	room := map[Key]int{} // how many more queries may be stored, by day and airport
	for key := range stored {
		room[Key{Day: key.Day, Airport: key.Airport}]--
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, key := range r.queries.Keys() {
		q, _ := r.queries.Peek(key)
		day := Key{Day: key.Day, Airport: key.Airport}
		switch {
		case stored[key]:
		case q.Searches < r.least || room[day]+mostStored <= 0:
			continue
		default:
			room[day]--
		}
		r.queries.Remove(key)
		queries = append(queries, q)
		r.addDay(Day{Day: key.Day, Airport: key.Airport, Rare: -q.Searches})
	}
	days = slices.Collect(maps.Values(r.days))
	r.days = map[Key]Day{}
	slices.SortFunc(days, func(a, b Day) int {
		return cmp.Or(strings.Compare(a.Day, b.Day), strings.Compare(a.Airport, b.Airport))
	})
	slices.SortFunc(queries, func(a, b Query) int {
		return cmp.Or(strings.Compare(a.Day, b.Day), strings.Compare(a.Airport, b.Airport), strings.Compare(a.Words, b.Words))
	})
	return days, queries
}

// giveBack puts what was not written back.
func (r *Recorder) giveBack(days []Day, queries []Query) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, d := range days {
		r.addDay(d)
	}
	for _, q := range queries {
		r.addDay(Day{Day: q.Day, Airport: q.Airport, Rare: q.Searches})
		r.addQuery(q)
	}
}
