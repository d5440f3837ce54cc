package server_test

import (
	"fmt"
	"strings"
	"testing"

	"airport-content/internal/check"
	"airport-content/internal/partner"
	"airport-content/internal/testenv"
)

// Callers put keys, of ours and of an older system, anywhere but into their header. No span, log
// line or metric shows them, nor the password of Redis.
func TestNothingSentIsShown(t *testing.T) {
	t.Parallel()
	const older, password = "OlderSystemsKey0123456789", "hush-hush-password"
	spans := newSpanCollector(t)
	s := serve(t, "OTEL_EXPORTER_OTLP_ENDPOINT="+spans.URL+"/base", "LOG_LEVEL=debug", "REDIS_URL=redis://:"+password+"@127.0.0.1:1/0")
	key := s.key
	check.Must(s.TakeOverKeys(t.Context(), partner.Key{Partner: "Acme", Airports: []string{"SFO"}, Scopes: []string{partner.ReadAll}},
		[]partner.Digest{partner.DigestOf(older)}))(t)
	requests := 0
	ask := func(method, path, inHeader string, headers ...string) {
		s.ask(t, method, s.url+path, append(headers, "x-partner-api-key", inHeader)...)
		requests++
	}
	const content = base + "SFO/content"
	for _, sent := range []string{key, older} {
		escaped := strings.ReplaceAll(sent, "_", "%5F")
		for _, inHeader := range []string{key, older, "wrong", sent + ", " + sent} {
			for _, text := range []string{sent, escaped, sent + "%00", sent + "%zz"} {
				if !strings.HasSuffix(text, "%zz") { // which net/http refuses in a path
					ask("GET", "/"+text, inHeader)
					ask("GET", base+text+"/content", inHeader)
					ask("GET", content+"/"+text, inHeader)
				}
				for _, query := range []string{"q=" + text, text, text + "=1", "size=" + text, "q=a&q=" + text, "contentType=" + text, "modifiedSince=" + text} {
					ask("GET", content+"?"+query, inHeader)
				}
				ask("GET", base+"SFO/changes?cursor="+text, inHeader)
			}
			ask(sent, content, inHeader)
			for _, header := range []string{"User-Agent", "Referer", "Cookie", "Authorization", "X-Forwarded-For", "X-Request-Id", "Baggage", "If-None-Match"} {
				ask("GET", content, inHeader, header, sent)
			}
			fmt.Fprintf(s.open(t, "127.0.0.1"), "GET %s HTTP/1.1\r\nHost: %s\r\n\r\n", content, sent)
			ask("GET", content, inHeader, "Traceparent", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01", "Tracestate", "a="+sent)
		}
	}
	testenv.Exec(t, s.database, "ALTER TABLE content_item RENAME TO gone") // from now on searches fail, and the log says why
	ask("GET", content+"?q=two+"+key, key)
	ask("GET", content+"?q=two+"+older, key)
	open := ""
	for _, url := range []string{s.ops + "/metrics", s.ops + "/readyz", s.ops + "/", s.url + base + "health"} {
		_, _, body := s.get(t, url)
		open += body
	}
	check.NoError(t, s.stop())
	log := s.log.String()
	if n := strings.Count(log, `"msg":"request"`); n < requests || len(spans.spans) < requests || !strings.Contains(log, "content_item") {
		t.Errorf("%d log lines and %d spans of %d requests", n, len(spans.spans), requests)
	}
	secret := strings.TrimPrefix(key, "acp_"+s.keyID+"_")
	for where, text := range map[string]string{"a span": spans.raw.String(), "the log": log, "an open address": open} {
		for _, hidden := range []string{key, secret, older, password} {
			if at := strings.Index(text, hidden); at >= 0 {
				t.Errorf("%s shows %s: …%q", where, hidden, text[max(0, at-300):at+len(hidden)])
			}
		}
	}
}
