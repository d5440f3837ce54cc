package migrations_test

import (
	"bufio"
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"fmt"
	"strings"
	"testing"

	"airport-content/migrations"
)

//go:embed testdata/released.sha256
var released string

// A released migration never changes: databases have applied it. What is to change comes in a new
// one. After a release, `sha256sum 0*.sql` makes the list anew.
func TestReleasedMigrationsDoNotChange(t *testing.T) {
	t.Parallel()
	for lines := bufio.NewScanner(strings.NewReader(released)); lines.Scan(); {
		var sum, name string
		if _, err := fmt.Sscan(lines.Text(), &sum, &name); err != nil {
			t.Fatalf("%q: %v", lines.Text(), err)
		}
		text, err := migrations.FS.ReadFile(name)
		if err != nil {
			t.Errorf("a released migration is gone: %v", err)
			continue
		}
		if now := sha256.Sum256(text); hex.EncodeToString(now[:]) != sum {
			t.Errorf("%s was released and is changed; take the change back, and write a new migration", name)
		}
	}
}
