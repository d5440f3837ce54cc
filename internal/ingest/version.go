package ingest

import (
	"airport-content/internal/reading"
	"airport-content/internal/search/document"
)

// Version is the version of what is made of an item's texts: its vector, and keys of its metadata. It
// grows with each of the two, and operators are then asked to reindex.
const Version = document.Version + reading.Version
