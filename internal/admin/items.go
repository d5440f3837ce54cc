package admin

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"airport-content/internal/db"
	"airport-content/internal/partner"
)

// Item is an item as operators list it.
type Item struct {
	ID           string     `json:"id"`
	Source       string     `json:"source"`
	ContentType  string     `json:"contentType"`
	Language     string     `json:"language"`
	LastModified *time.Time `json:"lastModified"` // as partners see it; nil for a hidden item
	HiddenAt     *time.Time `json:"hiddenAt"`     // nil: not hidden
	Gone         bool       `json:"gone"`         // a hidden item that its source no longer has
	Title        string     `json:"title"`
}

// ItemDetails is what is known of one item.
type ItemDetails struct {
	Airport   string     `json:"airport"`
	OfflineAt *time.Time `json:"offlineAt"` // since when the airport is offline; nil: it is not
	Item
	URL                *string    `json:"url"`
	AddedAt            *time.Time `json:"addedAt"`            // when it came; nil: unknown, an older program added it
	SourceLastModified *time.Time `json:"sourceLastModified"` // the date that the source gave; nil: none
	Translation        *string    `json:"translation"`        // source, type and key of the thing that it tells of; nil: it has no translation
	Pages              []Page     `json:"pages"`              // of the website that it was read from
	TitleWords         []string   `json:"titleWords"`         // lexemes of the search, in order; none for a hidden item
	OtherWords         []string   `json:"otherWords"`         // the most frequent first
	Keys               []Reader   `json:"keys"`               // of all partners, or the one that was asked for
}

// Page is what a source remembers of a page.
type Page struct {
	Source string `json:"source"`
	Key    string `json:"page"`             // its URL, or the id of a post
	ItemID string `json:"itemId,omitempty"` // the item that it made
	Reason string `json:"reason,omitempty"` // why it made no item
}

// Reader is a key, and whether it can read an item.
type Reader struct {
	KeyID   string `json:"keyId"`
	Partner string `json:"partner"`
	Label   string `json:"label"`
	Reads   bool   `json:"reads"`
	Why     string `json:"why"` // why it cannot; empty if it can
}

// ListItems lists the items of an airport, or of one of its sources, hidden ones too, by id.
func (d DB) ListItems(ctx context.Context, code string, source *string) ([]Item, error) {
	airport, err := d.findAirport(ctx, code)
	if err != nil {
		return nil, err
	}
	rows, err := d.pool.ListItems(ctx, airport.Code, source)
	var hidden []db.ListHiddenItemsRow
	if err == nil {
		hidden, err = d.pool.ListHiddenItems(ctx, airport.Code, source)
	}
	if err != nil {
		return nil, fmt.Errorf("list the items of %s: %w", airport.Code, db.Classify(err))
	}
	list := make([]Item, 0, len(rows)+len(hidden))
	for _, r := range rows {
		list = append(list, Item{ID: r.ID, Source: r.Source, ContentType: r.ContentType, Language: r.Language, LastModified: &r.LastModified, Title: r.Title})
	}
	for _, r := range hidden {
		list = append(list, Item{ID: r.ID, Source: r.Source, ContentType: r.ContentType, Language: r.Language, HiddenAt: &r.HiddenAt, Gone: r.Gone, Title: r.Title})
	}
	if len(list) == 0 && source != nil {
		return nil, d.checkHasSource(ctx, airport.Code, *source)
	}
	slices.SortFunc(list, func(a, b Item) int { return cmp.Compare(a.ID, b.ID) })
	return list, nil
}

// FindItem describes the item with an id or a URL, which may be whole or a path of the airport's
// website, whichever its source gave. The keys are all that are not revoked, or the one
// of keyID, if that is not nil. The error for an unknown item says what is known of the id.
func (d DB) FindItem(ctx context.Context, code, id string, keyID *string) (ItemDetails, error) {
	airport, err := d.findAirport(ctx, code)
	if err != nil {
		return ItemDetails{}, err
	}
	item, err := d.readItem(ctx, airport.Code, id)
	if other := otherForm(airport.Website, id); errors.Is(err, errNoItem) && other != "" {
		item, err = d.readItem(ctx, airport.Code, other)
	}
	if errors.Is(err, errNoItem) {
		err = d.unknownItem(ctx, airport.Code, id)
	}
	if err != nil {
		return ItemDetails{}, err
	}
	item.OfflineAt = airport.OfflineAt
	keys, err := d.readers(ctx, keyID)
	if err != nil {
		return ItemDetails{}, err
	}
	partners, err := d.ListPartners(ctx)
	if err != nil {
		return ItemDetails{}, err
	}
	item.Keys = []Reader{}
	for _, k := range keys {
		owner, err := find("partner", k.Partner, partners, func(p partner.Partner) string { return p.Name })
		if err != nil {
			return ItemDetails{}, err
		}
		why := whyNot(item, k, owner)
		item.Keys = append(item.Keys, Reader{KeyID: k.ID, Partner: k.Partner, Label: k.Label, Reads: why == "", Why: why})
	}
	return item, nil
}

// KeyFor finds a key, and says why it cannot read an airport; empty if it can.
func (d DB) KeyFor(ctx context.Context, id string, airport Airport) (partner.Key, string, error) {
	key, err := findKey(ctx, d.pool.Queries, id)
	if err != nil {
		return partner.Key{}, "", err
	}
	owner, err := d.Partner(ctx, key.Partner)
	return key, whyNotAirport(airport.Code, airport.OfflineAt, key, owner), err
}

