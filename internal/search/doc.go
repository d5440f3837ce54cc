// Package search decides what a query means, plans and runs it, and marks what it found. It also
// prepares the texts of items, so that queries and items are read by the same rules.
//
// The way through the files:
//
//   - words: normalise.go, with fold.go and script.go, makes words of any text; base.go has
//     their bases, lists.go the lists of words
//   - items: document.go picks the texts, html.go reads markup, vector.go makes the tsvector
//   - knowledge: vocabulary.go has the airport's words and frequencies, synonyms.go the synonyms
//   - queries: query.go parses a query, plan.go plans it with clause.go, written.go, unspaced.go,
//     related.go and common.go, correct.go corrects words, run.go runs a search from text to page
//   - marks: highlight.go marks the items of a page, span.go finds the words of a text, mark.go
//     the terms of the plan among them, snippet.go the part of the text to show
//   - suggestions: suggest.go, with typed.go and titlewords.go
//
// The package contains no SQL, and knows neither connections nor HTTP. Index is all that it needs
// of a database.
package search
