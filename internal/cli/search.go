package cli

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"airport-content/internal/admin"
	"airport-content/internal/content"
	"airport-content/internal/db"
	"airport-content/internal/store"
)

// mostFound bounds --limit, as size does in the API.
const mostFound = 100

func (p *program) searchCommand() *cobra.Command {
	var explain bool
	var keyID string
	size := 10
	cmd := &cobra.Command{Use: "search AIRPORT WORDS…", Short: "Search as a partner does, and explain what is found"}
	cmd.RunE = p.run(func(ctx context.Context, args []string) error {
		return p.withPool(ctx, func(pool *db.Pool) error {
			q := content.Query{Search: strings.Join(args[1:], " "), Allowed: content.EveryType(), Size: size}
			airport, err := p.searched(ctx, admin.New(pool), args[0], ifGiven(cmd, "key", &keyID), &q)
			if err != nil {
				return err
			}
			return p.search(ctx, store.New(pool, nil, store.Options{Timeout: time.Minute}), airport, q, explain)
		})
	})
	cmd.Flags().BoolVar(&explain, "explain", false, "say how the words were read, and what each result gains by each of them")
	cmd.Flags().StringVar(&keyID, "key", "", "search with the rights of the key of this `id`; without it, all types are searched")
	cmd.Flags().Func("limit", "the most `results` to show (default 10)", func(s string) (err error) {
		if size, err = strconv.Atoi(s); err != nil || size < 1 || size > mostFound {
			return fmt.Errorf("want a whole number from 1 to %d", mostFound)
		}
		return nil
	})
	return cmd
}

// searched finds the airport to search, and limits the query to what a key may read.
func (p *program) searched(ctx context.Context, db admin.DB, code string, keyID *string, q *content.Query) (string, error) {
	if strings.TrimSpace(q.Search) == "" {
		return "", errors.New("no words to search for")
	}
	if n := utf8.RuneCountInString(q.Search); n > content.MaxSearch {
		return "", fmt.Errorf("a search may have %d characters at most; it has %d", content.MaxSearch, n)
	}
	airport, err := db.Airport(ctx, code)
	if err != nil || keyID == nil {
		return airport.Code, err
	}
	key, why, err := db.KeyFor(ctx, *keyID, airport)
	if err == nil && why != "" {
		err = fmt.Errorf("key %s of %q finds nothing: %s", key.ID, key.Partner, why)
	}
	q.Allowed = store.ScopeOf(key.Scopes)
	return airport.Code, err
}

// searchedData is a search as JSON.
type searchedData struct {
	Airport string                  `json:"airport"`
	Total   int                     `json:"total"`
	Search  *content.Search         `json:"search"`
	Unknown []string                `json:"unknown,omitempty"` // with --explain: words that no item holds
	Clauses []store.ExplainedClause `json:"clauses,omitempty"` // with --explain
	Results []foundData             `json:"results"`
}

type foundData struct {
	ID           string       `json:"id"`
	ContentType  content.Type `json:"contentType"`
	Language     string       `json:"language"`
	Title        string       `json:"title"`
	URL          *string      `json:"url"`
	LastModified time.Time    `json:"lastModified"`
	Why          *store.Gains `json:"why,omitempty"` // with --explain
}

func (p *program) search(ctx context.Context, in *store.Store, airport string, q content.Query, explain bool) error {
	e, err := in.Explain(ctx, airport, q)
	if errors.Is(err, content.ErrAirportOffline) {
		return fmt.Errorf("%s is offline, so partners find nothing; airport-content airport online %[1]s", airport)
	}
	if err != nil {
		return fmt.Errorf("search %s: %w", airport, err)
	}
	data := searchedData{Airport: airport, Total: e.Total, Search: e.Search, Results: []foundData{}}
	if explain {
		data.Clauses, data.Unknown = e.Clauses, e.Search.Unknown
	}
	for i, item := range e.Items {
		found := foundData{ID: item.ID, ContentType: item.Type, Language: item.Language, Title: item.Title, URL: item.URL, LastModified: item.LastModified}
		if explain {
			found.Why = &e.Gains[i]
		}
		data.Results = append(data.Results, found)
	}
	if p.json {
		return p.printJSON(data)
	}
	if explain {
		return p.explain(data)
	}
	if data.Total == 0 {
		p.say("nothing is found")
		return nil
	}
	p.say("%s", describeSearch(data))
	return list(p, data.Results, nil, []string{"TYPE", "LANGUAGE", "ID", "TITLE"}, func(f foundData) []string {
		return []string{string(f.ContentType), f.Language, f.ID, oneLine(f.Title, 80)}
	})
}

// describeSearch says in a line what was found.
func describeSearch(d searchedData) string {
	return fmt.Sprintf("%s; %d of them with every word", count(d.Total, "result"), d.Search.AllWords)
}

// explain prints how a query was read, what is scored, and why each result stands where it does.
func (p *program) explain(d searchedData) error {
	rows := [][2]string{{"run", d.Search.Query}}
	for _, typed := range slices.Sorted(maps.Keys(d.Search.Corrected)) {
		rows = append(rows, [2]string{"corrected", typed + " → " + d.Search.Corrected[typed]})
	}
	for _, words := range slices.Sorted(maps.Keys(d.Search.Concepts)) {
		rows = append(rows, [2]string{"concept", words + " is " + d.Search.Concepts[words]})
	}
	if len(d.Unknown) > 0 {
		rows = append(rows, [2]string{"unknown", strings.Join(d.Unknown, ", ") + ": no item that may be read holds them"})
	}
	rows = append(rows, [2]string{"match", d.Search.Match + ": " + describeSearch(d)})
	for _, row := range rows {
		fmt.Fprintf(p.stdout, "%-9s %s\n", row[0], row[1]) // the table below returns the error of a write
	}
	if len(d.Clauses) == 0 {
		p.say("the words are stop words, or no item that may be read holds one of them")
		return nil
	}
	fmt.Fprintln(p.stdout)
	err := list(p, d.Clauses, nil, []string{"CLAUSE", "LANGUAGE", "READING", "WEIGHT", "LEXEMES", "SYNONYMS"}, func(c store.ExplainedClause) []string {
		return []string{strconv.Itoa(c.Number), c.Language, c.Reading, score(c.Weight), c.Words, oneLine(c.Synonyms, 100)}
	})
	if err != nil || len(d.Results) == 0 {
		return err
	}
	most := 0
	for _, f := range d.Results {
		most = max(most, len(f.Why.Clauses))
	}
	columns := []string{"SCORE", "FIRST"}
	for n := range most {
		columns = append(columns, "CLAUSE "+strconv.Itoa(n+1))
	}
	fmt.Fprintln(p.stdout)
	return list(p, d.Results, nil, append(columns, "TYPE", "ID", "TITLE"), func(f foundData) []string {
		row := []string{score(f.Why.Score), first(f.Why)}
		for n := range most {
			gain := "-"
			if n < len(f.Why.Clauses) && f.Why.Clauses[n] > 0 {
				gain = score(f.Why.Clauses[n])
			}
			row = append(row, gain)
		}
		return append(row, string(f.ContentType), f.ID, oneLine(f.Title, 80))
	})
}

// first says whether an item comes before others of a higher score.
func first(g *store.Gains) string {
	switch {
	case g.Foremost:
		return "foremost"
	case g.First:
		return "first"
	}
	return "-"
}

func score(f float64) string { return strconv.FormatFloat(f, 'f', 3, 64) }
