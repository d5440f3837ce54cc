package db

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgproto3"

	"airport-content/internal/content"
)

// SQLSTATE codes and classes, from appendix A of PostgreSQL's manual.
const (
	ForeignKeyViolation    = "23503"
	UniqueViolation        = "23505"
	ReadOnlySQLTransaction = "25006"
	InsufficientPrivilege  = "42501"
	UndefinedTable         = "42P01"
	LockNotAvailable       = "55P03"
	QueryCanceled          = "57014" // also after statement_timeout
	connectionException    = "08"    // class
	noResources            = "53"    // class: too many connections, disk full
	operatorIntervened     = "57P"   // class: shutting down, starting up
)

// Classify wraps an error of the database in content.ErrUnavailable or content.ErrTimeout, if
// either applies.
func Classify(err error) error {
	switch {
	case err == nil, errors.Is(err, content.ErrTimeout), errors.Is(err, content.ErrUnavailable):
		return err
	case isUnreachable(err):
		return fmt.Errorf("%w: %w", content.ErrUnavailable, connectError{err})
	case errors.Is(err, context.DeadlineExceeded), SQLState(err) == QueryCanceled && !errors.Is(err, context.Canceled):
		return fmt.Errorf("%w: %w", content.ErrTimeout, err)
	case isLost(err), isGarbled(err):
		return fmt.Errorf("%w: %w%s", content.ErrUnavailable, err, hint(err))
	}
	return err
}

// isUnreachable reports whether connecting failed. A timeout while connecting counts, because no
// query has run.
func isUnreachable(err error) bool {
	_, connecting := errors.AsType[*pgconn.ConnectError](err)
	return connecting
}

// isLost reports whether the connection was refused or lost.
func isLost(err error) bool {
	if state := SQLState(err); state != "" {
		return strings.HasPrefix(state, connectionException) || strings.HasPrefix(state, noResources) ||
			strings.HasPrefix(state, operatorIntervened)
	}
	_, network := errors.AsType[net.Error](err)
	return network || errors.Is(err, pgconn.ErrConnClosed) ||
		errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF)
}

// isGarbled reports whether a message from the database is malformed. When PgBouncer loses
// PostgreSQL, PgBouncer writes its error into the row under way. Then a value of the row is no
// number, or pgx fails. Texts are compared, because pgx has no types for most of these errors.
func isGarbled(err error) bool {
	_, unreadable := errors.AsType[pgx.ScanArgError](err)
	_, tooLong := errors.AsType[*pgproto3.ExceededMaxBodyLenErr](err)
	text := err.Error()
	return unreadable || tooLong || strings.Contains(text, " body is invalid") || strings.Contains(text, "unknown message type") || strings.Contains(text, "invalid message length")
}

// connectError shows the last attempt to connect, and the remedy. Earlier attempts differ only in
// TLS or in the address of the host.
type connectError struct{ error }

func (e connectError) Error() string {
	attempts := strings.Split(e.error.Error(), "\n\t")
	return attempts[len(attempts)-1] + "; " + remedy(e.error)
}

func (e connectError) Unwrap() error { return e.error }

// remedy says what to do about a database that cannot be reached, by the SQLSTATE code of its
// refusal.
func remedy(err error) string {
	switch SQLState(err) {
	case "28P01", "28000": // wrong password, or not allowed
		return "check the user and the password, and the server's pg_hba.conf"
	case "3D000":
		return "create the database, or correct its name"
	case InsufficientPrivilege:
		return "GRANT CONNECT ON DATABASE to the role"
	case "57P03": // the database is starting or recovering
		return "wait until it has started"
	case "53300": // too many connections
		return "raise max_connections or the limit of the role or the database, or lower DB_MAX_CONNS"
	case "08P01": // PgBouncer's only code
		if strings.Contains(err.Error(), "unsupported startup parameter") {
			return "if it is a pooler in transaction mode, set DB_PREPARED_STATEMENTS=false, and MIGRATE_DATABASE_URL to the owner's URL of PostgreSQL itself"
		}
		return "check database, user and password in the URL, and in the settings of the pooler"
	}
	return "start it, or correct the URL"
}

// hint is the hint of PostgreSQL, for the end of a message; "" without one.
func hint(err error) string {
	if failed, ok := errors.AsType[*pgconn.PgError](err); ok && failed.Hint != "" {
		return "; " + failed.Hint
	}
	return ""
}

// SQLState is the code of an error of the server; "" for any other error.
func SQLState(err error) string {
	if failed, ok := errors.AsType[*pgconn.PgError](err); ok {
		return failed.Code
	}
	return ""
}
