package sample_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/net/html"

	"airport-content/internal/content"
	"airport-content/internal/sample"
)

// item is every field of the import format, and no other.
type item struct {
	ID           string          `json:"id"`
	ContentType  string          `json:"contentType"`
	Title        string          `json:"title"`
	URL          *string         `json:"url"`
	Excerpt      *string         `json:"excerpt"`
	Content      string          `json:"content"`
	Thumbnail    *string         `json:"thumbnail"`
	Language     string          `json:"language"`
	LastModified time.Time       `json:"lastModified"`
	Metadata     json.RawMessage `json:"metadata"`
}

var (
	fieldNames = []string{"content", "contentType", "excerpt", "id", "language", "lastModified", "metadata", "thumbnail", "title", "url"}
	language   = regexp.MustCompile(`^[a-z]{2}(-[A-Z]{2})?$`)
)

func TestFilesKeepTheImportRules(t *testing.T) {
	t.Parallel()
	for _, airport := range sample.Airports() {
		t.Run(airport.Code, func(t *testing.T) {
			t.Parallel()
			items := read(t, airport.Code)
			if n := len(items); n < 90 || n > 140 {
				t.Errorf("%d items, want 90 to 140", n)
			}
			seen := map[string]bool{}
			types := map[string]int{}
			for _, it := range items {
				if seen[it.ID] {
					t.Errorf("%s is there twice", it.ID)
				}
				seen[it.ID] = true
				types[it.ContentType]++
				check(t, it)
			}
			for _, want := range content.Types() {
				if types[string(want)] == 0 {
					t.Errorf("no item of type %s", want)
				}
			}
			if len(types) != len(content.Types()) {
				t.Errorf("types %v, want only %v", slices.Sorted(maps.Keys(types)), content.Types())
			}
		})
	}
}

func TestAirportsAreTheFiles(t *testing.T) {
	t.Parallel()
	var listed []string
	for _, airport := range sample.Airports() {
		if !regexp.MustCompile(`^[A-Z0-9]{3}$`).MatchString(airport.Code) || airport.Name == "" {
			t.Errorf("airport %+v, want a code of three and a name", airport)
		}
		listed = append(listed, strings.ToLower(airport.Code)+".ndjson")
	}
	files, err := fs.Glob(os.DirFS("."), "*.ndjson")
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(listed)
	if diff := cmp.Diff(files, listed); diff != "" {
		t.Errorf("files (-there +listed):\n%s", diff)
	}
}

func TestOpenUnknownAirport(t *testing.T) {
	t.Parallel()
	for _, code := range []string{"XXX", "", "../sample"} {
		if _, err := sample.Open(code); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("Open(%q) = %v, want that it does not exist", code, err)
		}
	}
}

func read(t *testing.T, code string) []item {
	t.Helper()
	f, err := sample.Open(code)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var items []item
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 2<<20)
	for lines.Scan() {
		dec := json.NewDecoder(bytes.NewReader(lines.Bytes()))
		dec.DisallowUnknownFields()
		var it item
		if err := dec.Decode(&it); err != nil {
			t.Fatalf("line %d: %v", len(items)+1, err)
		}
		var present map[string]json.RawMessage
		if err := json.Unmarshal(lines.Bytes(), &present); err != nil {
			t.Fatalf("line %d: %v", len(items)+1, err)
		}
		if diff := cmp.Diff(fieldNames, slices.Sorted(maps.Keys(present))); diff != "" {
			t.Fatalf("line %d: fields (-want +got):\n%s", len(items)+1, diff)
		}
		items = append(items, it)
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return items
}

func check(t *testing.T, it item) {
	t.Helper()
	length := func(field, s string, min, max int) {
		if n := utf8.RuneCountInString(s); n < min || n > max {
			t.Errorf("%s: %s has %d characters, want %d to %d", it.ID, field, n, min, max)
		}
		if strings.ContainsRune(s, 0) || !utf8.ValidString(s) {
			t.Errorf("%s: %s holds what Postgres cannot", it.ID, field)
		}
	}
	optional := func(field string, s *string, max int) {
		if s != nil {
			length(field, *s, 1, max)
		}
	}
	length("id", it.ID, 1, 200)
	if strings.ContainsFunc(it.ID, unicode.IsControl) || it.ID == "." || it.ID == ".." {
		t.Errorf("%q is no id", it.ID)
	}
	length("title", it.Title, 1, 1000)
	length("content", it.Content, 1, 2<<20)
	optional("url", it.URL, 2048)
	optional("thumbnail", it.Thumbnail, 2048)
	optional("excerpt", it.Excerpt, 10_000)
	if !language.MatchString(it.Language) {
		t.Errorf("%s: language %q", it.ID, it.Language)
	}
	from, until := time.Date(2025, 1, 1, 0, 0, 0, 0, time.UTC), time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)
	if it.LastModified.Before(from) || !it.LastModified.Before(until) {
		t.Errorf("%s: lastModified %v, want %v to %v", it.ID, it.LastModified, from, until)
	}
	checkMetadata(t, it)
	checkBody(t, it)
}

func checkMetadata(t *testing.T, it item) {
	t.Helper()
	var object map[string]json.RawMessage
	if err := json.Unmarshal(it.Metadata, &object); err != nil {
		t.Errorf("%s: metadata: %v", it.ID, err)
	}
	if it.ContentType != "shopping" {
		return
	}
	var shop struct {
		Location *string  `json:"location_detail"`
		Hours    *string  `json:"hours_of_operation"`
		Phone    string   `json:"phone_number"` // some shops have none
		POI      *float64 `json:"map_poi_id"`
	}
	if err := json.Unmarshal(it.Metadata, &shop); err != nil {
		t.Errorf("%s: metadata: %v", it.ID, err)
	}
	if shop.Location == nil || shop.Hours == nil || shop.POI == nil {
		t.Errorf("%s: metadata %s lacks a place, hours or a point on the map", it.ID, it.Metadata)
	}
}

// checkBody wants well-formed HTML of the length that a page of an airport's site has.
func checkBody(t *testing.T, it item) {
	t.Helper()
	var open []string
	words := 0
	tokens := html.NewTokenizer(strings.NewReader(it.Content))
	for {
		switch tokens.Next() {
		case html.ErrorToken:
			if err := tokens.Err(); err != io.EOF {
				t.Errorf("%s: content: %v", it.ID, err)
			}
			if len(open) > 0 {
				t.Errorf("%s: content leaves %v open", it.ID, open)
			}
			if words < 60 || words > 250 {
				t.Errorf("%s: content has %d words, want 60 to 250", it.ID, words)
			}
			return
		case html.TextToken:
			words += len(strings.Fields(tokens.Token().Data))
		case html.StartTagToken:
			open = append(open, tokens.Token().Data)
		case html.EndTagToken:
			name := tokens.Token().Data
			if len(open) == 0 || open[len(open)-1] != name {
				t.Errorf("%s: content closes <%s> while %v are open", it.ID, name, open)
				return
			}
			open = open[:len(open)-1]
		}
	}
}
