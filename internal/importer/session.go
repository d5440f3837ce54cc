package importer

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"airport-content/internal/content"
	"airport-content/internal/db"
	"airport-content/internal/lexicon"
	"airport-content/internal/schema"
	"airport-content/internal/search/word"
	"airport-content/sql/staging"
)

// session is the connection of an import, a pull or a reindex. It holds locks until it is closed.
// If the connection is lost, the locks are lost too, and nothing is merged.
type session struct {
	*db.Queries
	conn            *pgx.Conn
	airport, source string
	lexicon         *lexicon.Lexicon
	readsTexts      bool               // keys of metadata are read from the texts of items; known under the lock
	staged          map[word.Word]bool // words staged so far, so that each word is staged once
}

// open connects to the database. databaseURL must not lead through a pooler.
func open(ctx context.Context, databaseURL, airport, source string) (*session, error) {
	conn, err := db.ConnectDirect(ctx, databaseURL)
	if err != nil {
		return nil, err
	}
	if err := schema.CheckOwns(ctx, db.New(conn)); err != nil {
		db.CloseSession(conn)
		return nil, err
	}
	return &session{Queries: db.New(conn), conn: conn, airport: airport, source: source, lexicon: lexicon.New(), staged: map[word.Word]bool{}}, nil
}

// CheckDatabase refuses a database or a role with which imports and pulls cannot work.
func CheckDatabase(ctx context.Context, databaseURL string) error {
	s, err := open(ctx, databaseURL, "", "")
	if err == nil {
		s.close()
	}
	return err
}

func (s *session) close() { db.CloseSession(s.conn) }

// lock takes the airport's import lock, and makes the staging tables. If another import holds the
// lock, lock calls waiting, which may be nil, and waits. A mark found under the lock is left from a
// killed import, and is cleared.
func (s *session) lock(ctx context.Context, waiting func()) error {
	lock := db.ImportLock(s.airport)
	free, err := s.TryLock(ctx, lock.Class, lock.Key)
	if err == nil && !free {
		if waiting != nil {
			waiting()
		}
		err = s.TakeLock(ctx, lock.Class, lock.Key)
	}
	if err != nil {
		return fmt.Errorf("lock %s: %w", s.airport, db.Classify(err))
	}
	reads, err := s.ReadsTexts(ctx, s.airport)
	if err != nil {
		return fmt.Errorf("find %s: %w", s.airport, db.Classify(err))
	}
	if len(reads) == 0 {
		return fmt.Errorf("airport %s: %w", s.airport, content.ErrAirportNotFound)
	}
	s.readsTexts = reads[0]
	if err := s.ClearMark(ctx, s.airport); err != nil {
		return fmt.Errorf("clear the mark of %s: %w", s.airport, db.Classify(err))
	}
	if _, err := s.conn.Exec(ctx, staging.Import); err != nil {
		return fmt.Errorf("make the staging tables: %w", db.Classify(err))
	}
	return nil
}
