package cli

import (
	"context"
	"fmt"
	"runtime/debug"

	"github.com/spf13/cobra"

	"airport-content/internal/postgres"
)

func (p *program) versionCommand() *cobra.Command {
	return &cobra.Command{Use: "version", Short: "Print the version of this program", Args: arguments(), RunE: p.run(p.printVersion)}
}

func (p *program) printVersion(context.Context, []string) error {
	if p.json {
		return printJSON(p.stdout, struct {
			Version string `json:"version"`
			Schema  int64  `json:"schema"`
		}{version(), postgres.ProgramVersion()})
	}
	_, err := fmt.Fprintf(p.stdout, "%s %s, schema %d\n", name, version(), postgres.ProgramVersion())
	return err
}

// version is the module's, or the commit's that the program was built from.
func version() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "unknown"
}
