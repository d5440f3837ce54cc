package cli

import (
	"net"
	"net/netip"

	"airport-content/internal/config"
)

// checkProxies looks at whose word is taken for a client's address.
func (d *doctor) checkProxies(c config.Config) {
	for _, network := range c.TrustedProxies {
		if network.Bits() == 0 {
			d.tell("proxies", warning, "TRUSTED_PROXIES holds "+network.String()+": everyone can pretend to be another client, "+
				"and try keys without end; name only the networks of your proxies")
			return
		}
	}
	switch {
	case len(c.TrustedProxies) > 0:
		d.tell("proxies", fine, "X-Forwarded-For is believed of TRUSTED_PROXIES alone")
	case loopback(c.ListenAddr):
		d.tell("proxies", warning, "LISTEN_ADDR "+c.ListenAddr+" is for this machine alone, so requests come through a proxy; without "+
			"TRUSTED_PROXIES all clients count as one when keys are tried: set it to the proxy's address, such as 127.0.0.1/32")
	default:
		d.tell("proxies", fine, "clients are known by their own addresses; behind a proxy, set TRUSTED_PROXIES to its network")
	}
}

// loopback tells whether only this machine reaches an address to listen on.
func loopback(addr string) bool {
	host, _, err := net.SplitHostPort(addr)
	if err != nil {
		return false
	}
	ip, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && ip.IsLoopback()
}
