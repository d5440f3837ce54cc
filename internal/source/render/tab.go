package render

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"airport-content/internal/source/web"
)

const (
	pageTime     = 30 * time.Second // after it, a page counts as it is then
	longest      = 60 * time.Second // for a page that does not let the browser answer
	quiet        = 500 * time.Millisecond
	look         = 50 * time.Millisecond
	maxRequests  = 200      // of a page
	maxBytes     = 32 << 20 // of all answers to a page
	maxAnswer    = 8 << 20  // bytes of one answer
	maxPosted    = 64 << 10 // bytes of one request's data
	maxPage      = 4 << 20  // letters of a page's HTML
	screenWidth  = 1280
	screenHeight = 4000 // so that pages show what comes into sight late
)

// tab is a page in the browser.
type tab struct {
	*Browser
	page    *web.Answer // what the website sent
	frame   string      // of the page itself: not one inside the page
	session string

	loaded  atomic.Bool
	crashed atomic.Bool
	pending atomic.Int64 // requests that are not answered
	asked   atomic.Int64 // requests
	bytes   atomic.Int64 // of answers
	stirred atomic.Int64 // when the last request was answered, in Unix milliseconds
}

// Read draws a page that the website has sent, and returns the page as it is then. Scripts run until
// the page has asked for nothing for half a second, or for 30 seconds.
func (b *Browser) Read(ctx context.Context, page *web.Answer) (*web.Answer, error) {
	select {
	case drawing <- struct{}{}:
		defer func() { <-drawing }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	ctx, cancel := context.WithTimeout(ctx, longest)
	defer cancel()
	t := &tab{Browser: b, page: page}
	html, err := t.read(ctx)
	if err != nil {
		return nil, fmt.Errorf("%s: draw the page: %w", page.URL.Redacted(), err)
	}
	header := page.Header.Clone()
	header.Set("Content-Type", "text/html; charset=utf-8")
	for _, validator := range []string{"ETag", "Last-Modified"} { // they are of the page before its scripts
		header.Del(validator)
	}
	return &web.Answer{Status: page.Status, Header: header, URL: page.URL, Body: []byte(html)}, nil
}

func (t *tab) read(ctx context.Context) (html string, err error) {
	var target struct {
		TargetID string `json:"targetId"`
	}
	if err = t.conn.call(ctx, "", "Target.createTarget", map[string]any{"url": "about:blank", "browserContextId": t.context}, &target); err != nil {
		return "", err
	}
	defer func() { // also when ctx has ended
		_ = t.conn.call(context.WithoutCancel(ctx), "", "Target.closeTarget", map[string]any{"targetId": target.TargetID}, nil)
	}()
	t.frame = target.TargetID
	var attached struct {
		SessionID string `json:"sessionId"`
	}
	if err = t.conn.call(ctx, "", "Target.attachToTarget", map[string]any{"targetId": target.TargetID, "flatten": true}, &attached); err != nil {
		return "", err
	}
	t.session = attached.SessionID
	serving, stop := context.WithCancel(ctx)
	defer stop()
	go t.serve(serving, t.conn.open(t.session))
	defer t.conn.forget(t.session)
	for _, command := range []struct {
		method string
		params map[string]any
	}{
		{"Fetch.enable", map[string]any{"patterns": []map[string]any{{"urlPattern": "*"}}}},
		// Workers and frames of other websites are held, since their requests would not come here.
		{"Target.setAutoAttach", map[string]any{"autoAttach": true, "waitForDebuggerOnStart": true, "flatten": true}},
		{"Network.enable", nil},
		{"Network.setBypassServiceWorker", map[string]any{"bypass": true}},
		{"Page.enable", nil},
		{"Inspector.enable", nil},
		{"Emulation.setDeviceMetricsOverride", map[string]any{"width": screenWidth, "height": screenHeight, "deviceScaleFactor": 1, "mobile": false}},
		{"Page.navigate", map[string]any{"url": t.page.URL.String()}},
	} {
		if err = t.call(ctx, command.method, command.params, nil); err != nil {
			return "", err
		}
	}
	if err = t.await(ctx); err != nil {
		return "", err
	}
	return t.html(ctx)
}

func (t *tab) call(ctx context.Context, method string, params map[string]any, result any) error {
	if params == nil {
		params = map[string]any{}
	}
	return t.conn.call(ctx, t.session, method, params, result)
}

// await waits until the page has asked for nothing for a while.
func (t *tab) await(ctx context.Context) error {
	end := time.Now().Add(pageTime)
	ticks := time.NewTicker(look)
	defer ticks.Stop()
	for time.Now().Before(end) {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-t.conn.ended:
			return errEnded
		case <-ticks.C:
		}
		if t.crashed.Load() {
			return errors.New("the page has crashed")
		}
		if t.loaded.Load() && t.pending.Load() == 0 && time.Since(time.UnixMilli(t.stirred.Load())) >= quiet {
			return nil
		}
	}
	return nil
}

// serve answers the page's events.
func (t *tab) serve(ctx context.Context, events <-chan message) {
	for {
		select {
		case m := <-events:
			switch m.Method {
			case "Fetch.requestPaused":
				t.pending.Add(1)
				go t.answer(ctx, m.Params)
			case "Page.loadEventFired":
				t.stirred.Store(time.Now().UnixMilli())
				t.loaded.Store(true)
			case "Page.javascriptDialogOpening":
				go func() { _ = t.call(ctx, "Page.handleJavaScriptDialog", map[string]any{"accept": false}, nil) }()
			case "Inspector.targetCrashed":
				t.crashed.Store(true)
			}
		case <-ctx.Done():
			return
		}
	}
}

