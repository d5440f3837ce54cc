package cli

import (
	"context"
	"fmt"
	"runtime/debug"

	"github.com/spf13/cobra"

	"airport-content/internal/schema"
)

func (p *program) versionCommand() *cobra.Command {
	return &cobra.Command{Use: "version", Short: "Print the version of this program", RunE: p.run(p.printVersion)}
}

func (p *program) printVersion(context.Context, []string) error {
	data := struct {
		Version string `json:"version"`
		Schema  int64  `json:"schema"`
	}{version(), schema.ProgramVersion()}
	return p.print(data, fmt.Sprintf("%s %s, schema %d", name, data.Version, data.Schema))
}

// version is the module's version; between releases it names the commit.
func version() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "unknown"
}
