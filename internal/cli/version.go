package cli

import (
	"context"
	"fmt"
	"hash/crc32"
	"io"
	"os"
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

// fingerprint tells programs apart, those too that were built without a version: an answer's form may differ between them.
func fingerprint() string {
	program, err := os.Open("/proc/self/exe")
	if err != nil {
		return version()
	}
	defer program.Close()
	sum := crc32.New(crc32.MakeTable(crc32.Castagnoli))
	if _, err := io.Copy(sum, program); err != nil {
		return version()
	}
	return fmt.Sprintf("%s %08x", version(), sum.Sum32())
}
