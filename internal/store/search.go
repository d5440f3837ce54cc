package store

import (
	"cmp"
	"context"
	"fmt"
	"sync"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"

	"airport-content/internal/content"
	"airport-content/internal/db"
	"airport-content/internal/search"
)

const (
	// searchTimeout bounds the database time of a search.
	searchTimeout = 2 * time.Second
	// enough is how many items must hold every word. If fewer do, items that hold any of the words are found too.
	enough = 10
	// keptReadings is how many words are remembered; each takes some 300 bytes for a language.
	keptReadings = 30_000
	// noTerm fills the place of a term. No item has it.
	noTerm = "'no term'"
)

// searcher runs searches. It caches what it has read about words and synonyms, by their revisions, so that the cache is never
// stale.
type searcher struct {
	readings *lru.Cache[readingKey, []search.Reading]
	synonyms sync.Map // of *synonymsOf, by language
}

// readingKey is what the readings of a text depend on. They are in the order of the airport's languages.
type readingKey struct {
	airport, epoch string
	revision       int64
	types          string // that the key may read
	text           string
}

// synonymsOf are the synonyms of a revision.
type synonymsOf struct {
	revision int64
	search.Synonyms
}

func newSearcher() *searcher {
	readings, err := lru.New[readingKey, []search.Reading](keptReadings)
	if err != nil {
		panic(err) // only for a size that is not positive
	}
	return &searcher{readings: readings}
}

// search finds one page of an airport in this state. If the database has another state by now, it returns content.ErrMoved.
func (s *searcher) search(ctx context.Context, q *db.Queries, st *content.State, query content.Query) (content.Page, error) {
	ctx, cancel := context.WithTimeout(ctx, searchTimeout)
	defer cancel()
	w := wording{searcher: s, q: q, st: st, types: query.Allowed}
	if err := w.begin(ctx); err != nil {
		return content.Page{}, err
	}
	asked := search.Parse(query.Search)
	plan, err := w.plan(ctx, asked)
	if err != nil {
		return content.Page{}, err
	}
	corrected, err := w.correct(ctx, plan)
	if err != nil {
		return content.Page{}, err
	}
	if corrected != nil {
		asked = asked.Correct(corrected)
		if plan, err = w.plan(ctx, asked); err != nil {
			return content.Page{}, err
		}
	}
	page, err := findPage(ctx, q, plan, pageParams(st, query, w.languages, plan.Terms), st)
	if err != nil {
		return content.Page{}, err
	}
	page.Search.Query, page.Search.Corrected = asked.String(), corrected
	return page, nil
}

// pageParams are the statement's parameters that do not depend on how many words an item must hold.
func pageParams(st *content.State, query content.Query, languages []search.Vocabulary, terms []search.Term) db.SearchPageParams {
	p := db.SearchPageParams{
		Airport: st.Code, Tags: search.Tags(st.Code, query.Allowed),
		Types: texts(query.Types), Languages: st.InLanguages(query.Languages), Since: timeOrNull(query.ModifiedSince),
		Size: int64(query.Size), Skip: int64(query.From),
		TermParts: []int32{}, TermWeights: []float64{}, TermWords: []string{}, TermWordTitles: []string{},
		TermPhrases: []string{}, TermPhraseTitles: []string{}, TermSynonyms: []string{}, TermSynonymTitles: []string{},
	}
	items := float64(max(1, st.Total(nil, nil)))
	p.AverageTitleLength, p.AverageLength = float64(max(1, st.TitleLength))/items, float64(max(1, st.SearchLength))/items
	scored(&p, languages, terms)
	return p
}

