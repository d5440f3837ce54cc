// Package content holds the types of the domain: items, and the queries and answers about them.
//
//   - content.go: items, the state of an airport, queries and pages
//   - scope.go: the types that a key may read
//   - facets.go and metadata.go: counts and filters
//   - source.go: the websites that content comes from
//   - link.go: links that are unsafe to embed
//
// It imports nothing of this project, and knows neither SQL nor HTTP.
package content
