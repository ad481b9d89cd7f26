package retry

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/facts"
)

// closureClass classes the failures of a driver's closure that lead to another
// run, by what the closure itself sorts out: errors that it marks as permanent
// do not come back, and of a driver that wants marks only marked ones do. The
// class is ErrUnknown if the closure leaves the marking to others.
func (x *Finder) closureClass(f *code.Func, d *api.Driver) (class classResult, ok bool) {
	switch {
	case f == nil:
		return classResult{}, false
	case d.On == api.OnMarked && len(d.Marker) > 0:
		return x.markedClass(f, d, 0)
	case len(d.Permanent) > 0:
		return x.unlessPermanent(f, d)
	}
	return classResult{}, false
}

// markedClass is the class of what a closure marks as retryable, by itself or by a
// function of the package whose error it returns.
func (x *Finder) markedClass(f *code.Func, d *api.Driver, depth int) (class classResult, ok bool) {
	var out classResult
	some := false
	for _, call := range f.Calls() {
		cl := x.reaching(f, call)
		if !slices.Contains(d.Marker, x.p.CalleeOf(call).Key) {
			g := x.p.FuncOf(x.p.Callee(call))
			if _, returned := x.p.Parent(call).(*ast.ReturnStmt); !returned || g == nil || depth >= maxMarkers || !code.ReturnsError(g.Sig) {
				continue
			}
			marked, marks := x.markedClass(g, d, depth+1)
			if !marks {
				continue
			}
			cl = x.both(cl, marked)
		}
		if some {
			cl = x.eitherOf(out, cl)
		}
		out, some = cl, true
	}
	return out, some
}

// maxMarkers is how many functions of the package are looked through for a mark.
const maxMarkers = 2

// unlessPermanent is the class of what a closure returns unmarked.
func (x *Finder) unlessPermanent(f *code.Func, d *api.Driver) (class classResult, ok bool) {
	var out classResult
	some, marks := false, false
	f.Inspect(func(n ast.Node) bool {
		ret, isRet := n.(*ast.ReturnStmt)
		if !isRet || len(ret.Results) == 0 {
			return true
		}
		e := ast.Unparen(ret.Results[len(ret.Results)-1])
		if x.p.IsNil(e) {
			return true
		}
		if x.permanent(e, d, 0) {
			marks = true
			return true
		}
		cl := x.reaching(f, ret)
		if some {
			cl = x.eitherOf(out, cl)
		}
		out, some = cl, true
		return true
	})
	return out, some && marks
}

// predicateClass classes the errors for which the function that e holds says yes.
func (x *Finder) predicateClass(e ast.Expr) classResult {
	if fns, complete := x.p.LitsOf(e); complete && len(fns) == 1 {
		return x.classOfFunc(fns[0], 0)
	}
	if code.IsError(x.p.Info.TypeOf(e)) {
		return x.sentinel(e)
	}
	obj := x.constObj(e)
	fn, ok := obj.(*types.Func)
	if !ok || fn.Pkg() == nil {
		return classResult{}
	}
	if cl, ok := api.PredicateClass(api.Key(fn)); ok {
		return classResult{class: cl}
	}
	if x.callees != nil {
		if s := x.callees.Summary(fn); s != nil {
			return classResult{class: s.Err, lost: s.ErrLost}
		}
	}
	return classResult{}
}

// permanent reports whether an error is marked as permanent wherever it is not
// nil: by the library's function or by a helper of the package around it.
func (x *Finder) permanent(e ast.Expr, d *api.Driver, depth int) bool {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok || depth > 2 {
		return false
	}
	c := x.p.CalleeOf(call)
	if slices.Contains(d.Permanent, c.Key) {
		return true
	}
	g := x.p.FuncOf(c.Func)
	if g == nil || g.Sig.Results().Len() != 1 {
		return false
	}
	all, some := true, false
	g.Inspect(func(n ast.Node) bool {
		ret, isRet := n.(*ast.ReturnStmt)
		if !isRet || len(ret.Results) != 1 {
			return true
		}
		if x.p.IsNil(ret.Results[0]) {
			return true
		}
		some = true
		all = all && x.permanent(ret.Results[0], d, depth+1)
		return true
	})
	return all && some
}

// reaching returns what it tells of the error that control gets to n: the
// conditions around it, and those before it whose branch leaves.
func (x *Finder) reaching(f *code.Func, n ast.Node) classResult {
	out := x.around(f, n)
	for child := n; child != nil && child != f.Node; child = x.p.Parent(child) {
		list := statements(x.p.Parent(child))
		i := slices.IndexFunc(list, func(s ast.Stmt) bool { return ast.Node(s) == child })
		for j := range max(i, 0) {
			s, ok := list[j].(*ast.IfStmt)
			if ok && s.Else == nil && leaves(s.Body) {
				out = x.both(out, x.test(s.Cond, false))
			}
		}
	}
	return out
}

func statements(n ast.Node) []ast.Stmt {
	switch n := n.(type) {
	case *ast.BlockStmt:
		return n.List
	case *ast.CaseClause:
		return n.Body
	case *ast.CommClause:
		return n.Body
	}
	return nil
}

// leaves reports whether a block ends by leaving the statements after it out.
func leaves(b *ast.BlockStmt) bool {
	if len(b.List) == 0 {
		return false
	}
	switch s := b.List[len(b.List)-1].(type) {
	case *ast.ReturnStmt:
		return true
	case *ast.BranchStmt:
		return s.Tok == token.BREAK || s.Tok == token.CONTINUE || s.Tok == token.GOTO
	}
	return false
}

// timedOut reports whether a select's case is taken because time is up.
func (x *Finder) timedOut(cc *ast.CommClause) bool {
	e, ok := cc.Comm.(*ast.ExprStmt)
	if !ok {
		return false
	}
	recv, ok := ast.Unparen(e.X).(*ast.UnaryExpr)
	if !ok || recv.Op != token.ARROW {
		return false
	}
	switch ch := ast.Unparen(recv.X).(type) {
	case *ast.CallExpr:
		return x.p.CalleeOf(ch).Key == "time.After"
	case *ast.SelectorExpr:
		return ch.Sel.Name == "C" && api.TypeName(x.p.Info.TypeOf(ch.X)) == "time.Timer"
	}
	return false
}

// unless notes which failures a policy gives up on. All others are retried, lost
// answers among them, unless a test that is not understood, or one of timeouts and
// broken connections, may have those end the attempts as well.
func (p *policy) unless(args []ast.Expr) {
	for _, a := range args {
		t := p.x.p.Info.TypeOf(a)
		switch {
		case code.IsError(t):
			if v := p.x.p.VarOf(a); v != nil && v.Pkg() != nil && v.Parent() == v.Pkg().Scope() {
				continue // one error by name
			}
		case t != nil && implementsError(t):
			if !api.LosesOutcome(api.TypeName(t)) {
				continue
			}
		default:
			if cl := p.x.predicateClass(a); cl.class != facts.ErrUnknown && cl.class != facts.ErrAny && !cl.loses() {
				continue
			}
		}
		p.onSet, p.on, p.lost = true, facts.ErrUnknown, false
	}
}