// scored adds what is scored. Two plain words of each language stand in the arrays, whose places count from 1: 2·part−1 and
// 2·part. All other terms are joined.
func scored(p *db.SearchPageParams, languages []search.Vocabulary, terms []search.Term) {
	p.SearchLanguages = make([]string, len(languages))
	p.Words, p.Titles, p.Weights = make([]string, 2*len(languages)), make([]string, 2*len(languages)), make([]float64, 2*len(languages))
	for i, v := range languages {
		p.SearchLanguages[i] = v.Language
	}
	plain := make([]int, len(languages))
	for _, t := range terms {
		if place := plain[t.Part]; place < 2 && t.Plain() {
			p.Words[2*t.Part+place], p.Titles[2*t.Part+place], p.Weights[2*t.Part+place] = t.Word.Query, t.Word.Title, t.Weight
			plain[t.Part]++
			continue
		}
		p.TermParts, p.TermWeights = append(p.TermParts, int32(2*t.Part+2)), append(p.TermWeights, t.Weight)
		p.TermWords, p.TermWordTitles = append(p.TermWords, orNoTerm(t.Word.Query)), append(p.TermWordTitles, orNoTerm(t.Word.Title))
		p.TermPhrases, p.TermPhraseTitles = append(p.TermPhrases, orNoTerm(t.Phrase.Query)), append(p.TermPhraseTitles, orNoTerm(t.Phrase.Title))
		p.TermSynonyms, p.TermSynonymTitles = append(p.TermSynonyms, orNoTerm(t.Synonyms.Query)), append(p.TermSynonymTitles, orNoTerm(t.Synonyms.Title))
	}
	for len(p.Words) > 0 && p.Words[len(p.Words)-1] == "" { // a place that is not there costs less than one without a word
		p.Words, p.Titles = p.Words[:len(p.Words)-1], p.Titles[:len(p.Titles)-1]
	}
	for i, word := range p.Words {
		p.Words[i], p.Titles[i] = orNoTerm(word), orNoTerm(p.Titles[i])
	}
}

func orNoTerm(query string) string { return cmp.Or(query, noTerm) }

// findPage asks for every word if enough items hold them all and one of these passes the filters, else for any word. One word is
// asked for as it is, if any item holds it.
func findPage(ctx context.Context, q *db.Queries, plan search.Plan, p db.SearchPageParams, st *content.State) (content.Page, error) {
	every := content.Page{Search: &content.Search{Match: "all"}}
	if plan.All == "" {
		return every, nil
	}
	if plan.Most >= enough || plan.One || plan.All == plan.Any {
		p.Query = plan.All
		if plan.Title != "" {
			p.First = &plan.Title
		}
		hits, err := readPage(ctx, q, p, st, &every)
		if err != nil || plan.All == plan.Any || plan.One && hits > 0 || hits >= enough && every.Total > 0 {
			return every, err
		}
	}
	any := content.Page{Search: &content.Search{Match: "any"}}
	p.Query, p.First = plan.Any, &plan.All
	_, err := readPage(ctx, q, p, st, &any)
	return any, err
}

// readPage reads the page. It returns how many items the query finds before the filters.
func readPage(ctx context.Context, q *db.Queries, p db.SearchPageParams, st *content.State, page *content.Page) (hits int, err error) {
	rows, err := q.SearchPage(ctx, p)
	if err != nil {
		return 0, fmt.Errorf("search: %w", db.Classify(err))
	}
	if len(rows) == 0 || rows[0].Epoch != st.Epoch || rows[0].Revision != st.Revision {
		return 0, content.ErrMoved
	}
	page.Total = int(rows[0].Total)
	for _, row := range rows {
		if row.ID == nil { // the page is empty
			break
		}
		page.Items = append(page.Items, content.Item{ID: *row.ID, Type: content.Type(*row.ContentType), Title: *row.Title,
			URL: row.Url, Excerpt: row.Excerpt, Thumbnail: row.Thumbnail, Language: *row.Language,
			LastModified: row.LastModified.UTC(), Metadata: row.Metadata})
		page.BodySizes = append(page.BodySizes, row.BodySize)
	}
	return int(rows[0].Hits), nil
}
