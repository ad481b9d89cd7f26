package config

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"reflect"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"
)

// SchemaURL is where the JSON schema of the configuration is.
const SchemaURL = "https://raw.githubusercontent.com/faultlint/faultlint/main/docs/faultlint.schema.json"

//go:embed config.go
var source string

// comments returns the comments of the types of the schema, by name, and of
// their fields, by "Type.Field".
func comments() map[string]string {
	f, err := parser.ParseFile(token.NewFileSet(), "config.go", source, parser.ParseComments)
	if err != nil {
		panic(err) // it was compiled
	}
	out := make(map[string]string)
	for _, d := range f.Decls {
		gd, ok := d.(*ast.GenDecl)
		if !ok {
			continue
		}
		for _, s := range gd.Specs {
			ts, ok := s.(*ast.TypeSpec)
			if !ok {
				continue
			}
			_, text, _ := strings.Cut(gd.Doc.Text(), ts.Name.Name+" ")
			out[ts.Name.Name] = oneLine(text)
			if st, ok := ts.Type.(*ast.StructType); ok {
				for _, field := range st.Fields.List {
					for _, name := range field.Names {
						out[ts.Name.Name+"."+name.Name] = oneLine(field.Doc.Text())
					}
				}
			}
		}
	}
	return out
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// object is a JSON object whose keys keep their order.
type object []member

type member struct {
	key   string
	value any
}

// MarshalJSON implements json.Marshaler.
func (o object) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, m := range o {
		if i > 0 {
			b.WriteByte(',')
		}
		k, _ := json.Marshal(m.key)
		b.Write(k)
		b.WriteByte(':')
		v, err := marshal(m.value)
		if err != nil {
			return nil, err
		}
		b.Write(v)
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

func marshal(v any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	err := enc.Encode(v)
	return bytes.TrimSpace(b.Bytes()), err
}

// Schema returns the JSON schema of the configuration file.
func Schema() []byte {
	docs := comments()
	top := object{
		{"$schema", "http://json-schema.org/draft-07/schema#"},
		{"$id", SchemaURL},
		{"title", "faultlint"},
		{"description", "What " + FileName + " may say."},
	}
	top = append(top, structSchema(reflect.TypeFor[Config](), docs)...)
	passes := object{{"type", "string"}, {"enum", passNames()}}
	top = append(top, member{"definitions", object{
		{"pass", passes},
		{"duration", object{{"type", "string"}, {"pattern", `^([0-9]+(\.[0-9]+)?(ns|us|µs|ms|s|m|h))+$`}}},
		{"function", object{{"type", "string"}, {"pattern", `^(\(\*?[^()*{}]+\.[^().]+\)|[^()*{}]+)\.[^().]+$`}}},
		{"name", object{{"type", "string"}, {"pattern", `^[^()*{} ]+\.[^()*{}. ]+$`}}},
	}})
	raw, err := marshal(top)
	if err != nil {
		panic(err)
	}
	var b bytes.Buffer
	if err := json.Indent(&b, raw, "", "  "); err != nil {
		panic(err)
	}
	b.WriteByte('\n')
	return b.Bytes()
}

func passNames() []string {
	var names []string
	for _, p := range Passes {
		names = append(names, p.Name)
	}
	return names
}

// structSchema returns the members that describe a struct.
func structSchema(t reflect.Type, docs map[string]string) object {
	var props object
	var required []string
	for f := range fields(t) {
		s := object{{"description", docs[t.Name()+"."+f.Name]}}
		s = append(s, typeSchema(f.Type, f, docs)...)
		if def := f.Tag.Get("default"); def != "" {
			s = append(s, member{"default", scalarOf(f.Type, def)})
		}
		props = append(props, member{f.Tag.Get("yaml"), s})
		if f.Tag.Get("required") != "" {
			required = append(required, f.Tag.Get("yaml"))
		}
	}
	out := object{{"type", "object"}, {"additionalProperties", false}, {"properties", props}}
	if len(required) > 0 {
		out = append(out, member{"required", required})
	}
	return out
}

// scalarOf returns the value of a tag as JSON has it.
func scalarOf(t reflect.Type, text string) any {
	switch t.Kind() {
	case reflect.Int, reflect.Float64:
		f, _ := strconv.ParseFloat(text, 64)
		return f
	case reflect.String:
		return text
	}
	if b, err := strconv.ParseBool(text); err == nil {
		return b
	}
	return text
}

func typeSchema(t reflect.Type, f reflect.StructField, docs map[string]string) object {
	ref := func(name string) object { return object{{"$ref", "#/definitions/" + name}} }
	switch t {
	case reflect.TypeFor[Switch]():
		return object{{"type", "boolean"}}
	case reflect.TypeFor[Duration]():
		return ref("duration")
	case reflect.TypeFor[Pass]():
		return ref("pass")
	case reflect.TypeFor[Func]():
		return ref("function")
	case reflect.TypeFor[Type](), reflect.TypeFor[Var](), reflect.TypeFor[Field]():
		return ref("name")
	case reflect.TypeFor[TypeText](), reflect.TypeFor[Path]():
		return object{{"type", "string"}, {"minLength", 1}}
	}
	switch t.Kind() {
	case reflect.Struct:
		return structSchema(t, docs)
	case reflect.Slice:
		return object{{"type", "array"}, {"items", typeSchema(t.Elem(), f, docs)}}
	case reflect.String:
		if enum := f.Tag.Get("enum"); enum != "" {
			return object{{"type", "string"}, {"enum", strings.Split(enum, ",")}}
		}
		return object{{"type", "string"}}
	case reflect.Bool:
		return object{{"type", "boolean"}}
	case reflect.Int:
		out := object{{"type", "integer"}}
		if least, err := strconv.Atoi(f.Tag.Get("min")); err == nil {
			out = append(out, member{"minimum", least})
		}
		return out
	case reflect.Float64:
		return object{{"type", "number"}, {"minimum", 1}}
	}
	panic("config: no schema of " + t.String())
}

// Reference returns the part of docs/configuration.md that describes each key.
func Reference() string {
	var b strings.Builder
	reference(&b, reflect.TypeFor[Config](), "", comments())
	return b.String()
}

// reference writes a table of the keys of a struct, and those of the structs in it.
func reference(b *strings.Builder, t reflect.Type, path string, docs map[string]string) {
	b.WriteString("| key | value | what it says |\n|---|---|---|\n")
	for f := range fields(t) {
		doc := docs[t.Name()+"."+f.Name]
		if def := f.Tag.Get("default"); def != "" {
			doc += fmt.Sprintf(" The default is `%s`.", def)
		}
		if f.Tag.Get("required") != "" {
			doc += " **Required.**"
		}
		if ex := f.Tag.Get("example"); ex != "" {
			doc += fmt.Sprintf(" Example: `%s`.", ex)
		}
		key := f.Tag.Get("yaml")
		name := "`" + key + "`"
		if _, ok := structOf(f.Type); ok {
			name = fmt.Sprintf("[`%s`](#%s)", key, anchor(join(path, key)))
		}
		fmt.Fprintf(b, "| %s | %s | %s |\n", name, typeName(f.Type, f), strings.ReplaceAll(doc, "|", "\\|"))
	}
	for f := range fields(t) {
		if st, ok := structOf(f.Type); ok {
			p := join(path, f.Tag.Get("yaml"))
			fmt.Fprintf(b, "\n### `%s`\n\n", p)
			if f.Type.Kind() == reflect.Slice {
				doc := docs[st.Name()]
				fmt.Fprintf(b, "A list. Each entry %s\n\n", doc)
			} else {
				fmt.Fprintf(b, "%s\n\n", docs[t.Name()+"."+f.Name])
			}
			reference(b, st, p, docs)
		}
	}
}

func anchor(path string) string { return strings.ReplaceAll(path, ".", "") }

// structOf returns the struct with keys that a type is or is a list of.
func structOf(t reflect.Type) (reflect.Type, bool) {
	if t.Kind() == reflect.Slice {
		t = t.Elem()
	}
	if t.Kind() != reflect.Struct || len(keysOf(t)) == 0 {
		return nil, false
	}
	return t, true
}

func typeName(t reflect.Type, f reflect.StructField) string {
	switch t {
	case reflect.TypeFor[Switch]():
		return "true or false"
	case reflect.TypeFor[Duration]():
		return "duration"
	case reflect.TypeFor[Pass]():
		return "pass"
	case reflect.TypeFor[Func]():
		return "function"
	case reflect.TypeFor[Type](), reflect.TypeFor[TypeText]():
		return "type"
	case reflect.TypeFor[Var]():
		return "variable"
	case reflect.TypeFor[Field]():
		return "field"
	case reflect.TypeFor[Path]():
		return "pattern"
	}
	switch t.Kind() {
	case reflect.Slice:
		if _, ok := structOf(t); ok {
			return "list"
		}
		name := typeName(t.Elem(), f)
		if strings.HasSuffix(name, "s") {
			name += "e"
		}
		return "list of " + name + "s"
	case reflect.Struct:
		return "keys"
	case reflect.String:
		if enum := f.Tag.Get("enum"); enum != "" {
			return strings.ReplaceAll(enum, ",", ", ")
		}
		return "text"
	case reflect.Bool:
		return "true or false"
	case reflect.Int:
		return "whole number"
	}
	return "number"
}

// Write returns a configuration as YAML; keys that say nothing are left out.
func (c *Config) Write() []byte {
	n := node(reflect.ValueOf(c).Elem())
	if n == nil {
		return nil
	}
	var b bytes.Buffer
	enc := yaml.NewEncoder(&b)
	enc.SetIndent(2)
	if err := enc.Encode(n); err != nil {
		panic(err) // all of its nodes are made below
	}
	return b.Bytes()
}

// node returns the YAML of a value, nil if it says nothing.
func node(v reflect.Value) *yaml.Node {
	scalar := func(tag, text string) *yaml.Node { return &yaml.Node{Kind: yaml.ScalarNode, Tag: tag, Value: text} }
	switch x := v.Interface().(type) {
	case Switch:
		if x == Unset {
			return nil
		}
		return scalar("!!bool", strconv.FormatBool(x == On))
	case Duration:
		if x == 0 {
			return nil
		}
		return scalar("!!str", shortDuration(x))
	}
	if v.IsZero() {
		return nil
	}
	switch v.Kind() {
	case reflect.Struct:
		if v.NumField() == 1 && v.Field(0).Type() == reflect.TypeFor[Ref]() {
			return scalar("!!str", v.Field(0).Interface().(Ref).Text)
		}
		n := &yaml.Node{Kind: yaml.MappingNode}
		for f := range fields(v.Type()) {
			if e := node(v.FieldByIndex(f.Index)); e != nil {
				n.Content = append(n.Content, scalar("!!str", f.Tag.Get("yaml")), e)
			}
		}
		if len(n.Content) == 0 {
			return nil
		}
		return n
	case reflect.Slice:
		n := &yaml.Node{Kind: yaml.SequenceNode}
		for i := range v.Len() {
			if e := node(v.Index(i)); e != nil {
				n.Content = append(n.Content, e)
			}
		}
		if len(n.Content) == 0 {
			return nil
		}
		if !isStructList(v.Type()) {
			n.Style = yaml.FlowStyle
		}
		return n
	case reflect.String:
		return scalar("!!str", v.String())
	case reflect.Bool:
		return scalar("!!bool", strconv.FormatBool(v.Bool()))
	case reflect.Int:
		return scalar("!!int", strconv.FormatInt(v.Int(), 10))
	}
	return scalar("!!float", strconv.FormatFloat(v.Float(), 'g', -1, 64))
}

func isStructList(t reflect.Type) bool {
	_, ok := structOf(t)
	return ok
}

// shortDuration is a duration without zero parts: 2m, not 2m0s.
func shortDuration(d Duration) string {
	s := durationString(d)
	if strings.HasSuffix(s, "m0s") {
		s = s[:len(s)-2]
	}
	if strings.HasSuffix(s, "h0m") {
		s = s[:len(s)-2]
	}
	return s
}
