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

const success = `{"success":true,"meta":{"airport":"SFO","timestamp":"2026-03-01T09:30:00.000Z"},`

// TestBrokenAnswers: what an answer lacks must not pass for the end, nor be asked for without end.
func TestBrokenAnswers(t *testing.T) {
	t.Parallel()
	item := `{"id":"a","lastModified":"2026-03-01T09:30:00.000Z"}`
	upsert := `[{"change":"upsert","item":` + item + `}]`
	tests := map[string]struct {
		changes bool
		body    string
		want    string
	}{
		"list without success":        {false, strings.Replace(success, `"success":true,`, "", 1) + `"pagination":{"total":0,"hasMore":false},"results":[]}`, "without success"},
		"list of failure":             {false, strings.Replace(success, "true", "false", 1) + `"pagination":{"total":0,"hasMore":false},"results":[]}`, "without success"},
		"list without meta":           {false, `{"success":true,"pagination":{"total":0,"hasMore":false},"results":[]}`, "meta is missing"},
		"list without results":        {false, success + `"pagination":{"total":0,"hasMore":false}}`, "no results"},
		"list without pagination":     {false, success + `"results":[]}`, "no pagination"},
		"list without hasMore":        {false, success + `"pagination":{"total":0},"results":[]}`, "no pagination.hasMore"},
		"list that is empty and more": {false, success + `"pagination":{"total":9,"hasMore":true},"results":[]}`, "an empty page before the end"},
		"list without end":            {false, success + `"pagination":{"total":1,"hasMore":true},"results":[` + item + `]}`, "hasMore after the last of 1"},
		"changes of failure":          {true, strings.Replace(success, "true", "false", 1) + `"results":[],"nextCursor":"c","hasMore":false}`, "without success"},
		"changes without results":     {true, success + `"nextCursor":"c","hasMore":false}`, "no results"},
		"changes without cursor":      {true, success + `"results":[],"hasMore":false}`, "no nextCursor"},
		"changes without hasMore":     {true, success + `"results":[],"nextCursor":"c"}`, "no hasMore"},
		"changes that are none":       {true, success + `"results":[],"nextCursor":"c","hasMore":true}`, "an empty page before the end"},
		"changes without end":         {true, success + `"results":` + upsert + `,"nextCursor":"mine","hasMore":true}`, "nextCursor does not move"},
		"unknown kind":                {true, success + `"results":[{"change":"rename","id":"a"}],"nextCursor":"c","hasMore":false}`, `unknown kind "rename"`},
		"upsert without item":         {true, success + `"results":[{"change":"upsert","id":"a"}],"nextCursor":"c","hasMore":false}`, "without its item"},
		"delete without id":           {true, success + `"results":[{"change":"delete"}],"nextCursor":"c","hasMore":false}`, "change of unknown kind"},
		"date that is no date":        {true, success + `"results":[{"change":"delete","id":"a","deletedAt":"soon"}],"nextCursor":"c","hasMore":false}`, "soon"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			srv := apitest.New(t)
			srv.Intercept(failing(1000, raw(200, tt.body)))
			var w waits
			c := connect(t, srv.URL, client.WithSleep(w.sleep))
			read := func() (err error) { _, err = c.List(t.Context(), "SFO", client.ListParams{}); return err }
			if tt.changes {
				read = func() (err error) { _, err = c.Changes(t.Context(), "SFO", "mine", 10); return err }
			}
			if err := read(); !errors.Is(err, client.ErrUnreadable) || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("error %v, want one with %q", err, tt.want)
			}
			if len(w.list) != 5 {
				t.Errorf("waited %v, want 5 times", w.list)
			}
		})
	}
}

// TestListThatSwings: two servers, of which one has got much that the other lacks.
func TestListThatSwings(t *testing.T) {
	t.Parallel()
	srv := apitest.New(t)
	fill(srv, 30)
	requests := 0
	srv.Lag(func() bool { requests++; return requests%2 == 0 })
	for i := range 30 {
		srv.Put(fmt.Sprint("new-", i), "first")
	}
	pages := 0
	for _, err := range connect(t, srv.URL).Pages(t.Context(), "SFO", client.ListParams{Size: 10}) {
		if pages++; pages < 1000 && err == nil {
			continue
		}
		if !errors.Is(err, client.ErrUnreadable) || !strings.Contains(err.Error(), "shorter 101 times") {
			t.Fatalf("page %d: error %v", pages, err)
		}
	}
}

// TestCursorThatGoesRound: two servers, each of which knows one cursor only.
func TestCursorThatGoesRound(t *testing.T) {
	t.Parallel()
	srv := apitest.New(t)
	srv.Intercept(func(w http.ResponseWriter, r *http.Request) bool {
		next := "one"
		if r.URL.Query().Get("cursor") == next {
			next = "two"
		}
		raw(200, success+`"results":[{"change":"delete","id":"a"}],"nextCursor":"`+next+`","hasMore":true}`)(w, r)
		return true
	})
	pages := 0
	for _, err := range connect(t, srv.URL).AllChanges(t.Context(), "SFO", "", 10) {
		if pages++; pages <= 2 && err == nil {
			continue
		}
		if !errors.Is(err, client.ErrUnreadable) || !strings.Contains(err.Error(), "nextCursor goes back") {
			t.Fatalf("page %d: error %v", pages, err)
		}
	}
	if pages != 3 {
		t.Errorf("%d pages", pages)
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
