package cli

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"airport-content/internal/spelling"
)

func (p *program) completionCommand() *cobra.Command {
	shells := []string{"bash", "zsh", "fish", "powershell"}
	cmd := &cobra.Command{
		Use:   "completion " + strings.Join(shells, "|"),
		Short: "Print a script that has a shell complete commands and flags",
		Example: `  source <(airport-content completion bash)
  airport-content completion fish > ~/.config/fish/completions/airport-content.fish`,
		ValidArgs: shells,
		Args:      arguments("SHELL"),
	}
	cmd.RunE = p.run(func(_ context.Context, args []string) error {
		script, ok := map[string]func(io.Writer) error{
			"bash":       func(w io.Writer) error { return cmd.Root().GenBashCompletionV2(w, true) },
			"zsh":        cmd.Root().GenZshCompletion,
			"fish":       func(w io.Writer) error { return cmd.Root().GenFishCompletion(w, true) },
			"powershell": cmd.Root().GenPowerShellCompletionWithDesc,
		}[args[0]]
		if !ok {
			return fmt.Errorf("no shell %q; %s", args[0], spelling.Known(args[0], shells))
		}
		return script(p.stdout)
	})
	return cmd
}
