package e2e_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"airport-content/internal/check"
)

// follower keeps a copy of SFO.
type follower struct {
	name            string
	key             string
	items           map[string]item
	follow          func(ctx context.Context) error // until the copy is level with what there was when it was called
	deletionsUntold bool
	level           int // how often it was
}

// followers follow in every way, with keys for different types.
func followers(t *testing.T, i installation, s *server, seed uint64) (all []*follower) {
	t.Helper()
	ways := map[string]func(*follower, *partner) func(context.Context) error{
		"changes": (*follower).byChanges, "modifiedSince": (*follower).bySince, "airport-sync": (*follower).byProgram,
	}
	for name, way := range ways {
		for _, types := range [][]string{nil, {"dining", "news", "general"}} {
			grants := []string{"--airport", "SFO"}
			for _, contentType := range types {
				grants = append(grants, "--scope", "content:read:"+contentType)
			}
			f := &follower{name: fmt.Sprint(name, " ", types), key: i.key(t, "Acme", grants...), items: map[string]item{}, deletionsUntold: name == "modifiedSince"}
			f.follow = way(f, &partner{t: t, s: s, key: f.key, random: rand.New(rand.NewPCG(seed, uint64(100+len(all))))})
			all = append(all, f)
		}
	}
	return all
}

// keepFollowing goes on until ctx ends, and once more after that.
func (f *follower) keepFollowing(ctx context.Context) error {
	for ending := false; !ending; {
		ending = ctx.Err() != nil
		if err := f.follow(context.WithoutCancel(ctx)); err != nil {
			return fmt.Errorf("%s: %w", f.name, err)
		}
		f.level++
		pause(ctx, 100*time.Millisecond)
	}
	return nil
}

func pause(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}

// mustBe fails the test where the copy is not the airport.
func (f *follower) mustBe(t *testing.T, airport map[string]item) {
	t.Helper()
	var wrong []string
	for id, want := range airport {
		if got, ok := f.items[id]; !ok {
			wrong = append(wrong, fmt.Sprintf("lacks %s (%s, %s)", id, want.Title, want.LastModified))
		} else if diff := check.JSONDiff(want, got); diff != "" {
			wrong = append(wrong, fmt.Sprintf("%s: %.500s", id, diff))
		}
	}
	for id, got := range f.items {
		if _, ok := airport[id]; !ok && !f.deletionsUntold {
			wrong = append(wrong, fmt.Sprintf("still has %s (%s, %s)", id, got.Title, got.LastModified))
		}
	}
	if len(wrong) > 0 || f.level == 0 {
		t.Errorf("%s: level %d times, wrong in %d of %d items: %q", f.name, f.level, len(wrong), len(airport), wrong[:min(3, len(wrong))])
	}
}

// partner asks with patience: the service is restarted now and then.
type partner struct {
	t      *testing.T
	s      *server
	key    string
	random *rand.Rand
}

var errCursorExpired = errors.New("cursor expired")

func ask[T any](ctx context.Context, p *partner, path string) (value T, err error) {
	for deadline := time.Now().Add(check.Patience); ; pause(ctx, 20*time.Millisecond) {
		a, err := p.s.try(p.t, http.MethodGet, p.key, base+"SFO/"+path)
		switch {
		case err == nil && a.status == http.StatusOK:
			return value, json.Unmarshal(a.body, &value)
		case err == nil && a.status == http.StatusGone:
			return value, errCursorExpired
		case err == nil || time.Now().After(deadline):
			return value, fmt.Errorf("%s: %d %.300s, %w", path, a.status, a.body, err)
		}
	}
}

// byChanges reads pages of any size.
func (f *follower) byChanges(p *partner) func(context.Context) error {
	cursor := ""
	return func(ctx context.Context) error {
		for {
			path := fmt.Sprintf("changes?size=%d", 1+p.random.IntN(60))
			if cursor != "" {
				path += "&cursor=" + url.QueryEscape(cursor)
			}
			page, err := ask[changes](ctx, p, path)
			if errors.Is(err, errCursorExpired) && cursor != "" {
				cursor = ""
				clear(f.items)
				continue
			}
			if err != nil {
				return err
			}
			for _, c := range page.Results {
				if c.Item != nil {
					f.items[c.Item.ID] = *c.Item
				} else {
					delete(f.items, c.ID)
				}
			}
			if cursor = page.NextCursor; !page.HasMore {
				return nil
			}
		}
	}
}

