// Package testlog keeps what a test's servers and programs say.
package testlog

import (
	"bytes"
	"strings"
	"sync"
)

// Log may be read while it is written; the zero value is ready.
type Log struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *Log) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

// String returns what was written so far.
func (l *Log) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// Has reports whether this was written.
func (l *Log) Has(part string) bool { return strings.Contains(l.String(), part) }
