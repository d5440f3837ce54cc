package main

import (
	"bufio"
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/gofrs/flock"
	"modernc.org/sqlite" // also the driver "sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// schema holds the items, and in one row the state of the copy. Each pass from the beginning has a
// number. An item has the number of the last pass that brought the item. When a pass is complete,
// the items with a lower number are gone from the service. An older copy lacks a new column: when
// the copy is opened, add the column, begin a pass, and set "written" to 0. Without that 0,
// items.ndjson lacks the field of unchanged items.
const schema = `
CREATE TABLE IF NOT EXISTS item (
	"id" TEXT NOT NULL PRIMARY KEY,
	"contentType" TEXT NOT NULL,
	"title" TEXT NOT NULL,
	"url" TEXT,
	"excerpt" TEXT,
	"content" TEXT NOT NULL,
	"thumbnail" TEXT,
	"language" TEXT NOT NULL,
	"lastModified" TEXT NOT NULL,
	"metadata" TEXT, -- JSON
	"pass" INTEGER NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS item_pass ON item ("pass");
CREATE TABLE IF NOT EXISTS state (
	"baseUrl" TEXT NOT NULL,
	"airport" TEXT NOT NULL,
	"cursor" TEXT NOT NULL,    -- '' at the beginning
	"pass" INTEGER NOT NULL,
	"written" INTEGER NOT NULL -- 1 where items.ndjson holds what the table does
) STRICT;`

const (
	fields  = `"id", "contentType", "title", "url", "excerpt", "content", "thumbnail", "language", "lastModified", "metadata"`
	values  = `?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, nullif(CAST(?10 AS TEXT), 'null')`
	isSame  = `SELECT (` + fields + `) IS (` + values + `) FROM item WHERE "id" = ?1`
	replace = `REPLACE INTO item (` + fields + `, "pass") SELECT ` + values + `, "pass" FROM state`
	listAll = `SELECT ` + fields + ` FROM item ORDER BY "id"`
)

// item has the fields of the API, in the order of the API.
type item struct {
	ID           string         `json:"id"`
	ContentType  *string        `json:"contentType"` // null is for the database to refuse
	Title        *string        `json:"title"`
	URL          *string        `json:"url"`
	Excerpt      *string        `json:"excerpt"`
	Content      *string        `json:"content"`
	Thumbnail    *string        `json:"thumbnail"`
	Language     *string        `json:"language"`
	LastModified *string        `json:"lastModified"`
	Metadata     jsontext.Value `json:"metadata"` // as it came, so that no digit of a number is lost
}

// columns are pointers to the fields, for writing and reading a row.
func (i *item) columns() []any {
	return []any{&i.ID, &i.ContentType, &i.Title, &i.URL, &i.Excerpt, &i.Content, &i.Thumbnail, &i.Language, &i.LastModified, (*[]byte)(&i.Metadata)}
}

// result counts the changes of items.
type result struct {
	Added     int `json:"added"`
	Updated   int `json:"updated"`
	Deleted   int `json:"deleted"`
	Unchanged int `json:"unchanged"`
}

// localCopy is the copy of an airport, or of all airports of a key, in a directory.
type localCopy struct {
	dir  string
	all  bool
	lock *flock.Flock
	db   *sql.DB
	done result // since the copy was opened; an item that changed twice counts twice
}

// openCopy opens the copy in a directory, or makes the copy.
func openCopy(dir, baseURL, airport string) (*localCopy, error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	lock := flock.New(filepath.Join(dir, ".lock"))
	if locked, err := lock.TryLock(); err != nil {
		return nil, err
	} else if !locked {
		return nil, fmt.Errorf("another airport-sync is at work in %s", dir)
	}
	path := filepath.Join(dir, "items.db")
	name := url.URL{Path: path}
	// With a write-ahead log, this program and readers of the tables never wait for each other.
	db, err := sql.Open("sqlite", "file:"+name.EscapedPath()+"?_pragma=busy_timeout(10000)&_pragma=journal_mode(wal)&_pragma=synchronous(normal)")
	if err != nil {
		return nil, errors.Join(err, lock.Unlock())
	}
	c := &localCopy{dir: dir, all: airport == "", lock: lock, db: db}
	if err := c.prepare(baseURL, cmp.Or(airport, everyAirport)); err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", path, err), c.close())
	}
	return c, nil
}

// explain adds to the error of a damaged database what to do.
func explain(err error, dir string) error {
	const kind = 0xff // of an extended code
	if of, ok := errors.AsType[*sqlite.Error](err); ok && (of.Code()&kind == sqlite3.SQLITE_NOTADB || of.Code()&kind == sqlite3.SQLITE_CORRUPT) {
		return fmt.Errorf("%w: the copy is damaged; remove the directory %s, and the next run copies everything again", err, dir)
	}
	return err
}

// prepare makes what is missing, and refuses the copy of another airport or service. A copy without
// data belongs to no airport yet: its first run may have failed because of a mistyped address or
// code.
func (c *localCopy) prepare(baseURL, airport string) error {
	tables := schema
	if c.all {
		tables = airportsSchema
	}
	if err := c.checkKind(); err != nil {
		return err
	}
	if _, err := c.db.Exec(tables); err != nil {
		return err
	}
	if _, err := c.db.Exec(`DELETE FROM state WHERE "cursor" = '' AND NOT EXISTS (SELECT 1 FROM item)`); err != nil {
		return err
	}
	if _, err := c.db.Exec(`INSERT INTO state SELECT ?, ?, '', 1, 0 WHERE NOT EXISTS (SELECT 1 FROM state)`, baseURL, airport); err != nil {
		return err
	}
	var itsURL, itsAirport string
	err := c.db.QueryRow(`SELECT "baseUrl", "airport" FROM state`).Scan(&itsURL, &itsAirport)
	if err == nil && (itsURL != baseURL || itsAirport != airport) {
		err = fmt.Errorf("holds %s from %s; take another --dir for %s from %s", itsAirport, itsURL, airport, baseURL)
	}
	return err
}

