package timeoutorder

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"strings"
	"time"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/durations"
	"github.com/faultlint/faultlint/internal/retry"
	"github.com/faultlint/faultlint/internal/rule"
)

// A lease is a lock that lapses by itself, as one function takes it.
type lease struct {
	at   *ast.CallExpr // the call that says how long it lasts
	from *ast.CallExpr // the same, or the call of the function that makes it
	time time.Duration
}

// leases reports locks that lapse before what is done under them is through: a lock
// with a lifetime is taken, given back at the end, and what comes between, all
// attempts of a retry included, may take longer. Silent where the package makes such
// a lock last longer anywhere, or where something runs beside the work that may do so.
func leases(p *rule.Pass) {
	if keeps(p) {
		return
	}
	seen := make(map[ast.Node]bool)
	for _, f := range p.Funcs() {
		for _, l := range leasesOf(p, f, 0) {
			end := givenBack(p, f, l)
			if end == token.NoPos || seen[l.at] || startsOther(f, l.from) {
				continue
			}
			under := func(n ast.Node) bool {
				return n.Pos() > l.from.End() && n.End() <= end && !code.Within(l.from, n)
			}
			w := longestWork(p, f, l.time, under)
			if w == nil {
				w = handedWork(p, f, l.time, under)
			}
			if w == nil {
				continue
			}
			seen[l.at] = true
			p.Report(rule.Finding{
				Node:    l.at,
				Message: fmt.Sprintf("the lock lapses %s after it is taken, but what is done under it, at %s, may take %s (%s): another gets the lock while this one is still at work; let it last longer than all of the work may take, put a shorter limit on the work, or renew the lock meanwhile", retry.Short(l.time), p.Where(w.node), retry.Short(w.time), w.text),
				Related: []rule.Related{{Node: w.node, Message: "the work"}},
			})
		}
	}
}

// leasesOf returns the locks that a function takes, itself or by a function of the
// package that does not give them back.
func leasesOf(p *rule.Pass, f *code.Func, depth int) []lease {
	var out []lease
	for _, c := range f.Calls() {
		if s := p.Table.Setting(p.Code.CalleeOf(c).Key); s != nil && s.Knob == api.KnobLease {
			if s.Arg < len(c.Args) {
				if d, ok := durations.Eval(p.Code, c.Args[s.Arg]).Exact(); ok && d > 0 {
					out = append(out, lease{at: c, from: c, time: time.Duration(d)})
				}
			}
			continue
		}
		g := p.Code.FuncOf(p.Code.Callee(c))
		if g == nil || g == f || depth > 0 {
			continue
		}
		for _, l := range leasesOf(p, g, depth+1) {
			if givenBack(p, g, l) == token.NoPos {
				l.from = c
				out = append(out, l)
			}
		}
	}
	return out
}

// givenBack returns up to where a lock is held that a function takes: its end, if it
// is given back in a defer, or else the last call that gives it back. NoPos if the
// function does not.
func givenBack(p *rule.Pass, f *code.Func, l lease) token.Pos {
	end := token.NoPos
	f.Inspect(func(n ast.Node) bool {
		d, ok := n.(*ast.DeferStmt)
		if ok && d.Pos() > l.from.Pos() && (endsLease(p, d.Call, 0) || resultOf(p, d.Call, l.from)) {
			end = f.Body.End()
		}
		return end == token.NoPos
	})
	if end != token.NoPos {
		return end
	}
	for _, c := range f.Calls() {
		if c.Pos() > l.from.End() && (endsLease(p, c, 0) || resultOf(p, c, l.from)) {
			end = max(end, c.Pos())
		}
	}
	return end
}

// endsLease reports whether a call gives a lock back, itself or in what it runs.
func endsLease(p *rule.Pass, call *ast.CallExpr, depth int) bool {
	if s := p.Table.Setting(p.Code.CalleeOf(call).Key); s != nil && s.Knob == api.KnobLeaseEnd {
		return true
	}
	var body ast.Node
	if lit, ok := ast.Unparen(call.Fun).(*ast.FuncLit); ok {
		body = lit.Body
	} else if g := p.Code.FuncOf(p.Code.Callee(call)); g != nil {
		body = g.Body
	}
	if body == nil || depth > 2 {
		return false
	}
	found := false
	ast.Inspect(body, func(n ast.Node) bool {
		if c, ok := n.(*ast.CallExpr); ok && !found {
			found = endsLease(p, c, depth+1)
		}
		return !found
	})
	return found
}

// resultOf reports whether what is called is a result of another call:
// unlock, err := m.lock(ctx, key); defer unlock().
func resultOf(p *rule.Pass, call, maker *ast.CallExpr) bool {
	id, ok := ast.Unparen(call.Fun).(*ast.Ident)
	if !ok {
		return false
	}
	if _, isVar := p.Code.Info.Uses[id].(*types.Var); !isVar {
		return false
	}
	origins := p.Code.Origins(id)
	return len(origins) == 1 && origins[0].Expr != nil && ast.Unparen(origins[0].Expr) == ast.Expr(maker)
}

// startsOther reports whether a function starts something beside itself once it has
// taken a lock.
func startsOther(f *code.Func, from ast.Node) bool {
	found := false
	f.Inspect(func(n ast.Node) bool {
		g, ok := n.(*ast.GoStmt)
		found = found || ok && g.Pos() > from.Pos()
		return !found
	})
	return found
}

// handedWork returns what a function that its callers hand over may do for longer
// than limit while a lock is held: m.locked(ctx, key, func(ctx context.Context) error { … }).
func handedWork(p *rule.Pass, f *code.Func, limit time.Duration, under func(ast.Node) bool) *work {
	for _, c := range f.Calls() {
		v := p.Code.VarOf(c.Fun)
		if v == nil || !under(c) {
			continue
		}
		i := f.ParamIndex(v)
		if _, own := limitOf(p, f, c); i < 0 || own || f.Sig.Variadic() {
			continue
		}
		calls, _ := p.Code.Callers(f)
		for _, at := range calls {
			if i >= len(at.Args) {
				continue
			}
			given := p.Code.FuncAt(ast.Unparen(at.Args[i]))
			if given == nil {
				given = p.Code.FuncOf(p.Code.FuncNamed(at.Args[i]))
			}
			if given == nil {
				continue
			}
			if w := longestWork(p, given, limit, func(ast.Node) bool { return true }); w != nil {
				return w
			}
		}
	}
	return nil
}

// keeps reports whether a package makes a lock last longer, or has a script that does.
func keeps(p *rule.Pass) bool {
	for _, obj := range p.Code.Info.Uses {
		if fn, ok := obj.(*types.Func); ok {
			if s := p.Table.SettingOf(fn); s != nil && s.Knob == api.KnobLeaseKeep {
				return true
			}
		}
	}
	for e, tv := range p.Code.Info.Types {
		if _, lit := e.(*ast.BasicLit); lit && tv.Value != nil && tv.Value.Kind() == constant.String && strings.Contains(strings.ToLower(constant.StringVal(tv.Value)), "expire") {
			return true
		}
	}
	return false
}