// pausedRequest is a request of a page that waits for its answer.
type pausedRequest struct {
	ID      string `json:"requestId"`
	Frame   string `json:"frameId"`
	Type    string `json:"resourceType"`
	Request struct {
		URL     string            `json:"url"`
		Method  string            `json:"method"`
		Headers map[string]string `json:"headers"`
		Posted  string            `json:"postData"`
	} `json:"request"`
}

// isJSON reports whether a request posts JSON, as scripts do that ask for data.
func (r *pausedRequest) isJSON() bool {
	for name, value := range r.Request.Headers {
		if strings.EqualFold(name, "Content-Type") && strings.HasPrefix(strings.ToLower(value), "application/json") {
			return r.Request.Method == http.MethodPost && r.Request.Posted != "" && len(r.Request.Posted) <= maxPosted
		}
	}
	return false
}

// asking are the kinds of requests that bring a page its text. Others, such as pictures, media and
// fonts, and frames, are refused. Scripts and data may come from other sites; what is posted goes to
// the page's own site only.
var asking = []string{"Script", "Stylesheet", "XHR", "Fetch"}

// answer answers a request of the page.
func (t *tab) answer(ctx context.Context, params json.RawMessage) {
	defer func() {
		t.stirred.Store(time.Now().UnixMilli())
		t.pending.Add(-1)
	}()
	var r pausedRequest
	if json.Unmarshal(params, &r) != nil {
		return
	}
	address, _, _ := strings.Cut(r.Request.URL, "#")
	own, _, _ := strings.Cut(t.page.URL.String(), "#")
	switch {
	case r.Type == "Document" && r.Frame == t.frame && address == own:
		t.fulfil(ctx, r.ID, t.page)
		return
	case r.Type == "Document": // the page stays what it is
		t.refuse(ctx, r.ID, "Aborted")
		return
	case t.asked.Add(1) > maxRequests, t.bytes.Load() > maxBytes, r.Request.Method != http.MethodGet && !r.isJSON(), !slices.Contains(asking, r.Type),
		strings.Contains(r.Request.Headers["Accept"], "event-stream"), r.Request.Headers["Sec-Purpose"] != "": // one without an end; one for a later page
		t.refuse(ctx, r.ID, "BlockedByClient")
		return
	}
	ask := web.Request{URL: address, Accept: r.Request.Headers["Accept"], Limit: maxAnswer, Aid: r.Type != "Stylesheet"}
	if r.isJSON() {
		ask.JSON = []byte(r.Request.Posted)
	}
	found, err := t.fetch(ctx, ask, r.Type == "Script" || r.Type == "Stylesheet")
	if err != nil {
		t.refuse(ctx, r.ID, "Failed")
		return
	}
	t.bytes.Add(int64(len(found.Body)))
	t.fulfil(ctx, r.ID, found)
}

func (t *tab) refuse(ctx context.Context, id, reason string) {
	_ = t.call(ctx, "Fetch.failRequest", map[string]any{"requestId": id, "errorReason": reason}, nil)
}

// ours are headers that the client has dealt with, or that concern connections of the browser.
var ours = []string{"Connection", "Content-Encoding", "Content-Length", "Content-Security-Policy", "Set-Cookie", "Strict-Transport-Security", "Transfer-Encoding", "Refresh", "Link"}

func (t *tab) fulfil(ctx context.Context, id string, answer *web.Answer) {
	var headers []map[string]string
	for name, values := range answer.Header {
		if !slices.Contains(ours, name) {
			headers = append(headers, map[string]string{"name": name, "value": strings.Join(values, ", ")})
		}
	}
	_ = t.call(ctx, "Fetch.fulfillRequest", map[string]any{"requestId": id, "responseCode": answer.Status, "responseHeaders": headers,
		"body": base64.StdEncoding.EncodeToString(answer.Body)}, nil)
}

// drawn is a script that writes the page as it is, with what its elements hide in open shadow trees.
const drawn = `(() => {
	const roots = [], find = (within) => { for (const e of within.querySelectorAll("*")) if (e.shadowRoot) { roots.push(e.shadowRoot); find(e.shadowRoot) } }
	find(document)
	const all = document.documentElement, text = all.getHTML({shadowRoots: roots})
	return text.length > %d ? "" : "<!doctype html>" + all.cloneNode(false).outerHTML.replace(/<\/html>$/, "") + text + "</html>"
})()`

// html is the page as it is now.
func (t *tab) html(ctx context.Context) (string, error) {
	var found struct {
		Result struct {
			Value string `json:"value"`
		} `json:"result"`
		Exception *struct {
			Text string `json:"text"`
		} `json:"exceptionDetails"`
	}
	err := t.call(ctx, "Runtime.evaluate", map[string]any{"expression": fmt.Sprintf(drawn, maxPage), "returnByValue": true, "timeout": callTime.Milliseconds() / 2}, &found)
	switch {
	case err != nil:
		return "", err
	case found.Exception != nil:
		return "", fmt.Errorf("its scripts keep it from being read: %s", found.Exception.Text)
	case found.Result.Value == "":
		return "", fmt.Errorf("it has more than %d MB", maxPage>>20)
	}
	return found.Result.Value, nil
}
