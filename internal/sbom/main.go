// Command sbom prints what Go binaries consist of, each with its version and checksum, as CycloneDX in JSON:
//
//	go run ./internal/sbom bin/airport-content > airport-content.cdx.json
//
// It reads what the linker wrote into the binary, so it names what is in there and nothing else. The same binary gives the
// same output.
package main

import (
	"debug/buildinfo"
	"encoding/json"
	"fmt"
	"os"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: sbom BINARY")
		os.Exit(2)
	}
	if err := run(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "sbom:", err)
		os.Exit(1)
	}
}

func run(path string) error {
	binary, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	info, err := buildinfo.ReadFile(path)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	out := json.NewEncoder(os.Stdout)
	out.SetIndent("", "  ")
	return out.Encode(describe(binary, info))
}
