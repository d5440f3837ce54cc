package store

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"log/slog"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/singleflight"

	"airport-content/internal/cache"
	"airport-content/internal/content"
	"airport-content/internal/db"
	"airport-content/internal/gate"
	"airport-content/internal/search"
	"airport-content/internal/search/concept"
	"airport-content/internal/search/suggest"
)

// indexes is a cache of the indexes that are made of all rows of an airport in a state: its
// vocabulary, its titles and the keys of its metadata. The memory of all indexes is bounded. The least
// recently used index is evicted first, and made again on the next request.
type indexes struct {
	memory    int // bytes
	kept      *cache.Cache[indexKey, keptIndex]
	making    singleflight.Group
	work      *gate.Gate // for the processors
	log       *slog.Logger
	evictions atomic.Int64

	mu        sync.Mutex
	evictedAt map[indexKey]time.Time // of titles
	warned    time.Time
}

// index is an airport's vocabularies, its titles, or the keys of its metadata.
type index interface{ Size() int }

type indexKey struct {
	airport string
	kind    indexKind
}

type indexKind string

const (
	vocabularyIndex indexKind = "vocabulary"
	titlesIndex     indexKind = "titles"
	keysIndex       indexKind = "keys"
)

type keptIndex struct {
	state string
	index
}

const (
	// DefaultIndexMemory is how many bytes the indexes of all airports together may take. The
	// vocabulary of an airport of 3,000 items takes up to 320 kB, and its titles some 0.4 MB.
	DefaultIndexMemory = 64 << 20
	// makingTimeout bounds the time to make an index. On a busy machine, two million words take over
	// 10 s. The first request may end before that, and a later request finds the index.
	makingTimeout = 30 * time.Second
	// titlesRest is the time before evicted titles are made again. Without it, an airport with many
	// titles would be read at every key stroke.
	titlesRest = time.Minute
	// titlesSize bounds the bytes of an index for each byte of long titles. The making of an index
	// takes up to four times the memory of the index.
	titlesSize = 3
)

// errTooManyTitles means that the titles of an airport need more memory than all indexes may take.
var errTooManyTitles = errors.New("the titles do not fit into memory")

func newIndexes(memory int, log *slog.Logger) *indexes {
	return &indexes{memory: memory, kept: cache.New[indexKey, keptIndex](memory), work: gate.New(2 * int64(runtime.GOMAXPROCS(0))), log: log,
		evictedAt: map[indexKey]time.Time{}}
}

func (x *indexes) get(key indexKey, state string) (index, bool) {
	kept, ok := x.kept.Get(key)
	return kept.index, ok && kept.state == state
}

// add caches an index. If other indexes are evicted, add warns the operator.
func (x *indexes) add(key indexKey, state string, made index) {
	evicted := x.kept.Add(key, keptIndex{state, made}, made.Size())
	if len(evicted) == 0 {
		return
	}
	x.leaveOut(evicted, "the words and titles of the airports in use do not fit into memory together, and are read again and again: raise INDEX_MEMORY",
		"added", key.airport, "evicted", evicted[0].airport)
}

// leaveOut counts indexes that do not fit into memory, and warns the operator.
func (x *indexes) leaveOut(keys []indexKey, warning string, details ...any) {
	x.evictions.Add(int64(len(keys)))
	x.mu.Lock()
	defer x.mu.Unlock()
	now := time.Now()
	for _, key := range keys {
		if key.kind == titlesIndex {
			x.evictedAt[key] = now
		}
	}
	if now.Sub(x.warned) > titlesRest {
		x.warned = now
		x.log.Warn(warning, details...)
	}
}

// rests reports whether titles were left out less than titlesRest ago.
func (x *indexes) rests(key indexKey) bool {
	x.mu.Lock()
	defer x.mu.Unlock()
	at, ok := x.evictedAt[key]
	if ok && time.Since(at) > titlesRest {
		delete(x.evictedAt, key)
		return false
	}
	return ok
}

// IndexMemory is the memory of all indexes in bytes, and the number of evictions.
func (s *Store) IndexMemory() (bytes int, evictions int64) {
	return s.indexes.kept.Size(), s.indexes.evictions.Load()
}

// index gives an index of an airport. Requests that need a missing index at the same time share one
// making. It goes on after the request that began it has left.
func (r Reader) index(ctx context.Context, st *content.State, kind indexKind) (index, error) {
	key, state := indexKey{st.Code, kind}, st.ID
	if kind == titlesIndex { // which has the synonyms too
		state = fmt.Sprint(state, " ", st.Synonyms)
	}
	if kept, ok := r.indexes.get(key, state); ok {
		return kept, nil
	}
	if r.partner != noPartner {
		r.partner = allPartners
	}
	flight := fmt.Sprint(key, state, r.pool == r.primary) // a second try must not join a first try, which asks the replica
	made := r.indexes.making.DoChan(flight, func() (any, error) {
		if kept, ok := r.indexes.get(key, state); ok { // another request has just made the index
			return kept, nil
		}
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), makingTimeout)
		defer cancel()
		index, err := r.makeIndex(ctx, st, kind)
		if err == nil {
			r.indexes.add(key, state, index)
		}
		return index, err
	})
	select {
	case result := <-made:
		if result.Err != nil {
			return nil, result.Err
		}
		return result.Val.(index), nil
	case <-ctx.Done():
		return nil, fmt.Errorf("wait for the %s of %s: %w", kind, st.Code, db.Classify(ctx.Err()))
	}
}

