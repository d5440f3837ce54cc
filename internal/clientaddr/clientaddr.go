// Package clientaddr finds the address that a request comes from: that of the socket, or the one
// that our proxies name.
package clientaddr

import (
	"context"
	"log/slog"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"sync"

	"github.com/go-chi/chi/v5/middleware"
)

const header = "X-Forwarded-For"

// From is the address that Middleware found, or the zero Addr where the socket has none.
func From(ctx context.Context) netip.Addr { return middleware.GetClientIPAddr(ctx).WithZone("") }

// Network is the address that limits count. IPv6 addresses of one /64 network count as one, because
// a client usually has the whole network.
func Network(addr netip.Addr) netip.Addr {
	addr = addr.Unmap().WithZone("")
	if addr.Is6() {
		return netip.PrefixFrom(addr, 64).Masked().Addr()
	}
	return addr
}

// Middleware finds the client's address. The address of the socket counts, unless the socket is
// that of a trusted proxy. Then the last untrusted address in X-Forwarded-For counts, if there is
// one. The log names the first untrusted client that sends the header, because this client may be a
// proxy that is missing from the trusted networks.
func Middleware(trusted []netip.Prefix, log *slog.Logger) func(http.Handler) http.Handler {
	var prefixes []string
	for _, p := range trusted {
		prefixes = append(prefixes, p.String())
	}
	var warn sync.Once
	return func(next http.Handler) http.Handler {
		forwarded := next
		if len(prefixes) > 0 { // chi panics without
			forwarded = middleware.ClientIPFromXFF(prefixes...)(next)
		}
		// Both of chi's middlewares set the same value, or leave it alone if they find no address.
		return middleware.ClientIPFromRemoteAddr(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			lines := r.Header[header]
			socket := From(r.Context())
			if slices.ContainsFunc(trusted, func(p netip.Prefix) bool { return p.Contains(socket) }) {
				dropPorts(lines)
			} else if len(lines) > 0 {
				warn.Do(func() {
					log.Warn(header+" from an address outside TRUSTED_PROXIES is ignored; this is logged once", "client", socket.String())
				})
			}
			forwarded.ServeHTTP(w, r)
		}))
	}
}

// dropPorts changes each address:port of the header's lines to the address. Azure's gateways write
// the port, which chi takes for garbage: then all clients would share the gateway's address.
func dropPorts(lines []string) {
	for i, line := range lines {
		hops := strings.Split(line, ",")
		for j, hop := range hops {
			if withPort, err := netip.ParseAddrPort(strings.TrimSpace(hop)); err == nil {
				hops[j] = withPort.Addr().String()
			}
		}
		lines[i] = strings.Join(hops, ",")
	}
}
