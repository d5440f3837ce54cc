package schemaorg

import (
	"maps"
	"slices"
	"strings"
)

// collect gives objects their plain keys, and adds the objects with an @id to byID.
func collect(value any, byID map[string]map[string]any) {
	switch v := value.(type) {
	case []any:
		for _, one := range v {
			collect(one, byID)
		}
	case map[string]any:
		for _, key := range slices.Collect(maps.Keys(v)) {
			collect(v[key], byID)
			if plain := plainKey(key); v[plain] == nil {
				v[plain] = v[key]
			}
		}
		if id, is := v["@id"].(string); is && len(v) > len(byID[id]) {
			byID[id] = v
		}
	}
}

// plainKey is a key without the address or prefix of schema.org. The context of schema.org has id
// and type for @id and @type.
func plainKey(key string) string {
	if key == "id" || key == "type" {
		return "@" + key
	}
	return key[strings.LastIndexAny(key, "/:#")+1:]
}

// link resolves references: an object with nothing but an @id becomes the object of the page with
// this @id and more. So a thing may hold itself in the end. link still ends, because it visits each
// object only where the object stands. An @value stays as it is, because texts follows an @value
// without a limit.
func link(value any, byID map[string]map[string]any) {
	follow := func(one any) any {
		if reference, is := one.(map[string]any); is {
			if id, is := reference["@id"].(string); is && isReference(reference) && byID[id] != nil {
				return byID[id]
			}
		}
		link(one, byID)
		return one
	}
	switch v := value.(type) {
	case []any:
		for i, one := range v {
			v[i] = follow(one)
		}
	case map[string]any:
		for key, one := range v {
			if key != "@value" {
				v[key] = follow(one)
			}
		}
	}
}

// isReference reports whether an object has nothing but an @id and a type.
func isReference(object map[string]any) bool {
	return len(object) == 1 || len(object) == 2 && object["@type"] != nil
}
