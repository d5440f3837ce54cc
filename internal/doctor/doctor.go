// Package doctor finds faults and risks of an installation, and says what to do. It changes
// nothing.
package doctor

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"strings"
	"time"

	"airport-content/internal/config"
)

// Severity is how bad a finding is.
type Severity string

// A warning is no failure.
const (
	OK      Severity = "ok"
	Warning Severity = "warning"
	Failure Severity = "failure"
)

// Finding is the result of a check.
type Finding struct {
	Check    string   `json:"check"`
	Severity Severity `json:"state"` // its name since 1.0.0
	Message  string   `json:"message"`
}

// checkTimeout bounds each check.
const checkTimeout = 5 * time.Second

type doctor struct {
	config   config.Config
	findings []Finding
}

// Run makes every check, with the environment of serve.
func Run(ctx context.Context, env config.Env) []Finding {
	c, err := config.Load(env, nil) // an error comes with the right values
	d := &doctor{config: c}
	d.checkConfiguration(err)
	d.checkDatabase(ctx)
	d.checkMigrateDatabase(ctx)
	d.checkReplica(ctx)
	d.checkRedis(ctx)
	return d.findings
}

// warning is the error of a check that warns; any other error is a failure.
type warning string

func (w warning) Error() string { return string(w) }

func warn(format string, args ...any) error { return warning(fmt.Sprintf(format, args...)) }

// check makes one finding. look returns a description of the sound state, or an error. check
// returns the error of look.
func (d *doctor) check(ctx context.Context, name string, look func(context.Context) (string, error)) error {
	ctx, cancel := context.WithTimeout(ctx, checkTimeout)
	defer cancel()
	message, err := look(ctx)
	if errors.Is(err, context.DeadlineExceeded) {
		err = fmt.Errorf("no answer within %s: %w", checkTimeout, err)
	}
	d.report(name, message, err)
	return err
}

func (d *doctor) report(check, message string, err error) {
	severity := OK
	if err != nil {
		severity, message = Failure, err.Error()
	}
	if _, warns := err.(warning); warns {
		severity = Warning
	}
	d.findings = append(d.findings, Finding{check, severity, strings.Join(strings.Fields(message), " ")}) // on one line
}

// checkConfiguration makes a finding for each wrong value.
func (d *doctor) checkConfiguration(err error) {
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		for _, err := range joined.Unwrap() {
			d.report("configuration", "", err)
		}
		return
	}
	d.report("configuration", "every value is right", err)
	message, err := proxies(d.config)
	d.report("proxies", message, err)
}

// proxies checks the networks whose X-Forwarded-For is trusted.
func proxies(c config.Config) (string, error) {
	for _, network := range c.TrustedProxies {
		if network.Bits() == 0 {
			return "", warn("TRUSTED_PROXIES holds %s, so anyone can claim any address and try keys without end; name only the networks of your proxies", network)
		}
	}
	switch {
	case len(c.TrustedProxies) > 0:
		return "X-Forwarded-For is believed from TRUSTED_PROXIES only", nil
	case loopback(c.ListenAddr):
		return "", warn("LISTEN_ADDR %s can be reached from this machine only, so requests come through a proxy, and all clients share its limit of "+
			"failed keys: set TRUSTED_PROXIES to the proxy's address, such as 127.0.0.1/32", c.ListenAddr)
	}
	return "clients are told apart by their own addresses; behind a proxy, set TRUSTED_PROXIES to its network", nil
}

// loopback reports whether only this machine can reach an address.
func loopback(addr string) bool {
	host, _, err := net.SplitHostPort(addr)
	if err != nil {
		return false
	}
	ip, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && ip.IsLoopback()
}
