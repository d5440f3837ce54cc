// Package testlog keeps the log of what a test runs.
package testlog

import (
	"bytes"
	"encoding/json"
	"strings"
	"sync"
	"testing"
	"time"
)

const patience = 3 * time.Minute // on a machine that is very busy

// Log may be read while it is written; the zero value is ready.
type Log struct {
	mu     sync.Mutex
	text   bytes.Buffer
	closed bool
}

func (l *Log) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

// Close marks the end of the log.
func (l *Log) Close() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.closed = true
}

// String returns what was written so far.
func (l *Log) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// Await waits for a line of JSON whose message has this beginning, and returns the rest of the message.
func (l *Log) Await(t testing.TB, beginning string) (rest string) {
	t.Helper()
	for deadline := time.Now().Add(patience); time.Now().Before(deadline); time.Sleep(5 * time.Millisecond) {
		ended := l.ended()
		for line := range strings.Lines(l.String()) {
			var entry struct{ Msg string }
			if json.Unmarshal([]byte(line), &entry) != nil {
				continue
			}
			if rest, found := strings.CutPrefix(entry.Msg, beginning); found {
				return rest
			}
		}
		if ended {
			break
		}
	}
	t.Fatalf("the log never said %q:\n%s", beginning, l)
	return ""
}

func (l *Log) ended() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.closed
}
