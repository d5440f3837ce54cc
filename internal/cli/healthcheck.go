package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"airport-content/internal/health"
)

const (
	healthPath    = "/api/v1/partner/health"
	healthTimeout = 5 * time.Second
	mostHealth    = 64 << 10 // bytes of a report
)

func (p *program) healthcheckCommand() *cobra.Command {
	var at string
	cmd := &cobra.Command{
		Use:   "healthcheck",
		Short: "Ask a server for its health; fails when that is unhealthy, or when there is no answer",
		Example: `  airport-content healthcheck
  airport-content healthcheck --url https://content.example.com`,
		Args: arguments(),
	}
	cmd.Flags().StringVar(&at, "url", "", "the server; this machine's, at LISTEN_ADDR, unless given")
	cmd.RunE = p.run(func(ctx context.Context, _ []string) error {
		if !cmd.Flags().Changed("url") {
			at = p.ownURL()
		}
		return p.checkHealth(ctx, at)
	})
	return cmd
}

// ownURL is where this machine reaches a server with the same environment.
func (p *program) ownURL() string {
	addr, _ := p.env("LISTEN_ADDR")
	if addr == "" {
		addr = ":8080"
	}
	return reachable(addr)
}

// reachable is the URL of a server on this machine that listens on addr.
func reachable(addr string) string {
	host, port, err := net.SplitHostPort(addr)
	if err != nil {
		return "http://" + addr // and whoever asks there is told what is wrong
	}
	if ip, err := netip.ParseAddr(host); host == "" || err == nil && ip.IsUnspecified() {
		host = "127.0.0.1"
	}
	return "http://" + net.JoinHostPort(host, port)
}

func (p *program) checkHealth(ctx context.Context, at string) error {
	target, err := url.Parse(at)
	if err != nil || target.Host == "" || target.Scheme != "http" && target.Scheme != "https" {
		return fmt.Errorf("--url %q: want one such as http://127.0.0.1:8080", at)
	}
	if strings.Trim(target.Path, "/") == "" {
		target.Path = healthPath
	}
	report, err := fetchHealth(ctx, target)
	if err != nil {
		return err
	}
	if p.json {
		err = printJSON(p.stdout, report)
	} else {
		_, err = fmt.Fprintln(p.stdout, report.Status)
	}
	if err != nil {
		return err
	}
	return p.judge(report)
}

func fetchHealth(ctx context.Context, target *url.URL) (health.Report, error) {
	var report health.Report
	ctx, cancel := context.WithTimeout(ctx, healthTimeout)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, target.String(), nil)
	if err != nil {
		return report, err
	}
	client := &http.Client{Transport: &http.Transport{Proxy: http.ProxyFromEnvironment, DisableKeepAlives: true}}
	response, err := client.Do(request)
	if err != nil {
		return report, fmt.Errorf("no answer: %w", err)
	}
	defer response.Body.Close()
	err = json.NewDecoder(io.LimitReader(response.Body, mostHealth)).Decode(&report)
	if err != nil || report.Status == "" {
		return report, fmt.Errorf("%s answered %s, without a health report", target.Redacted(), response.Status)
	}
	return report, nil
}

// judge names what is down, and fails for the worst verdict.
func (p *program) judge(report health.Report) error {
	var down []string
	for _, s := range []struct {
		name    string
		service health.Service
	}{{"database", report.Services.Database}, {"redis", report.Services.Redis}, {"elasticsearch", report.Services.Elasticsearch}} {
		if s.service.Status != health.Up {
			down = append(down, s.name)
		}
	}
	switch report.Status {
	case health.Healthy:
		return nil
	case health.Degraded:
		p.say("down: %s", strings.Join(down, ", "))
		return nil
	}
	return fmt.Errorf("%s; down: %s", report.Status, strings.Join(down, ", "))
}
