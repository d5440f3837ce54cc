package client_test

import (
	"bytes"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"airport-content/cmd/airport-sync/client"
	"airport-content/cmd/airport-sync/internal/apitest"
)

func fill(srv *apitest.Server, n int) {
	for i := range n {
		srv.Put(fmt.Sprintf("item-%04d", i), "first")
	}
}

func TestPagesReadsToTheEnd(t *testing.T) {
	t.Parallel()
	for _, n := range []int{0, 1, 9, 10, 11, 25} {
		srv := apitest.New(t)
		fill(srv, n)
		var ids []string
		for page, err := range connect(t, srv.URL).Pages(t.Context(), "SFO", client.ListParams{Size: 10}) {
			if err != nil {
				t.Fatal(err)
			}
			for _, item := range page.Items {
				ids = append(ids, item.ID)
			}
		}
		slices.Sort(ids)
		if diff := cmp.Diff(srv.IDs(), ids); diff != "" {
			t.Errorf("%d items: %s", n, diff)
		}
		if got, want := len(srv.Requests()), max(1, (n+9)/10); got != want {
			t.Errorf("%d items took %d requests, want %d", n, got, want)
		}
	}
}

// TestPagesPassesOverNothing deletes items that were already read: the rest moves up, over the edge of the page.
func TestPagesPassesOverNothing(t *testing.T) {
	t.Parallel()
	srv := apitest.New(t)
	fill(srv, 50)
	seen := map[string]bool{}
	pages := 0
	for page, err := range connect(t, srv.URL).Pages(t.Context(), "SFO", client.ListParams{Size: 10}) {
		if err != nil {
			t.Fatal(err)
		}
		for _, item := range page.Items {
			seen[item.ID] = true
		}
		pages++
		switch pages {
		case 1:
			for _, item := range page.Items[:7] {
				srv.Delete(item.ID)
			}
		case 3: // more arrive at the top than go
			for _, item := range page.Items[:2] {
				srv.Delete(item.ID)
			}
			srv.Put("new-1", "x")
			srv.Put("new-2", "x")
			srv.Put("new-3", "x")
		case 4:
			srv.Put(page.Items[0].ID, "changed")
		}
	}
	for _, id := range srv.IDs() {
		if !seen[id] && !strings.HasPrefix(id, "new-") {
			t.Errorf("%s was passed over", id)
		}
	}
}

func TestAllChangesFollows(t *testing.T) {
	t.Parallel()
	srv := apitest.New(t)
	fill(srv, 25)
	srv.Delete("item-0003")
	c := connect(t, srv.URL)
	copied := map[string]string{}
	follow := func(cursor string) (next string) {
		for page, err := range c.AllChanges(t.Context(), "SFO", cursor, 10) {
			if err != nil {
				t.Fatal(err)
			}
			for _, change := range page.Changes {
				if change.Item == nil {
					delete(copied, change.ID)
				} else {
					copied[change.ID] = string(change.Item.Raw) + "\n"
				}
			}
			next = page.NextCursor
		}
		return next
	}
	check := func() {
		t.Helper()
		var lines strings.Builder
		for _, id := range srv.IDs() {
			lines.WriteString(copied[id])
		}
		if diff := cmp.Diff(srv.NDJSON(), lines.String()); diff != "" || len(copied) != len(srv.IDs()) {
			t.Error(diff, len(copied))
		}
	}
	cursor := follow("")
	check()
	srv.Delete("item-0000")
	srv.Put("item-0001", "second")
	srv.Put("new", "first")
	before := len(srv.Requests())
	cursor = follow(cursor)
	check()
	if got := len(srv.Requests()) - before; got != 1 {
		t.Errorf("%d requests for three changes", got)
	}
	srv.ResetSync()
	var refused *client.Error
	if _, err := c.Changes(t.Context(), "SFO", cursor, 10); !errors.As(err, &refused) || refused.Code != "cursor_expired" {
		t.Error(err)
	}
}

