package source

import (
	"net"
	"syscall"
	"time"

	"code.dny.dev/ssrf"
)

// public allows connections to the public internet only.
var public = ssrf.New(ssrf.WithAnyPort())

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
