package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
)

// result counts what was done to the items.
type result struct {
	Added     int `json:"added"`
	Updated   int `json:"updated"`
	Deleted   int `json:"deleted"`
	Unchanged int `json:"unchanged"`
}

func (r result) changed() bool { return r.Added+r.Updated+r.Deleted > 0 }

// merge writes the new items file beside the old one.
func (c *copier) merge(ctx context.Context, w *work) (result, error) {
	paths := []string{c.path(itemsFile)}
	if _, err := os.Stat(paths[0]); errors.Is(err, fs.ErrNotExist) {
		paths[0] = os.DevNull
	}
	for n := range w.Runs {
		paths = append(paths, w.run(n))
	}
	sources := make([]*lines, len(paths))
	for n, path := range paths {
		f, err := os.Open(path)
		if err != nil {
			return result{}, err
		}
		defer f.Close()
		sources[n] = &lines{name: path, in: bufio.NewReaderSize(f, 64<<10)}
	}
	f, err := os.Create(c.path(itemsFile) + ".new")
	if err != nil {
		return result{}, err
	}
	out := bufio.NewWriterSize(f, 64<<10)
	done, err := mergeLines(ctx, sources, w.From == "", out, c.maxSize)
	if err == nil {
		err = errors.Join(out.Flush(), f.Sync())
	}
	if err := errors.Join(err, f.Close()); err != nil {
		return result{}, errors.Join(err, os.Remove(f.Name()))
	}
	return done, nil
}

// mergeLines merges the old items, which come first, with the runs. If several sources have an id, the last one counts.
// When fresh, the runs hold everything, and the old items only tell what is new.
func mergeLines(ctx context.Context, sources []*lines, fresh bool, out io.Writer, maxSize int64) (done result, err error) {
	advance := func(n int) error {
		err := sources[n].next()
		if n == 0 && fresh {
			return nil // old items that are damaged are replaced
		}
		return err
	}
	for n := range sources {
		err = errors.Join(err, advance(n))
	}
	for size := int64(0); err == nil; err = errors.Join(err, ctx.Err()) {
		id := smallest(sources)
		if id == "" {
			return done, nil
		}
		var before, after []byte
		for n, s := range sources {
			if s.id != id {
				continue
			}
			if n == 0 {
				before = s.line
			}
			if n > 0 || !fresh {
				after = s.line
			}
			err = errors.Join(err, advance(n))
		}
		switch {
		case before == nil && after != nil:
			done.Added++
		case before != nil && after == nil:
			done.Deleted++
		case !bytes.Equal(before, after):
			done.Updated++
		case before != nil:
			done.Unchanged++
		}
		if size += int64(len(after)); size > maxSize {
			err = errors.Join(err, fmt.Errorf("%w %d bytes", errMaxSize, maxSize))
		}
		_, writeErr := out.Write(after)
		err = errors.Join(err, writeErr)
	}
	return done, err
}

// smallest is the least of the ids that come next; empty when all sources are at their end.
func smallest(sources []*lines) (id string) {
	for _, s := range sources {
		if s.id != "" && (id == "" || s.id < id) {
			id = s.id
		}
	}
	return id
}

// lines reads the items file or a run, which are sorted by id.
type lines struct {
	name   string
	in     *bufio.Reader
	number int
	id     string // empty: at the end
	line   []byte // of an item; nil: deleted
}

// next reads a line. After an error it is at the end.
func (l *lines) next() error {
	last := l.id
	l.id, l.line = "", nil
	line, err := l.in.ReadBytes('\n')
	if err == io.EOF && len(line) == 0 {
		return nil
	}
	l.number++
	id := ""
	if err == nil {
		id, l.line, err = parseLine(line)
	}
	if err == nil && id <= last {
		err = errors.New("not sorted by id")
	}
	if err != nil {
		return fmt.Errorf("%s line %d: %w; --full copies everything again", l.name, l.number, err)
	}
	l.id = id
	return nil
}

// A line of a run is an item, or a minus and the id of a deletion as JSON.

func deletionLine(id string) []byte {
	text, _ := json.Marshal(id) // a string has no error
	return fmt.Appendf(nil, "-%s\n", text)
}

func parseLine(line []byte) (id string, item []byte, err error) {
	if quoted, ok := bytes.CutPrefix(line, []byte("-")); ok {
		err = json.Unmarshal(quoted, &id)
		return id, nil, err
	}
	id, err = idOf(line)
	return id, line, err
}
