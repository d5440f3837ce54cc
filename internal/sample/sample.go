// Package sample holds the airports of the demo. Cities, airlines and people in them are invented.
package sample

import (
	"embed"
	"fmt"
	"io"
	"strings"
)

//go:embed *.ndjson
var files embed.FS

// Airport is one sample airport.
type Airport struct {
	Code     string // upper case
	Name     string
	Website  string // invented too
	TimeZone string
}

// Airports lists the sample airports, the one with the most to search in first. QER has items in
// four languages, QSR in seven.
func Airports() []Airport {
	return []Airport{
		{"LKX", "Larkhaven International Airport", "https://www.larkhavenairport.example/", "America/Chicago"},
		{"QLB", "Quillan Bay Airport", "https://www.quillanbayairport.example/", "Europe/London"},
		{"VDX", "Valdoré Alpine Airport", "https://www.valdoreairport.example/", "Europe/Paris"},
		{"TQC", "Tamarind Coast International Airport", "https://www.tamarindcoastairport.example/", "America/Port_of_Spain"},
		{"QER", "Eulenbach–Rosières Airport", "https://www.eulenbach-rosieres.example/", "Europe/Berlin"},
		{"QSR", "Suiren Bay International Airport", "https://www.suirenbay.example/", "Asia/Tokyo"},
	}
}

// Open reads an airport's items, as NDJSON for an import.
func Open(code string) (io.ReadCloser, error) {
	f, err := files.Open(strings.ToLower(code) + ".ndjson")
	if err != nil {
		return nil, fmt.Errorf("sample airport %q: %w", code, err)
	}
	return f, nil
}
