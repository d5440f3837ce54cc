package api_test

import (
	"testing"

	"airport-content/internal/check"
	"airport-content/internal/testenv"
)

// If the state counts rows that are missing, a request fails after a few tries, and the log names
// the remedy. The remedy helps.
func TestStatesThatNeverAgreeWithTheirRows(t *testing.T) {
	t.Parallel()
	s := serve(t)
	s.airport(t, "AAA", newItem("a"))
	s.airport(t, "BBB", newItem("a"), newItem("b"))
	key := s.key(t, "content:read")
	testenv.Exec(t, s.database, "DELETE FROM content_item WHERE id = 'a'")
	s.get(t, key, "BBB/content").is(t, 500, "unavailable") // a page that is too short
	for _, path := range []string{"AAA/content", "AAA/suggest?q=title"} {
		s.statements.Store(0)
		s.get(t, key, path).is(t, 500, "unavailable")
		if got := s.statements.Load(); got > 20 {
			t.Errorf("%s: %d statements", path, got)
		}
		check.Eventually(t, "the log helps", func() bool { return s.log.Has("`airport-content airport reset-sync AAA`") })
	}
	check.Must(s.ResetAirportSync(t.Context(), "AAA"))(t)
	for _, path := range []string{"AAA/content", "AAA/suggest?q=title"} {
		s.get(t, key, path).is(t, 200, "")
	}
}
