// Package search decides what a query means: it plans and runs a search.
//
// The way of a query through the files:
//
//   - run.go runs a search from its text to the page; attempt.go lists what is asked
//   - query.go parses the query; stopphrase.go finds the words around a question
//   - plan.go plans it, with a planner for each language (planner.go), which takes its words run by
//     run, and makes clauses of them (clause.go, clauses.go)
//   - reading.go has the table of the ways to read a word: written.go, pieces.go, related.go,
//     order.go and synonyms.go have their functions
//   - meaning.go reads words as concepts, place.go as parts of a place, time.go as a time of day;
//     negation.go finds what is not wanted. All four look at several words together (spoken.go)
//   - correct.go corrects misspelled words. The planner of every language found these words unknown
//     (addUnknown), and no word begins with them (begunBy in related.go). everyday.go has words that are
//     never corrected
//
// A plan is made again until the stems of all words are known (makePlan), once more if words are
// unknown, to read them as beginnings (newPlan), and once more after corrections (Run).
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
