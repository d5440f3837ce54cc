// Package search decides what a query means: it plans and runs a search.
//
// The way of a query, from its text to what PostgreSQL is asked. The example is what
// airport-content search LKX "find cheap drop off -taxi" --explain does on the sample airport:
//
//	text       find cheap drop off -taxi
//	words      find · cheap · drop · off · -taxi      Parse (query.go); find is a stop phrase (phrases.go)
//	meanings   cheap: prices, drop off: drop-off      withNotes (query.go), readMeanings (meaning.go)
//	runs       find | cheap | drop off | -taxi        next (reading.go)
//	readings   words | concepts | concepts | words    the table readings (reading.go)
//	clauses    planConcept (conceptclauses.go), planExactly and partly (clauses.go):
//	           4.999  'drop' before 'off', or one of 'dropoff', 'set' before 'down' …
//	           2.079  'price', or one of 'rate', 'cost', 'fee'
//	           1.500  the type of items about a drop-off
//	           1.500  'drop' before 'off', or 'dropoff', as typed
//	           1.500  'drop', a part
//	           0.777  'find'
//	tsqueries  of every word and of any word (reach.go):
//	           ('price' | 'rate' | …) & ('drop' <1> 'off=' | 'dropoff' | …) & !'taxi'
//	           ('find' | 'price' | 'rate' | … | 'drop' <1> 'off=' | 'dropoff' | …) & !'taxi'
//	attempts   every word finds 5 items, fewer than ten; any word finds 57. Rare words are not
//	           asked for by themselves, because none of these words is common    attempts (attempt.go)
//
// The files, in the order of this way:
//
//   - run.go makes the plan of a search, and runs it: store calls NewPlan with a Corpus for each
//     language of the items, and Run for each page. plan.go reads a query for each language (draft),
//     and makes one plan of what was read
//   - query.go parses the query; phrases.go finds the words around a question. place.go, time.go,
//     meaning.go and negation.go note what several words mean together (spoken.go)
//   - planner.go has what is known of the whole query in one language, alternative.go reads its words
//     run by run
//   - reading.go has the table of the ways to read words, and names the share of the weight that each
//     one gains; written.go, numbered.go, pieces.go, related.go and synonyms.go have their functions
//   - clauses.go looks up what items hold of a run, and makes clauses (clause.go) of a word,
//     conceptclauses.go of a concept. A runPlan has the clauses of a run, an alternative those of the
//     words between two "or"
//   - reach.go writes tsqueries (tsquery.go) of the clauses, an ask for each reach; rarity.go tells
//     which words are common
//   - attempt.go lists what is asked, and when it is enough. A LanguageQuery is what one attempt asks
//     of the items of one language
//   - correct.go corrects words that no item holds and no word begins with; everyday.go has words
//     that are never corrected
//
// A plan is made again until the stems of all words are known (planWithStems), once more if words are
// unknown, to read them as beginnings (planWithBeginnings), and once more after corrections (NewPlan).
//
// What is known: vocabulary.go has the airport's words and frequencies, corpus.go those that a key
// may read, analysis.go the lexemes of words, ranking.go the weights, and all other
// numbers of the score.
//
// Packages within this one: word reads texts, document makes the search data of items, mark marks
// what was found, suggest finds titles for a search box, concept knows what words mean.
//
// The package contains no SQL, and knows neither connections nor HTTP. Database is all that it needs
// of a database.
package search
