package cli

import (
	"context"

	"github.com/spf13/cobra"

	"airport-content/internal/config"
)

func (p *program) serveCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Serve the API until interrupted",
		Long: `Serve the API until interrupted; then requests in flight finish. The database is awaited for up to 30 seconds, and must
have been migrated. Without Redis limits are counted in memory, for this server alone.

Every flag is an environment variable too, and wins over it. URLs come from the environment only: DATABASE_URL (required),
REDIS_URL, or DATABASE_URL_FILE, REDIS_URL_FILE.`,
		Example: `  DATABASE_URL=postgres://app:password@db/content REDIS_URL=redis://redis:6379/0 airport-content serve
  airport-content serve --listen-addr :8000 --log-format text`,
		Args: arguments(),
	}
	config.AddFlags(cmd.Flags())
	cmd.RunE = p.run(func(ctx context.Context, _ []string) error {
		c, err := config.Load(p.env, cmd.Flags())
		if err != nil {
			return err
		}
		server, err := startServer(ctx, c, newLogger(p.stderr, c.LogLevel, c.LogFormat))
		if err != nil {
			return err
		}
		return server.run(ctx)
	})
	return cmd
}
