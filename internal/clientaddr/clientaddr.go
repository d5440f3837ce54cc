// Package clientaddr finds the address that a request comes from: the socket's, or what proxies of ours say.
//
// chi's ClientIPFromXFF walks the same way, but finds no address at all behind a proxy that writes ports, or
// where a hop is garbage; a limit by address needs one always.
package clientaddr

import (
	"context"
	"log/slog"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"sync"
)

const header = "X-Forwarded-For"

type contextKey struct{}

// From is the address that Middleware found: IPv4 never as IPv6, without a zone. It is the zero Addr where no
// middleware ran, or the socket has no address.
func From(ctx context.Context) netip.Addr {
	addr, _ := ctx.Value(contextKey{}).(netip.Addr)
	return addr
}

// Middleware puts the client's address into the context of each request. X-Forwarded-For is believed of trusted
// networks alone; that another sent it is logged once, since it often means that a proxy was forgotten.
func Middleware(trusted []netip.Prefix, log *slog.Logger) func(http.Handler) http.Handler {
	var warn sync.Once
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			addr, _ := parse(r.RemoteAddr)
			if forwarded := r.Header[header]; contains(trusted, addr) {
				addr = origin(addr, forwarded, trusted)
			} else if len(forwarded) > 0 {
				warn.Do(func() {
					log.Warn(header+" came from an address outside TRUSTED_PROXIES and is ignored; further ones are not logged", "client", addr.String())
				})
			}
			next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), contextKey{}, addr)))
		})
	}
}

// origin walks the hops from the right, where the nearest proxy wrote, to the first that is not trusted: whatever
// stands left of it is that one's word. At garbage it stops with the hop before.
func origin(peer netip.Addr, forwarded []string, trusted []netip.Prefix) netip.Addr {
	nearest := peer
	for _, line := range slices.Backward(forwarded) {
		for more := true; more; {
			var hop string
			line, hop, more = cutLast(line)
			if hop == "" {
				continue
			}
			addr, ok := parse(hop)
			if !ok {
				return nearest
			}
			nearest = addr
			if !contains(trusted, addr) {
				return addr
			}
		}
	}
	return nearest
}

// cutLast takes the last entry off a list.
func cutLast(list string) (rest, last string, more bool) {
	comma := strings.LastIndexByte(list, ',')
	last = strings.TrimSpace(list[comma+1:])
	if comma < 0 {
		return "", last, false
	}
	return list[:comma], last, true
}

// parse reads an address with or without brackets and port.
func parse(s string) (netip.Addr, bool) {
	addr, err := netip.ParseAddr(s)
	if err != nil {
		var withPort netip.AddrPort
		withPort, err = netip.ParseAddrPort(s)
		addr = withPort.Addr()
	}
	if err != nil && strings.HasPrefix(s, "[") && strings.HasSuffix(s, "]") {
		addr, err = netip.ParseAddr(s[1 : len(s)-1])
	}
	return addr.Unmap().WithZone(""), err == nil
}

func contains(networks []netip.Prefix, addr netip.Addr) bool {
	return slices.ContainsFunc(networks, func(n netip.Prefix) bool { return n.Contains(addr) })
}
