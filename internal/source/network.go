package source

import (
	"net"
	"net/netip"
	"slices"
	"syscall"
	"time"
)

// inside are networks that do not belong to the public internet, besides those that netip knows.
var inside = []netip.Prefix{
	netip.MustParsePrefix("0.0.0.0/8"),      // this network
	netip.MustParsePrefix("100.64.0.0/10"),  // carriers' own
	netip.MustParsePrefix("192.0.0.0/24"),   // protocols' own
	netip.MustParsePrefix("198.18.0.0/15"),  // test networks
	netip.MustParsePrefix("240.0.0.0/4"),    // reserved, broadcast
	netip.MustParsePrefix("64:ff9b::/96"),   // any IPv4 address, by way of a translator
	netip.MustParsePrefix("64:ff9b:1::/48"), // the same, within a network
	netip.MustParsePrefix("2001::/32"),      // any IPv4 address, by Teredo
	netip.MustParsePrefix("2002::/16"),      // any IPv4 address, by 6to4
	netip.MustParsePrefix("fec0::/10"),      // site-local, as it once was
}

// isPublic reports whether an address belongs to the public internet.
func isPublic(address netip.Addr) bool {
	address = address.Unmap()
	if !address.IsGlobalUnicast() || address.IsPrivate() {
		return false
	}
	return !slices.ContainsFunc(inside, func(p netip.Prefix) bool { return p.Contains(address) })
}

// dialer connects only to public addresses, unless private ones are allowed. It checks the address of each connection after the
// name is resolved, so DNS rebinding does not help an attacker.
func dialer(allowPrivate bool) *net.Dialer {
	d := &net.Dialer{Timeout: 10 * time.Second}
	if !allowPrivate {
		d.Control = func(_, address string, _ syscall.RawConn) error {
			if to, err := netip.ParseAddrPort(address); err != nil || !isPublic(to.Addr()) {
				return refuse("%s is inside the network; --allow-private allows it", address)
			}
			return nil
		}
	}
	return d
}
