package ratelimit

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"
	"github.com/redis/go-redis/v9"
)

const (
	goodFor   = 24 * time.Hour
	markEvery = time.Hour // at most so often is a good key written to Redis
	// A mark may be markEvery older than the key's last good use.
	markFor = goodFor + markEvery
)

// goodKeys remembers which keys were good of late, here and in Redis. It lives in memory only as
// far as there is room: Redis knows the rest.
type goodKeys struct {
	store *store
	marks *lru.Cache[[sha256.Size]byte, mark]
}

type mark struct {
	at     time.Time
	shared bool // Redis has it too
}

func newGoodKeys(s *store) (*goodKeys, error) {
	marks, err := lru.New[[sha256.Size]byte, mark](remembered)
	if err != nil {
		return nil, err
	}
	return &goodKeys{store: s, marks: marks}, nil
}

func (g *goodKeys) mark(ctx context.Context, digest [sha256.Size]byte) {
	now := time.Now()
	if m, ok := g.marks.Get(digest); ok && m.shared && now.Sub(m.at) < markEvery {
		return
	}
	shared := g.store.try(func() error {
		return g.store.redis.Set(context.WithoutCancel(ctx), g.name(digest), now.Unix(), markFor).Err()
	})
	g.marks.Add(digest, mark{at: now, shared: shared})
}

// recall fills the memory of a process that starts, for which Redis may be gone.
func (g *goodKeys) recall(digest [sha256.Size]byte, at time.Time) {
	g.marks.Add(digest, mark{at: at})
}

func (g *goodKeys) contains(ctx context.Context, digest [sha256.Size]byte) bool {
	if m, ok := g.marks.Get(digest); ok && time.Since(m.at) < markFor {
		return true
	}
	var at int64
	g.store.try(func() (err error) {
		at, err = g.store.redis.Get(context.WithoutCancel(ctx), g.name(digest)).Int64()
		if errors.Is(err, redis.Nil) {
			return nil
		}
		return err
	})
	if at == 0 {
		return false
	}
	g.marks.Add(digest, mark{at: time.Unix(at, 0), shared: true})
	return true
}

// name is made of a digest of the digest: whoever reads Redis learns nothing that opens a door.
func (g *goodKeys) name(digest [sha256.Size]byte) string {
	sum := sha256.Sum256(digest[:])
	return g.store.prefix + ":good:" + hex.EncodeToString(sum[:])
}
