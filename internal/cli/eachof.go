package cli

import "strings"

// eachOf takes the values of a flag that may be repeated, or hold several with commas between them. Empty ones stay, to be
// refused: a script whose variable is empty must not believe that it granted something.
func eachOf(values []string) []string {
	var each []string
	for _, value := range values {
		each = append(each, strings.Split(value, ",")...)
	}
	return each
}
