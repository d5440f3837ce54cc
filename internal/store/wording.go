package store

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"airport-content/internal/content"
	"airport-content/internal/db"
	"airport-content/internal/search"
)

// wording works out what the words of one search mean, in each language in which the airport has items that the key may read.
type wording struct {
	*searcher
	q         *db.Queries
	st        *content.State
	types     []content.Type // that the key may read; nil: every type
	languages []search.Vocabulary
}

// begin lists the languages, with their synonyms.
func (w *wording) begin(ctx context.Context) error {
	items := map[string]int{}
	for language, n := range w.st.Languages(w.types) {
		items[search.Language(language)] += n
	}
	for _, name := range slices.Sorted(maps.Keys(items)) {
		synonyms, err := w.synonymsAt(ctx, w.q, name, w.st.Synonyms)
		if err != nil {
			return err
		}
		w.languages = append(w.languages, search.Vocabulary{Language: name, Items: items[name],
			Readings: map[string]search.Reading{}, Synonyms: synonyms})
	}
	return nil
}

// synonymsAt returns the synonyms of a language in a revision.
func (s *searcher) synonymsAt(ctx context.Context, q *db.Queries, language string, revision int64) (search.Synonyms, error) {
	if kept, ok := s.synonyms.Load(language); ok && kept.(*synonymsOf).revision == revision {
		return kept.(*synonymsOf).Synonyms, nil
	}
	synonyms, found, err := readSynonyms(ctx, q, language)
	if err != nil {
		return search.Synonyms{}, err
	}
	if found != revision {
		return search.Synonyms{}, content.ErrMoved
	}
	s.synonyms.Store(language, &synonymsOf{revision, synonyms})
	return synonyms, nil
}

// plan makes the plan of a query. It reads into the vocabularies what it needs for that.
func (w *wording) plan(ctx context.Context, asked search.Query) (search.Plan, error) {
	for {
		plan := search.NewPlans(asked, w.languages)
		if len(plan.Missing) == 0 {
			return plan, nil
		}
		if err := w.read(ctx, plan.Missing); err != nil {
			return search.Plan{}, err
		}
	}
}

// read adds to the vocabularies what the airport knows about the texts.
func (w *wording) read(ctx context.Context, missing []string) error {
	key := readingKey{airport: w.st.Code, epoch: w.st.Epoch, revision: w.st.Revision, types: "*"}
	if w.types != nil {
		key.types = strings.Join(texts(w.types), " ")
	}
	var unread []string
	for _, key.text = range missing {
		if readings, ok := w.readings.Get(key); ok {
			w.know(key.text, readings)
		} else {
			unread = append(unread, key.text)
		}
	}
	if len(unread) == 0 {
		return nil
	}
	read, err := w.readAgain(ctx, unread)
	if err != nil {
		return err
	}
	for _, key.text = range unread {
		w.know(key.text, read[key.text])
		w.readings.Add(key, read[key.text])
	}
	return nil
}

// readAgain reads what the airport knows about the texts, in the order of the languages.
func (w *wording) readAgain(ctx context.Context, unread []string) (map[string][]search.Reading, error) {
	names := make([]string, len(w.languages))
	for i, v := range w.languages {
		names[i] = v.Language
	}
	rows, err := w.q.ReadTexts(ctx, db.ReadTextsParams{Airport: w.st.Code, Languages: names, Texts: unread, Types: texts(w.types)})
	if err != nil {
		return nil, fmt.Errorf("read the words: %w", db.Classify(err))
	}
	if len(rows) == 0 {
		return nil, content.ErrMoved // the airport was removed
	}
	read := make(map[string][]search.Reading, len(unread))
	for _, text := range unread {
		read[text] = make([]search.Reading, len(names))
	}
	for _, row := range rows {
		if row.Epoch != w.st.Epoch || row.Revision != w.st.Revision {
			return nil, content.ErrMoved
		}
		reading := &read[row.Text][slices.Index(names, row.Language)]
		reading.Plain = row.Plain
		reading.Add(row.Lexeme, row.Positions, int(row.Items))
	}
	return read, nil
}

func (w *wording) know(text string, readings []search.Reading) {
	for i, reading := range readings {
		w.languages[i].Readings[text] = reading
	}
}

// correct finds corrections for words that no item holds. They come only from items that the key may read.
func (w *wording) correct(ctx context.Context, plan search.Plan) (map[string]string, error) {
	misspelled := plan.Misspellings(w.languages)
	if len(misspelled) == 0 {
		return nil, nil
	}
	near := db.ListNearWordsParams{Airport: w.st.Code, Tags: search.Tags(w.st.Code, w.types), Types: texts(w.types)}
	for _, m := range misspelled {
		near.Misspelled = append(near.Misspelled, m.Plain)
		near.Swapped = append(near.Swapped, m.Swapped...)
		near.Parted = append(near.Parted, m.Parted...)
	}
	rows, err := w.q.ListNearWords(ctx, near)
	if err != nil {
		return nil, fmt.Errorf("look for misspelled words: %w", db.Classify(err))
	}
	candidates := make([]search.Candidate, len(rows))
	for i, row := range rows {
		candidates[i] = search.Candidate{Plain: row.Plain, Word: row.Word, Items: int(row.Items)}
	}
	return search.Corrections(misspelled, candidates, w.languages), nil
}
