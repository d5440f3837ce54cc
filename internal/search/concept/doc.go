// Package concept knows what words mean at airports, in many languages: "Apotheke", "药店" and
// "chemist" are the concept "pharmacy". It knows no airport, no item and no database.
//
// concepts.txt lists the concepts. A file of words, one for each language, has the words of each
// concept, and of intents: what people say instead of the thing ("hungry"). The files say how
// they are written. Get reads them once, into a sorted table of keys (Thesaurus), and of the
// stems of these (endings.go).
//
// Find looks up the words of a query (find.go): the longest run of words that the table has, also
// with other endings, parts of compounds, words of scripts without spaces. Names has the words of a
// concept in one language, Beginning the concepts whose words begin with a text.
package concept
