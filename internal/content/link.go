package content

import "strings"

// unbroken removes tabs and line breaks.
var unbroken = strings.NewReplacer("\t", "", "\n", "", "\r", "")

// UnsafeScheme is the scheme of a link that can run code where it is embedded, such as
// "javascript"; "" for any other link. It reads the link as browsers do: they drop spaces and
// control characters before it, and tabs and line breaks within it.
func UnsafeScheme(link string) string {
	link = strings.TrimLeftFunc(link, func(r rune) bool { return r <= ' ' })
	link = unbroken.Replace(link)
	scheme, _, has := strings.Cut(link, ":")
	if !has {
		return ""
	}
	switch scheme = strings.ToLower(scheme); scheme {
	case "javascript", "vbscript", "data":
		return scheme
	}
	return ""
}
