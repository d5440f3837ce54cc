package mirror

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
	"os"
)

// merge writes the new items file, from the copy held and the spool, both in the order of their ids, and sets in next
// what it holds. With replace, an item that is not in the spool is gone. One item at a time is in memory.
func (d dir) merge(held held, next *snapshot, spool *spool, replace bool) (Result, error) {
	old, err := d.openItems(held.whole)
	if err != nil {
		return Result{}, err
	}
	defer old.close()
	file, err := os.Create(d.path(newItemsFile))
	if err != nil {
		return Result{}, err
	}
	out := &itemWriter{buffer: bufio.NewWriterSize(file, 64<<10), digest: sha256.New()}
	result, err := mergeItems(old, spool, replace, out)
	if err := errors.Join(err, out.buffer.Flush(), file.Sync(), file.Close()); err != nil {
		return Result{}, errors.Join(fmt.Errorf("write items: %w", err), os.Remove(file.Name()))
	}
	next.Items, next.Bytes, next.SHA256 = out.items, out.bytes, hex.EncodeToString(out.digest.Sum(nil))
	return result, nil
}

func mergeItems(old *itemReader, spool *spool, replace bool, out *itemWriter) (r Result, err error) {
	ids := spool.ids()
	if err := old.next(); err != nil {
		return r, err
	}
	for len(ids) > 0 || old.item != nil {
		switch {
		case len(ids) == 0 || old.item != nil && old.id < ids[0]: // not received
			if replace {
				r.Deleted++
			} else {
				r.Unchanged++
				err = out.write(old.item)
			}
			err = errors.Join(err, old.next())
		case old.item == nil || ids[0] < old.id: // not held
			if e := spool.entries[ids[0]]; !e.deleted {
				r.Added++
				err = out.copy(spool, e)
			}
			ids = ids[1:]
		default:
			err = mergeItem(old.item, spool, spool.entries[ids[0]], out, &r)
			err = errors.Join(err, old.next())
			ids = ids[1:]
		}
		if err != nil {
			return r, err
		}
	}
	return r, nil
}

// mergeItem writes what became of an item that was held before.
func mergeItem(old []byte, spool *spool, e entry, out *itemWriter, r *Result) error {
	if e.deleted {
		r.Deleted++
		return nil
	}
	item, err := spool.get(e)
	if err != nil {
		return err
	}
	if bytes.Equal(old, item) {
		r.Unchanged++
	} else {
		r.Updated++
	}
	return out.write(item)
}

// itemReader reads an items file, one item after the other.
type itemReader struct {
	file  *os.File // nil: reads nothing
	lines *bufio.Reader
	id    string
	item  []byte // without the newline; nil at the end
}

func (d dir) openItems(there bool) (*itemReader, error) {
	if !there {
		return &itemReader{}, nil
	}
	file, err := os.Open(d.path(itemsFile))
	return &itemReader{file: file, lines: bufio.NewReaderSize(file, 64<<10)}, err
}

func (r *itemReader) close() {
	if r.file != nil {
		r.file.Close()
	}
}

func (r *itemReader) next() error {
	r.item = nil
	if r.file == nil {
		return nil
	}
	line, err := r.lines.ReadBytes('\n')
	if err == io.EOF && len(line) == 0 {
		return nil
	}
	if err != nil {
		return fmt.Errorf("read %s: %w", itemsFile, err)
	}
	var known struct {
		ID string `json:"id"`
	}
	if err := json.Unmarshal(line, &known); err != nil {
		return fmt.Errorf("read %s after %q: %w", itemsFile, r.id, err)
	}
	r.id, r.item = known.ID, line[:len(line)-1]
	return nil
}

// itemWriter writes an items file and sums it up.
type itemWriter struct {
	buffer *bufio.Writer
	digest hash.Hash
	items  int
	bytes  int64
}

func (w *itemWriter) write(item []byte) error {
	w.items++
	for _, part := range [][]byte{item, {'\n'}} {
		w.bytes += int64(len(part))
		w.digest.Write(part) // never fails
		if _, err := w.buffer.Write(part); err != nil {
			return err
		}
	}
	return nil
}

func (w *itemWriter) copy(spool *spool, e entry) error {
	item, err := spool.get(e)
	if err != nil {
		return err
	}
	return w.write(item)
}
