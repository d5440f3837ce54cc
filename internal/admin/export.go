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

// Export writes the items of an airport, or of one of its sources, as NDJSON in the order of their
// ids. One statement reads them, so all are of one moment. Export returns how many items each source
// has.
func (d DB) Export(ctx context.Context, code string, source *string, out io.Writer) (sources map[string]int, err error) {
	airport, err := d.findAirport(ctx, code)
	if err != nil {
		return nil, err
	}
	buffered := bufio.NewWriterSize(out, 64<<10)
	lines := json.NewEncoder(buffered)
	lines.SetEscapeHTML(false)
	rows, err := d.pool.Query(ctx, exportItems, airport.Code, source)
	if err != nil {
		return nil, fmt.Errorf("export %s: %w", airport.Code, db.Classify(err))
	}
	sources = map[string]int{}
	var item exportedItem
	var of string
	var modified *time.Time
	var written error
	_, err = pgx.ForEachRow(rows, []any{&item.ID, &of, &item.ContentType, &item.Title, &item.URL, &item.Excerpt, &item.Content, &item.Thumbnail,
		&item.Language, &modified, &item.Metadata, &item.TranslationKey}, func() error {
		sources[of]++
		item.LastModified = ""
		if modified != nil {
			item.LastModified = timestamp.Format(*modified)
		}
		written = lines.Encode(item)
		return written
	})
	if err == nil {
		written = buffered.Flush()
	}
	switch {
	case written != nil:
		return nil, fmt.Errorf("write the export: %w", written)
	case err != nil:
		return nil, fmt.Errorf("export %s: %w", airport.Code, db.Classify(err))
	}
	if len(sources) == 0 && source != nil {
		return nil, d.checkHasSource(ctx, airport.Code, *source)
	}
	return sources, nil
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
