package code_test

import (
	"fmt"
	"go/types"
	"strings"
	"testing"
)

func TestCallers(t *testing.T) {
	p := load(t, `package a

type T struct{}

type iface interface{ called(int) }

func one(n int)      {}
func two(n int)      {}
func asValue(n int)  {}
func Exported(n int) {}
func generic[P any](v P) {}
func (T) method(n int) {}
func (T) called(n int) {}

func f(t T) {
	one(1)
	two(1)
	(two)(2)
	asValue(1)
	g := asValue
	g(2)
	Exported(1)
	generic(1)
	generic[string]("")
	t.method(1)
	t.called(1)
	lit := func(n int) {}
	lit(1)
	lit(2)
	func(n int) {}(3)
	kept = func(n int) {}
}

var kept func(int)
`)
	want := map[string]string{
		"one": "1 true", "two": "2 true", "asValue": "1 false", "Exported": "1 false", "generic": "2 true",
		"T.method": "1 true", "T.called": "1 false", "f": "0 true",
	}
	var lits []string
	for _, f := range p.Funcs {
		calls, complete := p.Callers(f)
		got := fmt.Sprintf("%d %v", len(calls), complete)
		if f.Obj == nil {
			lits = append(lits, got)
			continue
		}
		if w := want[f.Name()]; got != w {
			t.Errorf("%s: %s, want %s", f.Name(), got, w)
		}
	}
	if got := strings.Join(lits, ", "); got != "2 true, 1 true, 0 false" {
		t.Errorf("literals: %s", got)
	}
}

func TestLeftZero(t *testing.T) {
	p := load(t, `package a

type conf struct{ always, never, later, inNew, inVar, returned int }

func make1() *conf { return &conf{always: 1, later: 0, inNew: 1, inVar: 1, returned: 1} }

func make2() *conf {
	c := &conf{always: 2, inNew: 1, inVar: 1, returned: 1}
	c.later = 3
	return c
}

func fail() (conf, error) { return conf{}, nil }

type other struct{ set, unset int }

func viaNew() *other {
	o := new(other)
	o.set = 1
	return o
}

type third struct{ x int }

var zero third

func same(c conf) bool { return c == (conf{}) }
`)
	want := map[string]bool{"always": false, "never": true, "later": false, "inNew": false, "inVar": false, "returned": false, "set": false, "unset": true, "x": true}
	for _, name := range []string{"conf", "other", "third"} {
		st := p.Types.Scope().Lookup(name).Type().Underlying().(*types.Struct)
		for f := range st.Fields() {
			if got := p.LeftZero(f); got != want[f.Name()] {
				t.Errorf("%s.%s: %v, want %v", name, f.Name(), got, want[f.Name()])
			}
		}
	}
}

func TestFieldOriginsOfCommand(t *testing.T) {
	for _, tt := range []struct {
		pkg      string
		complete string
	}{{"a", "F false, g true, Tagged false"}, {"main", "F true, g true, Tagged false"}} {
		p := load(t, "package "+tt.pkg+"\ntype c struct { F, g int; Tagged int `json:\"x\"` }\nvar v = c{F: 1, g: 2, Tagged: 3}\nfunc main() {}\n")
		st := p.Types.Scope().Lookup("c").Type().Underlying().(*types.Struct)
		var got []string
		for f := range st.Fields() {
			_, complete := p.FieldOrigins(f)
			got = append(got, fmt.Sprintf("%s %v", f.Name(), complete))
		}
		if s := strings.Join(got, ", "); s != tt.complete {
			t.Errorf("package %s: %s, want %s", tt.pkg, s, tt.complete)
		}
	}
}
