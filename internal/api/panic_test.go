package api

import (
	"context"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"airport-content/internal/content"
	"airport-content/internal/partner"
	"airport-content/internal/store"
)

// A fault in a goroutine of a request is an error of that request. The parts of this server that
// would read the database are nil, so that every read panics.
func TestPanicsOfGoroutinesAreErrors(t *testing.T) {
	t.Parallel()
	r := httptest.NewRequest(http.MethodGet, base+"/content", nil)
	s := &server{answers: newAnswerCache(), Options: Options{Logger: slog.New(slog.NewTextHandler(io.Discard, nil))}}
	c := &call{server: s, r: r, response: &response{}, grant: newGrant(partner.Grant{AllAirports: true, Scopes: []string{partner.ReadAll}}, partner.Digest{}, time.Now())}
	p, err := searchEndpoint.parse("q=coffee")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.searchEach(p, make([]content.State, 2), store.Reader{}); err == nil {
		t.Error("a search that panics is no error")
	}
	s.inner = s.forAssistants()
	for _, path := range []string{"/airports", "/content", "/SFO/content", "/SFO/content/1"} {
		questions := &asked{call: c}
		if status, _ := questions.Get(context.Background(), path, nil); status != http.StatusInternalServerError || questions.failure == nil {
			t.Errorf("%s: status %d, %+v", path, status, questions.failure)
		}
	}
}
