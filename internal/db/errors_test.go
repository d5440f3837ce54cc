package db_test

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgproto3"

	"airport-content/internal/content"
	"airport-content/internal/db"
)

// Errors of pgx on a connection that PgBouncer has garbled.
func TestGarbledMessagesMeanUnavailable(t *testing.T) {
	for _, sent := range []string{
		"D\x00\x00\x00\x0a\x00\x01\x00\x00\x01\x00", // a row whose value is longer than the row
		"?\x00\x00\x00\x04",
		"D\x00\x00\x00\x01",
		"DTERM", // a length of more than 1 GB
	} {
		_, err := pgproto3.NewFrontend(bytes.NewReader([]byte(sent)), nil).Receive()
		if err == nil || !errors.Is(db.Classify(fmt.Errorf("read: %w", err)), content.ErrUnavailable) {
			t.Errorf("%q: %v", sent, err)
		}
	}
	_, err := strconv.ParseInt("3E\x00", 10, 64) // PgBouncer's error begins with E and its length
	if err = (pgx.ScanArgError{FieldName: "body_size", Err: err}); !errors.Is(db.Classify(fmt.Errorf("read: %w", err)), content.ErrUnavailable) {
		t.Errorf("a number that is none: %v", err)
	}
}
