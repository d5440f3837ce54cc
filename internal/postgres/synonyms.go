package postgres

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"airport-content/internal/postgres/db"
	"airport-content/internal/search"
)

// ListSynonyms lists the groups of words that mean the same, ordered by their first words.
func (d *DB) ListSynonyms(ctx context.Context) ([][]string, error) {
	read, err := readSynonyms(ctx, d.queries)
	if err != nil {
		return nil, err
	}
	groups := [][]string{}
	for _, group := range read.Groups {
		groups = append(groups, wordsOf(group))
	}
	slices.SortFunc(groups, slices.Compare)
	return groups, nil
}

// AddSynonyms makes the words one group, and joins the groups that they are in already. It returns the whole group.
func (d *DB) AddSynonyms(ctx context.Context, words []string) (group []string, err error) {
	list, err := parseSynonyms(words)
	if err != nil {
		return nil, err
	}
	err = d.changeSynonyms(ctx, list, func(s search.Synonyms) (search.Synonyms, error) {
		for _, w := range list {
			if len(w.Reading.Lexemes) == 0 {
				return s, fmt.Errorf("%q is too common a word: the search leaves it out", w.Word)
			}
		}
		changed, joined := s.Add(list)
		if group = wordsOf(joined); len(group) < 2 {
			return s, errors.New("want two words that the search tells apart, or one that is in a group already")
		}
		return changed, nil
	})
	if err != nil {
		return nil, fmt.Errorf("add synonyms: %w", err)
	}
	return group, nil
}

// RemoveSynonym takes a word out of its group and returns what it removed: of a group of two, both words.
func (d *DB) RemoveSynonym(ctx context.Context, word string) (removed []string, err error) {
	list, err := parseSynonyms([]string{word})
	if err != nil {
		return nil, err
	}
	var known []string
	err = d.changeSynonyms(ctx, list, func(s search.Synonyms) (search.Synonyms, error) {
		left, gone := s.Remove(list[0])
		removed = wordsOf(gone)
		for _, group := range s.Groups {
			known = append(known, wordsOf(group)...)
		}
		return left, nil
	})
	if err != nil {
		return nil, fmt.Errorf("remove synonym %q: %w", word, err)
	}
	if len(removed) == 0 {
		return nil, unknown("synonym", list[0].Word, known)
	}
	return removed, nil
}

// addDefaultSynonyms adds the program's own synonyms, once for each database. It keeps the ones that the operator has added.
func addDefaultSynonyms(ctx context.Context, conn *pgx.Conn) error {
	err := pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error {
		q := db.New(tx)
		if claimed, err := q.ClaimDefaultSynonyms(ctx); err != nil || claimed == 0 {
			return err
		}
		var all []search.Synonym
		var sizes []int
		for _, words := range search.DefaultSynonyms() {
			group, err := parseSynonyms(words)
			if err != nil {
				return err
			}
			all = append(all, group...)
			sizes = append(sizes, len(group))
		}
		return rewriteSynonyms(ctx, q, all, func(s search.Synonyms) (search.Synonyms, error) {
			for _, size := range sizes {
				s, _ = s.Add(all[:size])
				all = all[size:]
			}
			return s, nil
		})
	})
	if err != nil {
		return fmt.Errorf("add the default synonyms: %w", classify(err))
	}
	return nil
}

func (d *DB) changeSynonyms(ctx context.Context, words []search.Synonym, change func(search.Synonyms) (search.Synonyms, error)) error {
	return d.inTx(ctx, func(q *db.Queries) error {
		if err := q.CountSynonymChange(ctx); err != nil {
			return err
		}
		return rewriteSynonyms(ctx, q, words, change)
	})
}

// rewriteSynonyms reads the lexemes of words, and replaces all synonyms by what change makes of them. That is simple, and they
// are only a few hundred words.
func rewriteSynonyms(ctx context.Context, q *db.Queries, words []search.Synonym, change func(search.Synonyms) (search.Synonyms, error)) error {
	texts := make([]string, len(words))
	for i, w := range words {
		texts[i] = w.Text
	}
	rows, err := q.ReadWords(ctx, texts)
	if err != nil {
		return err
	}
	for i := range words {
		for _, row := range rows {
			if row.Text == words[i].Text {
				words[i].Reading.Add(row.Lexeme, row.Positions, 0)
			}
		}
	}
	read, err := readSynonyms(ctx, q)
	if err != nil {
		return err
	}
	changed, err := change(read.Synonyms)
	if err != nil {
		return err
	}
	if err := q.DeleteSynonyms(ctx); err != nil {
		return err
	}
	var insert db.InsertSynonymsParams
	for i, group := range changed.Groups {
		for _, s := range group {
			insert.Words = append(insert.Words, s.Word)
			insert.Readings = append(insert.Readings, s.Text)
			insert.Groups = append(insert.Groups, int32(i))
		}
	}
	return q.InsertSynonyms(ctx, insert)
}

func readSynonyms(ctx context.Context, q *db.Queries) (synonymsOf, error) {
	rows, err := q.ListSynonyms(ctx)
	if err != nil {
		return synonymsOf{}, fmt.Errorf("list synonyms: %w", classify(err))
	}
	var read synonymsOf
	var groups [][]search.Synonym
	last := int32(-1)
	for _, row := range rows {
		read.revision = row.Revision
		if row.Word == "" { // there are none
			break
		}
		if row.GroupID != last {
			groups = append(groups, nil)
			last = row.GroupID
		}
		group := &groups[len(groups)-1]
		if n := len(*group); n == 0 || (*group)[n-1].Word != row.Word {
			*group = append(*group, search.Synonym{Word: row.Word, Text: row.Reading})
		}
		(*group)[len(*group)-1].Reading.Add(row.Lexeme, row.Positions, 0)
	}
	read.Synonyms = search.NewSynonyms(groups)
	return read, nil
}

// parseSynonyms checks and normalises words.
func parseSynonyms(words []string) ([]search.Synonym, error) {
	list := make([]search.Synonym, len(words))
	for i, given := range words {
		if !printable(given) || len(given) > 200 {
			return nil, fmt.Errorf("synonym %.200q: want a word, or a few, without control characters", given)
		}
		text := search.Normalise(given)
		if n := len(strings.Fields(text)); n == 0 || n > search.MaxSynonymWords {
			return nil, fmt.Errorf("synonym %q: it has %d words to search for, want 1 to %d", given, n, search.MaxSynonymWords)
		}
		list[i] = search.Synonym{Word: strings.Join(strings.Fields(given), " "), Text: text}
	}
	return list, nil
}

// wordsOf lists a group's words in order.
func wordsOf(group []search.Synonym) []string {
	words := make([]string, len(group))
	for i, s := range group {
		words[i] = s.Word
	}
	slices.Sort(words)
	return words
}
