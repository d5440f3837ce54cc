package cli

import (
	"context"
	"fmt"
	"hash/crc32"
	"io"
	"os"
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

// version is the module's version, which names the commit if there is no release.
func version() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "unknown"
}

// fingerprint differs between builds, even without a version, because their answers may differ too.
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
