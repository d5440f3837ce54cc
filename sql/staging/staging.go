// Package staging carries the temporary tables of an import.
package staging

import _ "embed"

// Import makes the tables.
//
//go:embed import.sql
var Import string
