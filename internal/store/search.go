package store

import (
	"context"
	"encoding/json"
	"fmt"
	"hash/maphash"
	"maps"
	"slices"
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
	return search.Run(ctx, index{r, st, q, q.Allowed.String(), languages}, q.Search, languages, q.Highlight)
}

// index is the part of an airport's items that a query of a key may find. It implements search.Index.
type index struct {
	Reader
	st        *content.State
	query     content.Query
	types     string // of wordKey
	languages []search.Vocabulary
}

// Analyse finds the stems of the texts' words, and how many items hold them.
func (x index) Analyse(ctx context.Context, given []string) (map[string][]search.Analysis, error) {
	stems := map[search.Token]search.Stem{}
	for _, v := range x.languages {
		for _, text := range given {
			search.AddTokens(stems, v.Language, text)
		}
	}
	if err := x.lexicon.Fill(ctx, x.pool.Queries, stems); err != nil {
		return nil, x.failed(ctx, err)
	}
	found := make(map[string][]search.Analysis, len(given))
	frequencies := map[counted]int{}
	for _, text := range given {
		for _, v := range x.languages {
			analysis := search.NewAnalysis(text, v.Language, stems)
			for _, l := range analysis.Lexemes {
				frequencies[counted{v.Language, l.Text, l.Prefix}] = 0
				frequencies[counted{v.Language, l.Accented, false}] = 0
			}
			found[text] = append(found[text], analysis)
		}
	}
	if err := x.countItems(ctx, frequencies); err != nil {
		return nil, err
	}
	for _, analyses := range found {
		for i, v := range x.languages {
			for j := range analyses[i].Lexemes {
				l := &analyses[i].Lexemes[j]
				l.Frequency = min(v.Items, frequencies[counted{v.Language, l.Text, l.Prefix}])
				l.AccentedFrequency = min(v.Items, frequencies[counted{v.Language, l.Accented, false}])
			}
		}
	}
	return found, nil
}

// counted is what a document frequency counts: the items of a search language that hold a lexeme, or one that begins with it.
type counted struct {
	language, lexeme string
	prefix           bool
}

// countItems gives each lexeme its document frequency among the items that the key may read. It reads what is not cached.
func (x index) countItems(ctx context.Context, frequencies map[counted]int) error {
	var params db.ListFrequenciesParams
	for c := range frequencies {
		if c.lexeme == "" {
			continue
		}
		if items, ok := x.frequencies.Get(x.hash(c)); ok {
			frequencies[c] = items
			continue
		}
		last := c.lexeme
		if c.prefix {
			last += "\U0010FFFF"
		}
		params.Languages, params.Lexemes, params.Lasts = append(params.Languages, c.language), append(params.Lexemes, c.lexeme), append(params.Lasts, last)
	}
	if len(params.Lexemes) == 0 {
		return nil
	}
	params.Airport, params.Types = x.st.Code, x.query.Allowed.Names()
	rows, err := x.pool.ListFrequencies(ctx, params)
	if err != nil {
		return x.failed(ctx, err)
	}
	if err := x.check(x.st, rows[0].StateID); err != nil {
		return err
	}
	for _, row := range rows {
		c := counted{row.Language, row.Lexeme, row.Prefix}
		frequencies[c] = row.Items
		x.frequencies.Add(x.hash(c), row.Items, 1)
	}
	return nil
}

// wordKey is what the lexemes or frequency of something depend on.
type wordKey[T comparable] struct {
	airport, state string
	types          string // that the key may read; "*": every type
	of             T
}

func keyOf[T comparable](x index, of T) wordKey[T] {
	return wordKey[T]{x.st.Code, x.st.ID, x.types, of}
}

func (x index) hash(c counted) uint64 { return maphash.Comparable(x.seed, keyOf(x, c)) }

// NearWords lists words of items that the key may read.
func (x index) NearWords(ctx context.Context, misspelled []search.Misspelling) ([]search.Candidate, error) {
	params := db.ListNearWordsParams{Airport: x.st.Code, Tags: search.Tags(x.st.Code, x.query.Allowed), Types: x.query.Allowed.Names()}
	for _, m := range misspelled {
		params.Misspelled = append(params.Misspelled, m.Unaccented)
		params.Swapped = append(params.Swapped, m.Swapped...)
		params.Parted = append(params.Parted, m.Parted...)
	}
	rows, err := x.pool.ListNearWords(ctx, params)
	if err != nil {
		return nil, x.failed(ctx, err)
	}
	if len(rows) == 0 {
		return nil, x.checkNoRow(ctx, x.st)
	}
	if err := x.check(x.st, rows[0].StateID); err != nil {
		return nil, err
	}
	candidates := make([]search.Candidate, len(rows))
	for i, row := range rows {
		candidates[i] = search.Candidate{Unaccented: row.Unaccented, Word: row.Word, Frequency: int(row.Items)}
	}
	return candidates, nil
}

// Forms looks up how the airport's items write lexemes.
func (x index) Forms(ctx context.Context, lexemes []search.Token) (map[search.Token]string, error) {
	params := db.ListFormsParams{Airport: x.st.Code}
	for _, l := range lexemes {
		params.Languages, params.Lexemes = append(params.Languages, l.Language), append(params.Lexemes, l.Word)
	}
	rows, err := x.pool.ListForms(ctx, params)
	if err != nil {
		return nil, x.failed(ctx, err)
	}
	forms := make(map[search.Token]string, len(rows))
	for _, row := range rows {
		forms[search.Token{Language: row.Language, Word: row.Word}] = row.Lexeme
	}
	return forms, nil
}

