// Package mark marks what a search found: in titles, and in the best part of an excerpt or a body.
//
// A Marker has the terms of a query (terms.go) and finds them among the words of a text (find.go).
// mark.go marks the items of a page, and snippet.go cuts texts. The package knows the words of
// texts (word). It must not know queries, plans or the database: it is given the terms, the forms
// in which items write them, and a reader of bodies.
package mark
