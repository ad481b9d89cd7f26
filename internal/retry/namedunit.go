package retry

import (
	"go/ast"
	"go/token"
	"go/types"
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
		if e.Op != token.ADD && e.Op != token.SUB {
			return nil, "" // a product may bring the unit
		}
		if c, unit := x.namedUnit(e.X, depth); c != nil {
			return c, unit
		}
		return x.namedUnit(e.Y, depth)
	case *ast.CallExpr:
		if !x.p.CalleeOf(e).Conversion || len(e.Args) != 1 || !code.IsDuration(x.p.Info.TypeOf(e)) || code.IsDuration(x.p.Info.TypeOf(e.Args[0])) {
			return nil, ""
		}
		name := ""
		switch a := ast.Unparen(e.Args[0]).(type) {
		case *ast.Ident:
			name = a.Name
		case *ast.SelectorExpr:
			name = a.Sel.Name
		}
		if v := x.p.VarOf(e.Args[0]); v != nil && isInt(v.Type()) {
			if unit := unitOf(name); unit != "" {
				return e, unit
			}
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

func isInt(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsInteger != 0 && !code.IsDuration(t)
}

// unitOf returns the unit that the last word of a name tells, "" if it tells none.
// A lone "s" or "m" is no word: it is too often something else.
func unitOf(name string) string {
	word := name
	for i := len(name) - 1; i > 0; i-- {
		if name[i] == '_' || unicode.IsUpper(rune(name[i])) && unicode.IsLower(rune(name[i-1])) {
			word = name[i:]
			break
		}
	}
	switch strings.ToLower(strings.Trim(word, "_")) {
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
