package e2e_test

import (
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// internal/config tests what each variable takes. Here is what becomes of them.
func TestVariables(t *testing.T) {
	t.Parallel()
	i, key := sfo(t, newItem("a"))
	t.Run("flags win, and URLs come from files too", func(t *testing.T) {
		file := filepath.Join(t.TempDir(), "url")
		check(t, os.WriteFile(file, []byte(i.value("DATABASE_URL")+"\n"), 0o600))
		fromFile := installation{"DATABASE_URL_FILE=" + file, "REDIS_URL=" + i.value("REDIS_URL"), "REDIS_PREFIX=" + i.value("REDIS_PREFIX")}
		s := fromFile.serve(t, "RATE_LIMIT=7", "--rate-limit=9")
		if limit := s.get(t, key, "SFO/content").number(t, "X-RateLimit-Limit"); limit != 9 {
			t.Errorf("limit %d", limit)
		}
	})
	t.Run("LOG_LEVEL and LOG_FORMAT", func(t *testing.T) {
		quiet, text := i.serve(t, "LOG_LEVEL=error"), i.serve(t, "LOG_FORMAT=text")
		quiet.stop()
		text.stop()
		if quiet.log.Has("INFO") || quiet.log.Has("WARN") || strings.HasPrefix(text.log.String(), "{") || text.log.String() == "" {
			t.Errorf("at level error:\n%s\nas text:\n%s", quiet.log, text.log)
		}
	})
	t.Run("an address that is taken", func(t *testing.T) {
		taken, err := net.Listen("tcp", "127.0.0.1:0")
		check(t, err)
		defer taken.Close()
		for _, name := range []string{"LISTEN_ADDR", "OPS_ADDR"} {
			setting := name + "=" + taken.Addr().String()
			got := i.with(setting).run(t, "", "serve")
			if got.code != 1 || !strings.Contains(got.stderr, name+": listen tcp "+taken.Addr().String()) {
				t.Errorf("%s: %+v", setting, got)
			}
		}
	})
}

// serve waits for its database until it is interrupted, or gives up: see TestRefusedConnections.
func TestServeInterruptedWhileItWaits(t *testing.T) {
	t.Parallel()
	i := installation{"DATABASE_URL=postgres://nobody:hush@127.0.0.1:1/none", "LISTEN_ADDR=127.0.0.1:0", "OPS_ADDR="}
	interrupted := begin(t, i.command(t, "serve"))
	eventually(t, "it waits", func() bool { return interrupted.log.Has("waiting for the database") })
	if code := interrupted.end(syscall.SIGTERM); code != 1 || !interrupted.log.Has("interrupted") || interrupted.log.Has("hush") {
		t.Errorf("exit code %d: %s", code, interrupted.log)
	}
}
