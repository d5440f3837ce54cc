package cli

import (
	"context"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"airport-content/internal/admin"
)

func (p *program) synonymCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "synonym",
		Short: "List, add and remove words that mean the same to the search",
	}
	cmd.AddCommand(&cobra.Command{
		Use:   "list",
		Short: "List the groups of words",
		RunE: p.onDatabase(func(ctx context.Context, db admin.DB, _ []string) error {
			groups, err := db.ListSynonyms(ctx)
			return list(p, groups, err, []string{"ITEMS", "WORDS"}, func(group admin.SynonymGroup) []string {
				language := "all"
				if group.Language != nil {
					language = *group.Language
				}
				return []string{language, strings.Join(group.Words, ", ")}
			})
		}),
	}, &cobra.Command{
		Use:   "add WORD…",
		Short: "Make words mean the same in every language, together with the groups that they are in",
		RunE: p.onDatabase(func(ctx context.Context, db admin.DB, words []string) error {
			if err := p.nameGroups(ctx, db, words, "joins the group"); err != nil {
				return err
			}
			group, err := db.AddSynonyms(ctx, words)
			return p.done(admin.SynonymGroup{Words: group}, err, "these mean the same now: %s", strings.Join(group, ", "))
		}),
	}, &cobra.Command{
		Use:   "remove WORD",
		Short: "Take a word out of the group that was added with it",
		RunE: p.onDatabase(func(ctx context.Context, db admin.DB, args []string) error {
			groups, err := db.SynonymGroups(ctx, args)
			if err != nil {
				return err
			}
			if err := p.nameGroups(ctx, db, args, "leaves the group"); err != nil {
				return err
			}
			removed, err := db.RemoveSynonym(ctx, args[0])
			return p.done(admin.SynonymGroup{Words: removed}, err, "removed %s; to undo: airport-content synonym add %s",
				strings.Join(removed, " and "), quoted(slices.Concat(groups...)))
		}),
	})
	return cmd
}

// nameGroups names the groups that a change of words touches.
func (p *program) nameGroups(ctx context.Context, db admin.DB, words []string, change string) error {
	groups, err := db.SynonymGroups(ctx, words)
	for _, group := range groups {
		p.say("%s: %s", change, strings.Join(group, ", "))
	}
	return err
}

// quoted writes words for a shell.
func quoted(words []string) string {
	list := make([]string, len(words))
	for i, word := range words {
		if list[i] = word; strings.Trim(word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789") != "" {
			list[i] = "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
		}
	}
	return strings.Join(list, " ")
}
