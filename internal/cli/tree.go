package cli

import (
	"io"
	"strings"

	"github.com/spf13/cobra"

	"airport-content/internal/config"
)

// Tree is all commands with their help, for documents that are made of it. None of them is to be run.
func Tree() *cobra.Command {
	p := &program{env: config.Environ(nil), stdin: strings.NewReader(""), stdout: io.Discard, stderr: io.Discard}
	return p.root()
}
