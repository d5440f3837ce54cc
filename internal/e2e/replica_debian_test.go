//go:build debian

package e2e_test

import (
	"testing"

	"airport-content/internal/check"
	"airport-content/internal/testenv"
)

// Copies are exact, too, where a replica answers.
func TestKilledCopyFromReplica(t *testing.T) {
	t.Parallel()
	admin, owner, served, _ := owned(t)
	follower := newStandby(t, admin)
	follower.start(t)
	killCopiesOfAll(t, owner, served.with("RATE_LIMIT=1000000", "DATABASE_READ_URL="+through(t, follower.address, served.database())))
	check.Eventually(t, "the replica has answered", func() bool {
		return testenv.Value[bool](t, as(t, follower.database(), serveRole, "serve"),
			"SELECT bool_or(seq_scan + idx_scan > 100) FROM pg_stat_user_tables WHERE relname = 'content_item'")
	})
}
