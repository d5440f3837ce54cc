package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/cenkalti/backoff/v5"

	"airport-content/cmd/airport-sync/client"
	"airport-content/cmd/airport-sync/mirror"
)

// shortest is the least time between two runs: every one asks the service.
const shortest = time.Second

// program is what the command line asks for.
type program struct {
	baseURL, airport, dir       string
	every                       time.Duration
	since, full, insecure, json bool

	env            func(string) string
	stdout, stderr io.Writer
}

func (p *program) start(ctx context.Context, again bool) error {
	if !again {
		err := p.sync(ctx)
		if ctx.Err() != nil && err != nil {
			return fmt.Errorf("interrupted; the copy in %s is as it was", p.dir)
		}
		return err
	}
	if p.every < shortest {
		return fmt.Errorf("--every %s: want %s or more", p.every, shortest)
	}
	return p.follow(ctx)
}

// follow synchronises until ctx ends, which is no failure. Only what will not mend by itself ends it before.
func (p *program) follow(ctx context.Context) error {
	if _, err := p.connect(nil); err != nil {
		return err
	}
	failed := &backoff.ExponentialBackOff{
		InitialInterval: min(p.every, 10*time.Second), Multiplier: 2, MaxInterval: max(p.every, 10*time.Minute),
		RandomizationFactor: backoff.DefaultRandomizationFactor,
	}
	for ctx.Err() == nil {
		err := p.sync(ctx)
		pause := p.every
		switch {
		case ctx.Err() != nil:
			return nil
		case errors.Is(err, mirror.ErrOtherCopy), errors.Is(err, mirror.ErrAirport), errors.Is(err, errOutput):
			return err
		case err == nil:
			p.full = false
			failed.Reset()
		default:
			pause = max(failed.NextBackOff(), retryAfter(err))
			p.log("%v; trying again in %s", err, pause.Round(time.Second))
		}
		select {
		case <-ctx.Done():
		case <-time.After(pause):
		}
	}
	return nil
}

func retryAfter(err error) time.Duration {
	var refused *client.Error
	if errors.As(err, &refused) {
		return refused.RetryAfter
	}
	return 0
}

// sync brings the copy into step once and prints what was done.
func (p *program) sync(ctx context.Context) error {
	bar := newProgress(p.stderr, p.airport)
	defer bar.clear()
	api, err := p.connect(bar)
	if err != nil {
		return err
	}
	result, err := mirror.Sync(ctx, api, mirror.Options{
		Dir: p.dir, Airport: p.airport, SinceMode: p.since, Full: p.full,
		Progress: bar.show,
		Note:     func(text string) { bar.clear(); p.log("%s", text) },
	})
	if err != nil {
		return err
	}
	bar.clear()
	if err := p.print(result); err != nil {
		return fmt.Errorf("%w: %w", errOutput, err)
	}
	return nil
}

var errOutput = errors.New("print the result")

func (p *program) print(r mirror.Result) error {
	if p.json {
		return json.NewEncoder(p.stdout).Encode(r)
	}
	if !r.Changed() {
		items := "items"
		if r.Unchanged == 1 {
			items = "item"
		}
		_, err := fmt.Fprintf(p.stdout, "nothing changed, %d %s\n", r.Unchanged, items)
		return err
	}
	_, err := fmt.Fprintf(p.stdout, "added %d, updated %d, deleted %d, unchanged %d\n", r.Added, r.Updated, r.Deleted, r.Unchanged)
	return err
}

func (p *program) log(format string, args ...any) {
	fmt.Fprintf(p.stderr, name+": "+format+"\n", args...)
}

// connect reads the key anew every time, so that a file with a new one is enough to change it.
func (p *program) connect(bar *progress) (*client.Client, error) {
	key, err := p.key()
	if err != nil {
		return nil, err
	}
	options := []client.Option{
		client.WithUserAgent(name + "/" + version()),
		client.WithOnRetry(func(err error, wait time.Duration) {
			bar.clear()
			p.log("%v; trying again in %s", err, wait.Round(100*time.Millisecond))
		}),
	}
	if p.insecure {
		options = append(options, client.WithInsecure())
	}
	api, err := client.New(p.baseURL, key, options...)
	if errors.Is(err, client.ErrInsecure) {
		return nil, fmt.Errorf("%w, or --insecure", err)
	}
	return api, err
}

func (p *program) key() (string, error) {
	key, file := p.env("AIRPORT_API_KEY"), p.env("AIRPORT_API_KEY_FILE")
	switch {
	case key != "" && file != "":
		return "", errors.New("AIRPORT_API_KEY and AIRPORT_API_KEY_FILE are both set: which one is it?")
	case key == "" && file == "":
		return "", errors.New("set AIRPORT_API_KEY to your API key, or AIRPORT_API_KEY_FILE to the name of a file that holds it")
	case file != "":
		text, err := os.ReadFile(file)
		if err != nil {
			return "", fmt.Errorf("AIRPORT_API_KEY_FILE: %w", err)
		}
		key = string(text)
	}
	return strings.TrimSpace(key), nil // both ways can bring a newline along
}
