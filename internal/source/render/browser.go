package render

import (
	"context"
	"fmt"
	"net/http"
	"sync"

	"airport-content/internal/source/web"
)

// Browser reads pages as a reader's browser shows them. It is safe for concurrent use.
type Browser struct {
	client  *web.Client
	conn    *conn
	ours    bool   // this package has started the browser
	context string // of the browser: cookies and storage of this crawl only

	mu     sync.Mutex
	shared map[string]*web.Answer // scripts and styles of several pages
	size   int                    // bytes of all shared answers
}

const maxShared = 16 << 20 // bytes of shared answers that are kept

// Open connects to the Chromium at an address, or starts one if address is "". The client answers
// the requests of its pages.
func Open(ctx context.Context, client *web.Client, address string) (*Browser, error) {
	var over transport
	var err error
	if address != "" {
		over, err = dial(ctx, address)
	} else {
		over, err = launch()
	}
	if err != nil {
		return nil, err
	}
	b := &Browser{client: client, conn: newConn(over), ours: address == "", shared: map[string]*web.Answer{}}
	var made struct {
		BrowserContextID string `json:"browserContextId"`
	}
	err = b.conn.call(ctx, "", "Target.createBrowserContext", map[string]any{"disposeOnDetach": true, "proxyServer": nowhere, "proxyBypassList": "<-loopback>"}, &made)
	b.context = made.BrowserContextID
	if err == nil {
		err = b.conn.call(ctx, "", "Browser.setDownloadBehavior", map[string]any{"behavior": "deny", "browserContextId": b.context}, nil)
	}
	if err != nil {
		b.Close()
		return nil, fmt.Errorf("the browser does not start: %w %s", err, over.why())
	}
	return b, nil
}

// Close ends a browser of our own, and leaves another one.
func (b *Browser) Close() {
	if b.ours {
		_ = b.conn.call(context.Background(), "", "Browser.close", map[string]any{}, nil)
	} else if b.context != "" {
		_ = b.conn.call(context.Background(), "", "Target.disposeBrowserContext", map[string]any{"browserContextId": b.context}, nil)
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
	if b.shared[r.URL] == nil && b.size+len(answer.Body) <= maxShared {
		b.shared[r.URL] = answer
		b.size += len(answer.Body)
	}
	return answer, nil
}
