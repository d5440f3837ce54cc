package render

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"
)

// transport carries messages of the Chrome DevTools Protocol.
type transport interface {
	send([]byte) error
	receive() ([]byte, error)
	close()
	why() string // the last words of a browser that has ended; may be ""
}

const (
	maxMessage = 64 << 20         // bytes of a message of the browser
	startTime  = time.Minute      // longest time for the first answer: a busy machine starts a browser slowly
	callTime   = 10 * time.Second // longest time for the answer to a command
	manyEvents = 1000             // events of a tab that wait; a page that sends more loses them
)

// message is a command, its answer, or an event.
type message struct {
	ID      int64           `json:"id,omitzero"`
	Session string          `json:"sessionId,omitzero"` // of a tab
	Method  string          `json:"method,omitzero"`
	Params  json.RawMessage `json:"params,omitzero"`
	Result  json.RawMessage `json:"result,omitzero"`
	Error   *struct {
		Message string `json:"message"`
	} `json:"error,omitzero"`
}

// conn is a connection to a browser.
type conn struct {
	transport
	ours    bool // this process has started the browser
	crawls  int  // that use the connection; chromium.Mutex guards it
	sending sync.Mutex
	ended   chan struct{} // closed when the browser says nothing more

	mu      sync.Mutex
	last    int64
	waiting map[int64]chan message
	tabs    map[string]chan message // events, by session
}

func newConn(over transport) *conn {
	c := &conn{transport: over, ended: make(chan struct{}), waiting: map[int64]chan message{}, tabs: map[string]chan message{}}
	go c.listen()
	return c
}

// listen hands out answers and events until the connection ends.
func (c *conn) listen() {
	defer close(c.ended)
	for {
		data, err := c.receive()
		if err != nil {
			return
		}
		var m message
		if json.Unmarshal(data, &m) != nil {
			continue
		}
		c.mu.Lock()
		answer, events := c.waiting[m.ID], c.tabs[m.Session]
		delete(c.waiting, m.ID)
		c.mu.Unlock()
		switch {
		case m.ID != 0 && answer != nil:
			answer <- m
		case m.ID == 0 && events != nil:
			select {
			case events <- m:
			default: // listen must not wait for one page
			}
		}
	}
}

func (c *conn) hasEnded() bool {
	select {
	case <-c.ended:
		return true
	default:
		return false
	}
}

// errEnded means that the browser ended, as by a crash.
var errEnded = errors.New("the browser has ended")

// call sends a command and waits callTime for its answer.
func (c *conn) call(ctx context.Context, session, method string, params map[string]any, result any) error {
	ctx, cancel := context.WithTimeout(ctx, callTime)
	defer cancel()
	return c.ask(ctx, session, method, params, result)
}

// ask sends a command and waits for its answer until ctx ends.
func (c *conn) ask(ctx context.Context, session, method string, params map[string]any, result any) error {
	text, err := json.Marshal(params)
	if err != nil {
		return err
	}
	answer := make(chan message, 1)
	c.mu.Lock()
	c.last++
	id := c.last
	c.waiting[id] = answer
	c.mu.Unlock()
	defer func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		delete(c.waiting, id)
	}()
	command, err := json.Marshal(message{ID: id, Session: session, Method: method, Params: text})
	if err != nil {
		return err
	}
	c.sending.Lock()
	err = c.send(command)
	c.sending.Unlock()
	if err != nil {
		return fmt.Errorf("%s: %w", method, err)
	}
	select {
	case m := <-answer:
		if m.Error != nil {
			return fmt.Errorf("%s: %s", method, m.Error.Message)
		}
		if result == nil {
			return nil
		}
		return json.Unmarshal(m.Result, result)
	case <-c.ended:
		return fmt.Errorf("%s: %w", method, errEnded)
	case <-ctx.Done():
		return fmt.Errorf("%s: %w", method, ctx.Err())
	}
}

// open registers a tab for its events.
func (c *conn) open(session string) <-chan message {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.tabs[session] = make(chan message, manyEvents)
	return c.tabs[session]
}

// forget drops a tab.
func (c *conn) forget(session string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.tabs, session)
}
