package orphan

import (
	"fmt"
	"go/ast"
	"go/types"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/ctxflow"
	"github.com/faultlint/faultlint/internal/rule"
	"github.com/faultlint/faultlint/internal/waits"
)

// groupOrder reports a deferred wait for an errgroup whose goroutines all end by
// the group's context alone, when the function may leave with nothing that ends
// it: it ends with the first error of the group, and otherwise when the wait is
// over, or with the caller's context.
func groupOrder(p *rule.Pass, f *code.Func) {
	var all []*ast.DeferStmt
	f.Inspect(func(n ast.Node) bool {
		if d, ok := n.(*ast.DeferStmt); ok {
			all = append(all, d)
		}
		return true
	})
	for i, d := range all {
		group := groupOf(p, d)
		if group == nil || !api.IsGroup(p.Code.Info.TypeOf(group)) || endsAfter(p, all[i+1:]) {
			continue
		}
		v := p.Code.VarOf(group)
		w, last := onlyByGroup(p, f, group, v)
		if w == nil {
			continue
		}
		var after ast.Node = d
		if last.Pos() > d.End() {
			after = last
		}
		ret := leavesPlainly(p, f, after)
		if ret == nil {
			continue
		}
		p.Report(rule.Finding{
			Node: code.Span{From: group.Pos(), To: group.End()},
			Message: fmt.Sprintf("this deferred wait hangs after the return at %s: the goroutines of %s end only by its context, which nothing has ended then but the caller may; make it from a context of %s's own and cancel that first in the deferred function",
				p.Where(ret), v.Name(), f.Outermost().Name()),
			Related: []rule.Related{{Node: ret, Message: "left here without ending them"}, {Node: head(w.Node), Message: "waits until then"}},
		})
	}
}

// onlyByGroup returns a wait of the goroutines of an errgroup, and the last place
// that starts one, if all of them are known and end only by the group's context,
// and that only by an error of the group or by the caller; nil if not.
func onlyByGroup(p *rule.Pass, f *code.Func, group ast.Expr, v *types.Var) (w *waits.Wait, last ast.Node) {
	workers, complete := p.Waits.Workers(f, group)
	if v == nil || !complete {
		return nil, nil
	}
	for _, wk := range workers {
		w = p.Waits.OnlyEndsBy(wk, v)
		if w == nil || len(w.Ctx.Cancels()) != 1 || wk.Parent != f || shares(p, f, wk) {
			return nil, nil
		}
		if last == nil || wk.Node.Pos() > last.Pos() {
			last = wk.Node
		}
	}
	return w, last
}

// leavesPlainly returns a return after a place, in a branch, while the context is
// alive, that is given with nothing before it in its block, and nothing in its
// results, that could end a goroutine: only what logs or formats is called.
func leavesPlainly(p *rule.Pass, f *code.Func, after ast.Node) *ast.ReturnStmt {
	var found *ast.ReturnStmt
	f.Inspect(func(n ast.Node) bool {
		r, ok := n.(*ast.ReturnStmt)
		if !ok || found != nil || r.Pos() < after.End() || p.Flow.CleanupMode(r) == ctxflow.CleanupOver {
			return found == nil
		}
		block, ok := p.Code.Parent(r).(*ast.BlockStmt)
		if !ok || block == f.Body {
			return true
		}
		plain := true
		for _, s := range block.List {
			code.InspectShallow(s, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.CallExpr:
					plain = plain && speaks(p, n)
				case *ast.SendStmt:
					plain = false
				}
				return plain
			})
		}
		if plain {
			found = r
		}
		return true
	})
	return found
}

// speaks reports whether a call only logs, formats or converts.
func speaks(p *rule.Pass, call *ast.CallExpr) bool {
	if p.Code.Info.Types[call.Fun].IsType() {
		return true
	}
	fn := p.Code.Callee(call)
	return fn != nil && (fn.Pkg() == nil || api.OnlySpeaks(fn.Pkg().Path(), fn.Name()))
}

// shares reports whether a goroutine works with something of a kind that the
// function around it works with as well, as a connection: what makes the one leave
// may make the other fail.
func shares(p *rule.Pass, f, worker *code.Func) bool {
	own, others := make(map[string]bool), make(map[string]bool)
	if !touches(p, f, own, 0) || !touches(p, worker, others, 0) {
		return true
	}
	for t := range others {
		if own[t] {
			return true
		}
	}
	return false
}

// touches gathers the types of what the calls in a function, and in the functions
// of the package that it calls, are made on or given; it reports whether these are
// all.
func touches(p *rule.Pass, f *code.Func, kinds map[string]bool, depth int) bool {
	if depth > 3 {
		return false
	}
	for _, call := range f.Calls() {
		c := p.Code.CalleeOf(call)
		if c.Builtin != "" || c.Conversion || speaks(p, call) {
			continue
		}
		if _, ok := ast.Unparen(call.Fun).(*ast.FuncLit); ok {
			continue
		}
		if c.Func == nil {
			return false
		}
		args := call.Args
		if g := p.Code.FuncOf(c.Func); g != nil {
			if g != f && !touches(p, g, kinds, depth+1) {
				return false
			}
		} else if c.Recv != nil && !api.IsGroup(p.Code.Info.TypeOf(c.Recv)) {
			args = append([]ast.Expr{c.Recv}, args...)
		}
		for _, a := range args {
			t := p.Code.TypeOf(a)
			if name := api.TypeName(t); name != "" && !code.IsContext(t) && !api.IsTimer(t) {
				kinds[name] = true
			}
		}
	}
	return true
}
