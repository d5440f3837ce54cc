package torture_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"time"

	"airport-content/cmd/airport-sync/client"
	"airport-content/cmd/airport-sync/mirror"
	"airport-content/internal/content"
)

// follower keeps a copy of the airport.
type follower interface {
	// follow brings the copy nearer to the airport; done when it was level with it.
	follow(ctx context.Context, random *rand.Rand) (done bool, err error)
	items(t testing.TB) items
}

// partnersProgram is a copy as airport-sync keeps it.
type partnersProgram struct {
	api     *client.Client
	options mirror.Options
}

func (p *partnersProgram) follow(ctx context.Context, _ *rand.Rand) (bool, error) {
	_, err := mirror.Sync(ctx, p.api, p.options)
	return true, err
}

func (p *partnersProgram) items(t testing.TB) items {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(p.options.Dir, "items.ndjson"))
	if err != nil {
		t.Fatal(err)
	}
	all := items{}
	for line := range bytes.Lines(text) {
		all.put(t, line)
	}
	return all
}

// pageReader follows the changes page by page, with pages of any size and long pauses between them.
type pageReader struct {
	t       testing.TB
	api     *client.Client
	cursor  string
	copy    items
	expired int
}

func (p *pageReader) follow(ctx context.Context, random *rand.Rand) (bool, error) {
	page, err := p.api.Changes(ctx, code, p.cursor, 1+random.IntN(40))
	var refused *client.Error
	if errors.As(err, &refused) && refused.Code == "cursor_expired" && p.cursor != "" {
		p.cursor, p.copy = "", items{}
		p.expired++
		return false, nil
	}
	if err != nil {
		return false, err
	}
	for _, change := range page.Changes {
		if change.Item != nil {
			p.copy.put(p.t, change.Item.Raw)
		} else {
			delete(p.copy, change.ID)
		}
	}
	p.cursor = page.NextCursor
	return !page.HasMore, nil
}

func (p *pageReader) items(testing.TB) items {
	p.t.Logf("page reader began again %d times", p.expired)
	return p.copy
}

// following is a follower with what a test must know of it.
type following struct {
	follower
	name            string
	types           []content.Type // of its key; none: all
	deletionsUntold bool
	pause           time.Duration // between two steps, at most
	times           int           // that it was level with the airport
}

// followers are five that follow by changes and two by modifiedSince, with keys of different rights.
func (a *airport) followers(dir string) []*following {
	program := func(since bool, types ...content.Type) *following {
		key, _ := a.key(types...)
		f := &following{types: types, deletionsUntold: since, name: fmt.Sprintf("airport-sync, since %t, %v", since, types)}
		f.follower = &partnersProgram{a.client(key), mirror.Options{Airport: code, SinceMode: since, Dir: filepath.Join(dir, f.name)}}
		return f
	}
	reader := func(types ...content.Type) *following {
		key, _ := a.key(types...)
		return &following{types: types, name: fmt.Sprintf("page reader, %v", types),
			follower: &pageReader{t: a.t, api: a.client(key), copy: items{}}}
	}
	all := []*following{
		program(false), program(false, "dining", "shopping"),
		reader(), reader("news"), reader("page", "faq", "event"),
		program(true), program(true, "dining", "news", "general"),
	}
	for _, f := range all {
		f.pause = 100 * time.Millisecond
	}
	all[4].pause = 2 * time.Second // too slow for some of the importers
	return all
}

// keepFollowing follows until ctx ends, with pauses, and once more after that.
func (f *following) keepFollowing(ctx context.Context, random *rand.Rand) error {
	for {
		ending := ctx.Err() != nil
		for done := false; !done; {
			var err error
			if done, err = f.follow(context.WithoutCancel(ctx), random); err != nil {
				return fmt.Errorf("%s: %w", f.name, err)
			}
			if !ending {
				pause(ctx, time.Duration(random.Int64N(int64(f.pause))))
			}
		}
		f.times++
		if ending {
			return nil
		}
	}
}
