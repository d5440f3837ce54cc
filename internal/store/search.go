package store

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"airport-content/internal/content"
	"airport-content/internal/db"
	"airport-content/internal/search"
)

// searchTimeout bounds the database time of a search.
const searchTimeout = 2 * time.Second

// search runs a search in the languages in which the airport has items that the key may read.
func (r Reader) search(ctx context.Context, st *content.State, q content.Query) (content.Page, error) {
	ctx, cancel := context.WithTimeout(ctx, searchTimeout)
	defer cancel()
	items := map[string]int{}
	for language, n := range st.Languages(q.Allowed) {
		items[search.Language(language)] += n
	}
	var languages []search.Vocabulary
	for _, name := range slices.Sorted(maps.Keys(items)) {
		synonyms, err := r.synonymsOf(ctx, name, st.Synonyms)
		if err != nil {
			return content.Page{}, err
		}
		languages = append(languages, search.Vocabulary{Language: name, Items: items[name],
			Analyses: map[string]search.Analysis{}, Synonyms: synonyms})
	}
	return search.Run(ctx, index{r, st, q, languages}, q.Search, languages)
}

// index is the part of an airport's items that a query of a key may find. It implements search.Index.
type index struct {
	Reader
	st        *content.State
	query     content.Query
	languages []search.Vocabulary
}

// analysisKey is what the analyses of a text depend on. They are in the order of the airport's languages.
type analysisKey struct {
	airport, state string
	types          string // that the key may read; "*": every type
	text           string
}

// Analyse reads what is not remembered.
func (x index) Analyse(ctx context.Context, given []string) (map[string][]search.Analysis, error) {
	key := analysisKey{airport: x.st.Code, state: x.st.ID, types: "*"}
	if x.query.Allowed != nil {
		key.types = strings.Join(texts(x.query.Allowed), " ")
	}
	found := make(map[string][]search.Analysis, len(given))
	var unread []string
	for _, key.text = range given {
		if analyses, ok := x.analyses.Get(key); ok {
			found[key.text] = analyses
		} else {
			unread = append(unread, key.text)
		}
	}
	if len(unread) == 0 {
		return found, nil
	}
	if err := x.readAnalyses(ctx, unread, found); err != nil {
		return nil, err
	}
	for _, key.text = range unread {
		x.analyses.Add(key, found[key.text])
	}
	return found, nil
}

func (x index) readAnalyses(ctx context.Context, unread []string, into map[string][]search.Analysis) error {
	place := map[string]int{}
	names := make([]string, len(x.languages))
	for i, v := range x.languages {
		names[i], place[v.Language] = v.Language, i
	}
	rows, err := x.pool.AnalyseTexts(ctx, db.AnalyseTextsParams{Airport: x.st.Code, Languages: names, Texts: unread, Types: texts(x.query.Allowed)})
	switch {
	case err != nil:
		return x.failed(err)
	case len(rows) == 0: // nothing but stop words
		err = x.checkNoRow(ctx, x.st)
	default:
		err = x.check(x.st, rows[0].StateID)
	}
	if err != nil {
		return err
	}
	for _, text := range unread {
		into[text] = make([]search.Analysis, len(names))
	}
	for _, row := range rows {
		analysis := &into[row.Text][place[row.Language]]
		analysis.Plain = row.Plain
		analysis.Add(row.Lexeme, row.Positions, int(row.Frequency))
	}
	return nil
}

// NearWords lists words of items that the key may read.
func (x index) NearWords(ctx context.Context, misspelled []search.Misspelling) ([]search.Candidate, error) {
	params := db.ListNearWordsParams{Airport: x.st.Code, Tags: search.Tags(x.st.Code, x.query.Allowed), Types: texts(x.query.Allowed)}
	for _, m := range misspelled {
		params.Misspelled = append(params.Misspelled, m.Plain)
		params.Swapped = append(params.Swapped, m.Swapped...)
		params.Parted = append(params.Parted, m.Parted...)
	}
	rows, err := x.pool.ListNearWords(ctx, params)
	if err != nil {
		return nil, x.failed(err)
	}
	candidates := make([]search.Candidate, len(rows))
	for i, row := range rows {
		candidates[i] = search.Candidate{Plain: row.Plain, Word: row.Word, Frequency: int(row.Items)}
	}
	return candidates, nil
}

