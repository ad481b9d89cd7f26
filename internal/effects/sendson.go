package effects

import (
	"go/ast"
	"go/types"
	"slices"

	"github.com/faultlint/faultlint/internal/code"
)

// SendsOn returns the call by which an interceptor sends a call on within a
// region: one of send, which the function or one of the package that it hands
// send to makes; nil if there is none. looks are the places where the name of the
// method, an option of the call, or what its context carries takes part in more
// than sending and messages: there it may decide what is repeated.
func (f *Finder) SendsOn(fn *code.Func, send *types.Var, about []*types.Var, region ast.Node) (call *ast.CallExpr, looks []Look) {
	x := &sendsOn{f: f}
	x.visit(fn, send, about, region, 0)
	return x.call, x.looks
}

// A Look is a place where a function looks at what it was asked to send.
type Look struct {
	At    ast.Node
	About []*types.Var // nil if it looks at something else than variables
}

type sendsOn struct {
	f     *Finder
	call  *ast.CallExpr
	looks []Look
}

func (x *sendsOn) visit(fn *code.Func, send *types.Var, about []*types.Var, region ast.Node, depth int) {
	if fn.Body == nil || depth > 3 {
		x.looks = append(x.looks, Look{At: fn.Node}) // not in sight
		return
	}
	p := x.f.p
	ast.Inspect(fn.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			if p.VarOf(n.Fun) == send {
				if region == nil || code.Within(n, region) {
					x.call = n
				}
				return false
			}
			if x.f.isLog(n) {
				return false
			}
			if x.asks(n) {
				x.looks = append(x.looks, Look{At: n})
				return false
			}
			s := -1
			var there []*types.Var
			g := p.FuncOf(p.Callee(n))
			for i, a := range n.Args {
				if g == nil || i >= g.Sig.Params().Len() {
					break
				}
				v := p.VarOf(a)
				switch {
				case v == nil:
				case v == send:
					s = i
				case slices.Contains(about, v):
					there = append(there, g.Sig.Params().At(i))
				}
			}
			if s >= 0 && (region == nil || code.Within(n, region)) {
				// A function of the package that sends it on.
				x.visit(g, g.Sig.Params().At(s), there, nil, depth+1)
				return false
			}
			return p.CalleeOf(n).Builtin != "append" // options are added
		case *ast.Ident:
			if v, _ := p.Info.Uses[n].(*types.Var); v != nil && slices.Contains(about, v) && !x.grows(n) {
				x.looks = append(x.looks, Look{n, about})
			}
		}
		return true
	})
}

// asks reports whether a call looks for a value that a context carries.
func (x *sendsOn) asks(call *ast.CallExpr) bool {
	c := x.f.p.CalleeOf(call)
	if c.Recv != nil && c.Func != nil && c.Func.Name() == "Value" && code.IsContext(x.f.p.TypeOf(c.Recv)) {
		return true
	}
	return len(call.Args) == 1 && code.IsContext(x.f.p.TypeOf(call.Args[0])) && code.IsBool(x.f.p.TypeOf(call))
}

// grows reports whether an identifier is what is assigned to.
func (x *sendsOn) grows(id *ast.Ident) bool {
	as, ok := x.f.p.Parent(id).(*ast.AssignStmt)
	if !ok {
		return false
	}
	for _, l := range as.Lhs {
		if l == ast.Expr(id) {
			return true
		}
	}
	return false
}
