package server

import (
	"net"
	"net/http"
	"net/netip"
	"slices"
	"sync"

	"airport-content/internal/clientaddr"
	"airport-content/internal/config"
)

// connections bounds the open connections of an http.Server, through ConnState. A new connection
// over the total limit, or over the limit of its address, is closed. Connections are not wrapped,
// because net/http must see a TCP connection to end it properly.
type connections struct {
	most, mostOfAddress int
	proxies             []netip.Prefix // networks without a limit per address

	mu   sync.Mutex
	open map[net.Conn]netip.Addr
	of   map[netip.Addr]int // connections by address; a count of zero is removed
}

func newConnections(c config.Config) *connections {
	return &connections{most: c.MaxConnections, mostOfAddress: c.MaxConnectionsPerAddress, proxies: c.TrustedProxies,
		open: map[net.Conn]netip.Addr{}, of: map[netip.Addr]int{}}
}

func (c *connections) connState(conn net.Conn, state http.ConnState) {
	switch state {
	case http.StateNew:
		if !c.enter(conn) {
			conn.Close()
		}
	case http.StateClosed:
		c.leave(conn)
	}
}

func (c *connections) enter(conn net.Conn) bool {
	addr := c.limited(conn)
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.open) >= c.most || addr.IsValid() && c.of[addr] >= c.mostOfAddress {
		return false
	}
	c.open[conn] = addr
	c.of[addr]++
	return true
}

func (c *connections) leave(conn net.Conn) {
	c.mu.Lock()
	defer c.mu.Unlock()
	addr, counted := c.open[conn]
	if !counted {
		return
	}
	delete(c.open, conn)
	if c.of[addr]--; c.of[addr] == 0 {
		delete(c.of, addr)
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
