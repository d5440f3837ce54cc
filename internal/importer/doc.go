// Package importer changes content: it imports files, merges pulls of websites, and reindexes.
// Imports of one airport take turns, and each becomes visible at one moment.
//
// The way through the files:
//
//   - session.go holds the connection and the locks.
//   - stage.go and vectors.go send the items of an input to temporary tables.
//   - import.go compares the staged items with the stored ones, and merges the difference.
//   - pull.go merges what a crawl found, and removes sources.
//   - hide.go hides single items from partners, and shows them again.
//   - reindex.go rebuilds an airport's search data.
//
// The package knows neither websites nor partners: package source reads websites, and package pull
// brings the two together.
package importer
