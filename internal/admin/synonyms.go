package admin

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"airport-content/internal/db"
	"airport-content/internal/search/word"
)

// SynonymGroup is a group of words that mean the same.
type SynonymGroup struct {
	Language *string  `json:"language"` // of the items that the group applies to, such as "german"; nil: all
	Words    []string `json:"words"`    // in order
}

// ListSynonyms lists the groups, ordered by their first words.
func (d DB) ListSynonyms(ctx context.Context) ([]SynonymGroup, error) {
	rows, err := d.pool.ListSynonyms(ctx)
	if err != nil {
		return nil, fmt.Errorf("list synonyms: %w", db.Classify(err))
	}
	groups := []SynonymGroup{}
	for i, row := range rows {
		if i == 0 || row.GroupID != rows[i-1].GroupID {
			groups = append(groups, SynonymGroup{})
			if row.Language != "" {
				groups[len(groups)-1].Language = &rows[i].Language
			}
		}
		last := &groups[len(groups)-1]
		last.Words = append(last.Words, row.Word)
	}
	slices.SortFunc(groups, func(a, b SynonymGroup) int { return slices.Compare(a.Words, b.Words) })
	return groups, nil
}

// AddSynonyms makes the words one group for the items of all languages. Groups for all languages
// that hold one of the words join the new group; groups for one language stay. AddSynonyms returns
// the whole group.
func (d DB) AddSynonyms(ctx context.Context, words []string) (group []string, err error) {
	words, normalised, err := parseSynonyms(words)
	if err != nil {
		return nil, err
	}
	err = d.pool.InTx(ctx, func(q *db.Queries) error {
		if err := q.CountSynonymChange(ctx); err != nil {
			return err
		}
		if err := q.JoinSynonyms(ctx, normalised); err != nil {
			return err
		}
		if err := q.AddSynonyms(ctx, normalised, words); err != nil {
			return err
		}
		if group, err = q.ListGroup(ctx, normalised[0]); err == nil && len(group) < 2 {
			err = errors.New("want two words, or one that is in a group already")
		}
		if err != nil {
			return err
		}
		return d.note(ctx, q, "synonym add", strings.Join(words, ", "), "group: "+strings.Join(group, ", "))
	})
	if err != nil {
		return nil, fmt.Errorf("add synonyms: %w", err)
	}
	return group, nil
}

// SynonymGroups lists the groups for all languages that have one of these words.
func (d DB) SynonymGroups(ctx context.Context, words []string) (groups [][]string, err error) {
	_, normalised, err := parseSynonyms(words)
	if err != nil {
		return nil, err
	}
	rows, err := d.pool.ListGroups(ctx, normalised)
	if err != nil {
		return nil, fmt.Errorf("list groups of synonyms: %w", db.Classify(err))
	}
	for i, row := range rows {
		if i == 0 || row.GroupID != rows[i-1].GroupID {
			groups = append(groups, nil)
		}
		groups[len(groups)-1] = append(groups[len(groups)-1], row.Word)
	}
	return groups, nil
}

// RemoveSynonym removes a word from its group, and returns the removed words. A group of two loses
// both words.
func (d DB) RemoveSynonym(ctx context.Context, text string) (removed []string, err error) {
	words, normalised, err := parseSynonyms([]string{text})
	if err != nil {
		return nil, err
	}
	err = d.pool.InTx(ctx, func(q *db.Queries) error {
		if err := q.CountSynonymChange(ctx); err != nil {
			return err
		}
		group, err := q.ListGroup(ctx, normalised[0])
		if err != nil {
			return err
		}
		if len(group) == 0 {
			return unknownSynonym(ctx, q, words[0])
		}
		if err := q.DeleteSynonym(ctx, normalised[0]); err != nil {
			return err
		}
		if err := q.DeleteSingles(ctx); err != nil {
			return err
		}
		if removed = group; len(group) > 2 {
			removed = slices.DeleteFunc(group, func(other string) bool { return word.Key(other) != normalised[0] })
		}
		return d.note(ctx, q, "synonym remove", words[0], "removed: "+strings.Join(removed, ", "))
	})
	if err != nil {
		return nil, fmt.Errorf("remove synonym %q: %w", text, err)
	}
	return removed, nil
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

// parseSynonyms checks and normalises words.
func parseSynonyms(given []string) (words, normalised []string, err error) {
	for _, text := range given {
		if !printable(text) || utf8.RuneCountInString(text) > 200 {
			return nil, nil, fmt.Errorf("synonym %.200q: want a word, or a few, of at most 200 characters, without control characters", text)
		}
		parts, key := strings.Fields(text), word.Key(text)
		if key == "" || len(parts) > word.MaxSynonym {
			return nil, nil, fmt.Errorf("synonym %q: want 1 to %d words to search for", text, word.MaxSynonym)
		}
		words, normalised = append(words, strings.Join(parts, " ")), append(normalised, key)
	}
	return words, normalised, nil
}
