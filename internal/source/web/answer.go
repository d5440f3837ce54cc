package web

import (
	"net/http"
	"regexp"
	"strings"
)

// mediaType matches a type and a subtype.
var mediaType = regexp.MustCompile(`^[\w.+-]+/[\w.+-]+`)

// IsHTML reports whether the answer is a web page. Servers write the header in many ways, such as
// "text/html, text/html; charset=utf-8". Without a known type in the header, the first bytes
// decide, as in browsers.
func (a *Answer) IsHTML() bool {
	kind := mediaType.FindString(a.Header.Get("Content-Type"))
	if kind == "" || strings.HasSuffix(kind, "/unknown") {
		kind = mediaType.FindString(http.DetectContentType(a.Body))
	}
	return strings.EqualFold(kind, "text/html") || strings.EqualFold(kind, "application/xhtml+xml")
}

// PageAccept asks for a web page.
const PageAccept = "text/html,application/xhtml+xml"
