package cli

import (
	_ "embed"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
)

// helpText has the long help and the examples of commands, for people who write no Go. A section
// begins with a command.
//
//go:embed help.txt
var helpText string

// addHelp gives commands their help. A section without its command is a fault of the program.
func addHelp(root *cobra.Command) {
	for _, section := range strings.Split("\n"+helpText, "\n# ")[1:] {
		path, text, _ := strings.Cut(section, "\n")
		cmd, rest, err := root.Find(strings.Fields(path)[1:])
		if err != nil || len(rest) > 0 {
			panic(fmt.Sprintf("help.txt: there is no command %q", path))
		}
		long, examples, _ := strings.Cut(text, "Examples:\n")
		cmd.Long, cmd.Example = strings.TrimSpace(long), strings.TrimRight(examples, "\n")
	}
}
