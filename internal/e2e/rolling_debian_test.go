//go:build debian

package e2e_test

import (
	"net/http"
	"strings"
	"testing"

	"airport-content/internal/check"
)

// Behind nginx as shipped, two servers are replaced one after the other, and no request is lost.
func TestRollingUpgrade(t *testing.T) {
	t.Parallel()
	i, key := sfo(t, newItem("a"))
	i = i.with("TRUSTED_PROXIES=127.0.0.1/32")
	addresses := []string{freeAddress(t), freeAddress(t)}
	servers := []*server{i.serve(t, "LISTEN_ADDR="+addresses[0]), i.serve(t, "LISTEN_ADDR="+addresses[1])}
	front, _ := startNginx(t, addresses...)
	clients := askOften(t, front.client, 4, front.url, key)
	for range 3 {
		for n, address := range addresses {
			clients.more(t, 100)
			check.Same(t, 0, servers[n].stop(), servers[n].log)
			clients.more(t, 100)
			servers[n] = i.serve(t, "LISTEN_ADDR="+address)
		}
	}
	clients.nothingIsLost(t)
	for _, s := range servers {
		check.Eventually(t, "a server gets requests after its restart", func() bool { return s.log.Has(`"msg":"request"`) })
		s.stop()
	}
}

// nginx answers in the form of the API when no server does. Its log and the log of the service have
// the id of the answer.
func TestNginxWithoutServers(t *testing.T) {
	t.Parallel()
	i, key := sfo(t, newItem("a"))
	s := i.serve(t, "TRUSTED_PROXIES=127.0.0.1/32")
	front, path := startNginx(t, strings.TrimPrefix(s.url, "http://"))
	const sent = "0b7e0c62-9d2f-4c51-9d5b-6a7c1e2f3a4b"
	for id, kept := range map[string]bool{sent: true, "booking-7": true, key: false, strings.Repeat("a", 200): false, `"quoted" id`: false, "": false} {
		a := front.get(t, key, "SFO/content", "X-Request-Id", id)
		a.is(t, http.StatusOK)
		got := a.header.Values("X-Request-Id")
		if len(got) != 1 || (got[0] == id) != kept {
			t.Fatalf("%q becomes %q", id, got)
		}
		check.Eventually(t, "the log has the id", func() bool { return s.log.Has(got[0]) })
	}
	front.get(t, key, "JFK/content").fails(t, http.StatusForbidden, "airport_forbidden") // not nginx's
	s.stop()
	a := front.get(t, key, "SFO/content", "X-Request-Id", sent)
	a.fails(t, http.StatusBadGateway, "unavailable")
	for name, want := range map[string]string{"X-Request-Id": sent, "Cache-Control": "no-store", "Content-Type": "application/json; charset=utf-8"} {
		check.Same(t, want, strings.Join(a.header.Values(name), ", "), name)
	}
	var log string
	check.Eventually(t, "the log of nginx has both requests with the id", func() bool {
		log = string(readFile(t, path))
		return strings.Contains(log, `"status":502`) && strings.Count(log, `"request_id":"`+sent+`"`) == 2
	})
	if strings.Contains(log, key) {
		t.Errorf("the log of nginx has the key: %s", log)
	}
}
