package content

import (
	"slices"
	"strings"
)

// Scope is the content types that a key may read. The zero Scope has none.
type Scope struct {
	every bool
	types []Type // unless every; in order
}

// EveryType is the scope of all content types.
func EveryType() Scope { return Scope{every: true} }

// OnlyTypes is the scope of these types; without types it is empty.
func OnlyTypes(types ...Type) Scope {
	types = slices.Clone(types)
	slices.Sort(types)
	return Scope{types: slices.Compact(types)}
}

// Has reports whether the scope has all of these types.
func (s Scope) Has(types ...Type) bool {
	return s.every || !slices.ContainsFunc(types, func(t Type) bool { return !slices.Contains(s.types, t) })
}

// IsEmpty reports whether the scope has no type.
func (s Scope) IsEmpty() bool { return !s.every && len(s.types) == 0 }

// Filtered is the part of the scope that a filter takes. A filter without types takes everything.
func (s Scope) Filtered(filter []Type) Scope {
	if len(filter) == 0 {
		return s
	}
	return OnlyTypes(slices.DeleteFunc(slices.Clone(filter), func(t Type) bool { return !s.Has(t) })...)
}

// Names lists the types as the parameters "types" of SQL statements take them: null stands for
// every type, an empty list for none.
func (s Scope) Names() []string {
	if s.every {
		return nil
	}
	names := make([]string, len(s.types))
	for i, t := range s.types {
		names[i] = string(t)
	}
	return names
}

// String is "*" for every type; else the types, separated by spaces.
func (s Scope) String() string {
	if s.every {
		return "*"
	}
	return strings.Join(s.Names(), " ")
}

// Equal reports whether two scopes have the same types.
func (s Scope) Equal(other Scope) bool {
	return s.every == other.every && slices.Equal(s.types, other.types)
}
