package cli

import (
	"context"

	"github.com/spf13/cobra"

	"airport-content/internal/admin"
)

func (p *program) exportCommand() *cobra.Command {
	var source string
	cmd := &cobra.Command{
		Use:   "export AIRPORT",
		Short: "Print an airport's items as NDJSON, which import takes back",
	}
	cmd.RunE = p.onDatabase(func(ctx context.Context, db admin.DB, args []string) error {
		exported, err := db.Export(ctx, args[0], ifGiven(cmd, "source", &source), p.stdout)
		if err != nil {
			return err
		}
		p.say("exported %s", count(exported.Items(), "item"))
		if exported.Hidden > 0 {
			p.say("%d of them are hidden from partners; an import into another airport shows them", exported.Hidden)
		}
		if len(exported.Sources) > 1 {
			p.say("they belong to the sources %s; import takes one source at a time back: export --source", admin.DescribeSources(exported.Sources))
		}
		return nil
	})
	cmd.Flags().StringVar(&source, "source", "", "only the items of the source of this `name`")
	return cmd
}
