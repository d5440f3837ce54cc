// Package operations_test tests what docs/operations, docs/sql and docs/deploy promise, with the whole program: its command
// line, and its server over HTTP. Tests of Debian's programs (pgbouncer, nginx, …) have the build tag debian.
package operations_test

import (
	"os"
	"testing"

	"airport-content/internal/testenv"
)

func TestMain(m *testing.M) { os.Exit(testenv.Main(m)) }
