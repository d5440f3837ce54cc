package main

import (
	"encoding/json"
	"runtime/debug"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestDescribe(t *testing.T) {
	t.Parallel()
	info := &debug.BuildInfo{
		GoVersion: "go1.26.8",
		Path:      "airport-content/cmd/airport-content",
		Main:      debug.Module{Path: "airport-content", Version: "v1.2.3"},
		Deps: []*debug.Module{
			{Path: "github.com/Example/Thing", Version: "v2.0.0+incompatible", Sum: "h1:abc="},
			{Path: "example.com/old", Version: "v1.0.0", Replace: &debug.Module{Path: "example.com/new", Version: "v1.0.1"}},
		},
		Settings: []debug.BuildSetting{{Key: "GOOS", Value: "linux"}},
	}
	got, err := json.MarshalIndent(describe([]byte("binary"), info), "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	const want = `{
  "bomFormat": "CycloneDX",
  "specVersion": "1.5",
  "serialNumber": "urn:uuid:9a3a45d0-1531-820e-89ac-6ae10b0b0beb",
  "version": 1,
  "metadata": {
    "component": {
      "type": "application",
      "bom-ref": "pkg:golang/airport-content/cmd/airport-content@v1.2.3",
      "name": "airport-content",
      "version": "v1.2.3",
      "purl": "pkg:golang/airport-content/cmd/airport-content@v1.2.3",
      "hashes": [
        {
          "alg": "SHA-256",
          "content": "9a3a45d01531a20e89ac6ae10b0b0beb0492acd7216a368aa062d1a5fecaf9cd"
        }
      ],
      "properties": [
        {
          "name": "go:build:GOOS",
          "value": "linux"
        }
      ]
    }
  },
  "components": [
    {
      "type": "library",
      "bom-ref": "pkg:golang/std@1.26.8",
      "name": "std",
      "version": "1.26.8",
      "purl": "pkg:golang/std@1.26.8"
    },
    {
      "type": "library",
      "bom-ref": "pkg:golang/github.com/example/thing@v2.0.0%2Bincompatible",
      "name": "github.com/Example/Thing",
      "version": "v2.0.0+incompatible",
      "purl": "pkg:golang/github.com/example/thing@v2.0.0%2Bincompatible",
      "properties": [
        {
          "name": "go:sum",
          "value": "h1:abc="
        }
      ]
    },
    {
      "type": "library",
      "bom-ref": "pkg:golang/example.com/new@v1.0.1",
      "name": "example.com/new",
      "version": "v1.0.1",
      "purl": "pkg:golang/example.com/new@v1.0.1"
    }
  ],
  "dependencies": [
    {
      "ref": "pkg:golang/airport-content/cmd/airport-content@v1.2.3",
      "dependsOn": [
        "pkg:golang/std@1.26.8",
        "pkg:golang/github.com/example/thing@v2.0.0%2Bincompatible",
        "pkg:golang/example.com/new@v1.0.1"
      ]
    }
  ]
}`
	if diff := cmp.Diff(want, string(got)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
