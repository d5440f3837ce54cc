// Package testlog keeps what a test's servers and programs say.
package testlog

import (
	"bytes"
	"strings"
	"sync"
	"testing"
	"time"
)

const patience = 3 * time.Minute // on a machine that is very busy

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

// Await waits for a message with this beginning, and returns the rest of it, up to its quotation mark or the end of its line.
func (l *Log) Await(t testing.TB, beginning string) (rest string) {
	t.Helper()
	for deadline := time.Now().Add(patience); time.Now().Before(deadline); time.Sleep(5 * time.Millisecond) {
		_, rest, found := strings.Cut(l.String(), beginning)
		if end := strings.IndexAny(rest, "\"\n"); found && end >= 0 {
			return rest[:end]
		}
	}
	t.Fatalf("the log never said %q:\n%s", beginning, l)
	return ""
}
