package api

import (
	"errors"
	"fmt"
	"log/slog"
	"os"
	"sync/atomic"
)

// maxSpooled is in bytes, of all answers together: temporary files should not fill a disk that a database may share.
const maxSpooled = 2 << 30

// spools are temporary files, in the system's directory for these, where answers over maxBuffered are gathered before they
// are sent: a caller who reads slowly holds no connection to the database meanwhile.
type spools struct {
	log  *slog.Logger
	left atomic.Int64 // bytes
}

func newSpools(log *slog.Logger) *spools {
	s := &spools{log: log}
	s.left.Store(maxSpooled)
	return s
}

var errSpooled = fmt.Errorf("answers that wait for slow readers take %d bytes", maxSpooled)

func (s *spools) full(err error) {
	s.log.Warn("a long answer goes out as it is read, for it cannot be gathered in a temporary file", "error", err)
}

// spool is one answer's.
type spool struct {
	all  *spools
	file *os.File // has no name any more, so that a crash leaves nothing
	size int64
}

// open makes an empty spool; nil where there can be none.
func (s *spools) open() *spool {
	file, err := os.CreateTemp("", "airport-content-")
	if err != nil {
		s.full(err)
		return nil
	}
	if err := os.Remove(file.Name()); err != nil {
		s.full(errors.Join(err, file.Close()))
		return nil
	}
	return &spool{all: s, file: file}
}

// add tells whether there was room for p.
func (s *spool) add(p []byte) bool {
	n := int64(len(p))
	if s.all.left.Add(-n) < 0 {
		s.all.left.Add(n)
		s.all.full(errSpooled)
		return false
	}
	if _, err := s.file.WriteAt(p, s.size); err != nil {
		s.all.left.Add(n)
		s.all.full(err)
		return false
	}
	s.size += n
	return true
}

// pieces gives all that was added to send, with the offset of each piece. Pieces divide maxBuffered.
func (s *spool) pieces(send func(piece []byte, at int64) error) error {
	buffer := make([]byte, maxBuffered/16)
	for at := int64(0); at < s.size; at += int64(len(buffer)) {
		piece := buffer[:min(int64(len(buffer)), s.size-at)]
		if _, err := s.file.ReadAt(piece, at); err != nil {
			return fmt.Errorf("read a spooled answer: %w", err)
		}
		if err := send(piece, at); err != nil {
			return err
		}
	}
	return nil
}

func (s *spool) close() {
	_ = s.file.Close() // nothing is to be kept
	s.all.left.Add(s.size)
}
