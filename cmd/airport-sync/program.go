package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"
)

const (
	// afterFailure is how long --follow pauses after a run that failed.
	afterFailure = 10 * time.Second

	// leastRun is how long a run of --follow takes at least if nothing has changed. A service that
	// cannot wait now answers at once.
	leastRun = time.Second
)

// repeat brings the copy into step again and again until ctx ends. A failed run does not end the
// loop. With --follow, each run but the first waits for a change, and is printed only if something
// changed.
func (p *program) repeat(ctx context.Context) error {
	if _, err := p.client(); err != nil {
		return err
	}
	rest := p.every
	if p.follow {
		rest = afterFailure
	}
	for wait := 0; ctx.Err() == nil; {
		began := time.Now()
		done, err := p.syncOnce(ctx, wait)
		if err == nil && p.failing {
			p.log("working again")
			p.failing = false
		}
		changed := done.Added+done.Updated+done.Deleted > 0
		if err == nil && (changed || wait == 0) {
			err = p.print(done)
		}
		offline, isOffline := errors.AsType[*offlineError](err)
		switch {
		case ctx.Err() != nil:
		case isOffline: // is said once
			p.tellOffline([]*offlineError{offline})
			pause(ctx, max(p.every, cmp.Or(offline.after, afterFailure)))
		case keyRefused(err) && p.hasNewKey(): // the next run tries it at once
		case err != nil:
			p.failing = true
			p.log("%v; trying again in %s", err, rest)
			pause(ctx, rest)
		case !p.follow:
			pause(ctx, rest)
		case wait > 0 && !changed && time.Since(began) < leastRun:
			pause(ctx, leastRun)
		default:
			wait = longestWait
		}
	}
	return nil
}

// pause reports whether it lasted, and was not ended by ctx.
func pause(ctx context.Context, d time.Duration) bool {
	if d > 0 {
		select {
		case <-ctx.Done():
		case <-time.After(d):
		}
	}
	return ctx.Err() == nil
}

// syncOnce brings the copy into step once. If nothing has changed, the service may wait for so many
// seconds, but not while stderr has to say that it is back.
func (p *program) syncOnce(ctx context.Context, wait int) (result, error) {
	api, err := p.client()
	if err != nil {
		return result{}, err
	}
	if !p.failing && !slices.Contains(p.offline, api.airport) {
		api.wait = wait
	}
	local, err := openCopy(p.dir, api.base, api.airport)
	if err != nil {
		return result{}, explain(err, p.dir)
	}
	p.bar = newBar(p.stderr, cmp.Or(api.airport, "all airports"))
	err = explain(errors.Join(p.update(ctx, api, local), local.close()), p.dir)
	_ = p.bar.Clear()
	if api.expires != "" && api.expires != p.expires {
		p.log("the API key ends on %s: ask for a new one", api.expires)
		p.expires = api.expires
	}
	if err != nil && ctx.Err() != nil {
		err = fmt.Errorf("interrupted; the copy in %s is whole, and the next run goes on", p.dir)
	}
	return local.done, err
}

func (p *program) print(done result) error {
	if p.json {
		return json.NewEncoder(p.stdout).Encode(done)
	}
	_, err := fmt.Fprintf(p.stdout, "added %d, updated %d, deleted %d, unchanged %d\n", done.Added, done.Updated, done.Deleted, done.Unchanged)
	return err
}

// update stores all changes after the copy's cursor.
func (p *program) update(ctx context.Context, api *client, local *localCopy) error {
	if p.full {
		if err := local.begin(); err != nil {
			return err
		}
		p.full = false // if this pass fails, the next run continues the pass
	}
	again := false
	sent := map[string]bool{} // the cursors of this run
	for {
		cursor, err := local.cursor()
		if err != nil {
			return err
		}
		page, err := api.changes(ctx, cursor)
		if cursorRefused(err) && !again {
			if err := local.begin(); err != nil {
				return err
			}
			p.log("the place where this copy ended is too old, or of another filter: copying everything again")
			again = true
			clear(sent)
			continue
		}
		if refused, ok := errors.AsType[*refusal](err); ok && refused.isOffline() {
			copied, err := local.has(api.airport)
			if err != nil {
				return err
			}
			return &offlineError{api.airport, copied, refused.after}
		}
		if err != nil {
			return err
		}
		if sent[cursor] = true; *page.HasMore && sent[page.NextCursor] {
			return errors.New("the service goes in circles: it names more changes, and a cursor that was sent in this run; tell whoever runs the service")
		}
		dropped, err := local.apply(page)
		if err != nil {
			return err
		}
		for _, airport := range dropped {
			p.log("%s: the key no longer covers the airport, or it was removed; its copy is dropped", airport)
		}
		for _, ch := range page.Results { // an airport that is gone is not back
			if ch.Change == "airport-removed" {
				p.offline = slices.DeleteFunc(p.offline, func(airport string) bool { return airport == ch.Airport })
			}
		}
		_ = p.bar.Add(len(page.Results))
		if !*page.HasMore {
			offline, err := offlineIn(page, local)
			if err != nil {
				return err
			}
			p.tellOffline(offline)
			return local.finish(ctx)
		}
	}
}

