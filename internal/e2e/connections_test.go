package e2e_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"
)

// open connects from an address of this machine.
func (s *server) open(t *testing.T, from string) net.Conn {
	t.Helper()
	dialer := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(from)}}
	conn, err := dialer.DialContext(t.Context(), "tcp", strings.TrimPrefix(s.url, "http://"))
	check(t, err)
	t.Cleanup(func() { conn.Close() })
	check(t, conn.SetDeadline(time.Now().Add(patience)))
	return conn
}

// served reports whether a connection gets an answer, and stays open.
func served(conn net.Conn) bool {
	_, err := io.WriteString(conn, "GET "+base+"health HTTP/1.1\r\nHost: x\r\n\r\n")
	if err != nil {
		return false
	}
	response, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		return false
	}
	_, err = io.Copy(io.Discard, response.Body)
	return err == nil
}

// Callers who open connections without end keep nobody else out.
func TestConnections(t *testing.T) {
	t.Parallel()
	i, _ := sfo(t, newItem("a"))
	s := i.serve(t, "MAX_CONNECTIONS=8", "MAX_CONNECTIONS_PER_ADDRESS=3", "TRUSTED_PROXIES=127.0.0.9/32")
	s.client.CloseIdleConnections()
	const greedy, modest, proxy = "127.0.0.2", "127.0.0.3", "127.0.0.9"
	var held []net.Conn
	for n, from := range []string{greedy, greedy, greedy, modest} {
		held = append(held, s.open(t, from))
		if !served(held[n]) {
			t.Errorf("connection %d is refused", n+1)
		}
	}
	for range 20 {
		if served(s.open(t, greedy)) {
			t.Error("an address has no limit")
		}
	}
	held[0].Close()
	eventually(t, "one that closes makes room", func() bool { return served(s.open(t, greedy)) })

	for range 4 { // 3 of the greedy one and 1 of the modest one are open
		eventually(t, "a proxy has no limit of its own", func() bool { return served(s.open(t, proxy)) })
	}
	if served(s.open(t, proxy)) {
		t.Error("a ninth connection is served")
	}
	held[1].Close()
	eventually(t, "one that closes makes room for others", func() bool { return served(s.open(t, proxy)) })
}

// Callers who send too slowly are cut off after 5 seconds, wherever they stop.
func TestSlowSenders(t *testing.T) {
	t.Parallel()
	i, key := sfo(t, newItem("a"))
	s := i.serve(t)
	const line = " HTTP/1.1\r\nHost: x\r\n"
	for name, text := range map[string]string{
		"nothing":            "",
		"half a header":      "GET " + base + "health" + line + "X-Padding: " + strings.Repeat("p", 10_000),
		"half a body":        "POST " + base + "health" + line + "Content-Length: 1000\r\n\r\nhalf",
		"half a body by key": "GET " + base + "SFO/content" + line + "X-Partner-Api-Key: " + key + "\r\nContent-Length: 1000\r\n\r\nhalf",
		"half a chunk":       "POST " + base + "nothing" + line + "Transfer-Encoding: chunked\r\n\r\n400\r\nhalf",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			conn, began := s.open(t, "127.0.0.1"), time.Now()
			go func() { // a byte a second, as long as the server takes them
				_, err := io.WriteString(conn, text)
				for text != "" && err == nil {
					time.Sleep(time.Second)
					_, err = io.WriteString(conn, "x")
				}
			}()
			_, err := io.Copy(io.Discard, conn)
			if timeout, ok := err.(net.Error); ok && timeout.Timeout() {
				t.Errorf("still open after %s", time.Since(began))
			}
		})
	}
	t.Run("a request that takes longer is not cut off", func(t *testing.T) {
		unlock := i.hold(t, "BEGIN; LOCK TABLE content_item")
		done := make(chan string)
		go func() {
			a, err := s.try(t, http.MethodGet, key, base+"SFO/content/a")
			done <- fmt.Sprint(a.status, err)
		}()
		time.Sleep(6 * time.Second)
		unlock()
		if got := <-done; got != "200 <nil>" {
			t.Error(got)
		}
	})
}
