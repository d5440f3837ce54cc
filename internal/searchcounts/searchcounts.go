// Package searchcounts counts searches by airport and day, and stores the counts once a minute, so that
// no request waits for a write. Nothing identifies who searches. The words of a query leave this
// process only if enough searches of a day asked for them.
package searchcounts

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

	// remembered bounds the queries in memory, of all airports together. The least recently used
	// query is forgotten first; its unstored searches stay rare.
	remembered = 10_000
	// mostStored bounds the stored queries of an airport and day. Further queries are rare.
	mostStored = 2000
	// keptFor is how long the queries of a day stay in memory after its end, because other servers
	// may store their words late.
	keptFor = 2 * writeEvery
)

// Search is an answered search.
type Search struct {
	Airport   string
	Words     Words
	Found     bool              // at least one item
	SomeWords bool              // items were found, but none holds every word
	Corrected map[string]string // misspelled word → the word searched for instead
	Languages []string          // languages of the airport that the search was limited to
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

// Day has the counts of an airport on a day.
type Day struct {
	Day     string // in UTC, such as 2026-03-01
	Airport string
	Counts
	Rare    int64 // searches without stored words, because too few asked for them; negative if the words are stored now
	Private int64 // searches without stored words, because the words may identify a person
}

// Key identifies a query: its words, airport and day. Without words it identifies the airport and
// the day.
type Key struct {
	Day, Airport, Words string
}

func (k Key) withoutWords() Key { return Key{Day: k.Day, Airport: k.Airport} }

// Query has the counts of a query.
type Query struct {
	Key
	Counts
	Corrections map[string]string
	Languages   []string // in order
}

func (q *Query) add(o Query) {
	q.Counts.add(o.Counts)
	if len(o.Corrections) > 0 {
		q.Corrections = o.Corrections // the same words have the same corrections, until the content changes
	}
	for _, language := range o.Languages {
		if i, found := slices.BinarySearch(q.Languages, language); !found {
			q.Languages = slices.Insert(q.Languages, i, language)
		}
	}
}

// Database stores the counts.
type Database interface {
	// StoredQueries lists the stored queries of days and airports.
	StoredQueries(context.Context, []Key) ([]Key, error)
	// AddSearches adds to the stored counts of all servers, all or nothing.
	AddSearches(context.Context, []Day, []Query) error
}

// Recorder counts searches. Its methods may be called concurrently.
type Recorder struct {
	db    Database
	least int64 // searches of a day, for words to be stored; 0: nothing is stored
	log   *slog.Logger

	mu      sync.Mutex
	totals  map[string]Counts          // since the start, by airport
	days    map[Key]Day                // since the last write; keys have no words
	queries *simplelru.LRU[Key, Query] // queries whose words are not stored

	failing bool // used only by Run
}

// NewRecorder makes a recorder. It stores the words that least or more searches of a day asked for,
// or nothing if least is 0. The recorder writes while Run runs.
func NewRecorder(db Database, least int, log *slog.Logger) *Recorder {
	queries, _ := simplelru.NewLRU[Key, Query](remembered, nil) // it only refuses a size that is not positive
	return &Recorder{db: db, least: int64(least), log: log, totals: map[string]Counts{}, days: map[Key]Day{}, queries: queries}
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
	day := Day{Day: dayOf(time.Now()), Airport: s.Airport, Counts: one}
	r.mu.Lock()
	defer r.mu.Unlock()
	total := r.totals[s.Airport]
	total.add(one)
	r.totals[s.Airport] = total
	if r.least == 0 {
		return
	}
	if s.Words.private {
		day.Private = 1
		r.addDay(day)
		return
	}
	day.Rare = 1 // until enough searches asked for the words
	r.addDay(day)
	if words := s.Words.text; words != "" && len(words) <= mostWords {
		r.addQuery(Query{Key{day.Day, s.Airport, words}, one, s.Corrected, s.Languages})
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
	sum := r.days[key]
	d.Counts.add(sum.Counts)
	d.Rare += sum.Rare
	d.Private += sum.Private
	r.days[key] = d
}

func (r *Recorder) addQuery(q Query) {
	sum, _ := r.queries.Get(q.Key)
	sum.Key = q.Key
	sum.add(q)
	r.queries.Add(q.Key, sum)
}

// Run writes once a minute until ctx ends, and once more then.
func (r *Recorder) Run(ctx context.Context) {
	if r.least == 0 {
		return
	}
	ticks := time.Tick(writeEvery)
	for {
		select {
		case <-ticks:
			r.write(ctx)
		case <-ctx.Done():
			r.write(context.WithoutCancel(ctx))
			return
		}
	}
}

// write keeps unwritten counts for the next write. If the database wrote the counts and only its
// answer was lost, the counts are added twice.
func (r *Recorder) write(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, writeTimeout)
	defer cancel()
	err := r.store(ctx)
	if err != nil && !r.failing { // log the first failure, and the first success after it
		r.log.Warn("counts of searches not written; it will be tried again", "error", err)
	} else if err == nil && r.failing {
		r.log.Info("the counts of searches are written again")
	}
	r.failing = err != nil
}

func (r *Recorder) store(ctx context.Context) error {
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
func (r *Recorder) waiting(now time.Time) []Key {
	r.mu.Lock()
	defer r.mu.Unlock()
	found := map[Key]bool{}
	for _, key := range r.queries.Keys() {
		q, _ := r.queries.Peek(key)
		if q.Searches < r.least && key.Day != dayOf(now) && key.Day != dayOf(now.Add(-keptFor)) {
			r.queries.Remove(key)
			continue
		}
		found[key.withoutWords()] = true
	}
	return slices.Collect(maps.Keys(found))
}

// take removes and returns the counts to write: all days, the queries whose words any server has
// stored, and the queries that enough searches of this server asked for. Both lists are sorted, so
// that servers that write at once do not deadlock.
func (r *Recorder) take(stored map[Key]bool) (days []Day, queries []Query) {
	room := map[Key]int{} // how many more queries may be stored, by day and airport
	for key := range stored {
		room[key.withoutWords()]--
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, key := range r.queries.Keys() {
		q, _ := r.queries.Peek(key)
		day := key.withoutWords()
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

// giveBack adds unwritten counts again.
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
