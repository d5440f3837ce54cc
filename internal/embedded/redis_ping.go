package embedded

import (
	"bufio"
	"context"
	"fmt"
	"net"
	"strings"
	"time"
)

// pingRedis asks who serves port: only an answer of the process pid counts, another's server may have the port.
func pingRedis(ctx context.Context, port, pid int) error {
	dialer := net.Dialer{Timeout: time.Second}
	conn, err := dialer.DialContext(ctx, "tcp", loopback(port))
	if err != nil {
		return err
	}
	defer conn.Close()
	if err := conn.SetDeadline(time.Now().Add(time.Second)); err != nil {
		return err
	}
	if _, err := conn.Write([]byte("INFO server\r\n")); err != nil {
		return err
	}
	lines := bufio.NewScanner(conn)
	for lines.Scan() {
		if served, ok := strings.CutPrefix(lines.Text(), "process_id:"); ok {
			if served != fmt.Sprint(pid) {
				return fmt.Errorf("port %d is served by process %s", port, served)
			}
			return nil
		}
	}
	return fmt.Errorf("no process id in the answer to INFO (%v)", lines.Err())
}
