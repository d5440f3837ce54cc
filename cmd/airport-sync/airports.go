package main

import (
	"context"
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"strings"

	"github.com/go-json-experiment/json"
)

// everyAirport stands for the code in the state of a copy of all airports.
const everyAirport = "*"

// airportsSchema is the schema of a copy of all airports. Each airport has a number of its own
// passes, and the pass of the whole feed in which it came last.
var airportsSchema = strings.NewReplacer(
	`"id" TEXT NOT NULL PRIMARY KEY,`, `"airport" TEXT NOT NULL, "id" TEXT NOT NULL,`,
	`"pass" INTEGER NOT NULL
) STRICT;
CREATE INDEX`, `"pass" INTEGER NOT NULL,
	PRIMARY KEY ("airport", "id")
) STRICT;
CREATE INDEX`,
	`item ("pass")`, `item ("airport", "pass")`).Replace(schema) + `
CREATE TABLE IF NOT EXISTS airport (
	"code" TEXT NOT NULL PRIMARY KEY,
	"pass" INTEGER NOT NULL,
	"seen" INTEGER NOT NULL,
	"written" INTEGER NOT NULL -- 1 where the airport's file holds what the table does
) STRICT;`

const (
	isSameOf  = `SELECT (` + fields + `) IS (` + values + `) FROM item WHERE "id" = ?1 AND "airport" = ?11`
	replaceOf = `REPLACE INTO item ("airport", ` + fields + `, "pass") SELECT ?11, ` + values + `, "pass" FROM airport WHERE "code" = ?11`
	listOf    = `SELECT ` + fields + ` FROM item WHERE "airport" = ? ORDER BY "id"`
)

// applyOfAll stores the changes of a page of all airports. dropped are the airports that the copy had
// and that are removed.
func applyOfAll(tx *sql.Tx, p *page, done *result) (dropped []string, err error) {
	touched := map[string]bool{}
	for _, ch := range p.Results {
		touched[ch.Airport] = true
		switch {
		case ch.Item != nil:
			err = done.put(tx, isSameOf, replaceOf, append(ch.Item.columns(), ch.Airport))
		case ch.Change == "airport": // its items follow; those that do not come are gone
			_, err = tx.Exec(`INSERT INTO airport SELECT ?, 1, "pass", 0 FROM state WHERE true
				ON CONFLICT DO UPDATE SET "pass" = "pass" + 1, "seen" = excluded."seen"`, ch.Airport)
		case ch.Change == "airport-removed":
			var had bool
			if had, err = done.dropAirport(tx, ch.Airport); had {
				dropped = append(dropped, ch.Airport)
			}
		default:
			err = done.drop(tx, `DELETE FROM item WHERE "airport" = ? AND "id" = ?`, ch.Airport, ch.ID)
		}
		if err != nil {
			return nil, err
		}
	}
	for airport := range touched {
		if err := execute(tx, `UPDATE airport SET "written" = 0 WHERE "code" = ?`, airport); err != nil {
			return nil, err
		}
	}
	if *p.HasMore {
		return dropped, nil
	}
	// The last page of the pass: items that no page had are gone, unless their airport is offline. The
	// index item_pass finds these items.
	offline, err := json.Marshal(p.Meta.Offline)
	if err != nil {
		return nil, err
	}
	return dropped, errors.Join(
		execute(tx, `UPDATE airport SET "seen" = (SELECT "pass" FROM state) WHERE "code" IN (SELECT value FROM json_each(?))`, string(offline)),
		execute(tx, `UPDATE airport SET "written" = 0 WHERE EXISTS (SELECT 1 FROM item AS i WHERE i."airport" = "code" AND i."pass" < airport."pass")
			AND "code" NOT IN (SELECT value FROM json_each(?))`, string(offline)),
		done.drop(tx, `DELETE FROM item WHERE rowid IN (SELECT i.rowid FROM airport AS a JOIN item AS i ON i."airport" = a."code" AND i."pass" < a."pass"
			WHERE a."code" NOT IN (SELECT value FROM json_each(?)))`, string(offline)),
		done.drop(tx, `DELETE FROM item WHERE "airport" IN (SELECT "code" FROM airport WHERE "seen" < (SELECT "pass" FROM state))`),
		execute(tx, `DELETE FROM airport WHERE "seen" < (SELECT "pass" FROM state)`))
}

// dropAirport deletes an airport, and reports whether the copy had the airport. An airport without a
// row has no items.
func (r *result) dropAirport(tx *sql.Tx, airport string) (had bool, err error) {
	done, err := tx.Exec(`DELETE FROM airport WHERE "code" = ?`, airport)
	if err != nil {
		return false, err
	}
	rows, err := done.RowsAffected()
	return rows > 0, errors.Join(err, r.drop(tx, `DELETE FROM item WHERE "airport" = ?`, airport))
}

func execute(tx *sql.Tx, statement string, args ...any) error {
	_, err := tx.Exec(statement, args...)
	return err
}

// finishAll writes the files of airports that differ from the table, and removes the files of
// airports that are gone.
func (c *localCopy) finishAll(ctx context.Context) error {
	written := map[string]bool{}
	rows, err := c.db.QueryContext(ctx, `SELECT "code", "written" FROM airport`)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var code string
		var done bool
		if err := rows.Scan(&code, &done); err != nil {
			return err
		}
		written[code] = done
	}
	if err := rows.Err(); err != nil {
		return err
	}
	files, err := filepath.Glob(filepath.Join(c.dir, "*.ndjson"))
	if err != nil {
		return err
	}
	for _, path := range files {
		code := strings.TrimSuffix(filepath.Base(path), ".ndjson")
		if _, kept := written[code]; !kept && airportCode.MatchString(code) {
			if err := os.Remove(path); err != nil {
				return err
			}
		}
	}
	for code, done := range written {
		path := filepath.Join(c.dir, code+".ndjson")
		if _, err := os.Stat(path); err == nil && done {
			continue
		}
		if err := c.replaceFile(ctx, path, listOf, code); err != nil {
			return err
		}
		if _, err := c.db.Exec(`UPDATE airport SET "written" = 1 WHERE "code" = ?`, code); err != nil {
			return err
		}
	}
	return nil
}
