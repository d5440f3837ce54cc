package usage

import (
	"context"
	"log/slog"
	"time"
)

const (
	// writeEvery is the most that a crash can lose.
	writeEvery   = 10 * time.Second
	writeTimeout = 5 * time.Second
	keptDays     = 400 // so that a month can be held against the same one a year ago
)

// Store keeps what was counted.
type Store interface {
	// AddUsage adds to what it has, of this server and of others, all or nothing.
	AddUsage(context.Context, []Use) error
	// PurgeUsage forgets every day before the one given, such as 2026-03-01.
	PurgeUsage(ctx context.Context, before string) error
}

// Recorder counts requests and writes them down every ten seconds. Its methods may be called concurrently.
type Recorder struct {
	store Store
	log   *slog.Logger
	tally tally

	// Of Run alone.
	purged  int64 // the day on which old days were last purged
	failing bool
}

// NewRecorder makes a recorder; it writes while Run does.
func NewRecorder(store Store, log *slog.Logger) *Recorder {
	return &Recorder{store: store, log: log}
}

// Note counts a request with an accepted key, after its answer.
func (r *Recorder) Note(keyID string, status int) { r.tally.note(keyID, status, time.Now()) }

// Run writes until ctx ends, and once more then.
func (r *Recorder) Run(ctx context.Context) {
	tick := time.NewTicker(writeEvery)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			r.write(ctx)
		case <-ctx.Done():
			r.write(context.WithoutCancel(ctx))
			return
		}
	}
}

// write keeps what it could not write for the next time. Where the store wrote and its answer was lost, that counts twice:
// better than not at all, and rare.
func (r *Recorder) write(ctx context.Context) {
	taken := r.tally.take()
	if len(taken) == 0 {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, writeTimeout)
	defer cancel()
	if err := r.store.AddUsage(ctx, uses(taken)); err != nil {
		r.tally.putBack(taken)
		r.failed(err)
		return
	}
	if r.failing {
		r.failing = false
		r.log.Info("the use of keys is written again")
	}
	r.purge(ctx)
}

// failed says so once: it is tried again soon, and again.
func (r *Recorder) failed(err error) {
	if !r.failing {
		r.failing = true
		r.log.Warn("last use of keys not written, nor their usage; it will be tried again", "error", err)
	}
}

// purge forgets old days once a day.
func (r *Recorder) purge(ctx context.Context) {
	today := dayOf(time.Now())
	if today == r.purged {
		return
	}
	if err := r.store.PurgeUsage(ctx, dayText(today-keptDays)); err != nil {
		r.log.Warn("old usage not purged; it will be tried again", "error", err)
		return
	}
	r.purged = today
}
