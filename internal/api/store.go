package api

import (
	"context"

	"airport-content/internal/content"
	"airport-content/internal/partner"
)

// Store is what the interface needs of a database. Every method may also fail with content.ErrUnavailable or
// content.ErrTimeout; those that name an airport (in upper case) with content.ErrAirportNotFound.
// Types are never empty: nil stands for every type.
type Store interface {
	// Authenticate finds what the key with this digest may do; partner.ErrKeyRefused when it may do nothing.
	Authenticate(context.Context, partner.Digest) (partner.Access, error)

	// State is one small query; conditional requests are answered from it alone.
	State(ctx context.Context, airport string) (content.State, error)

	// List gives one page to the sink in one round trip. An error of the sink ends it and comes back wrapped or as it is.
	List(context.Context, content.Query, content.Sink) error

	// Item reads one item with its content; content.ErrItemNotFound when it is not there or of none of the types.
	Item(ctx context.Context, airport, id string, types []content.Type) (content.State, content.Item, error)

	// Changes gives one page of changes to the sink; content.ErrCursorExpired when the cursor is of another
	// epoch of the airport, or further back than deletions are remembered.
	Changes(context.Context, content.ChangesQuery, content.ChangesSink) error
}
