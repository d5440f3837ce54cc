package server_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"airport-content/internal/check"
	"airport-content/internal/testenv"
)

// Callers who open connections without end keep no other caller out.
func TestConnections(t *testing.T) {
	t.Parallel()
	s := serve(t, "MAX_CONNECTIONS=8", "MAX_CONNECTIONS_PER_ADDRESS=3", "TRUSTED_PROXIES=127.0.0.9/32")
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
	check.Eventually(t, "a closed connection makes room", func() bool { return served(s.open(t, greedy)) })
	for range 20 { // the idle ones make room
		if !served(s.open(t, proxy)) {
			t.Error("a full table of idle connections keeps a caller out")
		}
	}
}

// Callers who send too slowly are cut off after 5 seconds, wherever they stop.
func TestSlowSenders(t *testing.T) {
	t.Parallel()
	s := serve(t)
	const line = " HTTP/1.1\r\nHost: x\r\n"
	for name, text := range map[string]string{
		"nothing":            "",
		"half a header":      "GET " + base + "health" + line + "X-Padding: " + strings.Repeat("p", 10_000),
		"half a body":        "POST " + base + "health" + line + "Content-Length: 1000\r\n\r\nhalf",
		"half a body by key": "GET " + base + "SFO/content" + line + "X-Partner-Api-Key: " + s.key + "\r\nContent-Length: 1000\r\n\r\nhalf",
		"half a chunk":       "POST " + base + "nothing" + line + "Transfer-Encoding: chunked\r\n\r\n400\r\nhalf",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			conn := s.open(t, "127.0.0.1")
			go func() { // a byte a second, as long as the server takes bytes
				_, err := io.WriteString(conn, text)
				for text != "" && err == nil {
					time.Sleep(time.Second)
					_, err = io.WriteString(conn, "x")
				}
			}()
			_, err := io.Copy(io.Discard, conn)
			if timeout, ok := err.(net.Error); ok && timeout.Timeout() {
				t.Error("the connection stays open")
			}
		})
	}
	t.Run("half a body for the ops endpoints", func(t *testing.T) {
		t.Parallel()
		conn := check.Must(net.Dial("tcp", strings.TrimPrefix(s.ops, "http://")))(t)
		t.Cleanup(func() { conn.Close() })
		check.NoError(t, conn.SetDeadline(time.Now().Add(check.Patience)))
		check.Must(io.WriteString(conn, "GET /livez"+line+"Content-Length: 1000\r\n\r\nhalf"))(t)
		_, err := io.Copy(io.Discard, conn)
		if timeout, ok := err.(net.Error); ok && timeout.Timeout() {
			t.Error("the connection stays open")
		}
	})
	t.Run("a request that takes longer is not cut off", func(t *testing.T) {
		release := testenv.Hold(t, s.database, "LOCK TABLE content_item")
		done := make(chan string)
		go func() {
			status, _, body := s.get(t, s.url+base+"SFO/content/a", "x-partner-api-key", s.key)
			done <- fmt.Sprint(status, " ", body)
		}()
		time.Sleep(6 * time.Second)
		release()
		if got := <-done; !strings.HasPrefix(got, "200 ") {
			t.Error(got)
		}
	})
}

func TestLongHeaders(t *testing.T) {
	t.Parallel()
	s := serve(t)
	for length, want := range map[int]int{16_000: 200, 24_600: 431} {
		conn := s.open(t, "127.0.0.1")
		check.Must(fmt.Fprintf(conn, "GET %shealth HTTP/1.1\r\nHost: x\r\nX-Padding: %s\r\n\r\n", base, strings.Repeat("p", length)))(t)
		// After 431 the body may be lost.
		response := check.Must(http.ReadResponse(bufio.NewReader(conn), nil))(t)
		check.Same(t, want, response.StatusCode, "headers of ", length, " bytes")
	}
}