// Page reads a page of what the filters let through.
func (x index) Page(ctx context.Context, p search.Plan, tsquery, first string) (content.Page, error) {
	scoring, err := json.Marshal(x.scoring(p.Clauses))
	if err != nil {
		return content.Page{}, fmt.Errorf("write the clauses: %w", err)
	}
	params := db.SearchPageParams{Airport: x.st.Code, Tags: search.Tags(x.st.Code, x.query.Allowed), Query: tsquery, Scoring: string(scoring),
		Types: texts(x.query.Types), Languages: x.st.InLanguages(x.query.Languages), Since: timeOrNull(x.query.ModifiedSince),
		Size: int64(x.query.Size), Skip: int64(x.query.From)}
	if first != "" {
		params.First = &first
	}
	rows, err := x.pool.SearchPage(ctx, params)
	if err != nil {
		return content.Page{}, x.failed(err)
	}
	if len(rows) == 0 {
		return x.count(ctx, params)
	}
	page := content.Page{Found: int(rows[0].Found), Total: int(rows[0].Total)}
	for _, row := range rows {
		page.Items = append(page.Items, content.Item{ID: row.ID, Type: content.Type(row.ContentType), Title: row.Title,
			URL: row.Url, Excerpt: row.Excerpt, Thumbnail: row.Thumbnail, Language: row.Language,
			LastModified: row.LastModified.UTC(), Metadata: row.Metadata, BodySize: int(row.BodySize)})
	}
	return page, x.check(x.st, rows[0].StateID)
}

// count is for a page without items.
func (x index) count(ctx context.Context, p db.SearchPageParams) (content.Page, error) {
	row, err := x.pool.CountFound(ctx, db.CountFoundParams{Airport: p.Airport, Tags: p.Tags, Query: p.Query,
		Types: p.Types, Languages: p.Languages, Since: p.Since})
	if err != nil {
		return content.Page{}, x.failed(err)
	}
	return content.Page{Found: int(row.Found), Total: int(row.Total)}, x.check(x.st, row.StateID)
}

// scoring says how items of one search language are scored: SearchPage reads it as JSON.
type scoring struct {
	Language           string          `json:"language"`
	AverageLength      float64         `json:"average_length"` // lexemes of an item of the airport
	AverageTitleLength float64         `json:"average_title_length"`
	Weight1            float64         `json:"weight_1,omitempty"` // two clauses of a single word
	Word1              string          `json:"word_1,omitempty"`
	Title1             string          `json:"title_1,omitempty"`
	Weight2            float64         `json:"weight_2,omitempty"`
	Word2              string          `json:"word_2,omitempty"`
	Title2             string          `json:"title_2,omitempty"`
	Clauses            []search.Clause `json:"clauses,omitempty"` // all others
}

func (x index) scoring(clauses []search.Clause) []scoring {
	items := float64(max(1, x.st.Total(nil, nil)))
	list := make([]scoring, len(x.languages))
	for i, v := range x.languages {
		s := scoring{Language: v.Language, AverageLength: float64(max(1, x.st.SearchLength)) / items,
			AverageTitleLength: float64(max(1, x.st.TitleLength)) / items}
		for _, c := range clauses {
			switch {
			case c.Language != v.Language:
			case c.IsWord() && s.Word1 == "":
				s.Weight1, s.Word1, s.Title1 = c.Weight, c.Word, c.WordTitle
			case c.IsWord() && s.Word2 == "":
				s.Weight2, s.Word2, s.Title2 = c.Weight, c.Word, c.WordTitle
			default:
				s.Clauses = append(s.Clauses, c)
			}
		}
		list[i] = s
	}
	return list
}
