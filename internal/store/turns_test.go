package store_test

import (
	"context"
	"log/slog"
	"sync/atomic"
	"testing"
	"time"

	"airport-content/internal/content"
	"airport-content/internal/ingest"
	"airport-content/internal/store"
)

// A partner may have all connections while nobody else waits. Then it gets no more until the others have as many.
func TestTurns(t *testing.T) {
	t.Parallel()
	const greedy, modest = 1, 2
	turns := store.NewTurns(4)
	for range 4 {
		if err := turns.Take(t.Context(), greedy); err != nil {
			t.Fatal(err)
		}
	}
	order := make(chan int64, 10)
	wait := func(ctx context.Context, partner int64) {
		before := turns.Waiting()
		go func() {
			if turns.Take(ctx, partner) == nil {
				order <- partner
			}
		}()
		for deadline := time.Now().Add(2 * time.Minute); turns.Waiting() == before; time.Sleep(time.Millisecond) {
			if time.Now().After(deadline) {
				t.Fatal("it does not wait")
			}
		}
	}
	leaving, leave := context.WithCancel(t.Context())
	wait(leaving, modest)
	for range 3 {
		wait(t.Context(), greedy)
	}
	for range 3 {
		wait(t.Context(), modest)
	}
	leave()
	for deadline := time.Now().Add(2 * time.Minute); turns.Waiting() != 6; time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("who leaves goes on waiting")
		}
	}
	// The modest one comes first until both hold two; then who waits longest.
	for n, want := range []int64{modest, modest, greedy, greedy} {
		turns.Give(greedy)
		if got := <-order; got != want {
			t.Errorf("turn %d went to %d, want %d", n+1, got, want)
		}
	}
	turns.Give(modest)
	if got := <-order; got != modest {
		t.Errorf("after one of the modest one's ended, the turn went to %d", got)
	}
}

// The attack: 250 searches of one partner at once, each of which takes the whole two seconds that a search may take. Another
// partner's lists are answered while most of them still wait.
func TestANeighboursSearches(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	store := store.New(f.DB(), nil, time.Minute, slog.New(slog.DiscardHandler))
	importDocs(t, f.url, "AAA", ingest.Options{}, page("b", "Second", "text"))
	hold := connect(t, f.url)
	execute(t, hold, "BEGIN; LOCK TABLE search_term, search_word") // searches wait, and lists do not
	ctx, end := context.WithCancel(t.Context())
	defer end()
	const attackers = 250
	var begun, ended atomic.Int64
	done := make(chan struct{})
	for range attackers {
		go func() {
			defer func() {
				if ended.Add(1) == attackers {
					close(done)
				}
			}()
			view, err := store.View(ctx, "AAA", 1)
			if begun.Add(1); err == nil {
				_, err = view.List(ctx, content.Query{Search: "text", Size: 20})
			}
			if err == nil {
				t.Error("a search ended although the tables are locked")
			}
		}()
	}
	for deadline := time.Now().Add(2 * time.Minute); begun.Load() < attackers; time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("%d of the searches have begun", begun.Load())
		}
	}
	for range 3 {
		view, err := store.View(t.Context(), "AAA", 2)
		if err != nil {
			t.Fatal(err)
		}
		if list, err := view.List(t.Context(), content.Query{Size: 20}); err != nil || len(list.Items) != 2 {
			t.Errorf("%d items, error %v", len(list.Items), err)
		}
	}
	if waits, waited := store.Waits(); waits == 0 || waited == 0 {
		t.Errorf("%d waits of %s are told", waits, waited)
	}
	if n := ended.Load(); n > attackers/2 {
		t.Errorf("the lists were answered after %d of %d searches", n, attackers)
	}
	end()
	<-done
}