// checkKind refuses a copy of one airport where one of all is wanted, and the other way round.
func (c *localCopy) checkKind() error {
	var columns, ofAll int
	err := c.db.QueryRow(`SELECT count(*), count(*) FILTER (WHERE "name" = 'airport') FROM pragma_table_info('item')`).Scan(&columns, &ofAll)
	if err == nil && columns > 0 && (ofAll > 0) != c.all {
		err = errors.New("holds another kind of copy: one airport and all airports need directories of their own")
	}
	return err
}

func (c *localCopy) close() error {
	return errors.Join(c.db.Close(), c.lock.Unlock())
}

// begin starts a pass: the next page is the first one.
func (c *localCopy) begin() error {
	_, err := c.db.Exec(`UPDATE state SET "cursor" = '', "pass" = "pass" + 1`)
	return err
}

// has reports whether there is a copy of the airport, perhaps an unfinished one.
func (c *localCopy) has(airport string) (found bool, err error) {
	query := `SELECT "cursor" <> '' OR EXISTS (SELECT 1 FROM item) FROM state WHERE "airport" = ?`
	if c.all {
		query = `SELECT EXISTS (SELECT 1 FROM airport WHERE "code" = ?)`
	}
	err = c.db.QueryRow(query, airport).Scan(&found)
	return found, err
}

func (c *localCopy) cursor() (cursor string, err error) {
	err = c.db.QueryRow(`SELECT "cursor" FROM state`).Scan(&cursor)
	return cursor, err
}

// apply stores the changes of a page, and the page's cursor, in one transaction. dropped are the
// airports whose copies were dropped, because the key no longer reads them.
func (c *localCopy) apply(p *page) (dropped []string, err error) {
	tx, err := c.db.Begin()
	if err != nil {
		return nil, err
	}
	defer tx.Rollback() // does nothing after Commit
	done := c.done
	if c.all {
		dropped, err = applyOfAll(tx, p, &done)
	} else {
		err = applyOfOne(tx, p, &done)
	}
	if err != nil {
		return nil, err
	}
	if _, err := tx.Exec(`UPDATE state SET "cursor" = ?, "written" = "written" AND ?`, p.NextCursor, done == c.done); err != nil {
		return nil, err
	}
	c.done = done
	return dropped, tx.Commit()
}

// applyOfOne stores the changes of a page of one airport.
func applyOfOne(tx *sql.Tx, p *page, done *result) (err error) {
	for _, ch := range p.Results {
		if ch.Item != nil {
			err = done.put(tx, isSame, replace, ch.Item.columns())
		} else {
			err = done.drop(tx, `DELETE FROM item WHERE "id" = ?`, ch.ID)
		}
		if err != nil {
			return err
		}
	}
	if !*p.HasMore {
		return done.drop(tx, `DELETE FROM item WHERE "pass" < (SELECT "pass" FROM state)`)
	}
	return nil
}

// put stores an item. isSame compares the stored version with the columns, and replace stores them.
func (r *result) put(tx *sql.Tx, isSame, replace string, columns []any) error {
	same := false
	err := tx.QueryRow(isSame, columns...).Scan(&same)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		r.Added++
	case err != nil:
		return err
	case !same:
		r.Updated++
	}
	_, err = tx.Exec(replace, columns...)
	return err
}

func (r *result) drop(tx *sql.Tx, statement string, args ...any) error {
	done, err := tx.Exec(statement, args...)
	if err != nil {
		return err
	}
	deleted, err := done.RowsAffected()
	r.Deleted += int(deleted)
	return err
}

// finish writes items.ndjson if the file differs from the table, and counts the unchanged items.
func (c *localCopy) finish(ctx context.Context) error {
	total, written := 0, false
	if err := c.db.QueryRow(`SELECT "written", (SELECT count(*) FROM item) FROM state`).Scan(&written, &total); err != nil {
		return err
	}
	c.done.Unchanged = max(0, total-c.done.Added-c.done.Updated)
	if c.all {
		return c.finishAll(ctx)
	}
	path := filepath.Join(c.dir, "items.ndjson")
	if _, err := os.Stat(path); err == nil && written {
		return nil
	}
	if err := c.replaceFile(ctx, path, listAll); err != nil {
		return err
	}
	_, err := c.db.Exec(`UPDATE state SET "written" = 1`)
	return err
}

// replaceFile writes the items of a query to a file, as a whole.
func (c *localCopy) replaceFile(ctx context.Context, path, query string, args ...any) error {
	if err := c.write(ctx, path+".new", query, args...); err != nil {
		return err
	}
	return os.Rename(path+".new", path)
}

// write writes the items of a query to a file.
func (c *localCopy) write(ctx context.Context, path, query string, args ...any) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	defer f.Close()
	rows, err := c.db.QueryContext(ctx, query, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	buffered := bufio.NewWriter(f)
	out := jsontext.NewEncoder(buffered)
	for rows.Next() {
		var i item
		if err := rows.Scan(i.columns()...); err != nil {
			return err
		}
		if err := json.MarshalEncode(out, &i); err != nil {
			return err
		}
	}
	return errors.Join(rows.Err(), buffered.Flush(), f.Sync())
}
