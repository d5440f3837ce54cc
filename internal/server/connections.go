package server

import (
	"net"
	"net/netip"
	"slices"
	"sync"

	"golang.org/x/net/netutil"

	"airport-content/internal/config"
)

// limitConnections bounds the open connections of a listener. Over the limit of all, new ones wait until others close. Over the
// limit of one address, they are closed at once. Proxies have no limit of their own.
func limitConnections(l net.Listener, c config.Config) net.Listener {
	return &addressListener{Listener: netutil.LimitListener(l, c.MaxConnections), most: c.MaxConnectionsPerAddress,
		proxies: c.TrustedProxies, open: map[netip.Addr]int{}}
}

type addressListener struct {
	net.Listener
	most    int
	proxies []netip.Prefix

	mu   sync.Mutex
	open map[netip.Addr]int // without zeros
}

// Accept is net.Listener's.
func (l *addressListener) Accept() (net.Conn, error) {
	for {
		conn, err := l.Listener.Accept()
		if err != nil {
			return nil, err
		}
		addr, counted := l.counts(conn)
		if !counted {
			return conn, nil
		}
		if l.enter(addr) {
			return &addressConn{Conn: conn, leave: sync.OnceFunc(func() { l.leave(addr) })}, nil
		}
		conn.Close()
	}
}

// counts returns the address that a connection counts for: of IPv6 the /64 network, which a client has to itself. A proxy's and
// a Unix socket's do not count.
func (l *addressListener) counts(conn net.Conn) (addr netip.Addr, counted bool) {
	remote, ok := conn.RemoteAddr().(*net.TCPAddr)
	if !ok {
		return netip.Addr{}, false
	}
	addr = remote.AddrPort().Addr().Unmap().WithZone("")
	if slices.ContainsFunc(l.proxies, func(p netip.Prefix) bool { return p.Contains(addr) }) {
		return netip.Addr{}, false
	}
	if addr.Is6() {
		addr = netip.PrefixFrom(addr, 64).Masked().Addr()
	}
	return addr, true
}

func (l *addressListener) enter(addr netip.Addr) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.open[addr] >= l.most {
		return false
	}
	l.open[addr]++
	return true
}

func (l *addressListener) leave(addr netip.Addr) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.open[addr]--; l.open[addr] == 0 {
		delete(l.open, addr)
	}
}

type addressConn struct {
	net.Conn
	leave func()
}

// Close is net.Conn's.
func (c *addressConn) Close() error {
	defer c.leave()
	return c.Conn.Close()
}
