package retry

import (
	"go/ast"
	"go/constant"
	"go/types"
	"time"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
)

// A Unitless is a number without a unit where a library takes a delay.
type Unitless struct {
	// Node is the number.
	Node ast.Expr
	// Value is what the library takes it for.
	Value time.Duration
	// Name is the option, function or field that is given it.
	Name string
}

// Unitless returns the delays of a package that drivers and clients are given as
// numbers without a unit.
func (x *Finder) Unitless() []Unitless {
	if x.table == nil {
		return nil
	}
	var out []Unitless
	add := func(e ast.Expr, name string) {
		if d := x.withoutUnit(e, 0); d > 0 {
			out = append(out, Unitless{Node: e, Value: d, Name: name})
		}
	}
	for _, f := range x.p.Files {
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CallExpr:
				c := x.p.CalleeOf(n)
				if c.Key == "" {
					return true
				}
				if i := x.delayArg(c.Key); i >= 0 && i < len(n.Args) {
					add(n.Args[i], api.ShortName(c.Key))
				}
			case *ast.CompositeLit:
				for _, el := range n.Elts {
					if kv, ok := el.(*ast.KeyValueExpr); ok && x.delayField(x.p.Info.TypeOf(n), x.p.VarOf(kv.Key)) {
						add(kv.Value, x.p.VarOf(kv.Key).Name())
					}
				}
			case *ast.AssignStmt:
				for i, l := range n.Lhs {
					sel, ok := ast.Unparen(l).(*ast.SelectorExpr)
					if ok && len(n.Lhs) == len(n.Rhs) && x.delayField(x.p.Info.TypeOf(sel.X), x.p.FieldOf(sel)) {
						add(n.Rhs[i], sel.Sel.Name)
					}
				}
			}
			return true
		})
	}
	return out
}

// delayArg returns the argument of a library's function that is a delay, -1 if
// there is none.
func (x *Finder) delayArg(key string) int {
	if s := x.table.Setting(key); s != nil && isDelay(s.Knob) {
		return s.Arg
	}
	if d := x.table.Driver(key); d != nil && d.DelayArg > 0 {
		return d.DelayArg - 1
	}
	return -1
}

// delayField reports whether a field of a library's type is a delay.
func (x *Finder) delayField(t types.Type, field *types.Var) bool {
	if t == nil || field == nil || !field.IsField() {
		return false
	}
	s := x.table.FieldSetting(api.KeyOfField(t, field))
	return s != nil && isDelay(s.Knob)
}

func isDelay(k api.Knob) bool {
	return k == api.KnobDelay || k == api.KnobMaxDelay || k == api.KnobJitter
}

// withoutUnit returns the duration that a plain number makes: a literal, a
// constant without a type, or a variable that holds one; 0 if e is none, or more
// than would be meant. One is left alone: it stands for no delay where a library
// does not take zero.
func (x *Finder) withoutUnit(e ast.Expr, depth int) time.Duration {
	tv := x.p.Info.Types[e]
	if depth == 0 && !code.IsDuration(tv.Type) || depth > 2 {
		return 0
	}
	e = ast.Unparen(e)
	if call, ok := e.(*ast.CallExpr); ok && x.p.CalleeOf(call).Conversion && len(call.Args) == 1 {
		if in := x.p.Info.TypeOf(call.Args[0]); in == nil || code.IsDuration(in) {
			return 0
		}
		return x.withoutUnit(call.Args[0], depth+1)
	}
	if tv.Value == nil {
		origins := x.p.Origins(e)
		if v := x.p.VarOf(e); v == nil || v.IsField() || len(origins) != 1 || origins[0].Unknown || origins[0].Expr == nil || origins[0].Expr == e {
			return 0
		}
		return x.withoutUnit(origins[0].Expr, depth+1)
	}
	if x.namesUnit(e) {
		return 0
	}
	n, ok := constant.Int64Val(constant.ToInt(tv.Value))
	if !ok || n <= 1 || n >= int64(Tiny) {
		return 0
	}
	return time.Duration(n)
}

// Tiny is a delay that is none: what was meant as seconds is nanoseconds.
const Tiny = 100 * time.Microsecond

// namesUnit reports whether a constant is made from one that has a unit.
func (x *Finder) namesUnit(e ast.Expr) bool {
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok {
			return !found
		}
		if c, ok := x.p.Info.Uses[id].(*types.Const); ok {
			b, basic := c.Type().(*types.Basic)
			found = found || !basic || b.Info()&types.IsUntyped == 0 && b.Info()&types.IsInteger == 0
		}
		return !found
	})
	return found
}
