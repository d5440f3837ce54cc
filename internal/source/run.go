package source

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
)

// Options say how a website is read.
type Options struct {
	Password string
	Full     bool   // fetch everything, also what seems unchanged
	Memory   Memory // of the source's pages
	Progress func() // called for each page; may be nil
}

// Found is what a run found. The items are in a file, which is gone when the program ends; the pages are in the memory.
type Found struct {
	Items     int      // in the file
	Unchanged int      // items that are as before
	KeepAll   bool     // not everything was seen: nothing is deleted
	Skipped   int      // bad items
	Failed    int      // pages that could not be read
	Notes     []string // about the first of these, one line each

	file *os.File
}

// maxNotes is how many notes are taken of a run.
const maxNotes = 20

func (f *Found) note(text string) {
	if len(f.Notes) < maxNotes {
		f.Notes = append(f.Notes, text)
	}
}

// File gives the items as NDJSON, from the beginning.
func (f *Found) File() (io.Reader, error) {
	if _, err := f.file.Seek(0, io.SeekStart); err != nil {
		return nil, fmt.Errorf("read the findings: %w", err)
	}
	return bufio.NewReader(f.file), nil
}

// Close deletes the file.
func (f *Found) Close() { _ = f.file.Close() }

// Run reads a source's website. The caller must close what is found.
func Run(ctx context.Context, s Source, o Options) (*Found, error) {
	read, ok := kinds[s.Kind]
	if !ok {
		return nil, fmt.Errorf("no kind of source %q", s.Kind)
	}
	return run(ctx, s, o, read)
}

func run(ctx context.Context, s Source, o Options, read reader) (*Found, error) {
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
	v := &Visit{Source: s, Client: client, full: o.Full, memory: o.Memory, progress: o.Progress, ctx: ctx, end: cancel,
		file: file, out: bufio.NewWriter(file)}
	if o.Progress == nil {
		v.progress = func() {}
	}
	err = read(ctx, v)
	if ctx.Err() != nil { // a kind may have counted it as pages that fail
		err = context.Cause(ctx)
	}
	if err == nil {
		err = v.finish()
	}
	if err != nil {
		_ = file.Close()
		return nil, err
	}
	return &v.found, nil
}

// finish completes what was found.
func (v *Visit) finish() error {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.found.Failed > 0 && v.found.Failed*2 >= v.pages {
		return fmt.Errorf("%d of %d pages could not be read, so nothing was changed; %s", v.found.Failed, v.pages, v.found.Notes[0])
	}
	if err := v.out.Flush(); err != nil {
		return errors.Join(errors.New("write the findings"), err)
	}
	v.found.file = v.file
	return nil
}
