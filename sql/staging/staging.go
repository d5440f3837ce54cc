// Package staging carries the temporary tables of imports and pulls.
package staging

import _ "embed"

// Import makes the tables of an import.
//
//go:embed import.sql
var Import string

// Pull makes the table of a pull.
//
//go:embed pull.sql
var Pull string
