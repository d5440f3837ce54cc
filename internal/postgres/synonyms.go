package postgres

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"airport-content/internal/postgres/db"
	"airport-content/internal/searchtext"
)

// maxSynonymWords is how many words in a row a search compares with synonyms: see search_plan().
const maxSynonymWords = 4

// synonym is a word, or a few, as it was given and as the search reads it.
type synonym struct {
	word, text string
}

func parseSynonym(given string) (synonym, error) {
	if !printable(given) || len(given) > 200 {
		return synonym{}, fmt.Errorf("synonym %.200q: want a word, or a few, without control characters", given)
	}
	s := synonym{word: strings.Join(strings.Fields(given), " "), text: searchtext.Normalise(given)}
	if n := len(strings.Fields(s.text)); n == 0 || n > maxSynonymWords {
		return synonym{}, fmt.Errorf("synonym %q: it has %d words to search for, want 1 to %d", given, n, maxSynonymWords)
	}
	return s, nil
}

// ListSynonyms lists the groups of words that stand for each other, in the order of their first words.
func (d *DB) ListSynonyms(ctx context.Context) ([][]string, error) {
	rows, err := d.queries.ListSynonyms(ctx)
	if err != nil {
		return nil, fmt.Errorf("list synonyms: %w", classify(err))
	}
	groups := [][]string{}
	for i, row := range rows {
		if i == 0 || row.GroupID != rows[i-1].GroupID {
			groups = append(groups, nil)
		}
		last := len(groups) - 1
		groups[last] = append(groups[last], row.Word)
	}
	return groups, nil
}

// AddSynonyms makes the words one group, together with the groups that some of them are in already, and tells the whole group.
func (d *DB) AddSynonyms(ctx context.Context, words []string) (group []string, err error) {
	list := make([]synonym, len(words))
	for i, w := range words {
		if list[i], err = parseSynonym(w); err != nil {
			return nil, err
		}
	}
	err = d.inTx(ctx, func(q *db.Queries) error {
		if err := q.LockSynonyms(ctx); err != nil {
			return err
		}
		into, err := mergeSynonyms(ctx, q, list)
		if err != nil {
			return err
		}
		for _, s := range list {
			if err := q.AddSynonym(ctx, db.AddSynonymParams{Word: s.word, Text: s.text, GroupID: into}); err != nil {
				return err
			}
		}
		group, err = q.ListSynonymGroup(ctx, into)
		if err == nil && len(group) < 2 {
			return errors.New("want two words that differ to the search, or one that is in a group already")
		}
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("add synonyms: %w", err)
	}
	return group, nil
}

// mergeSynonyms finds the group for the words, and makes one of several.
func mergeSynonyms(ctx context.Context, q *db.Queries, list []synonym) (into int32, err error) {
	var groups []int32
	for _, s := range list {
		row, err := q.ReadSynonym(ctx, s.text)
		if err != nil {
			return 0, err
		}
		if !row.Searched {
			return 0, fmt.Errorf("%q is too common a word: the search leaves it out", s.word)
		}
		if row.GroupID != nil && !slices.Contains(groups, *row.GroupID) {
			groups = append(groups, *row.GroupID)
		}
	}
	if len(groups) == 0 {
		return q.NewSynonymGroup(ctx)
	}
	return groups[0], q.MergeSynonymGroups(ctx, db.MergeSynonymGroupsParams{IntoGroup: groups[0], GroupIds: groups})
}

// RemoveSynonym takes a word out of its group and tells what was removed: of a group of two, both.
func (d *DB) RemoveSynonym(ctx context.Context, word string) (removed []string, err error) {
	s, err := parseSynonym(word)
	if err != nil {
		return nil, err
	}
	err = d.inTx(ctx, func(q *db.Queries) error {
		if err := q.LockSynonyms(ctx); err != nil {
			return err
		}
		removed, err = q.RemoveSynonym(ctx, s.text)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("remove synonym %q: %w", word, err)
	}
	if len(removed) == 0 {
		return nil, d.unknownSynonym(ctx, s.word)
	}
	slices.Sort(removed)
	return removed, nil
}

func (d *DB) unknownSynonym(ctx context.Context, word string) error {
	groups, err := d.ListSynonyms(ctx)
	if err != nil {
		return err
	}
	return unknown("synonym", word, slices.Concat(groups...))
}
