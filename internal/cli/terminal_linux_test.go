package cli_test

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"airport-content/internal/check"
	"airport-content/internal/cli"
	"airport-content/internal/testenv"
)

// Long work shows a bar on a terminal. The bar disappears, and the result stays.
func TestProgressOnATerminal(t *testing.T) {
	t.Parallel()
	env := []string{"DATABASE_URL=" + testenv.Database(t)}
	must(t, env, "airport", "add", "LKX", "Larkhaven")
	for _, tt := range []struct{ line, result string }{
		{"import LKX ../sample/lkx.ndjson", "added 139, updated 0, unchanged 0, deleted 0, skipped 0"},
		{"reindex LKX", "airport-content: reindexed LKX, 139 items"},
	} {
		theirs, read := terminal(t)
		code := cli.Run(t.Context(), strings.Fields(tt.line), env, strings.NewReader(""), theirs, theirs)
		theirs.Close()
		shown := read()
		bar, left, _ := strings.Cut(shown, "LKX")
		left = left[strings.LastIndex(left, "\r")+1:]
		if code != 0 || strings.Contains(bar, "\n") || left != tt.result+"\n" {
			t.Errorf("%s: exit code %d, %q", tt.line, code, shown)
		}
	}
}

// terminal opens a pseudo-terminal. read returns everything written to the terminal until its
// close.
func terminal(t *testing.T) (theirs *os.File, read func() string) {
	t.Helper()
	ours := check.Must(os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0))(t)
	number := check.Must(unix.IoctlGetInt(int(ours.Fd()), unix.TIOCGPTN))(t)
	check.NoError(t, unix.IoctlSetPointerInt(int(ours.Fd()), unix.TIOCSPTLCK, 0))
	theirs = check.Must(os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|unix.O_NOCTTY, 0))(t)
	check.NoError(t, unix.IoctlSetWinsize(int(theirs.Fd()), unix.TIOCSWINSZ, &unix.Winsize{Row: 24, Col: 80}))
	text := make(chan string, 1)
	go func() {
		defer ours.Close()
		var all bytes.Buffer
		_, _ = all.ReadFrom(ours) // a closed terminal is an error
		text <- strings.ReplaceAll(all.String(), "\r\n", "\n")
	}()
	return theirs, func() string { return <-text }
}
