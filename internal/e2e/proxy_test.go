package e2e_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	toxiproxy "github.com/Shopify/toxiproxy/v2"
	"github.com/rs/zerolog"
	"go.uber.org/goleak"

	"airport-content/internal/check"
)

// leftByProxy are goroutines of connections that toxiproxy cut off while more data came: they never
// end.
var leftByProxy = []goleak.Option{
	goleak.IgnoreAnyFunction("github.com/Shopify/toxiproxy/v2.(*ToxicLink).read"),
	goleak.IgnoreAnyFunction("github.com/Shopify/toxiproxy/v2/toxics.(*ToxicStub).Run"),
}

// proxy stands before a server that the service depends on, and makes faults.
type proxy struct {
	*toxiproxy.Proxy
	t   *testing.T
	url string // the server's, by way of the proxy
}

func newProxy(t *testing.T, server string) *proxy {
	t.Helper()
	u := check.Must(url.Parse(server))(t)
	address := freeAddress(t)
	made := toxiproxy.NewProxy(toxiproxy.NewServer(toxiproxy.NewMetricsContainer(nil), zerolog.Nop()), t.Name(), address, u.Host)
	p := &proxy{made, t, through(t, address, server)}
	p.accept()
	t.Cleanup(p.Stop)
	return p
}

// through is a server's URL by way of another address.
func through(t *testing.T, address, server string) string {
	t.Helper()
	u := check.Must(url.Parse(server))(t)
	u.Host = address
	return u.String()
}

func (p *proxy) accept() { check.Error(p.t, nil, p.Start(), p.url) }

// faults are those that the network, or a server in trouble, makes. An answer is cut off after so
// many bytes of a connection.
func (p *proxy) faults(cut int) []fault {
	toxic := func(name, description string) fault {
		begin := func() {
			_, err := p.Toxics.AddToxicJson(strings.NewReader(description))
			check.Error(p.t, nil, err, name)
		}
		return fault{name: name, begin: begin, end: func() { p.Toxics.ResetToxics(p.t.Context()) }}
	}
	return []fault{
		{name: "refuses", begin: p.Stop, end: p.accept},
		toxic("hangs", `{"type": "timeout", "attributes": {"timeout": 0}}`),
		toxic("50 ms slower", `{"type": "latency", "attributes": {"latency": 50}}`),
		toxic("500 ms slower", `{"type": "latency", "attributes": {"latency": 500}}`),
		toxic("is cut off", fmt.Sprintf(`{"type": "limit_data", "attributes": {"bytes": %d}}`, cut)),
	}
}
