package web

import (
	"net"
	"net/netip"
	"syscall"
	"time"

	"code.dny.dev/ssrf"
)

// public allows connections to the public internet only. 168.63.129.16 looks public, and is the host
// of each virtual machine of Azure.
var public = ssrf.New(ssrf.WithAnyPort(), ssrf.WithDeniedV4Prefixes(netip.MustParsePrefix("168.63.129.16/32")))

// dialer connects only to public addresses, unless allowPrivate is set. It checks the address of
// each connection after the name is resolved, so DNS rebinding fails.
func dialer(allowPrivate bool) *net.Dialer {
	d := &net.Dialer{Timeout: 10 * time.Second}
	if !allowPrivate {
		d.Control = func(network, address string, conn syscall.RawConn) error {
			if public.Safe(network, address, conn) != nil {
				return refuse("%s is inside the network; --allow-private allows it", address)
			}
			return nil
		}
	}
	return d
}
