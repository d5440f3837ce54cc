package api

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

// What there is room for is spooled; the rest goes out behind it as it comes, and nothing of the room is lost.
func TestSpoolsWithoutRoom(t *testing.T) {
	t.Parallel()
	for _, room := range []int64{0, 1 << 20, 3 << 20, 6 << 20, 100 << 20} {
		all := newSpools(slog.New(slog.DiscardHandler))
		all.left.Store(room)
		answer := httptest.NewRecorder()
		x := &exchange{ResponseWriter: answer, method: http.MethodGet, start: time.Now(), timeout: time.Hour, timer: time.NewTimer(time.Hour)}
		b := &body{w: x, x: x, spools: all, head: func(p []byte) []byte { return append(p, '[') }}
		want := "["
		for _, letter := range "abcdefgh" {
			item := strings.Repeat(string(letter), 700<<10)
			b.buf = append(b.buf, item...)
			if err := b.grown(); err != nil {
				t.Fatal(err)
			}
			want += item
		}
		if err := b.end("]", nil); err != nil {
			t.Fatal(err)
		}
		b.release()
		if got := answer.Body.String(); got != want+"]" {
			t.Errorf("room for %d bytes: got %d bytes, want %d, or others", room, len(got), len(want)+1)
		}
		if known := answer.Header().Get("Content-Length") != ""; known != (room >= 6<<20) {
			t.Errorf("room for %d bytes: headers %v", room, answer.Header())
		}
		if left := all.left.Load(); left != room {
			t.Errorf("room for %d bytes: %d left", room, left)
		}
	}
}
