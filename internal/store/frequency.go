package store

import (
	"context"
	"hash/maphash"
	"sync"

	"airport-content/internal/db"
)

// counted is what a document frequency counts: the items of a search language that hold a lexeme, or one that begins with it.
type counted struct {
	language, lexeme string
	prefix           bool
}

// countItems gives each lexeme its document frequency among the items that the key may read. It reads what is not cached.
func (x index) countItems(ctx context.Context, frequencies map[counted]int) error {
	types := x.types()
	var params db.ListFrequenciesParams
	for c := range frequencies {
		if c.lexeme == "" {
			continue
		}
		items, ok := x.frequencies.get(frequencyKey{x.st.Code, x.st.ID, types, c})
		if ok {
			frequencies[c] = items
			continue
		}
		last := c.lexeme
		if c.prefix {
			last += "\U0010FFFF"
		}
		params.Languages, params.Lexemes, params.Lasts = append(params.Languages, c.language), append(params.Lexemes, c.lexeme), append(params.Lasts, last)
	}
	if len(params.Lexemes) == 0 {
		return nil
	}
	params.Airport, params.Types = x.st.Code, texts(x.query.Allowed)
	rows, err := x.pool.ListFrequencies(ctx, params)
	if err != nil {
		return x.failed(err)
	}
	if err := x.check(x.st, rows[0].StateID); err != nil {
		return err
	}
	for _, row := range rows {
		c := counted{row.Language, row.Lexeme, row.Prefix}
		frequencies[c] = int(row.Items)
		x.frequencies.add(frequencyKey{x.st.Code, x.st.ID, types, c}, int(row.Items))
	}
	return nil
}

// frequencyKey is what a document frequency depends on.
type frequencyKey struct {
	airport, state string
	types          string // that the key may read; "*": every type
	counted
}

// generation is how many frequencies are added before the oldest ones are dropped. One takes some 20 bytes.
const generation = 200_000

// frequencyCache remembers document frequencies by the hash of their key. Two keys of half a million share a hash of 64 bits with a
// chance of one in a hundred million.
type frequencyCache struct {
	seed maphash.Seed

	mu           sync.Mutex
	newer, older map[uint64]int32
}

func newFrequencyCache() *frequencyCache {
	return &frequencyCache{seed: maphash.MakeSeed(), newer: map[uint64]int32{}}
}

func (c *frequencyCache) get(key frequencyKey) (items int, ok bool) {
	hash := maphash.Comparable(c.seed, key)
	c.mu.Lock()
	defer c.mu.Unlock()
	n, ok := c.newer[hash]
	if !ok {
		if n, ok = c.older[hash]; ok {
			c.put(hash, n)
		}
	}
	return int(n), ok
}

func (c *frequencyCache) add(key frequencyKey, items int) {
	hash := maphash.Comparable(c.seed, key)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.put(hash, int32(items))
}

func (c *frequencyCache) put(hash uint64, items int32) {
	if len(c.newer) == generation {
		c.older, c.newer = c.newer, make(map[uint64]int32, generation)
	}
	c.newer[hash] = items
}
