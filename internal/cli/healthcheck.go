package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"airport-content/internal/health"
)

const healthTimeout = 5 * time.Second

func (p *program) healthcheckCommand() *cobra.Command {
	var target *url.URL
	cmd := &cobra.Command{
		Use:   "healthcheck",
		Short: "Ask a server for its health; fail when it is unhealthy or does not answer",
		RunE: p.run(func(ctx context.Context, _ []string) error {
			if target == nil {
				target = ownURL(p.env["LISTEN_ADDR"])
			}
			return p.checkHealth(ctx, target)
		}),
	}
	cmd.Flags().Func("url", "the `URL` of the server; this machine's, at LISTEN_ADDR, unless given", func(s string) (err error) {
		if target, err = url.Parse(s); err != nil || target.Host == "" || target.Scheme != "http" && target.Scheme != "https" {
			return errors.New("want one such as http://127.0.0.1:8080")
		}
		return nil
	})
	return cmd
}

// ownURL is the URL under which this machine reaches a server that listens on addr.
func ownURL(addr string) *url.URL {
	host, port, err := net.SplitHostPort(addr)
	if err != nil {
		port = "8080"
	}
	if ip, err := netip.ParseAddr(host); host == "" || err == nil && ip.IsUnspecified() {
		host = "127.0.0.1"
	}
	return &url.URL{Scheme: "http", Host: net.JoinHostPort(host, port)}
}

func (p *program) checkHealth(ctx context.Context, target *url.URL) error {
	if strings.Trim(target.Path, "/") == "" {
		target.Path = "/api/v1/partner/health"
	}
	report, err := fetchHealth(ctx, target)
	if err != nil {
		return err
	}
	if err := p.print(report, string(report.Status)); err != nil || report.Status == health.Healthy {
		return err
	}
	var down []string
	if report.Services.Database.Status != health.Up {
		down = append(down, "database")
	}
	if report.Services.Elasticsearch.Status != health.Up {
		down = append(down, "elasticsearch (the full-text search)")
	}
	if report.Services.Redis.Status != health.Up {
		down = append(down, "redis")
	}
	if report.Status != health.Degraded {
		return fmt.Errorf("%s; down: %s", report.Status, strings.Join(down, ", "))
	}
	p.say("down: %s", strings.Join(down, ", "))
	return nil
}

func fetchHealth(ctx context.Context, target *url.URL) (report health.Report, err error) {
	ctx, cancel := context.WithTimeout(ctx, healthTimeout)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, target.String(), nil)
	if err != nil {
		return report, err
	}
	request.Close = true
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return report, fmt.Errorf("no answer: %w", err)
	}
	defer response.Body.Close()
	err = json.NewDecoder(response.Body).Decode(&report)
	if err != nil || report.Status == "" {
		return report, fmt.Errorf("%s answered %s, without a health report", target.Redacted(), response.Status)
	}
	return report, nil
}
