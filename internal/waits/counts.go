package waits

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"

	"github.com/faultlint/faultlint/internal/code"
)

// A count is how often something happens: k times a symbol, plus n; or
// without end; or not known.
type count struct {
	n, k    int64
	sym     string
	inf     bool
	unknown bool
}

var countUnknown = count{unknown: true}

func (c count) add(d count) count {
	switch {
	case c.unknown || d.unknown:
		return countUnknown
	case c.inf || d.inf:
		return count{inf: true}
	case c.k == 0:
		return count{n: c.n + d.n, k: d.k, sym: d.sym}
	case d.k == 0 || c.sym == d.sym:
		return count{n: c.n + d.n, k: c.k + d.k, sym: c.sym}
	}
	return countUnknown
}

func (c count) mul(d count) count {
	switch {
	case c.unknown || d.unknown:
		return countUnknown
	case c.inf || d.inf:
		return count{inf: true}
	case c.k == 0:
		return count{n: c.n * d.n, k: c.n * d.k, sym: d.sym}
	case d.k == 0:
		return count{n: c.n * d.n, k: c.k * d.n, sym: c.sym}
	}
	return countUnknown
}

// fits reports whether c is certainly no more than room; sure is false if
// that cannot be told.
func (c count) fits(room count) (yes, sure bool) {
	switch {
	case c.unknown || room.unknown || room.inf:
		return false, false
	case c.inf:
		return false, true
	case c.k == 0 && room.k == 0:
		return c.n <= room.n, true
	case c.k != 0 && room.k != 0 && c.sym == room.sym:
		switch {
		case c.k <= room.k && c.n <= room.n:
			return true, true
		case c.k > room.k && c.n >= room.n, c.k == room.k && c.n > room.n:
			return false, true
		}
	case c.k != 0 && room.k == 0 && room.n == 0:
		return false, true // some, and no room at all
	}
	return false, false
}

// countOf evaluates an expression to a count: a constant, a length, a
// variable, and sums and products of these.
func (f *Finder) countOf(e ast.Expr) count { return f.countAt(e, 0) }

func (f *Finder) countAt(e ast.Expr, depth int) count {
	if e == nil {
		return count{}
	}
	if depth > 8 {
		return countUnknown
	}
	e = ast.Unparen(e)
	if tv, ok := f.p.Info.Types[e]; ok && tv.Value != nil {
		if n, ok := constInt(tv.Value); ok {
			return count{n: n}
		}
		return countUnknown
	}
	switch x := e.(type) {
	case *ast.BinaryExpr:
		a, b := f.countAt(x.X, depth+1), f.countAt(x.Y, depth+1)
		switch x.Op {
		case token.ADD:
			return a.add(b)
		case token.MUL:
			return a.mul(b)
		case token.SUB:
			if b.k == 0 && !b.unknown {
				return a.add(count{n: -b.n})
			}
		}
		return countUnknown
	case *ast.CallExpr:
		if tv, ok := f.p.Info.Types[x.Fun]; ok && tv.IsType() && len(x.Args) == 1 {
			return f.countAt(x.Args[0], depth+1)
		}
		if id, ok := ast.Unparen(x.Fun).(*ast.Ident); ok && len(x.Args) == 1 {
			if b, ok := f.p.Info.Uses[id].(*types.Builtin); ok && b.Name() == "len" {
				return f.length(x.Args[0])
			}
		}
		return countUnknown
	case *ast.Ident:
		// n := len(items)
		if o := f.p.Origins(x); len(o) == 1 && o[0].Expr != nil && o[0].Index < 0 && !o[0].Unknown && o[0].Expr != ast.Expr(x) {
			if c := f.countAt(o[0].Expr, depth+1); !c.unknown {
				return c
			}
		}
	}
	if s := f.symbol(e); s != "" {
		return count{k: 1, sym: s}
	}
	return countUnknown
}

func (f *Finder) length(e ast.Expr) count {
	t := f.p.Info.TypeOf(e)
	if t != nil {
		if a, ok := t.Underlying().(*types.Array); ok {
			return count{n: a.Len()}
		}
	}
	if id, ok := ast.Unparen(e).(*ast.Ident); ok {
		if o := f.p.Origins(id); len(o) == 1 && o[0].Expr != nil {
			if lit, ok := o[0].Expr.(*ast.CompositeLit); ok && !keyed(lit) && !f.grows(id) {
				return count{n: int64(len(lit.Elts))}
			}
		}
	}
	if s := f.symbol(e); s != "" {
		return count{k: 1, sym: "len " + s}
	}
	return countUnknown
}

func keyed(lit *ast.CompositeLit) bool {
	for _, e := range lit.Elts {
		if _, ok := e.(*ast.KeyValueExpr); ok {
			return true
		}
	}
	return false
}

// grows reports whether a variable is assigned more than once.
func (f *Finder) grows(id *ast.Ident) bool {
	v := f.p.VarOf(id)
	return v == nil || len(f.p.Defs(v)) > 1
}

