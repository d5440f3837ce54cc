// Package store reads the content of airports for partners, each answer from one state of its
// airport.
//
// The way through the files:
//
//   - store.go: Store, and Reader, which chooses between replica and primary and compares states
//   - state.go and nodes.go: reads of states, shared among requests, for each node of Citus; heads.go: heads of all
//     airports, for the feed of all changes
//   - content.go: lists, items and changes; metadata.go: filters and facets of metadata
//   - facets.go: counts of types and languages; things.go: each thing once; open.go: what is open
//   - search.go, explain.go, suggest.go, spellings.go and synonyms.go: the database side of the package
//     search
//   - indexes.go: vocabularies and titles in memory
//   - batch.go: look-ups that requests share; access.go: keys and their airports; probe.go: health checks
//
// The package knows neither HTTP nor the importer, and writes nothing.
package store
