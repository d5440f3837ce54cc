package postgres

import (
	"context"
	"fmt"
	"sync/atomic"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

	"airport-content/internal/content"
	"airport-content/internal/postgres/db"
	"airport-content/internal/search"
)

const (
	// searchTimeout bounds the database time of a search.
	searchTimeout = 2 * time.Second
	// enough is how many items must hold every word. If fewer do, items that hold any of the words are found too.
	enough = 10
	// keptReadings is how many words are remembered; each takes some 300 bytes.
	keptReadings = 30_000
)

// searcher runs searches. It caches what it has read about words and synonyms, by their revisions, so that the cache is never
// stale.
type searcher struct {
	readings *lru.Cache[readingKey, search.Reading]
	synonyms atomic.Pointer[synonymsOf]
}

type readingKey struct {
	airport, epoch string
	revision       int64
	text           string
}

// synonymsOf are the synonyms of a revision.
type synonymsOf struct {
	revision int64
	search.Synonyms
}

func newSearcher() *searcher {
	readings, err := lru.New[readingKey, search.Reading](keptReadings)
	if err != nil {
		panic(err) // only for a size that is not positive
	}
	return &searcher{readings: readings}
}

// search finds one page of an airport in this state. If the database has another state by now, it returns content.ErrMoved.
func (s *searcher) search(ctx context.Context, q *db.Queries, st *content.State, query content.Query) (content.Page, error) {
	ctx, cancel := context.WithTimeout(ctx, searchTimeout)
	defer cancel()
	vocabulary := search.Vocabulary{Readings: map[string]search.Reading{}}
	for _, items := range st.Items {
		vocabulary.Items += items
	}
	var err error
	if vocabulary.Synonyms, err = s.synonymsAt(ctx, q, st.Synonyms); err != nil {
		return content.Page{}, err
	}
	asked := search.Parse(query.Search)
	plan, err := s.plan(ctx, q, st, vocabulary, asked)
	if err != nil {
		return content.Page{}, err
	}
	corrected, err := correct(ctx, q, st, plan, vocabulary, query)
	if err != nil {
		return content.Page{}, err
	}
	if corrected != nil {
		asked = asked.Correct(corrected)
		if plan, err = s.plan(ctx, q, st, vocabulary, asked); err != nil {
			return content.Page{}, err
		}
	}
	page, err := findPage(ctx, q, plan, pageParams(st, query, vocabulary.Items, plan.Terms), st)
	if err != nil {
		return content.Page{}, err
	}
	page.Search.Query, page.Search.Corrected = asked.String(), corrected
	return page, nil
}

// plan makes the plan of a query. It reads into the vocabulary what it needs for that.
func (s *searcher) plan(ctx context.Context, q *db.Queries, st *content.State, v search.Vocabulary, asked search.Query) (search.Plan, error) {
	for {
		plan := search.NewPlan(asked, v)
		if len(plan.Missing) == 0 {
			return plan, nil
		}
		if err := s.read(ctx, q, st, v, plan.Missing); err != nil {
			return search.Plan{}, err
		}
	}
}

// read adds to the vocabulary what the airport knows about the texts.
func (s *searcher) read(ctx context.Context, q *db.Queries, st *content.State, v search.Vocabulary, texts []string) error {
	key := readingKey{airport: st.Code, epoch: st.Epoch, revision: st.Revision}
	var unread []string
	for _, key.text = range texts {
		reading, ok := s.readings.Get(key)
		if !ok {
			unread = append(unread, key.text)
		}
		v.Readings[key.text] = reading
	}
	if len(unread) == 0 {
		return nil
	}
	rows, err := q.ReadTexts(ctx, db.ReadTextsParams{Airport: st.Code, Texts: unread})
	if err != nil {
		return fmt.Errorf("read the words: %w", classify(err))
	}
	if len(rows) == 0 {
		return content.ErrMoved // the airport was removed
	}
	for _, row := range rows {
		if row.Epoch != st.Epoch || row.Revision != st.Revision {
			return content.ErrMoved
		}
		reading := v.Readings[row.Text]
		reading.Plain = row.Plain
		reading.Add(row.Lexeme, row.Positions, int(row.Items))
		v.Readings[row.Text] = reading
	}
	for _, key.text = range unread {
		s.readings.Add(key, v.Readings[key.text])
	}
	return nil
}

