package cli

import (
	"context"
	"time"

	"github.com/spf13/cobra"

	"airport-content/internal/admin"
	"airport-content/internal/content"
)

// completionTimeout bounds the wait after Tab.
const completionTimeout = 2 * time.Second

// offer lists the completions after these arguments.
type offer func(ctx context.Context, db admin.DB, args []string) ([]cobra.Completion, error)

func airportCodes(ctx context.Context, db admin.DB, _ []string) (list []cobra.Completion, err error) {
	airports, err := db.ListAirports(ctx)
	for _, a := range airports {
		list = append(list, cobra.CompletionWithDesc(a.Code, a.Name))
	}
	return list, err
}

func partnerNames(ctx context.Context, db admin.DB, _ []string) (list []cobra.Completion, err error) {
	partners, err := db.ListPartners(ctx)
	for _, p := range partners {
		list = append(list, p.Name)
	}
	return list, err
}

// keyIDs leaves out revoked keys, because no command takes one.
func keyIDs(ctx context.Context, db admin.DB, _ []string) (list []cobra.Completion, err error) {
	keys, err := db.ListKeys(ctx, nil, nil)
	for _, k := range keys {
		if k.RevokedAt == nil {
			list = append(list, cobra.CompletionWithDesc(k.ID, k.Partner+" "+k.Label))
		}
	}
	return list, err
}

// sourceNames lists the sources of the airport that is the first argument.
func sourceNames(ctx context.Context, db admin.DB, args []string) (list []cobra.Completion, err error) {
	sources, err := db.ListSources(ctx, &args[0])
	for _, s := range sources {
		list = append(list, cobra.CompletionWithDesc(s.Name, s.URL))
	}
	return list, err
}

// complete offers values from the database for each argument, or nothing if the database does not
// answer.
func (p *program) complete(offers ...offer) cobra.CompletionFunc {
	return func(cmd *cobra.Command, args []string, _ string) (list []cobra.Completion, _ cobra.ShellCompDirective) {
		if len(args) >= len(offers) {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		ctx, cancel := context.WithTimeout(cmd.Context(), completionTimeout)
		defer cancel()
		err := p.withDatabase(ctx, func(db admin.DB) (err error) {
			list, err = offers[len(args)](ctx, db, args)
			return err
		})
		if err != nil {
			cobra.CompDebugln(err.Error(), false)
		}
		return list, cobra.ShellCompDirectiveNoFileComp
	}
}

// completeFlag does the same as complete for the value of a flag.
func (p *program) completeFlag(cmd *cobra.Command, flag string, from offer) {
	_ = cmd.RegisterFlagCompletionFunc(flag, func(cmd *cobra.Command, _ []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
		return p.complete(from)(cmd, nil, typed)
	}) // fails only for an unknown flag
}

func completeScope(cmd *cobra.Command) {
	list := []cobra.Completion{"content:read"}
	for _, t := range content.TypeNames() {
		list = append(list, "content:read:"+t)
	}
	_ = cmd.RegisterFlagCompletionFunc("scope", cobra.FixedCompletions(list, cobra.ShellCompDirectiveNoFileComp))
}
