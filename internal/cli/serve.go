package cli

import (
	"context"
	"fmt"
	"runtime/debug"

	"github.com/spf13/cobra"

	"airport-content/internal/config"
	"airport-content/internal/doctor"
	"airport-content/internal/schema"
	"airport-content/internal/server"
)

func (p *program) serveCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Serve the API until interrupted",
	}
	config.AddFlags(cmd.Flags())
	cmd.RunE = p.run(func(ctx context.Context, _ []string) error {
		c, err := config.Load(p.env, cmd.Flags())
		if err != nil {
			return err
		}
		log := server.NewLogger(p.stderr, c.LogLevel, c.LogFormat)
		return server.Run(ctx, c, server.Options{Log: log, Version: version()})
	})
	return cmd
}

func (p *program) doctorCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "doctor",
		Short: "Look for what is wrong, or may become so, and say what to do",
		RunE:  p.run(p.runDoctor),
	}
}

func (p *program) runDoctor(ctx context.Context, _ []string) error {
	findings := doctor.Run(ctx, p.env)
	if err := ctx.Err(); err != nil {
		return err
	}
	failed := 0
	for _, f := range findings {
		if f.Severity == doctor.Failure {
			failed++
		}
		if !p.json {
			fmt.Fprintf(p.stdout, "%-8s %-13s %s\n", f.Severity, f.Check, f.Message)
		}
	}
	if err := p.printJSON(findings); err != nil {
		return err
	}
	if failed > 0 {
		return fmt.Errorf("%d of %d checks failed", failed, len(findings))
	}
	return nil
}

func (p *program) versionCommand() *cobra.Command {
	return &cobra.Command{Use: "version", Short: "Print the version of this program", RunE: p.run(func(context.Context, []string) error {
		data := struct {
			Version string `json:"version"`
			Schema  int64  `json:"schema"`
		}{version(), schema.ProgramVersion()}
		return p.print(data, fmt.Sprintf("%s %s, schema %d", name, data.Version, data.Schema))
	})}
}

// version is the module's version; between releases, the version names the commit.
func version() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "unknown"
}
