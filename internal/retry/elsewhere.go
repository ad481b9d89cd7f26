package retry

import (
	"go/ast"
	"go/types"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/durations"
	"github.com/faultlint/faultlint/internal/facts"
)

// setUp says of a function's first result how many attempts it sets on a
// library's client that does not retry by itself: a resty client after
// SetRetryCount(4).
func (x *Finder) setUp(fn *code.Func) []facts.Result {
	ptr, ok := fn.Sig.Results().At(0).Type().Underlying().(*types.Pointer)
	if !ok {
		return nil
	}
	n := namedOf(ptr.Elem())
	if n == nil || n.Obj().Pkg() == nil || n.Obj().Pkg() == x.p.Types || !x.table.Knows(api.Path(n.Obj().Pkg().Path())) {
		return nil
	}
	e := onlyReturn(fn)
	if e == nil || x.makesBusy[fn] {
		return nil
	}
	x.makesBusy[fn] = true
	defer delete(x.makesBusy, fn)
	at := &ast.CallExpr{Fun: e, Lparen: e.Pos(), Rparen: e.End()}
	p := &policy{x: x, call: at, seen: make(map[ast.Expr]bool)}
	p.option(e, 0)
	if count, ok := p.attempts.Value.Exact(); !ok || count < 2 || p.unclear || !p.explicit {
		return nil
	}
	return []facts.Result{{Index: 0, Attempts: p.attempts.N, What: x.text(e)}}
}

// madeElsewhere takes over the number of attempts that another package's
// function sets on the client it makes; whatever else it sets is not known.
func (p *policy) madeElsewhere(fn *types.Func, call *ast.CallExpr) {
	if fn == nil || p.x.callees == nil || p.x.p.FuncOf(fn) != nil {
		return
	}
	s := p.x.callees.Summary(fn)
	if s == nil {
		return
	}
	for _, res := range s.Results {
		if res.Index == 0 && res.Trait == 0 && res.Attempts > 1 {
			p.attempts = Count{N: res.Attempts, Node: call, Value: durations.Exactly(int64(res.Attempts))}
			p.explicit = true
		}
	}
}
