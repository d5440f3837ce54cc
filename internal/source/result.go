package source

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"airport-content/internal/content"
)

// Options say how a website is read.
type Options struct {
	Password string
	Full     bool                 // fetch everything, also what seems unchanged
	Records  []content.PageRecord // of the pages, from earlier crawls
	Progress func()               // called for each page; may be nil
}

// Result is what a crawl found. The items are in a file, which is gone when the program ends.
type Result struct {
	Items     int                  // in the file
	Records   []content.PageRecord // of each page that was seen
	Unchanged int                  // items that are as before
	KeepAll   bool                 // not everything was seen: nothing is deleted
	Skipped   int                  // bad items
	Failed    int                  // pages that could not be read
	Notes     []string             // about the first of these, one line each

	file *os.File
}

// maxNotes is how many notes are taken of a crawl.
const maxNotes = 20

func (r *Result) note(text string) {
	if len(r.Notes) < maxNotes {
		r.Notes = append(r.Notes, text)
	}
}

// File gives the items as NDJSON, from the beginning.
func (r *Result) File() (io.Reader, error) {
	if _, err := r.file.Seek(0, io.SeekStart); err != nil {
		return nil, fmt.Errorf("read the findings: %w", err)
	}
	return bufio.NewReader(r.file), nil
}

// Close deletes the file.
func (r *Result) Close() { _ = r.file.Close() }

// Read crawls a source's website. The caller must close the result.
func Read(ctx context.Context, s content.Source, o Options) (*Result, error) {
	kind, ok := kinds[s.Kind]
	if !ok {
		return nil, fmt.Errorf("no kind of source %q", s.Kind)
	}
	return crawl(ctx, s, o, kind)
}

func crawl(ctx context.Context, s content.Source, o Options, kind reader) (*Result, error) {
	client, err := NewClient(s, o.Password)
	if err != nil {
		return nil, err
	}
	defer client.Close()
	file, err := os.CreateTemp("", "airport-content-pull-*")
	if err != nil {
		return nil, fmt.Errorf("make a file for the findings: %w", err)
	}
	_ = os.Remove(file.Name()) // the open file stays until the program ends
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	if o.Progress == nil {
		o.Progress = func() {}
	}
	c := newCrawl(s, o)
	c.Client, c.end, c.file, c.out = client, cancel, file, bufio.NewWriter(file)
	err = kind(ctx, c)
	if ctx.Err() != nil { // a kind may have counted it as pages that fail
		err = context.Cause(ctx)
	}
	if err == nil {
		err = c.finish()
	}
	if err != nil {
		_ = file.Close()
		return nil, err
	}
	return &c.result, nil
}

// finish completes the result.
func (c *Crawl) finish() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.result.Failed > 0 && c.result.Failed*2 >= c.pages {
		return fmt.Errorf("%d of %d pages could not be read, so nothing was changed; %s", c.result.Failed, c.pages, c.result.Notes[0])
	}
	if err := c.out.Flush(); err != nil {
		return errors.Join(errors.New("write the findings"), err)
	}
	c.result.file = c.file
	return nil
}
