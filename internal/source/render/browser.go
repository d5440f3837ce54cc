package render

import (
	"context"
	"fmt"
	"net/http"
	"sync"
	"sync/atomic"

	"airport-content/internal/source/web"
)

// Browser reads the pages of one crawl as a reader's browser shows them. It is safe for concurrent
// use.
type Browser struct {
	client  *web.Client
	conn    *conn
	context string // of the browser: cookies and storage of this crawl only

	mu     sync.Mutex
	shared map[string]*web.Answer // scripts and styles of several pages
	size   int64                  // bytes of them
}

const (
	pagesAtOnce = 2        // of all crawls of this process
	maxShared   = 64 << 20 // bytes of shared answers that all crawls keep
)

var (
	drawing = make(chan struct{}, pagesAtOnce)
	kept    atomic.Int64 // bytes of shared answers
)

// chromium is the Chromium that this process has started. All crawls share it.
var chromium struct {
	sync.Mutex
	conn *conn // nil: there is none
}

// Open connects to the Chromium at an address, or if address is "" to the one of this process, which
// the first crawl starts. The client answers the requests of the crawl's pages.
func Open(ctx context.Context, client *web.Client, address string) (*Browser, error) {
	var to *conn
	var err error
	if address != "" {
		to, err = dial(ctx, address)
	} else {
		to, err = join()
	}
	if err != nil {
		return nil, err
	}
	b := &Browser{client: client, conn: to, shared: map[string]*web.Answer{}}
	var made struct {
		BrowserContextID string `json:"browserContextId"`
	}
	starting, cancel := context.WithTimeout(ctx, startTime)
	defer cancel()
	err = to.ask(starting, "", "Target.createBrowserContext", map[string]any{"disposeOnDetach": true, "proxyServer": nowhere, "proxyBypassList": "<-loopback>"}, &made)
	b.context = made.BrowserContextID
	if err == nil {
		err = to.call(ctx, "", "Browser.setDownloadBehavior", map[string]any{"behavior": "deny", "browserContextId": b.context}, nil)
	}
	if err != nil {
		b.Close()
		return nil, fmt.Errorf("the browser does not start: %w %s", err, to.why())
	}
	return b, nil
}

// join is the connection to the Chromium of this process. One that has ended, as by a crash, gives
// way to a new one.
func join() (*conn, error) {
	chromium.Lock()
	defer chromium.Unlock()
	if chromium.conn == nil || chromium.conn.hasEnded() {
		started, err := launch()
		if err != nil {
			return nil, err
		}
		chromium.conn = newConn(started)
		chromium.conn.ours = true
	}
	chromium.conn.crawls++
	return chromium.conn, nil
}

// Close ends what the crawl has in the browser. The last crawl ends the Chromium of this process.
func (b *Browser) Close() {
	kept.Add(-b.size)
	if b.context != "" {
		_ = b.conn.call(context.Background(), "", "Target.disposeBrowserContext", map[string]any{"browserContextId": b.context}, nil)
	}
	chromium.Lock()
	defer chromium.Unlock()
	if b.conn.crawls--; b.conn.crawls > 0 {
		return
	}
	if b.conn.ours {
		_ = b.conn.call(context.Background(), "", "Browser.close", map[string]any{}, nil)
	}
	if chromium.conn == b.conn {
		chromium.conn = nil
	}
	b.conn.close()
	<-b.conn.ended
}

// fetch asks the website. Scripts and styles are asked for once in a crawl.
func (b *Browser) fetch(ctx context.Context, r web.Request, shared bool) (*web.Answer, error) {
	b.mu.Lock()
	known := b.shared[r.URL]
	b.mu.Unlock()
	if known != nil && shared {
		return known, nil
	}
	answer, err := b.client.Get(ctx, r)
	if err != nil || !shared || answer.Status != http.StatusOK {
		return answer, err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if n := int64(len(answer.Body)); b.shared[r.URL] == nil && kept.Load()+n <= maxShared {
		b.shared[r.URL] = answer
		b.size += n
		kept.Add(n)
	}
	return answer, nil
}