// readers lists the keys that are not revoked, or one key.
func (d DB) readers(ctx context.Context, keyID *string) ([]partner.Key, error) {
	if keyID != nil {
		key, err := findKey(ctx, d.pool.Queries, *keyID)
		return []partner.Key{key}, err
	}
	keys, err := d.ListKeys(ctx, nil, nil)
	return slices.DeleteFunc(keys, func(k partner.Key) bool { return k.RevokedAt != nil }), err
}

// whyNot says why a key cannot read an item; empty if the key can.
func whyNot(item ItemDetails, k partner.Key, owner partner.Partner) string {
	why := whyNotAirport(item.Airport, item.OfflineAt, k, owner)
	switch {
	case why != "":
	case !slices.Contains(k.Scopes, partner.ReadAll) && !slices.Contains(k.Scopes, partner.ReadAll+":"+item.ContentType):
		why = "the key is only for " + strings.Join(k.Scopes, ", ")
	case item.HiddenAt != nil:
		why = "the item is hidden"
	}
	return why
}

// whyNotAirport says why a key cannot read an airport; empty if the key can.
func whyNotAirport(airport string, offlineAt *time.Time, k partner.Key, owner partner.Partner) string {
	switch {
	case k.RevokedAt != nil:
		return "the key is revoked"
	case k.ExpiresAt != nil && !k.ExpiresAt.After(time.Now()):
		return "the key has expired"
	case owner.DisabledAt != nil:
		return "the partner is disabled"
	case !k.AllAirports && !slices.Contains(k.Airports, airport):
		return "the key is not for " + airport
	case offlineAt != nil:
		return airport + " is offline"
	}
	return ""
}

var errNoItem = errors.New("no item")

// readItem finds an item by its id or its URL, as stored. Without one, the error is errNoItem.
func (d DB) readItem(ctx context.Context, airport, id string) (ItemDetails, error) {
	rows, err := d.pool.FindItem(ctx, airport, id)
	var hidden []db.FindHiddenItemRow
	if err == nil {
		hidden, err = d.pool.FindHiddenItem(ctx, airport, id)
	}
	if err != nil {
		return ItemDetails{}, fmt.Errorf("find the item %q of %s: %w", id, airport, db.Classify(err))
	}
	details := ItemDetails{Airport: airport, TitleWords: []string{}, OtherWords: []string{}}
	switch {
	case len(rows)+len(hidden) == 0:
		return ItemDetails{}, errNoItem
	case len(rows)+len(hidden) > 1 && !slices.ContainsFunc(rows, func(r db.FindItemRow) bool { return r.ID == id }) &&
		!slices.ContainsFunc(hidden, func(r db.FindHiddenItemRow) bool { return r.ID == id }):
		var ids []string
		for _, r := range rows {
			ids = append(ids, r.ID)
		}
		for _, r := range hidden {
			ids = append(ids, r.ID)
		}
		return ItemDetails{}, fmt.Errorf("%d items of %s have this URL; give one of their ids: %s", len(ids), airport, strings.Join(ids, ", "))
	case len(hidden) > 0 && (len(rows) == 0 || rows[0].ID != id):
		r := hidden[0]
		details.Item = Item{ID: r.ID, Source: r.Source, ContentType: r.ContentType, Language: r.Language, HiddenAt: &r.HiddenAt, Gone: r.Gone, Title: r.Title}
		details.URL, details.AddedAt, details.SourceLastModified, details.Translation = r.Url, r.AddedAt, r.SourceLastModified, r.Translation
	default:
		r := rows[0]
		details.Item = Item{ID: r.ID, Source: r.Source, ContentType: r.ContentType, Language: r.Language, LastModified: &r.LastModified, Title: r.Title}
		details.URL, details.AddedAt, details.SourceLastModified, details.Translation = r.Url, r.AddedAt, r.SourceLastModified, r.Translation
		details.TitleWords, details.OtherWords = r.TitleWords, r.OtherWords
	}
	details.Pages, err = d.findPages(ctx, airport, details.ID)
	return details, err
}

func (d DB) findPages(ctx context.Context, airport, id string) ([]Page, error) {
	rows, err := d.pool.FindPages(ctx, airport, id)
	if err != nil {
		return nil, fmt.Errorf("find the pages of %q: %w", id, db.Classify(err))
	}
	return db.Convert(rows, func(r db.FindPagesRow) Page {
		return Page{Source: r.Source, Key: r.Key, ItemID: r.ItemID, Reason: r.Reason}
	}), nil
}

// unknownItem says why there is no item with an id or a URL, as far as that is known.
func (d DB) unknownItem(ctx context.Context, airport, id string) error {
	deleted, err := d.pool.FindDeletion(ctx, airport, id)
	if err != nil {
		return fmt.Errorf("find the deletion of %q: %w", id, db.Classify(err))
	}
	pages, err := d.findPages(ctx, airport, id)
	if err != nil {
		return err
	}
	known := fmt.Sprintf("%s has no item with the id or the URL %.300q", airport, id)
	if len(deleted) > 0 {
		known += fmt.Sprintf("; it was deleted at %s", deleted[0].DeletedAt.UTC().Format(time.RFC3339))
	}
	for _, page := range pages {
		switch {
		case page.Reason != "":
			known += fmt.Sprintf("; the source %s left the page out: %s", page.Source, page.Reason)
		case page.ItemID != "" && page.ItemID != id:
			known += fmt.Sprintf("; the source %s made the item %s of the page", page.Source, page.ItemID)
		}
	}
	if len(deleted) == 0 && len(pages) == 0 {
		known += "; airport-content item list " + airport + " lists all"
	}
	return errors.New(known)
}
