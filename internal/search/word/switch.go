//go:build rules

package word

import "slices"

// SwitchOff leaves out a filter of Index, to measure who needs it. The returned function switches
// it on again. Nothing may be read meanwhile.
func SwitchOff(name string) (on func()) {
	index, query, apart, whole := Index, Query, Apart, Together
	Index, Query, Apart, Together = Index.without(name), Query.without(name), Apart.without(name), Together.without(name)
	return func() { Index, Query, Apart, Together = index, query, apart, whole }
}

// SwitchOffForms leaves out the irregular forms of words.
func SwitchOffForms() (on func()) {
	known := formsOf
	formsOf = nil
	return func() { formsOf = known }
}

// Names lists the filters.
func (a Analyzer) Names() (names []string) {
	for f := range slices.Values(a) {
		names = append(names, f.Name)
	}
	return names
}
