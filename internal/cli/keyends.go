package cli

import (
	"log/slog"
	"sync"
	"time"

	"airport-content/internal/api"
	"airport-content/internal/partner"
)

// keyEnds says in the log which of the keys in use end soon, each once a day.
type keyEnds struct {
	log *slog.Logger

	mu   sync.Mutex
	told map[string]string // by key id: the day
}

func (k *keyEnds) note(o api.Observation) {
	now := time.Now()
	if !partner.ExpiresSoon(o.KeyEnds, now) || !k.first(o.KeyID, now.UTC().Format(time.DateOnly)) {
		return
	}
	k.log.Warn("a key in use expires soon; prolong it, or give its partner another", "key_id", o.KeyID, "partner_id", o.PartnerID, "expires_at", o.KeyEnds)
}

func (k *keyEnds) first(keyID, day string) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.told[keyID] == day {
		return false
	}
	if k.told == nil {
		k.told = make(map[string]string)
	}
	k.told[keyID] = day
	return true
}