// synonymsAt returns the synonyms of a revision.
func (s *searcher) synonymsAt(ctx context.Context, q *db.Queries, revision int64) (search.Synonyms, error) {
	if kept := s.synonyms.Load(); kept != nil && kept.revision == revision {
		return kept.Synonyms, nil
	}
	read, err := readSynonyms(ctx, q)
	if err != nil {
		return search.Synonyms{}, err
	}
	if read.revision != revision {
		return search.Synonyms{}, content.ErrMoved
	}
	s.synonyms.Store(&read)
	return read.Synonyms, nil
}

// correct finds corrections for words that no item holds. They come only from items that the key may read.
func correct(ctx context.Context, q *db.Queries, st *content.State, plan search.Plan, v search.Vocabulary, query content.Query) (map[string]string, error) {
	misspelled := plan.Misspellings(v)
	if len(misspelled) == 0 {
		return nil, nil
	}
	near := db.ListNearWordsParams{Airport: st.Code, Tags: search.Tags(st.Code, query.Allowed), Restricted: query.Allowed != nil}
	for _, m := range misspelled {
		near.Misspelled = append(near.Misspelled, m.Plain)
		near.Swapped = append(near.Swapped, m.Swapped...)
		near.Parted = append(near.Parted, m.Parted...)
	}
	rows, err := q.ListNearWords(ctx, near)
	if err != nil {
		return nil, fmt.Errorf("look for misspelled words: %w", classify(err))
	}
	candidates := make([]search.Candidate, len(rows))
	for i, row := range rows {
		candidates[i] = search.Candidate{Word: row.Word, Items: int(row.Items)}
	}
	return search.Corrections(misspelled, candidates, v.Synonyms), nil
}

// pageParams are the statement's parameters that do not depend on how many words an item must hold.
func pageParams(st *content.State, query content.Query, items int, terms []search.Term) db.SearchPageParams {
	p := db.SearchPageParams{
		Airport: st.Code, Tags: search.Tags(st.Code, query.Allowed),
		Types: texts(query.Types), Since: timeOrNull(query.ModifiedSince),
		Size: int64(query.Size), Skip: int64(query.From),
		Terms: []string{}, Weights: []float64{},
		Forms: []string{}, FormTerms: []int32{}, FormFactors: []float64{}, FormWeights: []float64{},
	}
	p.NormBase, p.NormSlope = search.Norm(items, st.SearchLength)
	for n, term := range terms {
		if len(term.Forms) == 1 && term.Forms[0].Factor == 1 {
			p.Terms = append(p.Terms, term.Forms[0].Query)
			p.Weights = append(p.Weights, term.Weight)
			continue
		}
		for _, form := range term.Forms {
			p.Forms = append(p.Forms, form.Query)
			p.FormTerms = append(p.FormTerms, int32(n))
			p.FormFactors = append(p.FormFactors, form.Factor)
			p.FormWeights = append(p.FormWeights, term.Weight)
		}
	}
	return p
}

// findPage asks for every word if enough items hold them all and one of these passes the filters, else for any word.
func findPage(ctx context.Context, q *db.Queries, plan search.Plan, p db.SearchPageParams, st *content.State) (content.Page, error) {
	every := content.Page{Search: &content.Search{Match: "all"}}
	if plan.All == "" {
		return every, nil
	}
	if plan.Most >= enough || plan.All == plan.Any {
		p.Query = plan.All
		hits, err := readPage(ctx, q, p, st, &every)
		if err != nil || plan.All == plan.Any || hits >= enough && every.Total > 0 {
			return every, err
		}
	}
	any := content.Page{Search: &content.Search{Match: "any"}}
	p.Query, p.Every = plan.Any, &plan.All
	_, err := readPage(ctx, q, p, st, &any)
	return any, err
}

// readPage reads the page. It returns how many items the query finds before the filters.
func readPage(ctx context.Context, q *db.Queries, p db.SearchPageParams, st *content.State, page *content.Page) (hits int, err error) {
	rows, err := q.SearchPage(ctx, p)
	if err != nil {
		return 0, fmt.Errorf("search: %w", classify(err))
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

// OIDs of types that pgx does not know, as in PostgreSQL's pg_type.dat.
const (
	tsqueryOID      = 3615
	tsqueryArrayOID = 3645
)

// registerTypes lets a connection use Go strings as tsqueries.
func registerTypes(_ context.Context, conn *pgx.Conn) error {
	tsquery := &pgtype.Type{Name: "tsquery", OID: tsqueryOID, Codec: &pgtype.TextFormatOnlyCodec{Codec: pgtype.TextCodec{}}}
	conn.TypeMap().RegisterType(tsquery)
	conn.TypeMap().RegisterType(&pgtype.Type{Name: "_tsquery", OID: tsqueryArrayOID, Codec: &pgtype.ArrayCodec{ElementType: tsquery}})
	return nil
}
