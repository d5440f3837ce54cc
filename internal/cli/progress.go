package cli

import (
	"fmt"
	"io"
	"os"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"
)

// progress shows on a terminal how far long work has come, and nothing elsewhere.
type progress struct {
	name string
	bar  *progressbar.ProgressBar // nil where there is no terminal
}

// newProgress begins to show work on so many bytes, -1 when it is not known how many.
func newProgress(out io.Writer, name string, bytes int64) *progress {
	f, ok := out.(*os.File)
	if !ok || !term.IsTerminal(int(f.Fd())) {
		return &progress{}
	}
	// A spinner that changed by itself would do so in a goroutine that races with the rest of the library.
	return &progress{name: name, bar: progressbar.NewOptions64(bytes, progressbar.OptionSetWriter(out), progressbar.OptionSetSpinnerChangeInterval(0),
		progressbar.OptionSetDescription(name), progressbar.OptionShowBytes(bytes >= 0), progressbar.OptionThrottle(100*time.Millisecond),
		progressbar.OptionClearOnFinish(), progressbar.OptionSpinnerType(14))}
}

// reader counts what is read of r.
func (p *progress) reader(r io.Reader) io.Reader {
	if p.bar == nil {
		return r
	}
	bar := progressbar.NewReader(r, p.bar)
	return &bar
}

// items says how many items are done.
func (p *progress) items(n int) {
	if p.bar != nil {
		p.bar.Describe(fmt.Sprintf("%s: %d items", p.name, n))
	}
}

// end takes the bar away, so that a line can be written.
func (p *progress) end() {
	if p.bar != nil {
		_ = p.bar.Finish() // what cannot be shown is not missed
	}
}
