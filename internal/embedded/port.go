package embedded

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"strconv"
)

// onFreePort calls start with a free port, and with another one when somebody was faster.
func onFreePort(start func(port int) error) (int, error) {
	for range 5 {
		port, err := FreePort()
		if err != nil {
			return 0, err
		}
		if err := start(port); !errors.Is(err, errPortTaken) {
			return port, err
		}
	}
	return 0, errPortTaken
}

// FreePort finds a port below the range that systems hand out by themselves, so that a server which is down for a
// moment finds its port again.
func FreePort() (int, error) {
	for range 100 {
		port := 15000 + rand.IntN(15000)
		listener, err := net.Listen("tcp", loopback(port))
		if err == nil {
			return port, listener.Close()
		}
	}
	return 0, fmt.Errorf("no free port on 127.0.0.1 between 15000 and 30000")
}

// loopback is the host:port of a server on this machine.
func loopback(port int) string {
	return net.JoinHostPort("127.0.0.1", strconv.Itoa(port))
}
