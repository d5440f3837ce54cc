package admin

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"airport-content/internal/content"
	"airport-content/internal/db"
	"airport-content/internal/timestamp"
)

// exportedItem is a line of an export: an item as an import takes it.
type exportedItem struct {
	ID             string          `json:"id"`
	ContentType    string          `json:"contentType"`
	Title          string          `json:"title"`
	URL            *string         `json:"url"`
	Excerpt        *string         `json:"excerpt"`
	Content        string          `json:"content"`
	Thumbnail      *string         `json:"thumbnail"`
	Language       string          `json:"language"`
	LastModified   string          `json:"lastModified,omitempty"` // as the source gave it
	Metadata       json.RawMessage `json:"metadata"`
	TranslationKey string          `json:"translationKey,omitempty"`
}

// Without the keys of metadata that were read from texts, an import reads them again. translation
// is "import dining cafe-1": neither a source nor a type has a space.
const exportItems = `
	SELECT i.id, i.source, i.content_type, i.title, i.url, i.excerpt, i.content, i.thumbnail, i.language, i.source_last_modified,
		CASE WHEN i.read_keys IS NULL THEN i.metadata ELSE nullif(i.metadata - i.read_keys, '{}') END,
		coalesce(regexp_replace(i.translation, '^[^ ]* [^ ]* ', ''), '')
	FROM content_item AS i
	WHERE i.airport = $1 AND ($2::text IS NULL OR i.source = $2)
	ORDER BY i.id`

const exportHiddenItems = `
	SELECT i.id, i.source, i.content_type, i.title, i.url, i.excerpt, i.content, i.thumbnail, i.language, i.source_last_modified, i.metadata,
		coalesce(regexp_replace(i.translation, '^[^ ]* [^ ]* ', ''), '')
	FROM hidden_item AS i
	WHERE i.airport = $1 AND ($2::text IS NULL OR i.source = $2) AND i.content IS NOT NULL
	ORDER BY i.id`

// Exported is what an export wrote.
type Exported struct {
	Sources map[string]int // how many items each source has
	Hidden  int            // of all items
}

// Items is the number of all items.
func (e Exported) Items() int {
	total := 0
	for _, items := range e.Sources {
		total += items
	}
	return total
}

// Export writes the items of an airport, or of one of its sources, as NDJSON in the order of their
// ids. Hidden items are among them, because an import brings their new versions too. All items are
// of one moment.
func (d DB) Export(ctx context.Context, code string, source *string, out io.Writer) (Exported, error) {
	airport, err := d.findAirport(ctx, code)
	if err != nil {
		return Exported{}, err
	}
	e := export{out: bufio.NewWriterSize(out, 64<<10), Exported: Exported{Sources: map[string]int{}}}
	e.lines = json.NewEncoder(e.out)
	e.lines.SetEscapeHTML(false)
	err = pgx.BeginTxFunc(ctx, d.pool, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}, func(tx pgx.Tx) error {
		return e.run(ctx, tx, airport.Code, source)
	})
	switch {
	case e.failed != nil:
		return Exported{}, fmt.Errorf("write the export: %w", e.failed)
	case err != nil:
		return Exported{}, fmt.Errorf("export %s: %w", airport.Code, db.Classify(err))
	}
	if len(e.Sources) == 0 && source != nil {
		return Exported{}, d.checkHasSource(ctx, airport.Code, *source)
	}
	return e.Exported, nil
}

// export is an export under way.
type export struct {
	Exported
	out    *bufio.Writer
	lines  *json.Encoder
	failed error // of a write
}

func (e *export) run(ctx context.Context, tx pgx.Tx, airport string, source *string) error {
	var hidden []exportedItem // few, as a person has hidden each
	err := e.read(ctx, tx, exportHiddenItems, airport, source, func(item exportedItem) error {
		hidden = append(hidden, item)
		return nil
	})
	if err != nil {
		return err
	}
	e.Hidden = len(hidden)
	err = e.read(ctx, tx, exportItems, airport, source, func(item exportedItem) error {
		for ; len(hidden) > 0 && hidden[0].ID < item.ID; hidden = hidden[1:] {
			if err := e.write(hidden[0]); err != nil {
				return err
			}
		}
		return e.write(item)
	})
	for ; err == nil && len(hidden) > 0; hidden = hidden[1:] {
		err = e.write(hidden[0])
	}
	if err != nil {
		return err
	}
	e.failed = e.out.Flush()
	return e.failed
}

func (e *export) write(item exportedItem) error {
	e.failed = e.lines.Encode(item)
	return e.failed
}

// read reads the items of a statement one after the other, and counts them.
func (e *export) read(ctx context.Context, tx pgx.Tx, statement, airport string, source *string, each func(exportedItem) error) error {
	rows, err := tx.Query(ctx, statement, airport, source)
	if err != nil {
		return err
	}
	var item exportedItem
	var of string
	var modified *time.Time
	_, err = pgx.ForEachRow(rows, []any{&item.ID, &of, &item.ContentType, &item.Title, &item.URL, &item.Excerpt, &item.Content, &item.Thumbnail,
		&item.Language, &modified, &item.Metadata, &item.TranslationKey}, func() error {
		e.Sources[of]++
		item.LastModified = ""
		if modified != nil {
			item.LastModified = timestamp.Format(*modified)
		}
		return each(item)
	})
	return err
}

// checkHasSource refuses the name of a source that the airport does not have.
func (d DB) checkHasSource(ctx context.Context, airport, name string) error {
	known, err := d.pool.ListItemSources(ctx, airport)
	if err != nil {
		return fmt.Errorf("list the sources of %s: %w", airport, db.Classify(err))
	}
	pulled, err := listSources(ctx, d.pool.Queries, &airport)
	for _, s := range pulled {
		known = append(known, s.Name)
	}
	switch {
	case err != nil:
		return err
	case name == content.DefaultSource, slices.Contains(known, name):
		return nil
	}
	return unknown("source of "+airport, name, known)
}

// DescribeSources lists sources with their numbers of items, such as "import (2803), news (12)".
func DescribeSources(sources map[string]int) string {
	var parts []string
	for _, name := range slices.Sorted(maps.Keys(sources)) {
		parts = append(parts, fmt.Sprintf("%s (%d)", name, sources[name]))
	}
	return strings.Join(parts, ", ")
}
