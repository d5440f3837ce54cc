package cli

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"airport-content/migrations"
)

// demoMigrations is a file of the demo's directory: the migrations that its data was made by, with their digests. Until a
// release they may change, and what another build has migrated by others of the same names would fail in odd ways.
const demoMigrations = "migrations"

// checkDemoMigrations refuses data that other migrations have made than this program's; newer ones may be missing.
func checkDemoMigrations(dir string) error {
	if _, err := os.Stat(filepath.Join(dir, "postgres")); errors.Is(err, fs.ErrNotExist) {
		return writeDemoMigrations(dir) // now already, so that a first start may be interrupted
	}
	ours, err := listMigrations()
	if err != nil {
		return err
	}
	theirs, err := os.ReadFile(filepath.Join(dir, demoMigrations))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("read by which migrations the demo's data was made: %w", err)
	}
	if len(theirs) > 0 && strings.HasPrefix(ours, string(theirs)) {
		return nil
	}
	return fmt.Errorf("the data in %s was made by another build, whose migrations are not this one's; "+
		"delete that directory to start anew, or choose another with --data-dir", dir)
}

func writeDemoMigrations(dir string) error {
	list, err := listMigrations()
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(dir, demoMigrations), []byte(list), 0o644); err != nil {
		return fmt.Errorf("keep by which migrations the demo's data is made: %w", err)
	}
	return nil
}

// listMigrations has a line for each migration, in order.
func listMigrations() (string, error) {
	files, err := fs.Glob(migrations.FS, "*.sql")
	if err != nil {
		return "", err
	}
	var list strings.Builder
	for _, file := range files {
		text, err := migrations.FS.ReadFile(file)
		if err != nil {
			return "", err
		}
		fmt.Fprintf(&list, "%s %x\n", file, sha256.Sum256(text))
	}
	return list.String(), nil
}