// Beginnings reads the first characters of bodies.
func (x index) Beginnings(ctx context.Context, ids []string, characters int) (map[string]string, error) {
	rows, err := x.pool.ReadBeginnings(ctx, db.ReadBeginningsParams{Airport: x.st.Code, Ids: ids, Characters: characters})
	if err != nil {
		return nil, x.failed(ctx, err)
	}
	if len(rows) < len(ids) {
		return nil, content.ErrOtherState
	}
	if err := x.check(x.st, rows[0].StateID); err != nil {
		return nil, err
	}
	beginnings := make(map[string]string, len(rows))
	for _, row := range rows {
		beginnings[row.ID] = row.Beginning
	}
	return beginnings, nil
}

// Page reads a page of what the filters let through.
func (x index) Page(ctx context.Context, queries []search.LanguageQuery) (content.Page, error) {
	asked, err := json.Marshal(x.searchPageQueries(queries))
	if err != nil {
		return content.Page{}, fmt.Errorf("write the queries: %w", err)
	}
	params := db.SearchPageParams{Airport: x.st.Code, Tags: search.Tags(x.st.Code, x.query.Allowed), Queries: string(asked),
		Types: x.query.Shown().Names(), Languages: x.st.InLanguages(x.query.Languages), Since: timeOrNull(x.query.ModifiedSince),
		Facets: x.query.Counts, Size: int64(x.query.Size), Skip: int64(x.query.From)}
	rows, err := x.pool.SearchPage(ctx, params)
	if err != nil {
		return content.Page{}, x.failed(ctx, err)
	}
	if len(rows) == 0 {
		return x.count(ctx, params)
	}
	page := content.Page{Found: int(rows[0].Found), Total: int(rows[0].Total), TotalFirst: int(rows[0].TotalFirst)}
	if page.Counts, err = decodeCounts(rows[0].Counts); err != nil {
		return content.Page{}, err
	}
	page.Items = make([]content.Item, 0, len(rows))
	for _, row := range rows {
		page.Items = append(page.Items, content.Item{ID: row.ID, Type: content.Type(row.ContentType), Title: row.Title,
			URL: row.Url, Excerpt: row.Excerpt, Thumbnail: row.Thumbnail, Language: row.Language,
			LastModified: row.LastModified.UTC(), Metadata: row.Metadata, BodySize: int(row.BodySize)})
	}
	return page, x.check(x.st, rows[0].StateID)
}

// count is for a page without items.
func (x index) count(ctx context.Context, p db.SearchPageParams) (content.Page, error) {
	row, err := x.pool.CountFound(ctx, db.CountFoundParams{Airport: p.Airport, Tags: p.Tags, Queries: p.Queries,
		Types: p.Types, Languages: p.Languages, Since: p.Since, Facets: p.Facets})
	if err != nil {
		return content.Page{}, x.failed(ctx, err)
	}
	page := content.Page{Found: int(row.Found), Total: int(row.Total), TotalFirst: int(row.TotalFirst)}
	if page.Counts, err = decodeCounts(row.Counts); err != nil {
		return content.Page{}, err
	}
	return page, x.check(x.st, row.StateID)
}

func decodeCounts(text []byte) (content.Counts, error) {
	var counts content.Counts
	if err := json.Unmarshal(text, &counts); err != nil {
		return nil, fmt.Errorf("read the counts of a search: %w", err)
	}
	return counts, nil
}

// searchPageQuery says how items of one search language are found and scored: SearchPage reads it as JSON.
type searchPageQuery struct {
	Language           string          `json:"language"`
	Query              string          `json:"query"`
	First              string          `json:"first,omitempty"`
	AverageLength      float64         `json:"average_length"` // words of an item of the airport
	AverageTitleLength float64         `json:"average_title_length"`
	Weight1            float64         `json:"weight_1,omitempty"` // two clauses of a single word
	Word1              string          `json:"word_1,omitempty"`
	Title1             string          `json:"title_1,omitempty"`
	Weight2            float64         `json:"weight_2,omitempty"`
	Word2              string          `json:"word_2,omitempty"`
	Title2             string          `json:"title_2,omitempty"`
	Clauses            []search.Clause `json:"clauses,omitempty"` // all others
}

func (x index) searchPageQueries(queries []search.LanguageQuery) []searchPageQuery {
	items := float64(max(1, x.st.Total(content.EveryType())))
	list := make([]searchPageQuery, len(queries))
	for i, q := range queries {
		l := searchPageQuery{Language: q.Language, Query: q.Query, First: q.First, AverageLength: float64(max(1, x.st.SearchLength)) / items,
			AverageTitleLength: float64(max(1, x.st.TitleLength)) / items}
		for _, c := range q.Clauses {
			switch {
			case c.IsWord() && l.Word1 == "":
				l.Weight1, l.Word1, l.Title1 = c.Weight, c.Word, c.WordTitle
			case c.IsWord() && l.Word2 == "":
				l.Weight2, l.Word2, l.Title2 = c.Weight, c.Word, c.WordTitle
			default:
				l.Clauses = append(l.Clauses, c)
			}
		}
		list[i] = l
	}
	return list
}
