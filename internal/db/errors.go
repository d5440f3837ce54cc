package db

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"

	"airport-content/internal/content"
)

// SQLSTATE codes and classes, from appendix A of PostgreSQL's manual.
const (
	ForeignKeyViolation = "23503"
	UniqueViolation     = "23505"
	UndefinedTable      = "42P01"
	LockNotAvailable    = "55P03"
	QueryCanceled       = "57014" // statement_timeout too
	connectionException = "08"    // class
	noResources         = "53"    // class: too many connections, disk full
	operatorIntervened  = "57P"   // class: shutting down, starting up
)

// Classify marks an error of the database as content.ErrUnavailable or content.ErrTimeout, if it is one of these.
func Classify(err error) error {
	switch {
	case err == nil, errors.Is(err, content.ErrTimeout), errors.Is(err, content.ErrUnavailable):
		return err
	case isUnreachable(err):
		return fmt.Errorf("%w: %w", content.ErrUnavailable, err)
	case errors.Is(err, context.DeadlineExceeded), SQLState(err) == QueryCanceled && !errors.Is(err, context.Canceled):
		return fmt.Errorf("%w: %w", content.ErrTimeout, err)
	case isLost(err), isGarbled(err):
		return fmt.Errorf("%w: %w", content.ErrUnavailable, err)
	}
	return err
}

// isUnreachable reports whether connecting failed. A timeout while connecting counts: the query is not what took too long.
func isUnreachable(err error) bool {
	var connect *pgconn.ConnectError
	return errors.As(err, &connect)
}

// isLost reports whether the connection was refused or lost.
func isLost(err error) bool {
	if state := SQLState(err); state != "" {
		return strings.HasPrefix(state, connectionException) || strings.HasPrefix(state, noResources) ||
			strings.HasPrefix(state, operatorIntervened)
	}
	var network net.Error
	return errors.As(err, &network) || errors.Is(err, pgconn.ErrConnClosed) ||
		errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF)
}

// isGarbled reports whether a message from the database made no sense: PgBouncer, when it loses PostgreSQL, writes its error into the row
// that it was sending. pgx has only texts for it.
func isGarbled(err error) bool {
	text := err.Error()
	return strings.Contains(text, " body is invalid") || strings.Contains(text, "unknown message type") || strings.Contains(text, "invalid message length")
}

func SQLState(err error) string {
	var failed *pgconn.PgError
	if errors.As(err, &failed) {
		return failed.Code
	}
	return ""
}
