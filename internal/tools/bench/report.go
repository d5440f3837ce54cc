package main

import (
	"encoding/json"
	"fmt"
	"io"
	"runtime"
	"strings"
)

// report holds the figures of a run. Times are in milliseconds, memory is in MB.
type report struct {
	Airports, Items, Seconds int
	Rows                     []row
	Start                    float64 // of serve, to its first healthy answer
	Memory                   int     // of serve, after the lists without bodies
}

// row is a request, or the import, and its plain SQL.
type row struct {
	Name         string
	Clients      int
	Service, SQL load
	Ratio        float64 // of the service's requests a second to the SQL's
}

func newRow(name string, clients int, service, sql load) row {
	return row{Name: name, Clients: clients, Service: service, SQL: sql, Ratio: service.PerSecond / sql.PerSecond}
}

// print writes the report as JSON or as Markdown.
func (r *report) print(w io.Writer, asJSON bool) error {
	if asJSON {
		return json.NewEncoder(w).Encode(r)
	}
	fmt.Fprintf(w, "%d airports of %d items and two of %d: %d items. %d cores. Medians of %d rounds of %d s.\n\n",
		r.Airports, airportItems, bigAirport, r.Items, runtime.NumCPU(), rounds, r.Seconds)
	fmt.Fprint(w, "| | clients | service/s | p50, ms | SQL/s | p50, ms | ratio | p50 over SQL's | PostgreSQL's CPU, µs | of the SQL |\n|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n")
	for _, row := range r.Rows {
		fmt.Fprintf(w, "| %s | %d | %.0f | %.2f | %.0f | %.2f | %.2f | %.2f | %s | %s |\n", row.Name, row.Clients, row.Service.PerSecond,
			row.Service.P50, row.SQL.PerSecond, row.SQL.P50, row.Ratio, row.Service.P50-row.SQL.P50, cpu(row.Service), cpu(row.SQL))
	}
	if r.Memory > 0 {
		fmt.Fprintf(w, "\n`serve` holds %d MB after the lists without bodies.\n", r.Memory)
	}
	_, err := fmt.Fprintf(w, "\n`serve` is healthy %.0f ms after its start.\n", r.Start)
	return err
}

// cpu is what each node took for a request.
func cpu(l load) string {
	var nodes []string
	for _, micros := range l.CPU {
		nodes = append(nodes, fmt.Sprintf("%.0f", micros))
	}
	return strings.Join(nodes, " + ")
}
