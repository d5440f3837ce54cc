package apidocs

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
)

// reference is the part of the OpenAPI document that the page shows. Schemas that several
// operations share stand there once.
type reference struct {
	Operations []operation
	Schemas    []schema
}

type operation struct {
	ID, Path, Summary string
	Description       string // HTML
	Public            bool   // needs no key
	Parameters        []field
	Answer            string   // the schema of a good answer
	Example           string   // a good answer, as JSON
	Statuses          []status // of the other answers
}

// command is an example of a call.
func (o operation) command() string {
	command := `curl -sS "https://this-server/api/v1/partner` + o.Path + `"`
	if !o.Public {
		command += " \\\n" + `  -H "x-partner-api-key: $KEY"`
	}
	return command
}

type status struct{ Code, Description string }

type schema struct {
	Name        string
	Summary     string // the first sentence of the description
	Description string // HTML of the other sentences
	Fields      []field
}

// field is a parameter or a field of a schema. A nested field has a name such as error.code.
type field struct {
	Name, Type  string
	Schema      string // the name of the schema in components that Type ends with, if any
	Required    bool
	Description string // HTML
	In          string // of a parameter
	Free        bool   // a parameter that stands for all parameters whose names begin with its own
}

// document is the OpenAPI document with its keys in order.
type document struct{ root node }

// node is a mapping.
type node yaml.MapSlice

func (n node) value(key string) any {
	for _, entry := range n {
		if entry.Key == key {
			return entry.Value
		}
	}
	return nil
}

// text is the value of a key, or "".
func (n node) text(key string) string {
	value := n.value(key)
	if value == nil {
		return ""
	}
	return strings.TrimSpace(fmt.Sprint(value))
}

func (n node) list(key string) []any {
	list, _ := n.value(key).([]any)
	return list
}

// node returns a value as a mapping, and follows a reference. Any other value gives an empty node.
func (d document) node(value any) node {
	mapping, _ := value.(yaml.MapSlice)
	if ref := node(mapping).text("$ref"); ref != "" {
		return d.at(d.root, strings.Split(strings.TrimPrefix(ref, "#/"), "/")...)
	}
	return node(mapping)
}

// at follows keys down from a node.
func (d document) at(n node, keys ...string) node {
	for _, key := range keys {
		n = d.node(n.value(key))
	}
	return n
}

// readReference reads the YAML of the document.
func readReference(text []byte) (reference, error) {
	var root yaml.MapSlice
	if err := yaml.UnmarshalWithOptions(text, &root, yaml.UseOrderedMap()); err != nil {
		return reference{}, err
	}
	d := document{node(root)}
	var r reference
	for _, path := range d.at(d.root, "paths") {
		o, err := d.operation(path.Key.(string), d.at(d.node(path.Value), "get"))
		if err != nil {
			return r, err
		}
		r.Operations = append(r.Operations, o)
	}
	for _, entry := range d.at(d.root, "components", "schemas") {
		s := d.node(entry.Value)
		description := s.text("description")
		summary, rest, _ := strings.Cut(description, ".")
		r.Schemas = append(r.Schemas, schema{entry.Key.(string), summary, markdown(strings.TrimSpace(rest)), d.fields(s, "")})
	}
	return r, nil
}

func (d document) operation(path string, n node) (operation, error) {
	o := operation{ID: n.text("operationId"), Path: path, Summary: n.text("summary"), Description: markdown(n.text("description")),
		Public: n.value("security") != nil}
	for _, value := range n.list("parameters") {
		p := d.node(value)
		f := d.field(p.text("name"), p.value("schema"))
		f.Required, f.In, f.Description, f.Free = p.text("required") == "true", p.text("in"), markdown(p.text("description")), d.at(p, "schema").text("type") == "object"
		o.Parameters = append(o.Parameters, f)
	}
	for _, entry := range d.at(n, "responses") {
		r := d.node(entry.Value)
		if entry.Key != "200" {
			o.Statuses = append(o.Statuses, status{entry.Key.(string), r.text("description")})
			continue
		}
		media := d.at(r, "content", "application/json")
		o.Answer = d.field("", media.value("schema")).Schema
		if examples := d.at(media, "examples"); len(examples) > 0 {
			var err error
			if o.Example, err = asJSON(d.node(examples[0].Value).value("value")); err != nil {
				return o, err
			}
		}
	}
	return o, nil
}

// fields returns the fields of an object, and of nested objects without a name in components.
func (d document) fields(object node, prefix string) []field {
	required := object.list("required")
	var list []field
	for _, property := range d.at(object, "properties") {
		f := d.field(prefix+property.Key.(string), property.Value)
		for _, name := range required {
			f.Required = f.Required || name == property.Key
		}
		list = append(list, f)
		if inside := node(property.Value.(yaml.MapSlice)); inside.value("$ref") == nil {
			list = append(list, d.fields(inside, f.Name+".")...)
		}
	}
	return list
}

// field describes a schema in words.
func (d document) field(name string, value any) field {
	mapping, _ := value.(yaml.MapSlice)
	n, f := node(mapping), field{Name: name}
	if ref := n.text("$ref"); ref != "" {
		f.Schema = ref[strings.LastIndexByte(ref, '/')+1:]
		return f
	}
	for _, inside := range append(n.list("allOf"), n.list("oneOf")...) {
		one := d.field(name, inside)
		switch {
		case one.Type == "null":
			f.Type = "null or "
		case f.Schema == "":
			f.Schema = one.Schema
		}
	}
	f.Description = markdown(n.text("description"))
	switch kind := n.text("type"); {
	case n.value("const") != nil:
		f.Type = n.text("const")
	case n.value("enum") != nil:
		f.Type = words(n.list("enum"))
	case kind == "array":
		items := d.field("", n.value("items"))
		f.Type, f.Schema = "list of "+items.Type, items.Schema
	case n.list("type") != nil:
		f.Type = words(n.list("type"))
	case kind == "object" && n.value("additionalProperties") != nil:
		values := d.field("", n.value("additionalProperties"))
		f.Type, f.Schema = "names, each with "+values.Type, values.Schema
	case kind != "":
		f.Type = kind
	}
	switch least, most := n.text("minimum"), n.text("maximum"); {
	case most != "":
		f.Type += ", " + least + " to " + most
	case n.text("maxLength") != "":
		f.Type += ", up to " + n.text("maxLength") + " characters"
	}
	return f
}

func words(values []any) string {
	text := make([]string, len(values))
	for i, value := range values {
		text[i] = fmt.Sprint(value)
	}
	return strings.Join(text, " or ")
}

var markdownReader = goldmark.New(goldmark.WithExtensions(extension.Table))

// markdown turns Markdown into HTML.
func markdown(text string) string {
	var html bytes.Buffer
	if err := markdownReader.Convert([]byte(text), &html); err != nil {
		panic(fmt.Errorf("markdown of the OpenAPI document: %w", err)) // a write to a bytes.Buffer cannot fail
	}
	return html.String()
}

// asJSON keeps the order of the keys.
func asJSON(value any) (string, error) {
	compact, err := yaml.MarshalWithOptions(value, yaml.JSON())
	if err != nil {
		return "", err
	}
	var indented bytes.Buffer
	if err := json.Indent(&indented, compact, "", "  "); err != nil {
		return "", err
	}
	return strings.TrimSpace(indented.String()), nil
}
