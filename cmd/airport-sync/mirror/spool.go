package mirror

import (
	"bufio"
	"errors"
	"io"
	"maps"
	"os"
	"slices"
	"time"

	"airport-content/cmd/airport-sync/client"
)

// spool keeps the latest version of every item received, on disk: items can be large, and many.
type spool struct {
	file    *os.File
	out     *bufio.Writer
	end     int64
	entries map[string]entry
}

// entry is where an item is in the file, or that it was deleted.
type entry struct {
	at, size int64
	modified time.Time // lastModified
	deleted  bool
}

func newSpool(path string) (*spool, error) {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_TRUNC, 0o644)
	if err != nil {
		return nil, err
	}
	return &spool{file: file, out: bufio.NewWriter(file), entries: map[string]entry{}}, nil
}

// close removes the spool's file.
func (s *spool) close() error {
	return errors.Join(s.file.Close(), os.Remove(s.file.Name()))
}

func (s *spool) put(item *client.Item) error {
	n, err := s.out.Write(item.Raw)
	s.entries[item.ID] = entry{at: s.end, size: int64(n), modified: item.LastModified}
	s.end += int64(n)
	return err
}

// holdsNewer tells whether a later version of the item was received.
func (s *spool) holdsNewer(item *client.Item) bool {
	return s.entries[item.ID].modified.After(item.LastModified)
}

func (s *spool) delete(id string) { s.entries[id] = entry{deleted: true} }

// forget begins anew; what the file holds already is passed over.
func (s *spool) forget() { clear(s.entries) }

// ids lists what was received, sorted bytewise.
func (s *spool) ids() []string { return slices.Sorted(maps.Keys(s.entries)) }

// get reads an item that is not deleted. Nothing may be put afterwards.
func (s *spool) get(e entry) ([]byte, error) {
	if err := s.out.Flush(); err != nil {
		return nil, err
	}
	item := make([]byte, e.size)
	_, err := io.ReadFull(io.NewSectionReader(s.file, e.at, e.size), item)
	return item, err
}
