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

// SynonymGroup is a group of words that mean the same.
type SynonymGroup struct {
	Language string   // of the items that are searched for them, such as "german"; empty: all
	Words    []string // in order
}

// ListSynonyms lists the groups, ordered by their first words.
func (d *DB) ListSynonyms(ctx context.Context) ([]SynonymGroup, error) {
	rows, err := d.queries.ListSynonyms(ctx)
	if err != nil {
		return nil, fmt.Errorf("list synonyms: %w", classify(err))
	}
	groups := []SynonymGroup{}
	for i, row := range rows {
		if i == 0 || row.GroupID != rows[i-1].GroupID {
			groups = append(groups, SynonymGroup{Language: row.Language})
		}
		last := &groups[len(groups)-1]
		last.Words = append(last.Words, row.Word)
	}
	slices.SortFunc(groups, func(a, b SynonymGroup) int { return slices.Compare(a.Words, b.Words) })
	return groups, nil
}

// AddSynonyms makes the words one group for the items of all languages, and joins the groups that they are in already, except
// those of one language. It returns the whole group.
func (d *DB) AddSynonyms(ctx context.Context, words []string) (group []string, err error) {
	words, readings, err := parseSynonyms(words)
	if err != nil {
		return nil, err
	}
	err = d.inTx(ctx, func(q *db.Queries) error {
		if err := q.CountSynonymChange(ctx); err != nil {
			return err
		}
		if err := q.JoinSynonyms(ctx, readings); err != nil {
			return err
		}
		if err := q.AddSynonyms(ctx, db.AddSynonymsParams{Words: words, Readings: readings}); err != nil {
			return err
		}
		if group, err = q.ListGroup(ctx, readings[0]); err == nil && len(group) < 2 {
			err = errors.New("want two words, or one that is in a group already")
		}
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("add synonyms: %w", err)
	}
	return group, nil
}

// RemoveSynonym takes a word out of its groups and returns what it removed: of a group of two, both words.
func (d *DB) RemoveSynonym(ctx context.Context, word string) (removed []string, err error) {
	words, readings, err := parseSynonyms([]string{word})
	if err != nil {
		return nil, err
	}
	err = d.inTx(ctx, func(q *db.Queries) error {
		if err := q.CountSynonymChange(ctx); err != nil {
			return err
		}
		if removed, err = q.DeleteSynonym(ctx, readings[0]); err != nil {
			return err
		}
		if len(removed) == 0 {
			return unknownSynonym(ctx, q, words[0])
		}
		singles, err := q.DeleteSingles(ctx)
		removed = append(removed, singles...)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("remove synonym %q: %w", word, err)
	}
	slices.Sort(removed)
	return slices.Compact(removed), nil
}

func unknownSynonym(ctx context.Context, q *db.Queries, word string) error {
	rows, err := q.ListSynonyms(ctx)
	if err != nil {
		return err
	}
	var known []string
	for _, row := range rows {
		known = append(known, row.Word)
	}
	return unknown("synonym", word, known)
}

// addDefaultSynonyms adds the program's own synonyms, once for each database.
func addDefaultSynonyms(ctx context.Context, conn *pgx.Conn) error {
	err := pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error {
		q := db.New(tx)
		if claimed, err := q.ClaimDefaultSynonyms(ctx); err != nil || claimed == 0 {
			return err
		}
		group, err := q.LastSynonymGroup(ctx)
		if err != nil {
			return err
		}
		var rows []db.InsertDefaultSynonymsParams
		for language, groups := range search.DefaultSynonyms() {
			for _, words := range groups {
				group++
				for _, word := range words {
					rows = append(rows, db.InsertDefaultSynonymsParams{Language: language, Word: word, Reading: word, GroupID: group})
				}
			}
		}
		_, err = q.InsertDefaultSynonyms(ctx, rows)
		return err
	})
	if err != nil {
		return fmt.Errorf("add the default synonyms: %w", classify(err))
	}
	return nil
}

// readSynonyms reads the synonyms for the items of a language, and their revision.
func readSynonyms(ctx context.Context, q *db.Queries, language string) (search.Synonyms, int64, error) {
	rows, err := q.ReadSynonyms(ctx, language)
	if err != nil {
		return search.Synonyms{}, 0, fmt.Errorf("read synonyms: %w", classify(err))
	}
	var revision int64
	var groups [][]search.Synonym
	for i, row := range rows {
		revision = row.Revision
		if row.Word == "" { // there are none
			break
		}
		if i == 0 || row.GroupID != rows[i-1].GroupID {
			groups = append(groups, nil)
		}
		group := &groups[len(groups)-1]
		if n := len(*group); n == 0 || (*group)[n-1].Text != row.Reading {
			*group = append(*group, search.Synonym{Text: row.Reading, Reading: search.Reading{Plain: row.Plain}})
		}
		(*group)[len(*group)-1].Reading.Add(row.Lexeme, row.Positions, 0)
	}
	return search.NewSynonyms(groups), revision, nil
}

// parseSynonyms checks words, and normalises them to readings.
func parseSynonyms(given []string) (words, readings []string, err error) {
	for _, word := range given {
		if !printable(word) || len(word) > 200 {
			return nil, nil, fmt.Errorf("synonym %.200q: want a word, or a few, without control characters", word)
		}
		reading := search.Normalise(word)
		if n := len(strings.Fields(reading)); n == 0 || n > search.MaxSynonymWords {
			return nil, nil, fmt.Errorf("synonym %q: it has %d words to search for, want 1 to %d", word, n, search.MaxSynonymWords)
		}
		words, readings = append(words, strings.Join(strings.Fields(word), " ")), append(readings, reading)
	}
	return words, readings, nil
}
