// Package crawltest crawls websites in tests.
package crawltest

import (
	"bytes"
	"encoding/json"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"airport-content/internal/check"
	"airport-content/internal/content"
	"airport-content/internal/source/crawl"
	"airport-content/internal/source/rule"
)

// Found is what a crawl found, and what the database holds of the pages after the crawl, by key.
type Found struct {
	*crawl.Result
	Lines  []string // of the items file
	Stored map[string]content.PageRecord
}

// After crawls a source after another crawl; nil: for the first time. It accepts a website that
// looks broken, since the websites of tests are small. off are rules that are switched off.
func After(t *testing.T, last *Found, s content.Source, full bool, kind crawl.Kind, off ...rule.Rule) (*Found, error) {
	t.Helper()
	stored, memory := map[string]content.PageRecord{}, content.SourceMemory{}
	if last != nil {
		stored, memory = last.Stored, last.Memory
	}
	without := rule.Off{}
	for _, r := range off {
		without[r] = true
	}
	var out bytes.Buffer
	result, err := crawl.Read(t.Context(), s, &out, crawl.Options{Full: full, Force: true, Records: slices.Collect(maps.Values(stored)), Memory: memory, Off: without}, kind)
	if err != nil {
		return nil, err
	}
	found := &Found{result, slices.Collect(strings.Lines(out.String())), map[string]content.PageRecord{}}
	if found.DeleteNothing {
		maps.Copy(found.Stored, stored)
	}
	for _, p := range found.Records {
		p.Found = false
		if found.Stored[p.Key] = p; p.Withdrawn {
			delete(found.Stored, p.Key)
		}
	}
	return found, nil
}

// Decoded are the new and changed items.
func (f *Found) Decoded(t *testing.T) (items []crawl.Item) {
	t.Helper()
	for _, text := range f.Lines {
		var item crawl.Item
		check.NoError(t, json.Unmarshal([]byte(text), &item))
		items = append(items, item)
	}
	return items
}

// Serve runs a website until the test ends.
func Serve(t *testing.T, handler http.HandlerFunc) (url string) {
	t.Helper()
	s := httptest.NewServer(handler)
	t.Cleanup(s.Close)
	return s.URL
}

// Local is a source of this machine that may be read fast.
func Local(kind, url string) content.Source {
	return content.Source{Name: "web", Kind: kind, URL: url, Settings: content.SourceSettings{AllowPrivate: true, Rate: 100_000}}
}
