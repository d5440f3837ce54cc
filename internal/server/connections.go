package server

import (
	"container/list"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"sync"
	"time"

	"airport-content/internal/clientaddr"
	"airport-content/internal/config"
)

const (
	// longestIdle is how long a connection may be idle while at most half of the connections are
	// open. From there to the limit the time shrinks to nothing.
	longestIdle = 2 * time.Minute

	// sendBuffer bounds the bytes that the kernel keeps for a caller who does not read. It would
	// take up to 4 MB.
	sendBuffer = 128 << 10
)

// connections bounds the open connections of an http.Server, through ConnState. A new connection
// over the limit of its address is closed. A new connection over the total limit takes the place of
// the one that is idle for longest. If none is idle, an address without a connection may still have
// one, up to the spare ones, so that health can be asked for. Connections are not wrapped, because
// net/http must see a TCP connection to end it properly.
type connections struct {
	most, spare, mostOfAddress int
	proxies                    []netip.Prefix // networks without a limit per address

	mu   sync.Mutex
	open map[net.Conn]*connection
	of   map[netip.Addr]int // connections by address; a count of zero is removed
	idle *list.List         // of *connection, the one that is idle for longest first
}

type connection struct {
	net.Conn
	addr      netip.Addr
	idleSince time.Time
	place     *list.Element // in connections.idle; nil while a request is served
	fresh     bool          // it has sent nothing yet
}

func newConnections(c config.Config) *connections {
	return &connections{most: c.MaxConnections, spare: max(1, c.MaxConnections/50), mostOfAddress: c.MaxConnectionsPerAddress,
		proxies: c.TrustedProxies, open: map[net.Conn]*connection{}, of: map[netip.Addr]int{}, idle: list.New()}
}

func (c *connections) connState(conn net.Conn, state http.ConnState) {
	switch state {
	case http.StateNew:
		if tcp, ok := conn.(*net.TCPConn); ok {
			_ = tcp.SetWriteBuffer(sendBuffer) // without it, the kernel's own limit holds
		}
		for _, closed := range c.enter(conn, time.Now()) {
			closed.Close()
		}
	case http.StateActive:
		c.setActive(conn)
	case http.StateIdle:
		c.setIdle(conn, time.Now())
	case http.StateClosed:
		c.leave(conn)
	}
}

// enter takes a new connection in, and returns the connections to close: the new one, or idle ones.
func (c *connections) enter(conn net.Conn, now time.Time) (closed []net.Conn) {
	addr := c.limited(conn)
	c.mu.Lock()
	defer c.mu.Unlock()
	if addr.IsValid() && c.of[addr] >= c.mostOfAddress {
		return []net.Conn{conn}
	}
	for front := c.idle.Front(); front != nil; front = c.idle.Front() {
		oldest := front.Value.(*connection)
		if len(c.open) < c.most && now.Sub(oldest.idleSince) < c.mayIdle() {
			break
		}
		c.remove(oldest)
		closed = append(closed, oldest.Conn)
	}
	first := !addr.IsValid() || c.of[addr] == 0
	if len(c.open) >= c.most && !(first && len(c.open) < c.most+c.spare) {
		return append(closed, conn)
	}
	entered := &connection{Conn: conn, addr: addr, idleSince: now, fresh: true}
	entered.place = c.idle.PushBack(entered)
	c.open[conn] = entered
	c.of[addr]++
	return closed
}

// mayIdle is how long a connection may be idle, by the number of open ones.
func (c *connections) mayIdle() time.Duration {
	left := max(0, c.most-len(c.open))
	return min(longestIdle, longestIdle*time.Duration(2*left)/time.Duration(c.most))
}

func (c *connections) setActive(conn net.Conn) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if at, ok := c.open[conn]; ok && at.place != nil {
		c.idle.Remove(at.place)
		at.place, at.fresh = nil, false
	}
}

// freshWait is how long a new connection may take to send a request when the server stops.
const freshWait = time.Second

// awaitFresh waits until every connection has begun a request, for freshWait at most.
func (c *connections) awaitFresh() {
	for deadline := time.Now().Add(freshWait); c.hasFresh() && time.Now().Before(deadline); {
		time.Sleep(5 * time.Millisecond)
	}
}

func (c *connections) hasFresh() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, one := range c.open {
		if one.fresh {
			return true
		}
	}
	return false
}

func (c *connections) setIdle(conn net.Conn, now time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if at, ok := c.open[conn]; ok && at.place == nil {
		at.idleSince, at.place = now, c.idle.PushBack(at)
	}
}

func (c *connections) leave(conn net.Conn) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if at, ok := c.open[conn]; ok {
		c.remove(at)
	}
}

func (c *connections) remove(at *connection) {
	if at.place != nil {
		c.idle.Remove(at.place)
	}
	delete(c.open, at.Conn)
	if c.of[at.addr]--; c.of[at.addr] == 0 {
		delete(c.of, at.addr)
	}
}

// limited is the address whose limit applies to a connection; invalid for proxies.
func (c *connections) limited(conn net.Conn) netip.Addr {
	remote, ok := conn.RemoteAddr().(*net.TCPAddr)
	if !ok {
		return netip.Addr{}
	}
	addr := remote.AddrPort().Addr().Unmap().WithZone("")
	if slices.ContainsFunc(c.proxies, func(p netip.Prefix) bool { return p.Contains(addr) }) {
		return netip.Addr{}
	}
	return clientaddr.Network(addr)
}
