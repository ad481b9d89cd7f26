package ctxswallow

import (
	_ "embed"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/cfg"

	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/ctxflow"
	"github.com/faultlint/faultlint/internal/handlers"
	"github.com/faultlint/faultlint/internal/rule"
	"github.com/faultlint/faultlint/internal/severity"
	"github.com/faultlint/faultlint/internal/suggest"
)

//go:embed doc.go
var doc string

// Analyzer is the pass with default options.
var Analyzer = New(rule.Default())

// New returns the pass of a suite.
func New(s *rule.Suite) *analysis.Analyzer {
	return rule.New(s, rule.Spec{Name: "ctxswallow", Doc: rule.Doc(doc, "ctxswallow"), Severity: severity.Error, Run: run})
}

func run(p *rule.Pass) {
	for _, f := range p.Funcs() {
		kinds(p, f)
		seqs(p, f)
		if !tellsResult(p, f) && !onlyError(f) {
			continue
		}
		seen := make(map[*ast.ReturnStmt]bool)
		for _, t := range p.Flow.DoneTests(f) {
			if !tellsResult(p, f) && !finite(p, f, t) || ownLimit(p, f, t) || t.Kind == ctxflow.TestIs && judged(p, f, t) {
				continue // partial results after a time of its own are its contract
			}
			if judges(p, f, t) {
				continue
			}
			start := startOf(f.CFG(), t)
			if start == nil {
				continue
			}
			for _, ret := range forged(p, f, t, start) {
				if !seen[ret] {
					seen[ret] = true
					report(p, f, t, ret)
				}
			}
		}
	}
}

// tellsResult reports whether a nil error of f is read as "done": it returns
// something beside the error. A function that returns an error alone may say
// by nil that it has stopped as it was told; so does a reconcile, which is
// called again.
func tellsResult(p *rule.Pass, f *code.Func) bool {
	res := f.Sig.Results()
	if res.Len() < 2 || !code.IsError(res.At(res.Len()-1).Type()) {
		return false
	}
	if m := p.Handlers.Of(f); m != nil && (m.Kind == handlers.KindReconcile || m.Kind == handlers.KindLifecycle || m.Kind == handlers.KindTest) {
		return false
	}
	for _, v := range f.Params() {
		if isWriter(v.Type()) {
			return false // its caller is gone: there is nobody to tell
		}
	}
	return true
}

// judges reports whether the test is about an error that f is handed to give a
// verdict on: its nil error says that the verdict holds, not that all went well.
func judges(p *rule.Pass, f *code.Func, t ctxflow.Test) bool {
	if t.Kind != ctxflow.TestIs || t.Err == nil || !code.IsBool(f.Sig.Results().At(0).Type()) {
		return false
	}
	v := p.Code.VarOf(t.Err)
	return v != nil && f.ParamIndex(v) >= 0
}

// isWriter reports whether t is http.ResponseWriter.
func isWriter(t types.Type) bool {
	n, ok := types.Unalias(t).(*types.Named)
	return ok && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "net/http" && n.Obj().Name() == "ResponseWriter"
}

// startOf returns the block in which the context is known to be over, or the
// error to be a context's.
func startOf(g *cfg.CFG, t ctxflow.Test) *cfg.Block {
	branch := t.Only
	if t.Kind == ctxflow.TestIs {
		branch = t.Over // shared with other errors it is as much of a success
	}
	for _, b := range g.Blocks {
		switch {
		case t.Kind == ctxflow.TestSelect && t.Clause != nil:
			if b.Kind == cfg.KindSelectCaseBody && b.Stmt == t.Clause {
				return b
			}
		case t.Kind == ctxflow.TestErr && t.Cond == nil:
			// for ctx.Err() == nil: the loop ends when the context does.
			if fs, ok := b.Stmt.(*ast.ForStmt); ok && b.Kind == cfg.KindForDone && only(fs.Cond, t.Node) {
				return b
			}
		case t.Cond != nil && branch != nil:
			if b.Stmt == t.Cond && (b.Kind == cfg.KindIfThen && branch == t.Cond.Body || b.Kind == cfg.KindIfElse && branch == t.Cond.Else) {
				return b
			}
		case t.Kind == ctxflow.TestIs && branch == nil && passes(t):
			if b.Kind == cfg.KindIfDone && b.Stmt == t.Cond {
				return b
			}
		case t.Kind == ctxflow.TestIs && branch != nil:
			if b.Kind == cfg.KindSwitchCaseBody && b.Stmt == branch {
				return b
			}
		}
	}
	return nil
}

// passes reports whether a test of an error only keeps a cancelled call from
// the way out that other errors take: if err != nil && !errors.Is(err,
// context.Canceled) { return err }.
func passes(t ctxflow.Test) bool {
	if t.Cond == nil || t.Cond.Else != nil || len(t.Cond.Body.List) == 0 {
		return false
	}
	if _, ok := t.Cond.Body.List[len(t.Cond.Body.List)-1].(*ast.ReturnStmt); !ok {
		return false
	}
	var negated func(e ast.Expr) bool
	negated = func(e ast.Expr) bool {
		switch x := ast.Unparen(e).(type) {
		case *ast.UnaryExpr:
			return x.Op == token.NOT && ast.Unparen(x.X) == t.Node
		case *ast.BinaryExpr:
			return ast.Node(x) == t.Node && x.Op == token.NEQ || x.Op == token.LAND && (negated(x.X) || negated(x.Y))
		}
		return false
	}
	return negated(t.Cond.Cond)
}

