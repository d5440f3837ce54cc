// Package word reads texts: items, queries, found texts and titles alike, so that all of them have
// the same words. It knows nothing of queries, items or databases.
//
// The way through the files:
//
//   - scan.go folds a text (fold.go, accents.go) and parts it into tokens (token.go) with their places;
//     parts.go reads a long text part by part
//   - filters.go lists the filters of an Analyzer: names.go and joined.go have those for names and
//     compounds, script.go those for scripts without spaces
//   - stem.go has the stems of words; base.go the bases of forms that stemmers miss, alike.go
//     letters that stand for each other; language.go the languages
package word
