package config

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"go.yaml.in/yaml/v3"
)

// Parse reads a configuration file. It is strict: what it does not know is an
// error, and the error is Errors, with all that is wrong.
func Parse(file string, data []byte) (*Config, error) {
	dec := yaml.NewDecoder(bytes.NewReader(data))
	var doc yaml.Node
	if err := dec.Decode(&doc); err == io.EOF {
		return new(Config), nil // empty, or nothing but comments
	} else if err != nil {
		return nil, Errors{syntaxError(file, err)}
	}
	if err := dec.Decode(new(yaml.Node)); err != io.EOF {
		return nil, Errors{{Pos: Pos{File: file}, Message: "it holds more than one document"}}
	}
	return decode(file, &doc)
}

// FromValue reads a configuration that has been decoded already, as
// golangci-lint hands over a linter's settings. A nil value is an empty
// configuration. What says where it is from stands in front of each error.
func FromValue(what string, value any) (*Config, error) {
	if value == nil {
		return new(Config), nil
	}
	var doc yaml.Node
	if err := doc.Encode(value); err != nil {
		return nil, Errors{{Pos: Pos{File: what}, Message: err.Error()}}
	}
	return decode(what, &doc)
}

func decode(file string, doc *yaml.Node) (*Config, error) {
	d := &decoder{file: file}
	var c Config
	d.value(doc, reflect.ValueOf(&c).Elem(), reflect.StructField{}, "")
	if len(d.errs) == 0 {
		d.check(&c)
	}
	return &c, d.errs.orNil()
}

var yamlLine = regexp.MustCompile(`^line (\d+): `)

// syntaxError makes an error with a place of one of the YAML parser.
func syntaxError(file string, err error) *Error {
	msg := strings.TrimPrefix(err.Error(), "yaml: ")
	pos := Pos{File: file}
	if m := yamlLine.FindStringSubmatch(msg); m != nil {
		pos.Line, _ = strconv.Atoi(m[1])
		pos.Col = 1
		msg = msg[len(m[0]):]
	}
	return &Error{Pos: pos, Message: "this is not YAML: " + msg}
}

type decoder struct {
	file string
	errs Errors
}

func (d *decoder) errorf(n *yaml.Node, path, format string, args ...any) {
	d.errs = append(d.errs, &Error{Pos: d.pos(n), Path: path, Message: fmt.Sprintf(format, args...)})
}

func (d *decoder) pos(n *yaml.Node) Pos { return Pos{d.file, n.Line, n.Column} }

// value decodes n into v, a value of one of the types of the schema. Field is
// the field that holds it or, in a list, holds the list.
func (d *decoder) value(n *yaml.Node, v reflect.Value, field reflect.StructField, path string) {
	for n.Kind == yaml.DocumentNode && len(n.Content) == 1 {
		n = n.Content[0]
	}
	if n.Kind == yaml.AliasNode {
		n = n.Alias
	}
	if n.Kind == yaml.ScalarNode && n.Tag == "!!null" {
		return // a key without a value says nothing
	}
	switch p := v.Addr().Interface().(type) {
	case *Duration:
		d.duration(n, p, path)
		return
	case *Switch:
		var b bool
		if d.scalar(n, &b, "true or false", path) {
			*p = Off
			if b {
				*p = On
			}
		}
		return
	}
	if v.Kind() == reflect.Struct && v.NumField() == 1 && v.Field(0).Type() == reflect.TypeFor[Ref]() {
		d.ref(n, v, path)
		return
	}
	switch v.Kind() {
	case reflect.Struct:
		d.object(n, v, path)
	case reflect.Slice:
		if n.Kind != yaml.SequenceNode {
			d.errorf(n, path, "this must be a list, not %s", kindOf(n))
			return
		}
		v.Set(reflect.MakeSlice(v.Type(), len(n.Content), len(n.Content)))
		for i, e := range n.Content {
			d.value(e, v.Index(i), field, fmt.Sprintf("%s[%d]", path, i))
		}
	case reflect.String:
		var s string
		if d.scalar(n, &s, "a text", path) {
			if enum := field.Tag.Get("enum"); enum != "" && !slices.Contains(strings.Split(enum, ","), s) {
				d.errorf(n, path, "%q is none of %s", s, strings.ReplaceAll(enum, ",", ", "))
				return
			}
			v.SetString(s)
		}
	case reflect.Bool:
		var b bool
		if d.scalar(n, &b, "true or false", path) {
			v.SetBool(b)
		}
	case reflect.Int:
		var i int
		if d.scalar(n, &i, "a whole number", path) {
			if least, err := strconv.Atoi(field.Tag.Get("min")); err == nil && i < least {
				d.errorf(n, path, "%d is less than %d", i, least)
				return
			}
			v.SetInt(int64(i))
		}
	case reflect.Float64:
		var f float64
		if d.scalar(n, &f, "a number", path) {
			if f < 1 || math.IsInf(f, 0) || math.IsNaN(f) {
				d.errorf(n, path, "%v is less than 1", f)
				return
			}
			v.SetFloat(f)
		}
	default:
		panic("config: no decoder of " + v.Type().String())
	}
}

