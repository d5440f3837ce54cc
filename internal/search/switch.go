//go:build rules

package search

import "slices"

// Readings lists the names of the ways to read words.
func Readings() (names []string) {
	for _, r := range readings {
		names = append(names, r.name)
	}
	return names
}

// SwitchOff leaves out a way to read words, to measure who needs it. The returned function switches
// it on again. Nothing may be searched meanwhile.
func SwitchOff(name string) (on func()) {
	all := readings
	readings = slices.DeleteFunc(slices.Clone(readings), func(r reading) bool { return r.name == name })
	return func() { readings = all }
}

// SwitchOffStopPhrases leaves out the words around a question.
func SwitchOffStopPhrases() (on func()) {
	all := stopPhrases
	stopPhrases = nil
	return func() { stopPhrases = all }
}
