package server

import (
	"fmt"
	"net"

	"github.com/coreos/go-systemd/v22/activation"
	"github.com/coreos/go-systemd/v22/daemon"
)

// listen takes the socket of a socket unit of systemd, or listens on addr. While a server is
// replaced, connections wait in the socket of systemd.
func listen(addr string) (net.Listener, error) {
	sockets, err := activation.Listeners()
	switch {
	case err != nil:
		return nil, fmt.Errorf("the socket of systemd: %w", err)
	case len(sockets) > 1:
		return nil, fmt.Errorf("systemd gives %d sockets; want one, for the API", len(sockets))
	case len(sockets) == 1 && sockets[0] == nil:
		return nil, fmt.Errorf("the socket of systemd is none that takes connections; want ListenStream in the socket unit")
	case len(sockets) == 1:
		return sockets[0], nil
	}
	listener, err := net.Listen("tcp", addr)
	if err != nil {
		return nil, fmt.Errorf("LISTEN_ADDR: %w", err)
	}
	return listener, nil
}

// tellSystemd sends a state to systemd, if systemd started this process with Type=notify.
func (s *server) tellSystemd(state string) {
	if _, err := daemon.SdNotify(false, state); err != nil {
		s.Log.Warn("systemd cannot be told the state of this server", "state", state, "error", err)
	}
}