// only reports whether cond is x == nil for the call n.
func only(cond ast.Expr, n ast.Node) bool {
	b, ok := cond.(*ast.BinaryExpr)
	return ok && b.Op == token.EQL && (ast.Node(b.X) == n || ast.Node(b) == n)
}

// forged returns the return statements that are reached from start if all of
// them say that all is well.
func forged(p *rule.Pass, f *code.Func, t ctxflow.Test, start *cfg.Block) []*ast.ReturnStmt {
	if p.Flow.TellsLate(f) {
		return nil
	}
	var out []*ast.ReturnStmt
	ok := true
	seen := make(map[*cfg.Block]bool)
	tests := p.Flow.DoneTests(f)
	var cleared *types.Var // an error variable that was set to nil on the way
	var walk func(b *cfg.Block)
	walk = func(b *cfg.Block) {
		if seen[b] || !ok {
			return
		}
		seen[b] = true
		for _, n := range b.Nodes {
			if b != start && looks(n, t, tests) {
				ok = false // the end is looked at again: judged there
				return
			}
			if as, is := n.(*ast.AssignStmt); is && (b == start || cleared != nil) {
				cleared = clears(p, as, cleared)
			}
			if ret, is := n.(*ast.ReturnStmt); is {
				if !success(p, f, ret) && !returnsVar(p, f, ret, cleared) {
					ok = false
					return
				}
				out = append(out, ret)
			}
		}
		if len(b.Succs) == 0 && b.Return() == nil {
			ok = ok && b.Kind == cfg.KindSelectAfterCase || ok && !b.Live
		}
		for _, s := range b.Succs {
			if loopHead(s) {
				ok = false // it goes on: another rule's
				return
			}
			walk(s)
		}
	}
	walk(start)
	if !ok {
		return nil
	}
	return out
}

// clears returns the error variable that is nil after an assignment, given the
// one that was before.
func clears(p *rule.Pass, as *ast.AssignStmt, was *types.Var) *types.Var {
	for i, l := range as.Lhs {
		v := p.Code.VarOf(l)
		if v == nil || v.IsField() || !code.IsError(v.Type()) {
			continue
		}
		if len(as.Lhs) == len(as.Rhs) && as.Tok == token.ASSIGN && p.Code.Info.Types[as.Rhs[i]].IsNil() {
			return v
		}
		if v == was {
			return nil
		}
	}
	return was
}

// returnsVar reports whether a return statement returns a variable as its error.
func returnsVar(p *rule.Pass, f *code.Func, ret *ast.ReturnStmt, v *types.Var) bool {
	n := f.Sig.Results().Len()
	return v != nil && len(ret.Results) == n && p.Code.VarOf(ret.Results[n-1]) == v
}

func loopHead(b *cfg.Block) bool {
	return b.Kind == cfg.KindForLoop || b.Kind == cfg.KindForPost || b.Kind == cfg.KindRangeLoop || b.Kind == cfg.KindForBody
}

// looks reports whether node n holds another look at a context's end.
func looks(n ast.Node, t ctxflow.Test, tests []ctxflow.Test) bool {
	for _, o := range tests {
		if o.Node != t.Node && code.Within(o.Node, n) {
			return true
		}
	}
	return false
}

// success reports whether a return statement certainly returns a nil error.
func success(p *rule.Pass, f *code.Func, ret *ast.ReturnStmt) bool {
	n := f.Sig.Results().Len()
	if len(ret.Results) != n || p.Flow.TellsLate(f) {
		return false
	}
	return p.Code.Info.Types[ret.Results[n-1]].IsNil()
}

func report(p *rule.Pass, f *code.Func, t ctxflow.Test, ret *ast.ReturnStmt) {
	if handle(p, ret) {
		return
	}
	what, err := "the context is over", "the context's error"
	if t.Expr != nil {
		name := types.ExprString(t.Expr)
		what, err = name+" is over", name+".Err()"
	}
	if t.Kind == ctxflow.TestIs {
		what, err = "the call was cancelled", types.ExprString(t.Err)
	}
	p.Report(rule.Finding{
		Node:    ret,
		Message: fmt.Sprintf("%s returns a nil error when %s (seen at %s), so its caller takes what was done so far for the whole; return %s", f.Name(), what, p.Where(t.Node), err),
		Related: []rule.Related{{Node: t.Node, Message: "the end is seen here"}},
		Fix:     fix(p, t, ret, err),
	})
}

// fix returns the error of the context, or of the cancelled call, where a literal nil stands.
func fix(p *rule.Pass, t ctxflow.Test, ret *ast.ReturnStmt, err string) *analysis.SuggestedFix {
	last := ret.Results[len(ret.Results)-1]
	told := t.Expr
	if t.Kind == ctxflow.TestIs {
		told = t.Err
		v := p.Code.VarOf(told)
		if v == nil || t.Over == nil || !code.Within(ret, t.Over) || len(p.Code.Defs(v)) != 1 {
			return nil // may be another error by then
		}
	}
	if told == nil || !p.Code.Info.Types[last].IsNil() || !suggest.InScope(p.Code, told, ret.Pos()) {
		return nil
	}
	return suggest.Instead(last, err)
}

// handle reports whether a return statement hands out something that is waited
// for later, which then says how it ended: a process, a task.
func handle(p *rule.Pass, ret *ast.ReturnStmt) bool {
	for _, e := range ret.Results[:len(ret.Results)-1] {
		if p.Code.Info.Types[e].IsNil() {
			continue
		}
		if m, _, _ := types.LookupFieldOrMethod(p.Code.TypeOf(e), true, p.Code.Types, "Wait"); m != nil {
			if fn, ok := m.(*types.Func); ok && code.ReturnsError(fn.Signature()) {
				return true
			}
		}
	}
	return false
}
