// Package search decides what a query means: it plans and runs a search.
//
// The way through the files:
//
//   - run.go runs a search from its text to the page
//   - query.go parses a query; plan.go plans it with clause.go, written.go, unspaced.go, related.go
//     and common.go; correct.go corrects words
//   - vocabulary.go has the airport's words and frequencies, synonyms.go the synonyms
//   - ranking.go has the constants of the score
//
// Four packages lie in this one: word reads texts, document makes the search data of items, mark
// marks what was found, and suggest finds titles for a search box.
//
// The package contains no SQL, and knows neither connections nor HTTP. Index is all that it needs
// of a database.
package search
