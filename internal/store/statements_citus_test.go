//go:build citus

package store_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"airport-content/internal/check"
	"airport-content/internal/testenv"
	"airport-content/sql/staging"
)

// texts are values of text parameters: a code, JSON, a date, a position in the log.
var texts = []string{"AAA", "[]", "2026-03-10", "0/0"}

// examples are values of parameters, by type.
var examples = map[string]string{
	"text": "$text", "text[]": "'{AAA}'", "integer": "1", "bigint": "1", "smallint": "1", "double precision": "1", "boolean": "true", "real": "1",
	"timestamp with time zone": "now()", "date": "'2026-03-10'", "bytea": "'x'", "bytea[]": "'{x}'", "jsonb": "'[]'", "interval": "'1 day'",
	"integer[]": "'{1}'", "bigint[]": "'{1}'", "timestamp with time zone[]": "'{2026-03-10}'", "tsquery": "'a'", "jsonpath": "'$'", "uuid": "gen_random_uuid()",
}

// Citus plans every statement of package db: it refuses some that PostgreSQL alone runs.
func TestEveryStatementIsPlanned(t *testing.T) {
	t.Parallel()
	conn := connect(t, testenv.Database(t))
	for _, table := range []string{staging.Import, staging.Pull} {
		check.Must(conn.Exec(t.Context(), table))(t)
	}
	planned := 0
	for _, file := range check.Must(filepath.Glob("../db/*.sql.go"))(t) {
		for name, statement := range statementsOf(t, file) {
			prepared, err := conn.Prepare(t.Context(), name, statement)
			if err != nil {
				t.Errorf("%s: %v", name, err)
				continue
			}
			var values []string
			for _, oid := range prepared.ParamOIDs {
				var of string
				check.NoError(t, conn.QueryRow(t.Context(), "SELECT format_type($1, NULL)", oid).Scan(&of))
				if examples[of] == "" {
					t.Errorf("%s: no example of %s", name, of)
				}
				values = append(values, examples[of])
			}
			if name == "insertWords" || name == "rememberDeletions" {
				continue // Citus runs these with values only, as every import does (internal/importer)
			}
			for _, text := range texts {
				if err = explain(t, conn, name, values, text); err == nil {
					break
				}
			}
			if err != nil {
				t.Errorf("%s: %v", name, err)
			}
			planned++
		}
	}
	if planned < 100 {
		t.Errorf("only %d statements", planned)
	}
}

// explain has Citus plan a prepared statement.
func explain(t *testing.T, conn *pgx.Conn, name string, values []string, text string) error {
	execute := "EXPLAIN EXECUTE " + strconv.Quote(name)
	if len(values) > 0 {
		execute += "(" + strings.ReplaceAll(strings.Join(values, ", "), "$text", "'"+text+"'") + ")"
	}
	_, err := conn.Exec(t.Context(), execute)
	return err
}

// statementsOf lists the statements of a generated file by name.
func statementsOf(t *testing.T, file string) map[string]string {
	t.Helper()
	of := map[string]string{}
	for _, declared := range check.Must(parser.ParseFile(token.NewFileSet(), file, nil, 0))(t).Decls {
		constants, ok := declared.(*ast.GenDecl)
		if !ok || constants.Tok != token.CONST {
			continue
		}
		for _, spec := range constants.Specs {
			value := spec.(*ast.ValueSpec)
			of[value.Names[0].Name] = check.Must(strconv.Unquote(value.Values[0].(*ast.BasicLit).Value))(t)
		}
	}
	return of
}
