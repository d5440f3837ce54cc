package demo

import (
	"encoding/json"
	"fmt"
	"net"
	"strings"

	"airport-content/internal/sample"
)

// welcome prints the key, two requests to try, and the file with the database's URL.
func (d *demo) welcome(addr net.Addr, key string) {
	server := "http://" + addr.String()
	if host, port, err := net.SplitHostPort(addr.String()); err == nil && net.ParseIP(host).IsUnspecified() {
		server = "http://127.0.0.1:" + port
	}
	try := func(query string) string {
		return fmt.Sprintf("curl -H 'x-partner-api-key: %s' '%s/api/v1/partner/%s/content?%ssize=3&includeBody=false'",
			key, server, sample.Airports()[0].Code, query)
	}
	requests := []string{try(""), try("q=coffee+before+security&")}
	if d.JSON {
		encoder := json.NewEncoder(d.Stdout)
		encoder.SetEscapeHTML(false)
		_ = encoder.Encode(map[string]any{"key": key, "baseUrl": server, "try": requests, "databaseUrlFile": d.urlFile()})
		return
	}
	var airports strings.Builder
	for _, a := range sample.Airports() {
		fmt.Fprintf(&airports, "  %s  %s\n", a.Code, a.Name)
	}
	fmt.Fprintf(d.Stdout, `
The demo is ready at %[1]s (documentation: %[1]s/docs), with these airports:

%[2]s
Key: %[3]s

%[4]s

For imports and keys of your own, in another terminal: export DATABASE_URL_FILE=%[5]s

Ctrl-C ends it; the data is kept.
`, server, airports.String(), key, strings.Join(requests, "\n\n"), quote(d.urlFile()))
}

// quote makes one word of a shell command.
func quote(text string) string { return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'" }
