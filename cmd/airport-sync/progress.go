package main

import (
	"io"
	"os"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"
)

// progress shows on a terminal how far a run has come, and nothing elsewhere.
type progress struct {
	out   io.Writer // nil: not a terminal
	name  string
	total int
	bar   *progressbar.ProgressBar
}

func newProgress(out io.Writer, name string) *progress {
	if f, ok := out.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		return &progress{out: out, name: name}
	}
	return &progress{}
}

// show says that done items of total were received; of an unknown total when that is 0.
func (p *progress) show(done, total int) {
	if p.out == nil || done == 0 {
		return
	}
	if p.bar == nil || p.total != total {
		p.clear()
		p.total = total
		if total == 0 {
			total = -1
		}
		p.bar = progressbar.NewOptions(total, progressbar.OptionSetWriter(p.out), progressbar.OptionSetDescription(p.name),
			progressbar.OptionShowCount(), progressbar.OptionSetItsString("items"), progressbar.OptionShowIts(),
			progressbar.OptionThrottle(100*time.Millisecond), progressbar.OptionClearOnFinish(),
			progressbar.OptionSetSpinnerChangeInterval(0)) // its goroutine would outlive the run
	}
	_ = p.bar.Set(done) // what cannot be shown is not missed
}

// clear takes the bar away, so that a line can be written.
func (p *progress) clear() {
	if p != nil && p.bar != nil {
		_ = p.bar.Clear()
	}
}
