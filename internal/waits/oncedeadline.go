package waits

import (
	"go/ast"
	"go/token"
	"go/types"
	"time"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/durations"
)

// OnceLimited is a connection that is kept for use after use, and whose deadline was
// fixed when it was made.
type OnceLimited struct {
	Set   *ast.CallExpr // the call that sets the deadline
	Conn  ast.Expr      // what it is called on
	Field *types.Var    // where the connection is kept
	Limit time.Duration
	Reuse ast.Node // where it is taken again because there is one
}

// longLife is the limit from which on a deadline may be meant for the connection's life.
const longLife = 5 * time.Minute

// OnceLimited returns the connection that a function makes, puts a deadline on, counted
// from then, and keeps in a field from which it is taken again; nothing in the package
// moves the deadline of a connection, and nobody else gets this one. Nil if it makes none.
func (f *Finder) OnceLimited(fn *code.Func) *OnceLimited {
	for _, call := range fn.Calls() {
		if !f.setsDeadline(call) || len(call.Args) != 1 {
			continue
		}
		conn := f.p.CalleeOf(call).Recv
		v := f.p.VarOf(conn)
		d := afterNow(f.p, call.Args[0])
		if d == nil || v == nil || v.IsField() || !f.isPeer(v.Type()) || !f.dialed(conn) {
			continue
		}
		limit, ok := durations.Eval(f.p, d).MaxDuration()
		if !ok || limit > longLife {
			continue
		}
		field := f.keptIn(fn, v)
		if field == nil || field.Exported() || field.Pkg() != f.p.Types || f.deadlinesElse(fn, v) || f.getsAway(v) || f.getsAway(field) {
			continue
		}
		if at := f.takenAgain(field); at != nil {
			return &OnceLimited{Set: call, Conn: conn, Field: field, Limit: limit, Reuse: at}
		}
	}
	return nil
}

// dialed reports whether what a variable holds at a place comes out of calls that make
// connections alone.
func (f *Finder) dialed(e ast.Expr) bool {
	origins := f.p.Origins(e)
	for _, o := range origins {
		call, ok := o.Expr.(*ast.CallExpr)
		if !ok || len(f.t.Makers(f.p.CalleeOf(call).Key)) == 0 {
			return false
		}
	}
	return len(origins) > 0
}

func (f *Finder) setsDeadline(call *ast.CallExpr) bool {
	c := f.p.CalleeOf(call)
	return c.Func != nil && c.Recv != nil && (api.LimitsReads(c.Func.Name()) || api.LimitsWrites(c.Func.Name()))
}

// afterNow returns d of time.Now().Add(d).
func afterNow(p *code.Package, e ast.Expr) ast.Expr {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok || len(call.Args) != 1 || p.CalleeOf(call).Key != "(time.Time).Add" {
		return nil
	}
	now, ok := ast.Unparen(p.CalleeOf(call).Recv).(*ast.CallExpr)
	if !ok || p.CalleeOf(now).Key != "time.Now" {
		return nil
	}
	return call.Args[0]
}

// keptIn returns the field into which fn puts a local connection.
func (f *Finder) keptIn(fn *code.Func, v *types.Var) *types.Var {
	var out *types.Var
	fn.Inspect(func(n ast.Node) bool {
		a, ok := n.(*ast.AssignStmt)
		if !ok || len(a.Lhs) != len(a.Rhs) {
			return out == nil
		}
		for i, r := range a.Rhs {
			if f.p.VarOf(r) == v && f.p.FieldOf(a.Lhs[i]) != nil {
				out = f.p.FieldOf(a.Lhs[i])
			}
		}
		return out == nil
	})
	return out
}

// deadlinesElse reports whether a deadline is set anywhere else in the package than by
// fn on v, counted from then, or cleared there.
func (f *Finder) deadlinesElse(fn *code.Func, v *types.Var) bool {
	for _, g := range f.p.Funcs {
		for _, call := range g.Calls() {
			if f.setsDeadline(call) && (g != fn || f.p.VarOf(f.p.CalleeOf(call).Recv) != v || len(call.Args) != 1 || afterNow(f.p, call.Args[0]) == nil) {
				return true
			}
		}
	}
	return false
}

// getsAway reports whether a connection is handed to somebody out of sight, who may set
// its deadline: a function outside of the standard library, or whoever calls an exported
// function that returns it.
func (f *Finder) getsAway(v *types.Var) bool {
	for id, obj := range f.p.Info.Uses {
		used, ok := obj.(*types.Var)
		if !ok || used.Origin() != v {
			continue
		}
		var e ast.Node = id
		parent := f.p.Parent(id)
		if sel, ok := parent.(*ast.SelectorExpr); ok && sel.Sel == id {
			e, parent = sel, f.p.Parent(sel)
		}
		switch n := parent.(type) {
		case *ast.CallExpr:
			if n.Fun == e {
				continue
			}
			c := f.p.CalleeOf(n)
			if c.Func == nil || f.p.FuncOf(c.Func) == nil && (c.Func.Pkg() == nil || !api.IsStd(c.Func.Pkg().Path())) {
				return true
			}
		case *ast.ReturnStmt:
			g := f.p.Enclosing(n)
			if g == nil || g.Obj == nil || g.Obj.Exported() {
				return true
			}
		case *ast.SelectorExpr, *ast.AssignStmt, *ast.BinaryExpr, *ast.KeyValueExpr, *ast.ValueSpec, *ast.ExprStmt:
		default:
			return true
		}
	}
	return false
}

// takenAgain returns where a connection that is kept in a field is taken from there
// because it is there already: a comparison of the field, or of a local copy of it, with
// nil, in a function that does not close it.
func (f *Finder) takenAgain(field *types.Var) ast.Node {
	for _, g := range f.p.Funcs {
		if f.closesField(g, field) {
			continue
		}
		var out ast.Node
		g.Inspect(func(n ast.Node) bool {
			b, ok := n.(*ast.BinaryExpr)
			if !ok || out != nil || b.Op != token.EQL && b.Op != token.NEQ || !f.p.IsNil(b.Y) {
				return out == nil
			}
			if f.p.FieldOf(b.X) == field {
				out = b
				return false
			}
			for _, o := range f.p.Origins(b.X) {
				if o.Expr != nil && f.p.FieldOf(o.Expr) == field {
					out = b
				}
			}
			return out == nil
		})
		if out != nil {
			return out
		}
	}
	return nil
}

// closesField reports whether a function closes what a field holds.
func (f *Finder) closesField(g *code.Func, field *types.Var) bool {
	for _, call := range g.Calls() {
		c := f.p.CalleeOf(call)
		if c.Func != nil && c.Recv != nil && c.Func.Name() == "Close" && f.p.FieldOf(c.Recv) == field {
			return true
		}
	}
	return false
}
