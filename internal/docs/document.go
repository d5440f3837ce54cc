package docs

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
	"net/http"

	"github.com/go-chi/chi/v5"
	"go.yaml.in/yaml/v3"
)

//go:embed openapi.yaml
var documentYAML []byte

func mountDocument(r chi.Router) {
	asJSON, err := jsonOf(documentYAML)
	if err != nil {
		panic(fmt.Errorf("openapi.yaml: %w", err))
	}
	offer := func(path string, f *file) {
		r.Get(path, func(w http.ResponseWriter, r *http.Request) { f.serve(w, r, "public, max-age=300") })
	}
	offer("/api/v1/openapi.yaml", newFile(documentYAML, "application/yaml"))
	offer("/api/v1/openapi.json", newFile(asJSON, "application/json; charset=utf-8"))
}

// jsonOf turns YAML into JSON and keeps the order of the keys, which is the order in which people read the reference.
func jsonOf(text []byte) ([]byte, error) {
	var document yaml.Node
	if err := yaml.Unmarshal(text, &document); err != nil {
		return nil, err
	}
	var loose, out bytes.Buffer
	if err := writeJSON(&loose, &document); err != nil {
		return nil, err
	}
	err := json.Indent(&out, loose.Bytes(), "", "  ")
	return out.Bytes(), err
}

func writeJSON(out *bytes.Buffer, n *yaml.Node) error {
	switch n.Kind {
	case yaml.DocumentNode:
		return writeJSON(out, n.Content[0])
	case yaml.AliasNode:
		return writeJSON(out, n.Alias)
	case yaml.SequenceNode:
		return writeList(out, '[', ']', n.Content)
	case yaml.MappingNode:
		return writeList(out, '{', '}', n.Content)
	default:
		return writeScalar(out, n)
	}
}

// writeList writes the values of a sequence, or the keys and values of a mapping.
func writeList(out *bytes.Buffer, begin, end byte, nodes []*yaml.Node) error {
	out.WriteByte(begin)
	for i, n := range nodes {
		switch {
		case begin == '{' && i%2 == 1:
			out.WriteByte(':')
		case i > 0:
			out.WriteByte(',')
		}
		if begin == '{' && i%2 == 0 && n.Tag != "!!str" {
			return fmt.Errorf("line %d: key %s is not a string", n.Line, n.Value)
		}
		if err := writeJSON(out, n); err != nil {
			return err
		}
	}
	out.WriteByte(end)
	return nil
}

func writeScalar(out *bytes.Buffer, n *yaml.Node) error {
	if n.Tag == "!!timestamp" {
		return fmt.Errorf("line %d: %s is a date to some readers of YAML: put it in quotes", n.Line, n.Value)
	}
	var value any
	if err := n.Decode(&value); err != nil {
		return err
	}
	enc := json.NewEncoder(out)
	enc.SetEscapeHTML(false)
	return enc.Encode(value)
}
