package content

import "strings"

// ParseAirport checks the form of an airport's code, three or four letters or digits, and puts it in upper case.
func ParseAirport(s string) (code string, ok bool) {
	if len(s) < 3 || len(s) > 4 {
		return "", false
	}
	for _, c := range []byte(s) { // as bytes: Unicode knows more letters that become an S in upper case
		if (c < '0' || c > '9') && (c < 'A' || c > 'Z') && (c < 'a' || c > 'z') {
			return "", false
		}
	}
	return strings.ToUpper(s), true
}
