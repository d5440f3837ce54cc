package cli

import (
	"context"
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
			group, err := db.AddSynonyms(ctx, words)
			return p.done(admin.SynonymGroup{Words: group}, err, "these mean the same now: %s", strings.Join(group, ", "))
		}),
	}, &cobra.Command{
		Use:   "remove WORD",
		Short: "Take a word out of its groups",
		RunE: p.onDatabase(func(ctx context.Context, db admin.DB, args []string) error {
			removed, err := db.RemoveSynonym(ctx, args[0])
			return p.done(admin.SynonymGroup{Words: removed}, err, "removed %s", strings.Join(removed, " and "))
		}),
	})
	return cmd
}
