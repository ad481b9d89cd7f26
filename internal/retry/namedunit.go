package retry

import (
	"go/ast"
	"go/token"
	"go/types"
	"reflect"
	"strings"
	"unicode"

	"github.com/faultlint/faultlint/internal/code"
)

// NamedUnit returns the conversion to a Duration that a delay is made by, of a
// number whose name says that it counts another unit than nanoseconds, where
// nothing multiplies it: time.Duration(c.PauseSeconds). The second result is the
// unit. Nil where there is none, or where a product may bring the unit later.
func (x *Finder) NamedUnit(e ast.Expr) (*ast.CallExpr, string) { return x.namedUnit(e, 0) }

func (x *Finder) namedUnit(e ast.Expr, depth int) (*ast.CallExpr, string) {
	if e == nil || depth > 3 {
		return nil, ""
	}
	switch e := ast.Unparen(e).(type) {
	case *ast.BinaryExpr:
		if e.Op == token.QUO && x.p.Info.Types[e.Y].Value != nil {
			return x.namedUnit(e.X, depth)
		}
		if e.Op != token.ADD && e.Op != token.SUB {
			return nil, "" // a product may bring the unit
		}
		if c, unit := x.namedUnit(e.X, depth); c != nil {
			return c, unit
		}
		return x.namedUnit(e.Y, depth)
	case *ast.CallExpr:
		if f := x.p.FuncOf(x.p.Callee(e)); f != nil {
			return x.namedUnit(onlyReturn(f), depth+1) // d := p.pause(try)
		}
		if !x.p.CalleeOf(e).Conversion || len(e.Args) != 1 || !code.IsDuration(x.p.Info.TypeOf(e)) || code.IsDuration(x.p.Info.TypeOf(e.Args[0])) {
			return nil, ""
		}
		if unit := x.counted(e.Args[0]); unit != "" {
			return e, unit
		}
	case *ast.Ident:
		v := x.p.VarOf(e)
		if v == nil || v.IsField() {
			return nil, ""
		}
		defs := x.p.Defs(v)
		if len(defs) != 1 || defs[0].Kind != code.DefAssign || defs[0].RHS == nil {
			return nil, "" // d *= time.Second
		}
		return x.namedUnit(defs[0].RHS, depth+1)
	}
	return nil, ""
}

// counted returns the unit that a number counts by the name or the tag of its
// variable: c.PauseSeconds, a field `yaml:"pauseMillis"`, also what is picked of
// several or doubled, "" if none is told.
func (x *Finder) counted(e ast.Expr) string {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident, *ast.SelectorExpr:
		v := x.p.VarOf(e)
		if v == nil || !code.IsInteger(v.Type()) || code.IsDuration(v.Type()) {
			return ""
		}
		if unit := unitOf(v.Name()); unit != "" || !v.IsField() {
			return unit
		}
		return x.tagUnit(e)
	case *ast.BinaryExpr:
		switch e.Op {
		case token.SHL, token.ADD:
			return x.counted(e.X)
		}
	case *ast.CallExpr:
		if c := x.p.CalleeOf(e); c.Conversion && len(e.Args) == 1 {
			return x.counted(e.Args[0])
		}
		id, ok := e.Fun.(*ast.Ident)
		if !ok || len(e.Args) == 0 {
			return ""
		}
		if b, ok := x.p.Info.Uses[id].(*types.Builtin); !ok || b.Name() != "min" && b.Name() != "max" {
			return ""
		}
		unit := ""
		for _, a := range e.Args {
			if x.p.Info.Types[a].Value != nil {
				continue
			}
			u := x.counted(a)
			if u == "" || unit != "" && u != unit {
				return ""
			}
			unit = u
		}
		return unit
	}
	return ""
}

// tagUnit returns the unit that a name in the tag of a field tells.
func (x *Finder) tagUnit(e ast.Expr) string {
	sel, ok := e.(*ast.SelectorExpr)
	if !ok {
		return ""
	}
	t := code.Deref(x.p.Info.TypeOf(sel.X))
	if t == nil {
		return ""
	}
	st, ok := t.Underlying().(*types.Struct)
	if !ok {
		return ""
	}
	for i := range st.NumFields() {
		if st.Field(i).Name() != sel.Sel.Name {
			continue
		}
		for _, key := range []string{"json", "yaml", "toml", "mapstructure", "env", "envconfig", "koanf"} {
			name, _, _ := strings.Cut(reflect.StructTag(st.Tag(i)).Get(key), ",")
			if unit := unitOf(name); unit != "" {
				return unit
			}
		}
	}
	return ""
}

// unitOf returns the unit that the last word of a name tells, "" if it tells none.
// A lone "s" or "m" is no word: it is too often something else.
func unitOf(name string) string {
	if name == "" {
		return ""
	}
	word := name
	for i := len(name) - 1; i > 0; i-- {
		if name[i] == '_' || name[i] == '-' || name[i] == '.' || unicode.IsUpper(rune(name[i])) && unicode.IsLower(rune(name[i-1])) {
			word = name[i:]
			break
		}
	}
	switch strings.ToLower(strings.Trim(word, "_-.")) {
	case "seconds", "second", "secs", "sec":
		return "seconds"
	case "milliseconds", "millisecond", "millis", "milli", "msec", "msecs", "ms":
		return "milliseconds"
	case "minutes", "minute", "mins":
		return "minutes"
	case "hours", "hour":
		return "hours"
	}
	return ""
}
