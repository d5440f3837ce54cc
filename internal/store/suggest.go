package store

import (
	"context"
	"fmt"
	"strings"
	"time"

	"airport-content/internal/content"
	"airport-content/internal/db"
	"airport-content/internal/search"
)

// Suggest lists items for what somebody has typed so far, the best first.
func (r Reader) Suggest(ctx context.Context, st *content.State, q content.Query) ([]content.Suggestion, error) {
	if strings.TrimSpace(q.Search) == "" || q.Total(st.Items) == 0 {
		return nil, nil
	}
	titles, err := r.titlesOf(ctx, st)
	if err != nil {
		return nil, err
	}
	return titles.Suggest(q.Search, q.Shown(), st.InLanguages(q.Languages), q.Size), nil
}

// titlesOf is the index of the airport's titles. Requests that need a new one at the same time share it, and the one that made it may
// leave before.
func (r Reader) titlesOf(ctx context.Context, st *content.State) (*search.Titles, error) {
	if kept, ok := r.titles.Get(st.Code); ok && kept.state == st.ID {
		return kept.Titles, nil
	}
	r.partner = everybody
	flight := fmt.Sprint(st.Code, " ", st.ID, " ", r.pool == r.primary) // a second try must not join one that asks the replica
	made := r.making.DoChan(flight, func() (any, error) {
		if kept, ok := r.titles.Get(st.Code); ok && kept.state == st.ID { // made just now
			return kept.Titles, nil
		}
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), titlesTimeout)
		defer cancel()
		titles, err := r.readTitles(ctx, st)
		if err == nil {
			r.titles.Add(st.Code, titlesOfState{st.ID, titles}, titles.Size())
		}
		return titles, err
	})
	select {
	case result := <-made:
		titles, _ := result.Val.(*search.Titles)
		return titles, result.Err
	case <-ctx.Done():
		return nil, fmt.Errorf("wait for the titles: %w", db.Classify(ctx.Err()))
	}
}

func (r Reader) readTitles(ctx context.Context, st *content.State) (*search.Titles, error) {
	ctx, done, err := r.begin(ctx)
	if err != nil {
		return nil, err
	}
	defer done()
	rows, err := r.pool.ListTitles(ctx, st.Code)
	if err != nil {
		return nil, r.failed(ctx, err)
	}
	if len(rows) == 0 {
		return nil, content.ErrOtherState // the state tells of items
	}
	if err := r.check(st, rows[0].StateID); err != nil {
		return nil, err
	}
	titles := make([]search.Title, len(rows))
	for i, row := range rows {
		titles[i] = search.Title{Language: row.Language,
			Suggestion: content.Suggestion{Text: row.Title, ID: row.ID, Type: content.Type(row.ContentType), URL: row.Url}}
	}
	return search.NewTitles(titles), nil
}

// titlesTimeout is how long an index of titles may take to make.
const titlesTimeout = 10 * time.Second

// titlesOfState is the index of an airport's titles in a state.
type titlesOfState struct {
	state string
	*search.Titles
}
