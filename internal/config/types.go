// Package config is the configuration of faultlint: what .faultlint.yml says,
// and golangci-lint's settings, which have the same keys.
//
// The types in config.go are the one schema. The decoder, the JSON schema and
// the reference in docs/configuration.md all follow from them: from their
// fields, the tags of these, and their comments.
package config

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"
)

// A Pos is a place in a configuration file; the zero Pos is in none, as in
// settings that came another way.
type Pos struct {
	File      string
	Line, Col int
}

// IsValid reports whether there is a place.
func (p Pos) IsValid() bool { return p.Line > 0 }

func (p Pos) String() string {
	if !p.IsValid() {
		return p.File
	}
	return fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Col)
}

// An Error is one thing that is wrong with a configuration.
type Error struct {
	Pos     Pos
	Path    string // of the key: "knowledge.blocking[0].func"; "" for the whole
	Message string
}

func (e *Error) Error() string {
	var b strings.Builder
	if s := e.Pos.String(); s != "" {
		b.WriteString(s + ": ")
	}
	if e.Path != "" {
		b.WriteString(e.Path + ": ")
	}
	b.WriteString(e.Message)
	return b.String()
}

// Errors are all that is wrong with a configuration, in the order of the file.
type Errors []*Error

func (es Errors) Error() string {
	lines := make([]string, len(es))
	for i, e := range es {
		lines[i] = e.Error()
	}
	return strings.Join(lines, "\n")
}

// orNil returns es, in order, as an error; nil if there are none.
func (es Errors) orNil() error {
	if len(es) == 0 {
		return nil
	}
	slices.SortStableFunc(es, func(a, b *Error) int {
		return cmp.Or(cmp.Compare(a.Pos.Line, b.Pos.Line), cmp.Compare(a.Pos.Col, b.Pos.Col))
	})
	return es
}

// A Switch is yes, no, or not said.
type Switch int8

// The values of a Switch.
const (
	Unset Switch = iota
	On
	Off
)

// Or returns what the switch says, or def if it says nothing.
func (s Switch) Or(def bool) bool {
	if s == Unset {
		return def
	}
	return s == On
}

// A Duration is written as 1m30s.
type Duration time.Duration

// A Ref is a name in a configuration, and its place.
type Ref struct {
	// Text is the name as it was written.
	Text string
	// Key is the name as the tables have it.
	Key string
	At  Pos
	// Path is that of the key that holds it.
	Path string
}

// A Place is where an entry of a list stands.
type Place struct {
	At   Pos
	Path string
}

// Set reports whether a name was given.
func (r Ref) Set() bool { return r.Text != "" }

// The kinds of names.
type (
	// A Pass is the name of a pass.
	Pass struct{ Ref }
	// A Func is the name of a function or method, as in "example.com/app.Do" or "(*example.com/app.T).Do".
	// In the last part of the name alternatives can stand in braces, and * for any part of it.
	Func struct{ Ref }
	// A Type is the name of a type: "example.com/app.T".
	Type struct{ Ref }
	// A Var is the name of a package variable: "example.com/app.V".
	Var struct{ Ref }
	// A Field is the name of a struct field: "example.com/app.T.F".
	Field struct{ Ref }
	// A TypeText is a type as it is printed, with full package paths: "*example.com/app.T", "[]byte".
	TypeText struct{ Ref }
	// A Path is a pattern of files.
	Path struct{ Ref }
)

func durationString(d Duration) string { return time.Duration(d).String() }