func (r Reader) makeIndex(ctx context.Context, st *content.State, kind indexKind) (index, error) {
	share := gate.Share{Partner: allPartners, Units: 1, Long: true}
	if err := r.indexes.work.Acquire(ctx, share); err != nil {
		return nil, fmt.Errorf("wait for a processor: %w", db.Classify(err))
	}
	defer r.indexes.work.Release(share)
	ctx, done, err := r.beginLong(ctx, makingTimeout)
	if err != nil {
		return nil, err
	}
	defer done()
	switch kind {
	case titlesIndex:
		return r.readTitles(ctx, st)
	case keysIndex:
		return r.readKeys(ctx, st)
	}
	return r.readVocabulary(ctx, st)
}

// readTitles makes an index of titles, if it fits into the memory of all indexes.
func (r Reader) readTitles(ctx context.Context, st *content.State) (index, error) {
	bytes, err := r.pool.CountTitleBytes(ctx, st.Code)
	if err != nil {
		return nil, r.failed(ctx, err)
	}
	if need := titlesSize * int(bytes); need > r.indexes.memory {
		r.indexes.leaveOut([]indexKey{{st.Code, titlesIndex}}, "the titles of an airport do not fit into memory, so that its suggestions come from the search: raise INDEX_MEMORY",
			"airport", st.Code, "need_mb", need>>20)
		return nil, errTooManyTitles
	}
	rows, err := r.pool.ListTitles(ctx, st.Code)
	if err != nil {
		return nil, r.failed(ctx, err)
	}
	if len(rows) == 0 {
		return nil, content.ErrOtherState // the state counts items
	}
	if err := r.check(st, rows[0].StateID); err != nil {
		return nil, err
	}
	titles := db.Convert(rows, func(row db.ListTitlesRow) suggest.Title {
		title := suggest.Title{Language: row.Language,
			Suggestion: content.Suggestion{Text: row.Title, ID: row.ID, Type: content.Type(row.ContentType), URL: row.Url}}
		if row.Place != "" {
			title.Place = &row.Place
		}
		return title
	})
	var synonyms []suggest.Synonyms
	for language := range searchLanguages(st, content.EveryType()) {
		of, err := r.synonymsOf(ctx, language, st.Synonyms)
		if err != nil {
			return nil, err
		}
		synonyms = append(synonyms, of.titles)
	}
	return suggest.New(titles, synonyms, concept.Get()), nil
}

// vocabularies are the vocabularies of an airport, by search language.
type vocabularies map[string]*search.Vocabulary

// Size is the memory of the vocabularies in bytes.
func (v vocabularies) Size() int {
	size := 0
	for _, of := range v {
		size += of.Size()
	}
	return size
}

func (r Reader) readVocabulary(ctx context.Context, st *content.State) (index, error) {
	rows, err := r.pool.ReadVocabulary(ctx, st.Code)
	if err != nil {
		return nil, r.failed(ctx, err)
	}
	if len(rows) == 0 { // items without a word
		return vocabularies{}, r.checkNoRow(ctx, st)
	}
	if err := r.check(st, rows[0].StateID); err != nil {
		return nil, err
	}
	all := vocabularies{}
	for _, row := range rows {
		var invalid error
		counts := func(yield func(search.Count) bool) {
			for fields := range groups(row.Counts, 3) {
				items, err := strconv.Atoi(fields[2])
				if err != nil {
					invalid = fmt.Errorf("read how many items hold %q: %w", fields[0], err)
				}
				if !yield(search.Count{Lexeme: fields[0], Type: content.Type(fields[1]), Items: items}) {
					return
				}
			}
		}
		words := func(yield func(search.Form) bool) {
			for fields := range groups(row.Words, 3) {
				if !yield(search.Form{Unaccented: fields[0], Word: fields[1], Lexeme: fields[2]}) {
					return
				}
			}
		}
		if all[row.Language] = search.NewVocabulary(counts, words); invalid != nil {
			return nil, invalid
		}
	}
	return all, nil
}

// groups iterates over the fields of a text, some at a time. An airport may have millions.
func groups(text string, size int) iter.Seq[[]string] {
	return func(yield func([]string) bool) {
		group := make([]string, 0, size)
		for field := range strings.SplitSeq(text, " ") {
			if group = append(group, field); len(group) == size {
				if !yield(group) {
					return
				}
				group = group[:0]
			}
		}
	}
}
