package api

import (
	"context"
	"net/http"
	"net/netip"
	"strconv"

	"airport-content/internal/clientaddr"
	"airport-content/internal/partner"
	"airport-content/internal/ratelimit"
)

// Limits counts requests; *ratelimit.Limiter does.
type Limits interface {
	// Partner counts a request of a partner; limit is in requests a minute, 0 the default.
	Partner(ctx context.Context, partnerID int64, limit int) ratelimit.Decision
	// FailuresExceeded tells whether an address may try to authenticate.
	FailuresExceeded(context.Context, netip.Addr) ratelimit.Decision
	CountFailure(context.Context, netip.Addr)
	MarkGood(ctx context.Context, digest [32]byte)
	WasGood(ctx context.Context, digest [32]byte) bool
}

// heldBack refuses a request from an address with too many failed authentications, unless its key was good of late.
func (s *server) heldBack(r *http.Request, d partner.Digest) error {
	decision := s.Limits.FailuresExceeded(r.Context(), clientaddr.From(r.Context()))
	if decision.Allowed || s.Limits.WasGood(r.Context(), d) {
		return nil
	}
	return tooMany(decision, "Too many requests with missing or wrong keys came from your address. Check the key, and wait as Retry-After says.")
}

// limit counts the request and tells the caller of the limit, whatever the answer becomes.
func (s *server) limit(w http.ResponseWriter, r *http.Request, g *grant) error {
	d := s.Limits.Partner(r.Context(), g.PartnerID, g.RateLimit)
	exchangeOf(r.Context()).counted = d.Counted
	h := w.Header()
	h["X-RateLimit-Limit"] = []string{strconv.Itoa(d.Limit)}
	h["X-RateLimit-Remaining"] = []string{strconv.Itoa(d.Remaining)}
	h["X-RateLimit-Reset"] = []string{strconv.FormatInt(d.Reset.Unix(), 10)}
	if d.Allowed {
		return nil
	}
	return tooMany(d, "You are over your rate limit. Wait as Retry-After says, then retry with backoff.")
}

func tooMany(d ratelimit.Decision, message string) *failure {
	return &failure{status: http.StatusTooManyRequests, code: codeRateLimited, message: message, retryAfter: max(d.RetryAfter, 1)}
}
