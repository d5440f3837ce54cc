package cli

import (
	"io"
	"log/slog"

	"airport-content/internal/config"
)

func newLogger(w io.Writer, level slog.Level, format config.LogFormat) *slog.Logger {
	options := &slog.HandlerOptions{Level: level}
	if format == config.Text {
		return slog.New(slog.NewTextHandler(w, options))
	}
	return slog.New(slog.NewJSONHandler(w, options))
}
