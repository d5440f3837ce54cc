package store

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"time"

	"airport-content/internal/content"
	"airport-content/internal/db"
	"airport-content/internal/search"
	"airport-content/internal/search/concept"
	"airport-content/internal/search/word"
)

// searchTimeout bounds a search, once it has a connection.
const searchTimeout = 2 * time.Second

// search runs a search in the languages in which the airport has items that the key may read. It also
// returns the queries that found the page.
func (r Reader) search(ctx context.Context, st *content.State, q content.Query) (page content.Page, found []search.LanguageQuery, err error) {
	vocabulary, err := r.index(ctx, st, vocabularyIndex)
	if err != nil {
		return page, nil, err
	}
	concepts := concept.Get() // before the time of the search begins: the first call reads files
	ctx, done, err := r.beginLong(ctx, searchTimeout)
	if err != nil {
		return page, nil, err
	}
	defer done()
	ctx, cancel := context.WithTimeout(ctx, searchTimeout)
	defer cancel()
	corpora, err := r.corpora(ctx, st, q, vocabulary.(vocabularies), concepts)
	if err != nil {
		return page, nil, err
	}
	open, err := r.open(ctx, st, q)
	if err != nil {
		return page, nil, err
	}
	if q.Metadata, err = r.spelled(ctx, st, q.Metadata); err != nil {
		return page, nil, err
	}
	request := search.Request{Text: q.Search, Match: q.Match, Uncorrected: q.Uncorrected, Highlighted: q.Highlight}
	readable := &items{Reader: r, st: st, query: q, open: open}
	plan, err := r.plan(ctx, readable, request, corpora)
	if err != nil {
		return page, nil, err
	}
	if page, err = plan.Run(ctx, readable, request, corpora); err != nil {
		return page, nil, db.Classify(err)
	}
	if readable.found != nil {
		page.Metadata, err = r.countMetadata(ctx, st, q, open, readable.asked)
	}
	return page, readable.found, err
}

// corpora are the items that a key may read, by language.
func (r Reader) corpora(ctx context.Context, st *content.State, q content.Query, words vocabularies, concepts *concept.Thesaurus) ([]search.Corpus, error) {
	number := searchLanguages(st, q.Allowed)
	var corpora []search.Corpus
	for _, language := range slices.Sorted(maps.Keys(number)) {
		synonyms, err := r.synonymsOf(ctx, language, st.Synonyms)
		if err != nil {
			return nil, err
		}
		vocabulary, ok := words[language]
		if !ok {
			vocabulary = &search.Vocabulary{}
		}
		corpora = append(corpora, search.NewCorpus(language, number[language], vocabulary, q.Allowed, synonyms.words, concepts))
	}
	return corpora, nil
}

// searchLanguages counts the items of each search language.
func searchLanguages(st *content.State, scope content.Scope) map[string]int {
	number := map[string]int{}
	for language, n := range st.Languages(scope) {
		number[word.Language(language)] += n
	}
	return number
}

// items are the items of an airport that a query may find. They implement search.Database.
type items struct {
	Reader
	st    *content.State
	query content.Query
	open  []byte // what is open, if the query asks
	// The queries of the last page, and their JSON.
	found []search.LanguageQuery
	asked string
}

// Known is the stem of a word, if it was read before.
func (x *items) Known(w word.Word) (word.Stem, bool) { return x.lexicon.Known(w) }

// ReadStems gives each word its stem.
func (x *items) ReadStems(ctx context.Context, stems word.Stems) error {
	if err := x.lexicon.Fill(ctx, x.pool.Queries, stems); err != nil {
		return x.failed(ctx, err)
	}
	return nil
}

// Beginnings reads the first bytes of bodies.
func (x *items) Beginnings(ctx context.Context, ids []string, bytes int) (map[string]string, error) {
	rows, err := x.pool.ReadBeginnings(ctx, db.ReadBeginningsParams{Airport: x.st.Code, Ids: ids, Bytes: bytes})
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
		beginnings[row.ID] = string(row.Beginning)
	}
	return beginnings, nil
}

// Page reads a page of the items that the queries find and the filters accept.
func (x *items) Page(ctx context.Context, queries []search.LanguageQuery) (content.Page, error) {
	asked, err := json.Marshal(searchPageQueries(x.st, queries))
	if err != nil {
		return content.Page{}, fmt.Errorf("write the queries: %w", err)
	}
	x.found, x.asked = queries, string(asked)
	params := db.SearchThingsParams{Airport: x.st.Code, Tags: search.Tags(x.st.Code, x.query.Allowed), Queries: x.asked,
		Types: x.query.Shown().Names(), Languages: x.st.InLanguages(x.query.Languages), Since: timeOrNull(x.query.ModifiedSince),
		Path: metadataPath(x.query.Metadata, ""), Open: x.open, Liked: liked(x.st, x.query), Facets: x.query.Counts, Size: int64(x.query.Size), Skip: int64(x.query.From)}
	rows, err := x.read(ctx, params)
	if err != nil {
		return content.Page{}, x.failed(ctx, err)
	}
	return x.pageOf(x.st, x.query, rows)
}

// read reads a page of items, or of things in the languages that the query likes.
func (x *items) read(ctx context.Context, p db.SearchThingsParams) ([]db.SearchThingsRow, error) {
	if p.Liked != nil {
		return x.pool.SearchThings(ctx, p)
	}
	rows, err := x.pool.SearchPage(ctx, db.SearchPageParams{Airport: p.Airport, Facets: p.Facets, Skip: p.Skip, Size: p.Size, Queries: p.Queries,
		Open: p.Open, Since: p.Since, Path: p.Path, Languages: p.Languages, Types: p.Types, Tags: p.Tags})
	return db.Convert(rows, func(row db.SearchPageRow) db.SearchThingsRow { return db.SearchThingsRow(row) }), err
}

// searchPageQuery is the JSON that SearchPage reads: the tsqueries and clauses for the items of one
// search language.
type searchPageQuery struct {
	Language  string `json:"language"`
	Query     string `json:"query"`
	First     string `json:"first,omitempty"`
	Unordered bool   `json:"unordered,omitempty"`
	Foremost  string `json:"foremost,omitempty"`
	search.Norms
	Synonym float64         `json:"synonym"`            // as in search.Ranking
	Weight1 float64         `json:"weight_1,omitempty"` // two clauses of a single word
	Word1   string          `json:"word_1,omitempty"`
	Title1  string          `json:"title_1,omitempty"`
	Weight2 float64         `json:"weight_2,omitempty"`
	Word2   string          `json:"word_2,omitempty"`
	Title2  string          `json:"title_2,omitempty"`
	Clauses []search.Clause `json:"clauses,omitempty"` // all other clauses
}

// searchPageQueries writes queries with the numbers of their ranking.
func searchPageQueries(st *content.State, queries []search.LanguageQuery) []searchPageQuery {
	number := float64(max(1, st.Total(content.EveryType())))
	list := make([]searchPageQuery, len(queries))
	for i, q := range queries {
		ranking := search.RankingIn(q.Language)
		norms := ranking.Norms(float64(max(1, st.SearchLength))/number, float64(max(1, st.TitleLength))/number)
		l := searchPageQuery{Language: q.Language, Query: q.Query, First: q.First, Unordered: q.Unordered, Foremost: q.Foremost, Norms: norms, Synonym: ranking.Synonym}
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
