// Package suggest finds items for an unfinished query by their titles, in memory.
//
// Titles (titles.go) is an index of the beginnings of words in titles; suggest.go finds items in
// it. typed.go reads what was typed, forms.go lists the forms in which titles may have it,
// synonyms.go has the synonyms as titles have them, and concepts.go what airports call a thing. The
// package knows the words of texts (word) and of things (concept). It must not know queries, stems
// or the database: a stem lacks the letters that were typed last.
package suggest
