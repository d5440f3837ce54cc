// Package admin is what operators keep in the database: airports, partners, keys, sources,
// synonyms, and the counts of use and of searches.
//
//   - admin.go has DB, the errors for unknown names, and the check of names.
//   - airports.go, place.go, partners.go, keys.go, sources.go and synonyms.go change one kind each.
//   - items.go and export.go list items; history.go notes who changed what.
//   - usage.go and searches.go store and list counts; unknown.go finds unknown words of queries.
//
// The package knows neither the command line nor HTTP, and imports no items: importer does.
package admin
