package doctor

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"airport-content/internal/admin"
	"airport-content/internal/content"
	"airport-content/internal/db"
	"airport-content/internal/search/word"
)

// vectors finds airports whose vectors an older program made. Searches work, but may miss items.
func vectors(ctx context.Context, pool *db.Pool) (string, error) {
	airports, err := admin.New(pool).ListAirports(ctx)
	if outdated := admin.Outdated(airports); len(outdated) > 0 {
		err = warn("an older program made those of %s; run airport-content reindex", strings.Join(outdated, ", "))
	}
	return "this program made them all", err
}

// counts finds airports whose lists have wrong totals.
func counts(ctx context.Context, pool *db.Pool) (string, error) {
	airports, err := pool.ListMiscounted(ctx)
	if len(airports) > 0 {
		err = fmt.Errorf("the counts of %s differ from the items: rows were changed by hand or restored in part; run airport-content airport reset-sync, "+
			"import or pull --full, and reindex", strings.Join(airports, ", "))
	}
	return "every airport counts its own items", err
}

// languages names the languages without stemming, in which only words as they are written are
// found.
func languages(ctx context.Context, pool *db.Pool) (string, error) {
	airports, err := admin.New(pool).ListAirports(ctx)
	var plain []string
	for _, a := range airports {
		for _, language := range slices.Sorted(maps.Keys(a.Languages)) {
			if word.Language(language) == word.Simple {
				plain = append(plain, fmt.Sprintf("%s of %s", language, a.Code))
			}
		}
	}
	if len(plain) > 0 {
		return "there is no stemmer for " + strings.Join(plain, ", ") + "; their words are found only as they are written", err
	}
	return "there is a way to read each; docs/search.md lists them", err
}

// offline finds airports that partners cannot read.
func offline(ctx context.Context, pool *db.Pool) (string, error) {
	airports, err := admin.New(pool).ListAirports(ctx)
	var list []string
	for _, a := range airports {
		if a.OfflineAt != nil {
			list = append(list, fmt.Sprintf("%s since %s", a.Code, a.OfflineAt.UTC().Format(time.RFC3339)))
		}
	}
	if len(list) > 0 {
		err = warn("offline: %s; partners get 503 there, and the sources rest, until airport-content airport online CODE", strings.Join(list, ", "))
	}
	return "none is offline", err
}

// imports finds import marks. The mark of a killed import keeps meta.timestamp from advancing, by
// which partners synchronise.
func imports(ctx context.Context, pool *db.Pool) (string, error) {
	airports, err := admin.New(pool).ListAirports(ctx)
	var marks []string
	for _, a := range airports {
		if a.ImportMark != nil {
			marks = append(marks, fmt.Sprintf("%s since %s", a.Code, a.ImportMark.UTC().Format(time.RFC3339)))
		}
	}
	if len(marks) > 0 {
		err = warn("an import is merging: %s; if none runs, it was killed: import again", strings.Join(marks, ", "))
	}
	return "none was left unfinished", err
}

// sources finds websites whose pulls fail, are late, or skip many pages. A failed pull is a
// failure: the content of an airport grows old.
func sources(ctx context.Context, pool *db.Pool) (string, error) {
	list, err := admin.New(pool).ListSources(ctx, nil)
	if err != nil {
		return "", err
	}
	var failed, odd []string
	for i := range list {
		s := &list[i]
		s.RunningSince = nil // judge the last run, because the next one may fail too
		switch state := s.State(time.Now()); {
		case state == content.SourcePaused, state == content.SourceRests:
		case s.Last != nil && s.Last.Error != nil:
			failed = append(failed, fmt.Sprintf("%s %s failed: %s", s.Airport, s.Name, *s.Last.Error))
		case state == content.SourceLate:
			odd = append(odd, fmt.Sprintf("%s %s is late: does airport-content pull run?", s.Airport, s.Name))
		case s.Last != nil && s.Last.Skipped*5 > s.Last.Pages:
			odd = append(odd, fmt.Sprintf("%[1]s %[2]s skips %[3]d of %[4]d pages: airport-content source show %[1]s %[2]s says why",
				s.Airport, s.Name, s.Last.Skipped, s.Last.Pages))
		}
	}
	text := strings.Join(slices.Concat(failed, odd), "; ")
	switch {
	case len(failed) > 0:
		return "", errors.New(text)
	case len(odd) > 0:
		return "", warn("%s", text)
	}
	return fmt.Sprintf("none of %d failed, is late, or skips many pages", len(list)), nil
}

// mostNamed is how many keys a finding names.
const mostNamed = 5

// keys finds keys that end soon.
func keys(ctx context.Context, pool *db.Pool) (string, error) {
	ending, err := admin.New(pool).ListExpiringKeys(ctx)
	if err != nil || len(ending) == 0 {
		return "none ends within 14 days", err
	}
	var named []string
	for _, k := range ending[:min(len(ending), mostNamed)] {
		named = append(named, fmt.Sprintf("%s of %q on %s", k.ID, k.Partner, k.ExpiresAt.UTC().Format(time.DateOnly)))
	}
	if more := len(ending) - len(named); more > 0 {
		named = append(named, fmt.Sprintf("and %d more", more))
	}
	return "", warn("these end within 14 days: %s; run airport-content key set ID --expires DATE, or key rotate ID for a new one", strings.Join(named, ", "))
}

// texts counts the items with a text that was not understood. Some texts of most airports are not.
func texts(ctx context.Context, pool *db.Pool) (string, error) {
	rows, err := pool.CountUnread(ctx)
	if len(rows) == 0 {
		return "all texts of opening hours and places are understood, or none are read", err
	}
	var unread []string
	for _, row := range rows {
		unread = append(unread, fmt.Sprintf("%s of %s (items: %d)", row.Key, row.Airport, row.Items))
	}
	return fmt.Sprintf("not understood: %s; airport-content airport unread %s lists the texts", strings.Join(unread, ", "), rows[0].Airport), err
}

// sizes says what the parts of the database take. In a distributed database, that is the coordinator's
// share; the line "citus" has the nodes.
func sizes(ctx context.Context, pool *db.Pool) (string, error) {
	measured, err := admin.New(pool).Sizes(ctx)
	return admin.Describe(measured), err
}