func TestChangesRefusesWhatItDoesNotKnow(t *testing.T) {
	t.Parallel()
	meta := `{"meta":{"airport":"SFO","timestamp":"2026-03-01T09:30:00.000Z"},`
	for name, body := range map[string]string{
		"unknown kind":         meta + `"results":[{"change":"rename","id":"a"}],"nextCursor":"c"}`,
		"upsert without item":  meta + `"results":[{"change":"upsert","id":"a"}],"nextCursor":"c"}`,
		"delete without id":    meta + `"results":[{"change":"delete"}],"nextCursor":"c"}`,
		"no cursor":            meta + `"results":[]}`,
		"no results":           meta + `"nextCursor":"c"}`,
		"cursor stands still":  meta + `"results":[],"nextCursor":"mine","hasMore":true}`,
		"date that is no date": meta + `"results":[{"change":"delete","id":"a","deletedAt":"soon"}],"nextCursor":"c"}`,
	} {
		srv := apitest.New(t)
		srv.Intercept(failing(1000, raw(200, body)))
		var w waits
		_, err := connect(t, srv.URL, client.WithSleep(w.sleep)).Changes(t.Context(), "SFO", "mine", 10)
		if !errors.Is(err, client.ErrUnreadable) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestEmptyPageBeforeTheEnd(t *testing.T) {
	t.Parallel()
	srv := apitest.New(t)
	srv.Intercept(failing(1000, raw(200, `{"meta":{"airport":"SFO","timestamp":"2026-03-01T09:30:00.000Z"},"pagination":{"total":9,"hasMore":true},"results":[]}`)))
	for _, err := range connect(t, srv.URL).Pages(t.Context(), "SFO", client.ListParams{}) {
		if !errors.Is(err, client.ErrUnreadable) {
			t.Fatalf("error %v, want ErrUnreadable instead of a loop without end", err)
		}
	}
}

// TestTooMuchAtOnce: more than thirty items make an answer of over 32 MB, here of blanks, which JSON may begin with.
func TestTooMuchAtOnce(t *testing.T) {
	t.Parallel()
	srv := apitest.New(t)
	fill(srv, 80)
	blanks := bytes.Repeat([]byte{' '}, 33<<20)
	srv.Intercept(func(w http.ResponseWriter, r *http.Request) bool {
		size, _ := strconv.Atoi(r.URL.Query().Get("size"))
		if size > 30 {
			_, _ = w.Write(blanks)
		}
		return size > 30
	})
	var w waits
	c := connect(t, srv.URL, client.WithSleep(w.sleep))
	if _, err := c.List(t.Context(), "SFO", client.ListParams{Size: 100}); !errors.Is(err, client.ErrTooLarge) {
		t.Errorf("error %v, want ErrTooLarge", err)
	}
	before, count := len(srv.Requests()), 0
	for page, err := range c.AllChanges(t.Context(), "SFO", "", 100) {
		if err != nil {
			t.Fatal(err)
		}
		count += len(page.Changes)
	}
	// 100, 50 and 25; again 50 and 25; again 50 and 25; again 50 and what is left.
	if got := len(srv.Requests()) - before; count != 80 || got != 9 || len(w.list) != 0 {
		t.Errorf("%d changes by %d requests, after waits %v", count, got, w.list)
	}
}

// TestTooSlowAtOnce: a line on which more than nine items do not arrive in time, until it is better again.
func TestTooSlowAtOnce(t *testing.T) {
	t.Parallel()
	srv := apitest.New(t)
	fill(srv, 40)
	var sizes []string
	srv.Intercept(func(w http.ResponseWriter, r *http.Request) bool {
		query, _ := url.ParseQuery(r.URL.RawQuery)
		size := query.Get("size")
		sizes = append(sizes, size)
		if len(sizes) > 3 || len(size) == 1 {
			return false
		}
		_, _ = w.Write([]byte("{"))
		_ = http.NewResponseController(w).Flush()
		<-r.Context().Done()
		return true
	})
	count := 0
	for page, err := range connect(t, srv.URL, client.WithTimeout(2*time.Second)).Pages(t.Context(), "SFO", client.ListParams{Size: 20}) {
		if err != nil {
			t.Fatal(err)
		}
		count += len(page.Items)
	}
	if count != 40 || !slices.Equal(sizes[:3], []string{"20", "10", "5"}) {
		t.Errorf("%d items by sizes %v", count, sizes)
	}
}
