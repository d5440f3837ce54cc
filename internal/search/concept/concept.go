package concept

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"
)

// ID is the place of a concept in the list of concepts.
type ID uint16

// Concept is a thing that people look for.
type Concept struct {
	Name   string // such as "lost-property"
	Type   string // content type that items about it usually have; empty: none
	Also   []ID   // concepts whose items serve too; of an intent, the concepts that it means
	Brands []ID   // whose items are about it, too
	Intent bool
}

//go:embed concepts.txt
var listOfConcepts string

// readConcepts reads the list of concepts. Its first lines say how it is written.
func readConcepts(list string) (concepts []Concept, ids map[string]ID, err error) {
	ids = map[string]ID{}
	var also [][]string
	var isBrand []bool
	var kind string
	for line := range strings.Lines(list) {
		line = strings.TrimSpace(line)
		switch {
		case line == "" || line[0] == '#':
			continue
		case line[0] == '[':
			kind = strings.Trim(line, "[]")
			continue
		}
		head, _, _ := strings.Cut(line, ":")
		name, others, _ := strings.Cut(head, " ")
		if _, ok := ids[name]; ok {
			return nil, nil, fmt.Errorf("concept %s stands twice in the list", name)
		}
		ids[name] = ID(len(concepts))
		concepts = append(concepts, Concept{Name: name, Type: kind, Intent: strings.HasPrefix(others, "=")})
		isBrand = append(isBrand, strings.HasPrefix(others, "<"))
		also = append(also, strings.FieldsFunc(others, func(r rune) bool { return strings.ContainsRune(">=<, ", r) }))
	}
	for i, names := range also {
		for _, name := range names {
			id, ok := ids[name]
			if !ok {
				return nil, nil, fmt.Errorf("concept %s: there is no concept %q", concepts[i].Name, name)
			}
			concepts[i].Also = append(concepts[i].Also, id)
			if isBrand[i] {
				concepts[id].Brands = append(concepts[id].Brands, ID(i))
			}
		}
		concepts[i].Also = slices.Clip(concepts[i].Also)
	}
	return concepts, ids, nil
}
