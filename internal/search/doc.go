// Package search decides what a query means: it plans and runs a search.
//
// The way of a query through the files:
//
//   - run.go runs a search from its text to the page; attempt.go lists what is asked
//   - query.go parses the query; stopphrase.go finds the words around a question
//   - plan.go plans it, with a planner for each language (planner.go), which takes its words run by
//     run, and makes clauses of them (clause.go, clauses.go)
//   - reading.go has the table of the ways to read a word: spelling.go, pieces.go, related.go,
//     order.go and synonyms.go have their functions
//   - meaning.go reads words as concepts, place.go as parts of a place; negation.go finds what is not
//     wanted. All three look at several words together (spoken.go)
//   - correct.go corrects words, with everyday.go
//
// What is known: vocabulary.go has the airport's words and frequencies, corpus.go those that a key
// may read, analysis.go the lexemes of words, rarity.go which of them are common, ranking.go the
// constants of the score. tsquery.go writes queries for PostgreSQL.
//
// Packages within this one: word reads texts, document makes the search data of items, mark marks
// what was found, suggest finds titles for a search box, concept knows what words mean.
//
// The package contains no SQL, and knows neither connections nor HTTP. Index is all that it needs
// of a database.
package search