// object decodes a mapping, whose keys must be those of the struct.
func (d *decoder) object(n *yaml.Node, v reflect.Value, path string) {
	if n.Kind != yaml.MappingNode {
		d.errorf(n, path, "this must have keys (%s), but is %s", strings.Join(keysOf(v.Type()), ", "), kindOf(n))
		return
	}
	if f := v.FieldByName("Place"); f.IsValid() {
		f.Set(reflect.ValueOf(Place{d.pos(n), path}))
	}
	seen := make(map[string]bool)
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, val := n.Content[i], n.Content[i+1]
		f, ok := fieldOf(v.Type(), key.Value)
		switch {
		case key.Kind != yaml.ScalarNode || !ok:
			d.errorf(key, path, "unknown key %q%s", key.Value, d.meant(key.Value, keysOf(v.Type())))
		case seen[key.Value]:
			d.errorf(key, path, "key %q is given twice", key.Value)
		default:
			seen[key.Value] = true
			d.value(val, v.FieldByIndex(f.Index), f, join(path, key.Value))
		}
	}
	for f := range fields(v.Type()) {
		if f.Tag.Get("required") != "" && v.FieldByIndex(f.Index).IsZero() && !d.failedAt(join(path, f.Tag.Get("yaml"))) {
			d.errorf(n, path, "key %q is missing", f.Tag.Get("yaml"))
		}
	}
}

// failedAt reports whether there is an error at or below a key already.
func (d *decoder) failedAt(path string) bool {
	return slices.ContainsFunc(d.errs, func(e *Error) bool { return strings.HasPrefix(e.Path, path) })
}

func join(path, key string) string {
	if path == "" {
		return key
	}
	return path + "." + key
}

// scalar decodes a scalar of the type of ptr, without YAML's conversions: a
// text may look like a number only if it is quoted.
func (d *decoder) scalar(n *yaml.Node, ptr any, what, path string) bool {
	ok := n.Kind == yaml.ScalarNode
	if ok {
		switch ptr.(type) {
		case *string:
			ok = n.Tag == "!!str"
		case *bool:
			ok = n.Tag == "!!bool"
		case *int:
			ok = n.Tag == "!!int"
		case *float64:
			ok = n.Tag == "!!int" || n.Tag == "!!float"
		}
	}
	if !ok || n.Decode(ptr) != nil {
		d.errorf(n, path, "this must be %s, not %s", what, kindOf(n))
		return false
	}
	return true
}

func kindOf(n *yaml.Node) string {
	switch n.Kind {
	case yaml.SequenceNode:
		return "a list"
	case yaml.MappingNode:
		return "something with keys"
	}
	if n.Tag == "!!str" {
		return fmt.Sprintf("the text %q", n.Value)
	}
	return n.Value
}

func (d *decoder) duration(n *yaml.Node, p *Duration, path string) {
	if n.Kind != yaml.ScalarNode {
		d.errorf(n, path, "this must be a duration such as 1m30s, not %s", kindOf(n))
		return
	}
	v, err := time.ParseDuration(n.Value)
	if err != nil || v <= 0 {
		d.errorf(n, path, "%q is not a positive duration such as 1m30s", n.Value)
		return
	}
	*p = Duration(v)
}

// ref decodes a name.
func (d *decoder) ref(n *yaml.Node, v reflect.Value, path string) {
	var s string
	if !d.scalar(n, &s, "a name", path) {
		return
	}
	r := Ref{Text: s, Key: s, At: d.pos(n), Path: path}
	var err error
	switch v.Interface().(type) {
	case Pass:
		if !IsPass(s) {
			err = fmt.Errorf("no pass is named %q%s", s, d.meant(s, passNames()))
		}
	case Func:
		r.Key, err = funcKey(s)
	case Type, Var:
		r.Key, err = objectKey(s)
	case Field:
		r.Key, err = fieldKey(s)
	case Path:
		_, err = globExpr(s)
	default:
		if s == "" {
			err = errors.New("the name is empty")
		}
	}
	if err != nil {
		d.errorf(n, path, "%v", err)
		return
	}
	v.Field(0).Set(reflect.ValueOf(r))
}

// meant proposes what may have been meant by an unknown word.
func (d *decoder) meant(word string, known []string) string {
	if best := Closest(word, known); best != "" {
		return fmt.Sprintf("; is it %s?", best)
	}
	return fmt.Sprintf("; there are %s", strings.Join(known, ", "))
}

// ClosestPass returns the pass that may have been meant by a word, "" if there is none.
func ClosestPass(word string) string {
	names := make([]string, len(Passes))
	for i, p := range Passes {
		names[i] = p.Name
	}
	return Closest(strings.TrimRight(word, ".:;"), names)
}

// Closest returns the known word that differs so little from another that it may
// have been meant, "" if there is none.
func Closest(word string, known []string) string {
	best, least := "", 3
	for _, k := range known {
		if strings.EqualFold(word, k) {
			return k
		}
		if n := distance(word, k); n < least && 2*n <= len(word) {
			best, least = k, n
		}
	}
	return best
}

// distance is how many letters have to be changed, put in or left out to come
// from one word to the other.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diag := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diag
			if a[i] != b[j] {
				cost++
			}
			diag = row[j+1]
			row[j+1] = min(cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}

// fields yields the fields of a struct that are keys.
func fields(t reflect.Type) func(yield func(reflect.StructField) bool) {
	return func(yield func(reflect.StructField) bool) {
		for i := range t.NumField() {
			if f := t.Field(i); f.Tag.Get("yaml") != "" && !yield(f) {
				return
			}
		}
	}
}

func fieldOf(t reflect.Type, key string) (reflect.StructField, bool) {
	for f := range fields(t) {
		if f.Tag.Get("yaml") == key {
			return f, true
		}
	}
	return reflect.StructField{}, false
}

func keysOf(t reflect.Type) []string {
	var keys []string
	for f := range fields(t) {
		keys = append(keys, f.Tag.Get("yaml"))
	}
	return keys
}