// symbol names a variable or field path, "" if e is none.
func (f *Finder) symbol(e ast.Expr) string {
	switch x := ast.Unparen(e).(type) {
	case *ast.Ident:
		if v := f.p.VarOf(x); v != nil {
			return fmt.Sprintf("%s@%d", v.Name(), v.Pos())
		}
	case *ast.SelectorExpr:
		if s := f.symbol(x.X); s != "" {
			return s + "." + x.Sel.Name
		}
	case *ast.StarExpr:
		return f.symbol(x.X)
	}
	return ""
}

// turns returns how often the body of a loop runs.
func (f *Finder) turns(loop ast.Stmt) count {
	switch l := loop.(type) {
	case *ast.RangeStmt:
		t := f.p.Info.TypeOf(l.X)
		if t == nil {
			return countUnknown
		}
		switch u := t.Underlying().(type) {
		case *types.Basic:
			if u.Info()&types.IsInteger != 0 {
				return f.countOf(l.X)
			}
			return f.length(l.X)
		case *types.Slice, *types.Array, *types.Map, *types.Pointer:
			return f.length(l.X)
		}
		return countUnknown
	case *ast.ForStmt:
		if l.Cond == nil {
			return count{inf: true}
		}
		init, ok := l.Init.(*ast.AssignStmt)
		if !ok || len(init.Lhs) != 1 || len(init.Rhs) != 1 {
			return countUnknown
		}
		from := f.countOf(init.Rhs[0])
		cond, ok := ast.Unparen(l.Cond).(*ast.BinaryExpr)
		if !ok || from.unknown || from.k != 0 {
			return countUnknown
		}
		if _, ok := l.Post.(*ast.IncDecStmt); !ok || !f.p.SamePlace(cond.X, init.Lhs[0]) {
			return countUnknown
		}
		to := f.countOf(cond.Y)
		switch cond.Op {
		case token.LSS, token.NEQ:
			return to.add(count{n: -from.n})
		case token.LEQ:
			return to.add(count{n: 1 - from.n})
		}
	}
	return countUnknown
}

// times returns how often a place of fn is passed in one run of outer, the
// function around fn (or fn itself), counted from where at is passed: loops
// around both do not count.
func (f *Finder) times(fn *code.Func, n ast.Node, outer *code.Func, at ast.Node) count {
	total := count{n: 1}
	for _, l := range f.loopsAround(fn, n) {
		if fn == outer && code.Within(at, l) {
			break
		}
		turns := f.turns(l)
		if fs, ok := l.(*ast.ForStmt); ok && turns.inf && f.guarded(n, fs) {
			turns = countUnknown
		}
		total = total.mul(turns)
	}
	if fn == outer {
		return total
	}
	return total.mul(f.launches(fn, outer, at))
}

// launches returns how often fn is run in one run of outer.
func (f *Finder) launches(fn, outer *code.Func, at ast.Node) count {
	if f.counting[fn] {
		return countUnknown // it runs itself
	}
	f.counting[fn] = true
	defer delete(f.counting, fn)
	if fn.Obj != nil {
		sum, found := count{}, false
		for _, g := range f.p.Funcs {
			if !g.Within(outer) {
				continue
			}
			for _, call := range g.Calls() {
				if f.p.FuncOf(f.p.Callee(call)) == fn {
					found = true
					sum = sum.add(f.times(g, call, outer, at))
				}
			}
		}
		if !found {
			return countUnknown
		}
		return sum
	}
	if fn.Parent == nil || !fn.Parent.Within(outer) {
		return countUnknown
	}
	u := fn.UseOf()
	switch u.Role {
	case code.RoleImmediate, code.RoleGo, code.RoleDefer:
		return f.times(fn.Parent, fn.Node, outer, at)
	case code.RoleArg:
		// Handed to something that runs it: once, unless that is a driver.
		run := f.flow.Live(fn)
		if run.Repeats {
			return countUnknown
		}
		if run.Runner != nil && run.Runner.Once {
			return count{n: 1} // sync.Once
		}
		return f.times(fn.Parent, fn.Node, outer, at)
	case code.RoleVar:
		sum, found := count{}, false
		for _, g := range f.p.Funcs {
			if !g.Within(outer) {
				continue
			}
			bad := false
			g.Inspect(func(n ast.Node) bool {
				id, ok := n.(*ast.Ident)
				if !ok || f.p.Info.Uses[id] != u.Var {
					return true
				}
				call, ok := f.p.Parent(id).(*ast.CallExpr)
				if !ok {
					return true
				}
				found = true
				if call.Fun != id && f.flow.Live(fn).Repeats {
					bad = true
				}
				sum = sum.add(f.times(g, call, outer, at))
				return true
			})
			if bad {
				return countUnknown
			}
		}
		if found {
			return sum
		}
	}
	return countUnknown
}
