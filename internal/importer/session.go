package importer

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"airport-content/internal/content"
	"airport-content/internal/db"
	"airport-content/sql/staging"
)

// session is a connection for an import, a pull or a reindex, which holds locks until it is closed. If it is lost, so are the locks,
// and nothing is merged.
type session struct {
	*db.Queries
	conn            *pgx.Conn
	airport, source string // of lock
}

// open connects. databaseURL must not lead through a pooler.
func open(ctx context.Context, databaseURL string) (*session, error) {
	conn, err := db.ConnectDirect(ctx, databaseURL)
	if err != nil {
		return nil, err
	}
	return &session{Queries: db.New(conn), conn: conn}, nil
}

func (s *session) close() { db.CloseSession(s.conn) }

// lock takes the airport's import lock, and makes the staging tables. If another import holds the lock, it calls waiting, which may be
// nil, and waits. A mark that it finds is from a killed importer, and is cleared.
func (s *session) lock(ctx context.Context, airport, source string, waiting func()) error {
	s.airport, s.source = airport, source
	lock := db.ImportLock(airport)
	free, err := s.TryImportLock(ctx, lock)
	if err == nil && !free {
		if waiting != nil {
			waiting()
		}
		err = s.TakeImportLock(ctx, db.TakeImportLockParams(lock))
	}
	if err != nil {
		return fmt.Errorf("lock %s: %w", airport, db.Classify(err))
	}
	exists, err := s.AirportExists(ctx, airport)
	if err != nil {
		return fmt.Errorf("find %s: %w", airport, db.Classify(err))
	}
	if !exists {
		return fmt.Errorf("airport %s: %w", airport, content.ErrAirportNotFound)
	}
	if err := s.ClearMark(ctx, airport); err != nil {
		return fmt.Errorf("clear the mark of %s: %w", airport, db.Classify(err))
	}
	if _, err := s.conn.Exec(ctx, staging.Import); err != nil {
		return fmt.Errorf("make the staging tables: %w", db.Classify(err))
	}
	return nil
}
