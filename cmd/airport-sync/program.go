package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/docker/go-units"
	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"
)

// follow synchronises again and again until ctx ends. A run that fails is followed by the next one.
func (p *program) follow(ctx context.Context) error {
	if p.every < time.Second {
		return fmt.Errorf("--every %s: want 1s or more", p.every)
	}
	if _, err := p.copier(); err != nil {
		return err
	}
	for ctx.Err() == nil {
		if err := p.sync(ctx); err == nil {
			p.full = false
		} else if ctx.Err() == nil {
			p.log("%v; trying again in %s", err, p.every)
		}
		select {
		case <-ctx.Done():
		case <-time.After(p.every):
		}
	}
	return nil
}

// sync brings the copy into step once and prints what was done.
func (p *program) sync(ctx context.Context) error {
	c, err := p.copier()
	if err != nil {
		return err
	}
	p.bar = newBar(p.stderr, c.api.airport)
	done, err := c.sync(ctx)
	if err != nil && ctx.Err() != nil {
		return fmt.Errorf("interrupted; the copy in %s is whole, and the next run goes on", p.dir)
	}
	if err != nil {
		return err
	}
	_ = p.bar.Clear()
	return p.print(done)
}

// copier checks the settings. It reads the key anew, so that a new key in its file serves the next run.
func (p *program) copier() (*copier, error) {
	key, err := p.key()
	if err != nil {
		return nil, err
	}
	api, err := newClient(p.baseURL, p.airport, key, p.insecure)
	if err != nil {
		return nil, err
	}
	api.onRetry = func(err error, wait time.Duration) {
		p.log("%v; trying again in %s", err, wait.Round(100*time.Millisecond))
	}
	maxSize, err := units.FromHumanSize(p.maxSize)
	if err != nil {
		return nil, fmt.Errorf("--max-size %s: want a size such as 500MB or 10GB", p.maxSize)
	}
	return &copier{dir: p.dir, api: api, full: p.full, maxSize: maxSize, batch: p.batch,
		note:     func(text string) { p.log("%s", text) },
		progress: func(n int) { _ = p.bar.Add(n) }}, nil
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
	key = strings.TrimSpace(key) // both ways can bring a newline along
	if key == "" || strings.ContainsFunc(key, unicode.IsControl) {
		return "", errors.New("set AIRPORT_API_KEY to your API key, or AIRPORT_API_KEY_FILE to the name of a file that holds nothing else")
	}
	return key, nil
}

func (p *program) print(r result) (err error) {
	switch {
	case p.json:
		err = json.NewEncoder(p.stdout).Encode(r)
	case r.changed():
		_, err = fmt.Fprintf(p.stdout, "added %d, updated %d, deleted %d, unchanged %d\n", r.Added, r.Updated, r.Deleted, r.Unchanged)
	case r.Unchanged == 1:
		_, err = fmt.Fprintln(p.stdout, "nothing changed, 1 item")
	default:
		_, err = fmt.Fprintf(p.stdout, "nothing changed, %d items\n", r.Unchanged)
	}
	if err != nil {
		return fmt.Errorf("print the result: %w", err)
	}
	return nil
}

func (p *program) log(format string, args ...any) {
	if p.bar != nil {
		_ = p.bar.Clear()
	}
	fmt.Fprintln(p.stderr, "airport-sync: "+printable(fmt.Sprintf(format, args...)))
}

// printable makes one short line of text that a server may have written: control characters become escapes, so that
// they cannot steer the terminal.
func printable(s string) string {
	const longest = 2000
	var b strings.Builder
	for _, r := range s {
		if b.Len() > longest {
			return b.String() + "…"
		}
		if strconv.IsPrint(r) {
			b.WriteRune(r)
		} else {
			b.WriteString(strings.Trim(strconv.QuoteRune(r), "'"))
		}
	}
	return b.String()
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
