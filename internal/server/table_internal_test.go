package server

import (
	"fmt"
	"net"
	"testing"
	"time"

	"airport-content/internal/check"
	"airport-content/internal/config"
)

// fakeConn is a connection of an address.
type fakeConn struct {
	net.Conn
	from *net.TCPAddr
}

func (c *fakeConn) RemoteAddr() net.Addr { return c.from }

func connOf(address int) net.Conn {
	return &fakeConn{from: &net.TCPAddr{IP: net.IPv4(192, 0, 2, byte(address)), Port: 1}}
}

// Which connections are closed as the table fills: those that are idle for longest, never those that
// work.
func TestFullTable(t *testing.T) {
	t.Parallel()
	now := time.Now()
	c := newConnections(config.Config{MaxConnections: 8, MaxConnectionsPerAddress: 8})
	enter := func(address int) (conn net.Conn, closed int) {
		conn = connOf(address)
		for _, other := range c.enter(conn, now) {
			closed++
			if other == conn {
				return nil, closed
			}
		}
		return conn, closed
	}
	var conns []net.Conn
	for n := range 8 {
		conn, closed := enter(1)
		check.Same(t, 0, closed, "connection ", n)
		conns = append(conns, conn)
		now = now.Add(time.Second)
	}
	for _, conn := range conns {
		c.setActive(conn)
	}
	if conn, _ := enter(2); conn == nil {
		t.Error("health is out of reach while all connections work")
	}
	third, _ := enter(3)
	if third == nil {
		t.Error("the idle connection does not make room")
	}
	if conn, _ := enter(1); conn != nil {
		t.Error("an address with connections takes a spare one")
	}
	c.setIdle(conns[3], now)
	now = now.Add(time.Second)
	c.setIdle(conns[1], now)
	c.leave(conns[5])
	conn, closed := enter(4)
	if _, open := c.open[third]; conn == nil || closed != 1 || open {
		t.Errorf("%d are closed, and the one that is idle for longest is open: %t", closed, open)
	}
	c.setActive(conn)
	enter(5)
	if _, open := c.open[conns[3]]; open || c.open[conns[1]] == nil {
		t.Error("another one goes before the one that is idle for longest")
	}
	c.setIdle(conn, now)
	for _, of := range conns {
		c.leave(of)
	}
	c.leave(conns[0]) // net/http may tell the end of one that is closed already
	left := 0
	for _, n := range c.of {
		left += n
	}
	check.Same(t, len(c.open), left, "counts by address")
	check.Same(t, len(c.open), c.idle.Len(), "idle connections")
}

// The fuller the table, the shorter may connections be idle.
func TestIdleTimeShrinks(t *testing.T) {
	t.Parallel()
	now := time.Now()
	for open, want := range map[int]time.Duration{10: longestIdle, 50: longestIdle, 75: longestIdle / 2, 90: longestIdle / 5, 100: 0} {
		c := newConnections(config.Config{MaxConnections: 100, MaxConnectionsPerAddress: 1000})
		for range open {
			c.enter(connOf(1), now)
		}
		check.Same(t, want, c.mayIdle(), fmt.Sprint(open, " open"))
		closed := len(c.enter(connOf(2), now.Add(want-time.Second)))
		check.Same(t, open == 100, closed > 0, fmt.Sprint(open, " open, all idle for less"))
		if closed = len(c.enter(connOf(3), now.Add(want+10*time.Second))); closed == 0 || closed > open {
			t.Errorf("%d of %d are closed, all idle for longer", closed, open)
		}
	}
}
