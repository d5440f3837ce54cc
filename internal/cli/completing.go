package cli

import (
	"context"
	"time"

	"github.com/spf13/cobra"

	"airport-content/internal/content"
	"airport-content/internal/postgres"
)

// completionTimeout is how long somebody waits who has pressed the tabulator.
const completionTimeout = 2 * time.Second

// offer lists what an argument may be; a tabulator and a description may follow each.
type offer func(context.Context, *postgres.DB) ([]cobra.Completion, error)

func offerAirports(ctx context.Context, db *postgres.DB) (list []cobra.Completion, err error) {
	airports, err := db.ListAirports(ctx)
	for _, a := range airports {
		list = append(list, cobra.CompletionWithDesc(a.Code, a.Name))
	}
	return list, err
}

func offerPartners(ctx context.Context, db *postgres.DB) (list []cobra.Completion, err error) {
	partners, err := db.ListPartners(ctx)
	for _, p := range partners {
		list = append(list, p.Name)
	}
	return list, err
}

func offerKeys(ctx context.Context, db *postgres.DB) (list []cobra.Completion, err error) {
	keys, err := db.ListKeys(ctx, nil)
	for _, k := range keys {
		if k.RevokedAt == nil {
			list = append(list, cobra.CompletionWithDesc(k.ID, k.Partner+" "+k.Label))
		}
	}
	return list, err
}

// complete makes an offer for the first argument, and none after that.
func (p *program) complete(from offer) cobra.CompletionFunc {
	return func(cmd *cobra.Command, args []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
		if len(args) > 0 {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		return p.offers(from)(cmd, args, typed)
	}
}

// offers makes an offer; where the database does not answer there is none.
func (p *program) offers(from offer) cobra.CompletionFunc {
	return func(cmd *cobra.Command, _ []string, _ string) (list []cobra.Completion, _ cobra.ShellCompDirective) {
		ctx, cancel := context.WithTimeout(cmd.Context(), completionTimeout)
		defer cancel()
		err := p.administer(ctx, func(ctx context.Context, db *postgres.DB) (err error) {
			list, err = from(ctx, db)
			return err
		})
		if err != nil {
			cobra.CompDebugln(err.Error(), false)
		}
		return list, cobra.ShellCompDirectiveNoFileComp
	}
}

// completeFlag makes an offer for the value of a flag.
func (p *program) completeFlag(cmd *cobra.Command, flag string, from offer) {
	mustComplete(cmd, flag, p.offers(from))
}

func completeScopes(cmd *cobra.Command, flag string) {
	list := []cobra.Completion{"content:read"}
	for _, t := range content.TypeNames() {
		list = append(list, "content:read:"+t)
	}
	mustComplete(cmd, flag, cobra.FixedCompletions(list, cobra.ShellCompDirectiveNoFileComp))
}

func mustComplete(cmd *cobra.Command, flag string, complete cobra.CompletionFunc) {
	if err := cmd.RegisterFlagCompletionFunc(flag, complete); err != nil {
		panic(err) // the command has no such flag
	}
}

// completeNoFiles has shells offer files only where a command says so.
func completeNoFiles(cmd *cobra.Command) {
	if cmd.ValidArgsFunction == nil && cmd.ValidArgs == nil {
		cmd.ValidArgsFunction = cobra.NoFileCompletions
	}
	for _, c := range cmd.Commands() {
		completeNoFiles(c)
	}
}