// offlineIn are the airports that a page of the feed of all airports names as offline.
func offlineIn(p *page, local *localCopy) (all []*offlineError, err error) {
	for _, airport := range p.Meta.Offline {
		copied, err := local.has(airport)
		if err != nil {
			return nil, err
		}
		all = append(all, &offlineError{airport: airport, copied: copied})
	}
	return all, nil
}

// tellOffline says which airports have gone offline since the last run, and which are back.
func (p *program) tellOffline(now []*offlineError) {
	var airports []string
	for _, offline := range now {
		airports = append(airports, offline.airport)
		if !slices.Contains(p.offline, offline.airport) {
			p.log("%v", offline)
		}
	}
	for _, airport := range p.offline {
		if !slices.Contains(airports, airport) {
			p.log("%s: no longer offline", airport)
		}
	}
	p.offline = airports
}

// offlineError says that an airport is offline.
type offlineError struct {
	airport string
	copied  bool          // there is a copy
	after   time.Duration // before the next try, as the service asks; 0: it does not ask
}

func (e *offlineError) Error() string {
	if e.copied {
		return e.airport + ": offline at the moment; its copy stays"
	}
	return e.airport + ": offline at the moment; there is no copy yet"
}

// cursorRefused reports whether the service no longer accepts the cursor, or cannot read it.
func cursorRefused(err error) bool {
	refused, ok := errors.AsType[*refusal](err)
	return ok && (refused.Code == "cursor_expired" || refused.Parameter == "cursor")
}

// keyRefused reports whether the service refused the key, or what the key does not cover.
func keyRefused(err error) bool {
	refused, ok := errors.AsType[*refusal](err)
	return ok && (refused.status == http.StatusUnauthorized || refused.status == http.StatusForbidden)
}

// client checks the settings. It reads the key anew, so that a new key in the key's file serves the
// next run.
func (p *program) client() (*client, error) {
	key, err := p.key()
	if err != nil {
		return nil, err
	}
	api, err := newClient(p.baseURL, p.airport, key, p.insecure)
	if err != nil {
		return nil, err
	}
	p.lastKey = key
	api.types, api.languages = p.types, p.languages
	api.onRetry = func(err error, wait time.Duration) {
		p.failing, api.wait = true, 0
		p.log("%v; trying again in %s", err, wait.Round(100*time.Millisecond))
	}
	return api, nil
}

// hasNewKey reports whether the file of the key has another key than the last run had.
func (p *program) hasNewKey() bool {
	key, err := p.key()
	return err == nil && key != p.lastKey
}

func (p *program) key() (string, error) {
	key, file := p.env("AIRPORT_API_KEY"), p.env("AIRPORT_API_KEY_FILE")
	switch {
	case key != "" && file != "":
		return "", errors.New("AIRPORT_API_KEY and AIRPORT_API_KEY_FILE are both set: set one of them")
	case file != "":
		text, err := os.ReadFile(file)
		if err != nil {
			return "", fmt.Errorf("AIRPORT_API_KEY_FILE: %w", err)
		}
		key = string(text)
	}
	key = strings.TrimSpace(key) // both ways can bring a newline
	if key == "" || strings.ContainsFunc(key, unicode.IsControl) {
		return "", errors.New("set AIRPORT_API_KEY to your API key, or AIRPORT_API_KEY_FILE to the name of a file that holds nothing else")
	}
	return key, nil
}

// log writes one short line. Text of a server cannot control the terminal.
func (p *program) log(format string, args ...any) {
	if p.bar != nil {
		_ = p.bar.Clear()
	}
	unprintable := func(r rune) bool { return !unicode.IsPrint(r) }
	parts := strings.FieldsFunc(fmt.Sprintf(format, args...), unprintable)
	fmt.Fprintf(p.stderr, "airport-sync: %.2000s\n", strings.Join(parts, " "))
}

// newBar counts the changes received, on a terminal only.
func newBar(stderr any, name string) *progressbar.ProgressBar {
	f, ok := stderr.(*os.File)
	return progressbar.NewOptions(-1, progressbar.OptionSetWriter(os.Stderr),
		progressbar.OptionSetVisibility(ok && term.IsTerminal(int(f.Fd()))), progressbar.OptionSetDescription(name),
		progressbar.OptionShowCount(), progressbar.OptionSetItsString("items"), progressbar.OptionShowIts(),
		progressbar.OptionThrottle(100*time.Millisecond), progressbar.OptionClearOnFinish(),
		progressbar.OptionSetSpinnerChangeInterval(0)) // else a goroutine outlives the run
}
