package retryerror

import (
	"go/ast"
	"go/types"
	"time"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/retry"
	"github.com/faultlint/faultlint/internal/rule"
)

// startTime is how long a service may take to start: attempts that go on for
// longer are not there for that.
const startTime = time.Minute

// worthwhile reports whether it is worth a finding that an attempt's refusal is
// repeated: it is an answer to what was asked, or the attempts go on for long.
func worthwhile(p *rule.Pass, r *retry.Retry, f part) bool {
	return delays(r) >= startTime || lastsFor(p, r, startTime) || asksForInput(p, r, f)
}

// asksForInput reports whether the request of an attempt is made of anything
// that is not the same for each call: of what a caller has given, or of what was
// found before. A refusal is an answer to that, and stays. A request that is
// always the same, such as that for the settings when a service starts, is
// refused because of how things are set up, or because the other side has not
// started yet, which a handful of attempts is there for.
func asksForInput(p *rule.Pass, r *retry.Retry, f part) bool {
	in := &inputs{p: p, seen: make(map[*types.Var]bool)}
	sends := false
	for _, call := range f.calls {
		fn := p.Code.Callee(call)
		if fn == nil || !api.MakesOrSends(fn) {
			continue
		}
		sends = true
		for _, a := range call.Args {
			in.visit(a, 0)
		}
	}
	if !sends {
		return true // who knows what it is made of
	}
	if f.via == nil {
		return in.found
	}
	// In a function that the attempt calls: what it is given decides.
	g := p.Code.FuncOf(p.Code.Callee(f.via))
	if g == nil || in.other {
		return true
	}
	up := &inputs{p: p, seen: make(map[*types.Var]bool)}
	for v := range in.seen {
		if i := g.ParamIndex(v); i >= 0 && i < len(f.via.Args) {
			up.visit(f.via.Args[i], 0)
		}
	}
	return up.found
}

// inputs collects the variables that a value is made of.
type inputs struct {
	p     *rule.Pass
	seen  map[*types.Var]bool
	found bool // a parameter, or a variable that is filled from elsewhere, is among them
	other bool // one that is no parameter
}

func (in *inputs) visit(e ast.Node, depth int) {
	if depth > 5 {
		return
	}
	p := in.p
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.SelectorExpr:
			if p.Code.FieldOf(n) == nil {
				return true
			}
			// A field of the receiver is the same for each call, one of anything else is not.
			v := p.Code.VarOf(base(n))
			return v == nil || !isReceiver(p, v)
		case *ast.Ident:
			v, _ := p.Code.Info.Uses[n].(*types.Var)
			if v == nil || v.IsField() || in.seen[v] || code.IsContext(v.Type()) || isReceiver(p, v) || v.Pkg() != nil && v.Parent() == v.Pkg().Scope() {
				return true
			}
			in.seen[v] = true
			defs := p.Code.Defs(v)
			in.found = in.found || len(defs) == 0 // a parameter
			for _, d := range defs {
				switch d.Kind {
				case code.DefRangeKey, code.DefRangeValue, code.DefAddr:
					in.found, in.other = true, true
				default:
					if d.RHS != nil {
						in.visit(d.RHS, depth+1)
					}
				}
			}
		}
		return true
	})
}

// base returns what a chain of selectors starts with.
func base(e ast.Expr) ast.Expr {
	for {
		sel, ok := ast.Unparen(e).(*ast.SelectorExpr)
		if !ok {
			return e
		}
		e = sel.X
	}
}

// isReceiver reports whether a variable is the receiver of the method it is used in.
func isReceiver(p *rule.Pass, v *types.Var) bool {
	for _, f := range p.Funcs() {
		if f.Sig.Recv() == v {
			return true
		}
	}
	return false
}
