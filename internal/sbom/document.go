package main

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/url"
	"path"
	"runtime/debug"
	"strings"
)

// document is a bill of materials, as far as CycloneDX 1.5 requires and we know.
type document struct {
	BOMFormat    string       `json:"bomFormat"`
	SpecVersion  string       `json:"specVersion"`
	SerialNumber string       `json:"serialNumber"`
	Version      int          `json:"version"`
	Metadata     metadata     `json:"metadata"`
	Components   []component  `json:"components"`
	Dependencies []dependency `json:"dependencies"`
}

type metadata struct {
	Component component `json:"component"`
}

type component struct {
	Type       string     `json:"type"`
	Ref        string     `json:"bom-ref"`
	Name       string     `json:"name"`
	Version    string     `json:"version"`
	PURL       string     `json:"purl"`
	Hashes     []hash     `json:"hashes,omitempty"`
	Properties []property `json:"properties,omitempty"`
}

type hash struct {
	Algorithm string `json:"alg"`
	Content   string `json:"content"`
}

type property struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

type dependency struct {
	Ref       string   `json:"ref"`
	DependsOn []string `json:"dependsOn"`
}

// describe lists the modules of a binary and the standard library.
func describe(binary []byte, info *debug.BuildInfo) document {
	program := module("application", info.Path, info.Main.Version)
	program.Name = path.Base(info.Path)
	sum := sha256.Sum256(binary)
	program.Hashes = []hash{{"SHA-256", hex.EncodeToString(sum[:])}}
	for _, s := range info.Settings {
		program.Properties = append(program.Properties, property{"go:build:" + s.Key, s.Value})
	}

	components := []component{module("library", "std", strings.TrimPrefix(info.GoVersion, "go"))}
	for _, dep := range info.Deps {
		if dep.Replace != nil {
			dep = dep.Replace
		}
		c := module("library", dep.Path, dep.Version)
		if dep.Sum != "" {
			c.Properties = []property{{"go:sum", dep.Sum}}
		}
		components = append(components, c)
	}
	depends := dependency{Ref: program.Ref}
	for _, c := range components {
		depends.DependsOn = append(depends.DependsOn, c.Ref)
	}
	return document{BOMFormat: "CycloneDX", SpecVersion: "1.5", SerialNumber: serial(sum), Version: 1,
		Metadata: metadata{program}, Components: components, Dependencies: []dependency{depends}}
}

// module is a Go module, or a package of one, by its package URL.
func module(kind, name, version string) component {
	segments := strings.Split(strings.ToLower(name), "/")
	for i, s := range segments {
		segments[i] = url.PathEscape(s)
	}
	purl := "pkg:golang/" + strings.Join(segments, "/") + "@" + url.QueryEscape(version)
	return component{Type: kind, Ref: purl, Name: name, Version: version, PURL: purl}
}

// serial is a UUID of version 8, made of the binary's checksum.
func serial(sum [32]byte) string {
	sum[6] = sum[6]&0x0f | 0x80
	sum[8] = sum[8]&0x3f | 0x80
	return fmt.Sprintf("urn:uuid:%x-%x-%x-%x-%x", sum[0:4], sum[4:6], sum[6:8], sum[8:10], sum[10:16])
}
