// Package migrations carries the goose migrations, so that the service's binary can apply them by
// itself.
package migrations

import "embed"

// FS holds every migration, by file name.
//
//go:embed *.sql
var FS embed.FS
