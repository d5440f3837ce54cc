package store

import (
	"encoding/json"
	"strings"

	"airport-content/internal/content"
)

// metadataPath is the jsonpath for all filters except the filter of the key "but"; nil if no filter
// is left. An item passes if its metadata matches the path. Lax mode also compares the elements of
// lists.
func metadataPath(filters []content.MetadataFilter, but string) *string {
	var keys []string
	for _, f := range filters {
		if f.Key == but {
			continue
		}
		var values []string
		for _, value := range f.Values {
			text, _ := json.Marshal(value) // a valid string
			values = append(values, `$."`+f.Key+`" == `+string(text))
			if folded := content.Fold(value); folded == content.Fold("true") || folded == content.Fold("false") {
				values = append(values, `$."`+f.Key+`" == `+strings.ToLower(value))
			} else if content.IsNumber(value) {
				values = append(values, `$."`+f.Key+`" == `+value)
			}
		}
		keys = append(keys, "("+strings.Join(values, " || ")+")")
	}
	if keys == nil {
		return nil
	}
	path := strings.Join(keys, " && ")
	return &path
}
