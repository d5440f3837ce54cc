package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"runtime"
	"strings"
	"text/tabwriter"
	"time"
)

// Report holds the figures of a run.
type Report struct {
	Machine  string        `json:"machine"`
	Airports int           `json:"airports"`
	BigItems int           `json:"bigItems"`
	Seconds  int           `json:"seconds"`
	Rows     []Row         `json:"rows"`
	Growth   []Growth      `json:"growth"`
	Search   []SearchCost  `json:"search"`
	Import   Import        `json:"import"`
	Start    time.Duration `json:"startNs"` // of serve, to its first answer
}

// Row is one case.
type Row struct {
	Case      string `json:"case"`
	Reference string `json:"reference"`
	Runs      []Run  `json:"runs"`
}

// Run is one case with a number of clients.
type Run struct {
	Clients   int     `json:"clients"`
	HTTP      Load    `json:"http"`
	SQL       Load    `json:"sql"`
	Ratio     float64 `json:"ratio"`     // of requests a second to the SQL's
	Processor float64 `json:"processor"` // cores that the service used
	PeakBytes int64   `json:"peakBytes"` // resident memory of the service
}

// Growth is a case asked of the same airports with more and more stored beside them; one client, the median of the rounds.
type Growth struct {
	Case   string  `json:"case"`
	Stored int     `json:"stored"`
	Load   Load    `json:"load"`
	Ratio  float64 `json:"ratio"` // of the p50 to that with the least stored
}

func newReport(b *bench) *Report {
	return &Report{Machine: machine(), Airports: b.airports, BigItems: b.bigItems, Seconds: b.seconds}
}

// machine names the processor and how many of its cores there are.
func machine() string {
	name := runtime.GOARCH
	text, _ := os.ReadFile("/proc/cpuinfo")
	for line := range strings.Lines(string(text)) {
		if key, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(key) == "model name" {
			name = strings.TrimSpace(value)
			break
		}
	}
	return fmt.Sprintf("%s, %d cores, %s", name, runtime.NumCPU(), runtime.GOOS)
}

func (r *Report) print(w io.Writer) error {
	fmt.Fprintf(w, "%s; %d airports of %d items and one of %d; %d s a measurement; service, database, Redis and load share the machine.\n\n",
		r.Machine, r.Airports, airportItems, r.BigItems, r.Seconds)
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(t, "case\tclients\treq/s\tp50\tp99\tSQL/s\tSQL p50\tratio\tcores\tpeak MB\tfailed\t")
	for _, row := range r.Rows {
		for _, run := range row.Runs {
			fmt.Fprintf(t, "%s\t%d\t%.0f\t%s\t%s\t%.0f\t%s\t%.2f\t%.2f\t%.0f\t%d\t\n", row.Case, run.Clients, run.HTTP.PerSecond,
				millis(run.HTTP.P50), millis(run.HTTP.P99), run.SQL.PerSecond, millis(run.SQL.P50), run.Ratio, run.Processor,
				float64(run.PeakBytes)/(1<<20), run.HTTP.Failed)
		}
	}
	if err := t.Flush(); err != nil {
		return err
	}
	if err := r.printGrowth(w); err != nil {
		return err
	}
	fmt.Fprintln(w)
	for _, s := range r.Search {
		fmt.Fprintf(w, "search of %d words in SQL, %d items stored: %s, the plain ts_rank query %s (%.2f; medians of %d pairs)\n",
			s.Words, s.Stored, millis(s.Ours), millis(s.Plain), s.Ratio, s.Pairs)
	}
	i := r.Import
	_, err := fmt.Fprintf(w, `
import of %d items: %.0f a second; COPY and search_vector() in plain SQL: %.0f without indexes (%.2f), %.0f with them (%.2f)
import of %d items: %.0f a second; memory at its peak %.1f MB, against %.1f MB for %d (%.2f)
serve: first answer after %s
`, i.Items, i.PerSecond, i.PlainPerSecond, i.PerSecond/i.PlainPerSecond, i.IndexedPerSec, i.PerSecond/i.IndexedPerSec,
		i.LargeItems, i.LargePerSecond, float64(i.LargePeakBytes)/(1<<20), float64(i.PeakBytes)/(1<<20), i.Items,
		float64(i.LargePeakBytes)/float64(i.PeakBytes), r.Start.Round(time.Millisecond))
	return err
}

func (r *Report) printGrowth(w io.Writer) error {
	if len(r.Growth) == 0 {
		return nil
	}
	fmt.Fprintf(w, "\nThe same airports while more is stored, in turn, one client, the median of %d rounds:\n", rounds)
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(t, "case\titems stored\treq/s\tp50\tp99\tgrowth\t")
	for _, g := range r.Growth {
		fmt.Fprintf(t, "%s\t%d\t%.0f\t%s\t%s\t%.2f\t\n", g.Case, g.Stored, g.Load.PerSecond, millis(g.Load.P50), millis(g.Load.P99), g.Ratio)
	}
	return t.Flush()
}

func millis(d time.Duration) string { return fmt.Sprintf("%.2f ms", float64(d.Microseconds())/1000) }

// etag asks for the ETag of the conditional request's list.
func (b *bench) etag(ctx context.Context) (string, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, b.url+conditionalPath, nil)
	if err != nil {
		return "", err
	}
	request.Header.Set("x-partner-api-key", b.firstKey)
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return "", fmt.Errorf("ask for an ETag: %w", err)
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return "", fmt.Errorf("ask for an ETag: %s", answer.Status)
	}
	return answer.Header.Get("ETag"), nil
}
