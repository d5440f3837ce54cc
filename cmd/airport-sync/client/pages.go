package client

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"time"
)

// mostReturns is how often a list may become shorter while it is read: one that swings between two lengths has no end.
const mostReturns = 100

// Pages reads a list to its end, p.Size items at a time and fewer where so many are too large. It ends after the first error.
//
// It lets no cache on the way answer. Without p.Search it passes over no item, even while the content changes: an item may come
// twice, and one that changes during the reading may be missing, but is then among those modified since the earliest
// Meta.Timestamp. Only where a page is of an older state than one before it, by a replica that lags, can items be passed over.
func (c *Client) Pages(ctx context.Context, airport string, p ListParams) iter.Seq2[*Page, error] {
	return func(yield func(*Page, error) bool) {
		pace := newPace(p.Size, c.timeout)
		first, total, returns := p.From, 0, 0
		for {
			p.Size = pace.size
			began := time.Now()
			page, err := c.list(ctx, request{airport: airport, giveWay: pace.size > 1, fresh: true}, p)
			if errors.Is(err, ErrTooLarge) && pace.slacken() {
				continue
			}
			if err != nil {
				yield(nil, err)
				return
			}
			pace.quicken(len(page.Items), bytesOf(page.Items), time.Since(began))
			if !yield(page, nil) {
				return
			}
			// What left the list since the last page can have moved up as many unread items into what was read.
			gone := total - page.Pagination.Total
			total = page.Pagination.Total
			switch {
			case gone > 0 && returns == mostReturns:
				yield(nil, fmt.Errorf("list %s: %w: it became shorter %d times while it was read", airport, ErrUnreadable, returns+1))
				return
			case gone > 0:
				returns++
				p.From = max(first, p.From-gone)
			case !page.Pagination.HasMore:
				return
			default:
				p.From += len(page.Items)
			}
		}
	}
}

// AllChanges reads what changed after cursor until there is no more, size changes at a time and fewer where so many
// are too large. It ends after the first error. A change may come twice; the last one of an id is right.
func (c *Client) AllChanges(ctx context.Context, airport, cursor string, size int) iter.Seq2[*ChangesPage, error] {
	return func(yield func(*ChangesPage, error) bool) {
		pace := newPace(size, c.timeout)
		seen := map[string]bool{cursor: true}
		for {
			began := time.Now()
			page, err := c.changes(ctx, airport, cursor, pace.size, pace.size > 1)
			if errors.Is(err, ErrTooLarge) && pace.slacken() {
				continue
			}
			if err == nil && page.HasMore && seen[page.NextCursor] {
				err = fmt.Errorf("changes of %s: %w: hasMore, but nextCursor goes back to where it was", airport, ErrUnreadable)
			}
			if err != nil {
				yield(nil, err)
				return
			}
			pace.quicken(len(page.Changes), bytesOfChanges(page.Changes), time.Since(began))
			if !yield(page, nil) || !page.HasMore {
				return
			}
			cursor = page.NextCursor
			seen[cursor] = true
		}
	}
}

// pace is how many items to ask for at once.
type pace struct {
	asked, size int
	timeout     time.Duration
}

func newPace(size int, timeout time.Duration) *pace {
	if size == 0 {
		size = 20
	}
	return &pace{asked: size, size: size, timeout: timeout}
}

// slacken halves the size; false when it is one already.
func (p *pace) slacken() bool {
	if p.size <= 1 {
		return false
	}
	p.size /= 2
	return true
}

// quicken doubles the size again after a full page that was well within the limits.
func (p *pace) quicken(items, bytes int, took time.Duration) {
	if items == p.size && bytes < largest/4 && took < p.timeout/4 {
		p.size = min(2*p.size, p.asked)
	}
}

func bytesOf(items []Item) (n int) {
	for _, item := range items {
		n += len(item.Raw)
	}
	return n
}

func bytesOfChanges(changes []Change) (n int) {
	for _, change := range changes {
		if change.Item != nil {
			n += len(change.Item.Raw)
		}
	}
	return n
}
