package apitest

import (
	"compress/gzip"
	"encoding/base64"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
)

func (s *Server) serve(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	s.requests = append(s.requests, r.URL.RequestURI())
	intercept := s.intercept
	s.mu.Unlock()
	if intercept != nil && intercept(w, r) {
		return
	}
	if r.Header.Get("x-partner-api-key") != Key {
		Fail(w, http.StatusUnauthorized, "invalid_api_key", "", "check the key")
		return
	}
	airport, rest, _ := strings.Cut(strings.TrimPrefix(r.URL.EscapedPath(), "/api/v1/partner/"), "/")
	query, err := url.ParseQuery(r.URL.RawQuery)
	if !strings.EqualFold(airport, Airport) || err != nil {
		Fail(w, http.StatusForbidden, "airport_forbidden", "", "ask for the airport")
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.lagging != nil && s.lagging() {
		primary := s.store
		defer func() { s.store = primary }()
		s.store = s.replica
	}
	id, single := strings.CutPrefix(rest, "content/")
	switch {
	case rest == "content":
		s.list(w, query)
	case rest == "changes":
		s.changes(w, query)
	case single:
		s.single(w, id)
	default:
		Fail(w, http.StatusNotFound, "route_not_found", "", "no such path")
	}
}

// Fail answers with the error body of the API.
func Fail(w http.ResponseWriter, status int, code, parameter, message string) {
	w.Header().Set("X-Request-Id", "req-header")
	w.WriteHeader(status)
	fmt.Fprintf(w, `{"success":false,"error":{"code":%q,"message":%q,"requestId":"req-body","parameter":%q}}`, code, message, parameter)
}

func (s *Server) meta() string {
	return fmt.Sprintf(`"success":true,"meta":{"partner":"Test","partnerId":7,"airport":%q,"airportName":"Test Airport","timestamp":%q,"responseTimeMs":1}`,
		Airport, s.store.timestamp().Format(stampFormat))
}

func (s *Server) list(w http.ResponseWriter, query url.Values) {
	size, from := number(query, "size", 20), number(query, "from", 0)
	since, err := time.Parse(time.RFC3339, query.Get("modifiedSince"))
	if err != nil && query.Has("modifiedSince") || size < 1 || size > 100 {
		Fail(w, http.StatusBadRequest, "invalid_parameter", "size", "not such a value")
		return
	}
	found := s.store.modifiedSince(since)
	page := found[min(from, len(found)):min(from+size, len(found))]
	results := make([]string, len(page))
	for n, i := range page {
		results[n] = i.json(query.Get("includeBody") != "false")
	}
	write(w, fmt.Sprintf(`{%s,"pagination":{"size":%d,"from":%d,"total":%d,"pages":%d,"hasMore":%t},"results":[%s]}`, s.meta(),
		size, from, len(found), (len(found)+size-1)/size, from+len(page) < len(found), strings.Join(results, ",")))
}

func (s *Server) single(w http.ResponseWriter, escaped string) {
	id, err := url.PathUnescape(escaped)
	i, ok := s.store.items[id]
	if err != nil || !ok || strings.Contains(escaped, "/") {
		Fail(w, http.StatusNotFound, "item_not_found", "", "no such item")
		return
	}
	write(w, fmt.Sprintf(`{%s,"result":%s}`, s.meta(), i.json(true)))
}

type change struct {
	revision int
	id, json string
}

// changes orders by revision and hides deletions from before the first pass began.
func (s *Server) changes(w http.ResponseWriter, query url.Values) {
	size := number(query, "size", 20)
	epoch, after, start := s.store.epoch, 0, s.store.revision
	if cursor := query.Get("cursor"); cursor != "" {
		plain, err := base64.RawURLEncoding.DecodeString(cursor)
		if _, scanErr := fmt.Sscanf(string(plain), "%d.%d.%d", &epoch, &after, &start); err != nil || scanErr != nil {
			Fail(w, http.StatusBadRequest, "invalid_parameter", "cursor", "not a cursor")
			return
		}
	}
	if epoch != s.store.epoch {
		Fail(w, http.StatusGone, "cursor_expired", "", "start again without a cursor")
		return
	}
	var found []change
	for _, i := range s.store.items {
		if i.revision > after {
			found = append(found, change{i.revision, i.id, fmt.Sprintf(`{"change":"upsert","item":%s}`, i.json(true))})
		}
	}
	for _, t := range s.store.tombstones {
		if t.revision > after && t.revision > start {
			found = append(found, change{t.revision, t.id, fmt.Sprintf(`{"change":"delete","id":%q,"contentType":"page","deletedAt":%q}`,
				t.id, t.deleted.Format(stampFormat))})
		}
	}
	slices.SortFunc(found, func(a, b change) int { return a.revision - b.revision })
	page := found[:min(size, len(found))]
	next := after
	results := make([]string, len(page))
	for n, c := range page {
		results[n], next = c.json, c.revision
	}
	if len(page) == len(found) {
		next = s.store.revision
	}
	cursor := base64.RawURLEncoding.EncodeToString(fmt.Appendf(nil, "%d.%d.%d", epoch, next, start))
	write(w, fmt.Sprintf(`{%s,"results":[%s],"nextCursor":%q,"hasMore":%t}`, s.meta(), strings.Join(results, ","), cursor, len(page) < len(found)))
}

// write compresses, as the service does.
func write(w http.ResponseWriter, body string) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.Header().Set("Content-Encoding", "gzip")
	zip, _ := gzip.NewWriterLevel(w, gzip.BestSpeed)
	_, _ = zip.Write([]byte(body)) // the client may be gone
	_ = zip.Close()
}

func number(query url.Values, name string, otherwise int) int {
	if n, err := strconv.Atoi(query.Get(name)); err == nil {
		return n
	}
	return otherwise
}
