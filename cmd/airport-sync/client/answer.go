package client

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"time"
)

// Meta is what an answer says of itself.
type Meta struct {
	Partner        string    `json:"partner"`
	PartnerID      int64     `json:"partnerId"`
	Airport        string    `json:"airport"` // upper case
	AirportName    string    `json:"airportName"`
	Timestamp      time.Time `json:"timestamp"` // safe as ListParams.ModifiedSince of a later request
	ResponseTimeMs int64     `json:"responseTimeMs"`
}

// Pagination is the place of a page in its list, in items.
type Pagination struct {
	Size    int  `json:"size"`
	From    int  `json:"from"`
	Total   int  `json:"total"`
	Pages   int  `json:"pages"`
	HasMore bool `json:"hasMore"`
}

// Page is one page of a list.
type Page struct {
	Meta       Meta
	Pagination Pagination
	Items      []Item
}

// Item is one content item, kept as the service gave it, with the fields that this program does not know.
type Item struct {
	ID           string
	LastModified time.Time
	Raw          json.RawMessage // the whole item, on one line
}

// UnmarshalJSON keeps data and reads what every item must have.
func (i *Item) UnmarshalJSON(data []byte) error {
	var known struct {
		ID           string    `json:"id"`
		LastModified time.Time `json:"lastModified"`
	}
	if err := json.Unmarshal(data, &known); err != nil {
		return fmt.Errorf("item: %w", err)
	}
	if known.ID == "" || known.LastModified.IsZero() {
		return errors.New("item without id or lastModified")
	}
	var line bytes.Buffer
	if err := json.Compact(&line, data); err != nil {
		return fmt.Errorf("item %q: %w", known.ID, err)
	}
	*i = Item{ID: known.ID, LastModified: known.LastModified, Raw: line.Bytes()}
	return nil
}

// ChangesPage is one page of an airport's changes.
type ChangesPage struct {
	Meta       Meta
	Changes    []Change
	NextCursor string // where the next page begins, now or in a month
	HasMore    bool
}

// Change is a new version of an item, or its end.
type Change struct {
	ID          string
	Item        *Item     // nil for a deletion
	ContentType string    // of a deletion: the type it had
	DeletedAt   time.Time // of a deletion
}

// UnmarshalJSON refuses kinds of change that are not known: passing them over would make a copy wrong.
func (c *Change) UnmarshalJSON(data []byte) error {
	var wire struct {
		Change      string    `json:"change"`
		Item        *Item     `json:"item"`
		ID          string    `json:"id"`
		ContentType string    `json:"contentType"`
		DeletedAt   time.Time `json:"deletedAt"`
	}
	if err := json.Unmarshal(data, &wire); err != nil {
		return err
	}
	switch {
	case wire.Change == "upsert" && wire.Item != nil:
		*c = Change{ID: wire.Item.ID, Item: wire.Item}
	case wire.Change == "delete" && wire.ID != "":
		*c = Change{ID: wire.ID, ContentType: wire.ContentType, DeletedAt: wire.DeletedAt}
	default:
		return fmt.Errorf("change of unknown kind %q, or without its item", wire.Change)
	}
	return nil
}