// bySince reads everything, and then what was modified since the earliest timestamp of the pass
// before.
func (f *follower) bySince(p *partner) func(context.Context) error {
	since := ""
	return func(ctx context.Context) error {
		began, total := "", 0
		for from := 0; ; {
			size := 1 + p.random.IntN(100)
			page, err := ask[page](ctx, p, fmt.Sprintf("content?size=%d&from=%d%s", size, from, since))
			if err != nil {
				return err
			}
			if began == "" || page.Meta.Timestamp < began {
				began = page.Meta.Timestamp
			}
			for _, i := range page.Results {
				if i.LastModified >= f.items[i.ID].LastModified {
					f.items[i.ID] = i
				}
			}
			if fewer := total - page.Pagination.Total; fewer > 0 { // others have moved up into the places of those that are gone
				from = max(0, from-fewer)
			} else {
				from += len(page.Results)
			}
			total = page.Pagination.Total
			if from >= total {
				since = "&modifiedSince=" + url.QueryEscape(began)
				return nil
			}
		}
	}
}

// byProgram runs airport-sync.
func (f *follower) byProgram(p *partner) func(context.Context) error {
	dir := p.t.TempDir()
	return func(ctx context.Context) error {
		var out []byte
		var err error
		for deadline := time.Now().Add(check.Patience); time.Now().Before(deadline); pause(ctx, 20*time.Millisecond) {
			cmd := p.s.syncing(ctx, p.key, dir)
			if out, err = cmd.CombinedOutput(); err == nil {
				break
			}
		}
		if err != nil {
			return fmt.Errorf("%w: %s", err, out)
		}
		f.items, err = readCopy(dir)
		return err
	}
}

// syncing is a run of airport-sync for SFO.
func (s *server) syncing(ctx context.Context, key, dir string, flags ...string) *exec.Cmd {
	args := append([]string{"--base-url", s.url, "--airport", "SFO", "--dir", dir}, flags...)
	cmd := exec.CommandContext(ctx, filepath.Join(programs, "airport-sync"), args...)
	cmd.Env = []string{"AIRPORT_API_KEY=" + key}
	return cmd
}

// readCopy reads the items of a copy, which are whole lines in the order of their ids.
func readCopy(dir string) (map[string]item, error) {
	text, err := os.ReadFile(filepath.Join(dir, "items.ndjson"))
	if err != nil {
		return nil, err
	}
	items, last := map[string]item{}, ""
	for line := range bytes.Lines(text) {
		var i item
		if err := json.Unmarshal(line, &i); err != nil {
			return nil, err
		}
		if i.ID <= last || !bytes.HasSuffix(line, []byte("}\n")) {
			return nil, fmt.Errorf("%s after %q", line, last)
		}
		items[i.ID], last = i, i.ID
	}
	return items, nil
}

// airport-sync is killed at random moments, while imports change the content and cursors expire
// between. After every kill a reader finds a whole copy, in the end it is the airport, and no kill
// costs the copy.
func TestKilledAirportSync(t *testing.T) {
	t.Parallel()
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, 0))
	i, key := sfo(t, generation(0)...)
	s, dir := i.serve(t), t.TempDir()
	again, resets := 0, 0
	var takes time.Duration // of the last whole run: the machine may be busier now and then
	sync := func(limit time.Duration) (killed bool) {
		ctx, cancel := context.WithTimeout(t.Context(), limit)
		defer cancel()
		began := time.Now()
		out, err := s.syncing(ctx, key, dir).CombinedOutput()
		if err == nil {
			takes = time.Since(began)
		} else if ctx.Err() == nil {
			t.Fatalf("%v: %s", err, out)
		}
		again += strings.Count(string(out), "copying everything again")
		return err != nil
	}
	sync(check.Patience)
	i.load(t, "SFO", generation(1), "--prune", "--force")
	sync(check.Patience)
	round := 2
	for killed := 0; killed < 20; round++ { // each has something to copy
		if round%2 == 0 {
			i.do(t, "airport", "reset-sync", "SFO")
			resets++
		} else {
			i.load(t, "SFO", generation(round), "--prune", "--force")
		}
		if sync(time.Duration(random.Int64N(int64(takes * 3 / 2)))) {
			killed++
		}
		if copied, err := readCopy(dir); err != nil || len(copied) < 100 {
			t.Fatalf("%d items, %v", len(copied), err)
		}
	}
	t.Logf("%d rounds", round-2)
	if sync(check.Patience) {
		t.Fatal("it takes too long")
	}
	copied := check.Must(readCopy(dir))(t)
	check.Same(t, s.everything(t, key, "SFO"), copied)
	if again > resets {
		t.Errorf("copied everything again %d times, cursors expired %d times", again, resets)
	}
}
