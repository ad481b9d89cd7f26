package retrynested

import (
	_ "embed"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/facts"
	"github.com/faultlint/faultlint/internal/retry"
	"github.com/faultlint/faultlint/internal/rule"
	"github.com/faultlint/faultlint/internal/severity"
)

//go:embed doc.go
var doc string

// Analyzer is the pass with default options.
var Analyzer = New(rule.Default())

// New returns the pass of a suite.
func New(s *rule.Suite) *analysis.Analyzer {
	return rule.New(s, rule.Spec{Name: "retrynested", Doc: rule.Doc(doc, "retrynested"), Severity: severity.Warning, Run: run})
}

// An inner retry, found inside the attempts of an outer one.
type inner struct {
	at       ast.Node // the call in the outer retry's region
	name     string
	attempts api.Attempts
	via      []facts.Frame
	// inLoop: it is a loop inside the region itself.
	inLoop bool
	// byDefault: the number is the library's default; nothing in sight sets another.
	byDefault bool
}

func run(p *rule.Pass) {
	seen := make(map[ast.Node]bool)
	for _, f := range p.Funcs() {
		wrapped(p, f)
		decorated(p, f)
		for _, r := range p.Retries.In(f) {
			if r.Kind == retry.Self || r.Kind == retry.Again || !r.AfterFailure() || r.Local || r.Tx || r.Targets && !r.Rounds || r.NothingDone() || r.Attempts.N == api.AttemptsUnbounded {
				continue
			}
			var all []inner
			if region, fn, ok := r.Region(); ok {
				all = find(p, r, region, fn)
			} else {
				all = handed(p, r)
			}
			for _, in := range all {
				if !seen[in.at] {
					seen[in.at] = true
					report(p, r, in)
				}
			}
		}
	}
}

// handed returns the retries of a function of another package that a driver or
// helper is given by its name.
func handed(p *rule.Pass, r *retry.Retry) []inner {
	if r.Call == nil || r.Closure != nil || r.ClosureParam != nil || r.Attempts.N <= 1 {
		return nil
	}
	for _, a := range r.Call.Args {
		fn := p.Code.FuncNamed(a)
		if fn == nil {
			continue
		}
		if in := calledInner(p, r, fn, a); in != nil {
			return []inner{*in}
		}
	}
	return nil
}

// calledInner returns the retry that a call of fn at a place inside another makes. One
// that asks one place after the other is none of each if the outer one does so too:
// then nothing is asked twice.
func calledInner(p *rule.Pass, outer *retry.Retry, fn *types.Func, at ast.Node) *inner {
	s := p.Summary(fn)
	if s == nil {
		return nil
	}
	for _, r := range slices.Concat(s.Retries, s.Within) {
		n := r.Attempts
		if n == api.AttemptsUnknown {
			n = r.Default
		}
		if r.Closure == 0 && r.Guarded && n > 1 && !(r.Targets && outer.Targets) && !comesBack(outer, r.Via) {
			return &inner{at: at, name: code.ShortName(fn), attempts: n, via: r.Via, byDefault: n != r.Attempts}
		}
	}
	return nil
}

// comesBack reports whether the way to an inner retry leads through the very
// function that is the outer one, which calls itself, and counts, by way of others.
func comesBack(outer *retry.Retry, via []facts.Frame) bool {
	if outer.Kind != retry.Recursion || outer.In.Obj == nil {
		return false
	}
	self := code.ShortName(outer.In.Obj)
	return slices.ContainsFunc(via, func(f facts.Frame) bool { return f.Func == self && f.Pkg == outer.In.Obj.Pkg().Path() })
}

// find returns the retries that run inside the region.
func find(p *rule.Pass, outer *retry.Retry, region ast.Node, fn *code.Func) []inner {
	var out []inner
	for _, r := range p.Retries.In(fn) {
		if r == outer || r.Node == region || !code.Within(r.Node, region) || !counts(r) || outer.Kind == retry.Recursion || r.Targets && outer.Targets {
			continue
		}
		in := inner{at: r.Node, name: r.Name(), attempts: r.Attempts.N}
		if r.ByDefault {
			in.attempts, in.byDefault = r.Default, true
		}
		if r.Call != nil {
			in.at = r.Call
		} else {
			in.inLoop = true
		}
		out = append(out, in)
	}
	for _, call := range calls(region) {
		if leaves(p, outer, call) || p.Retries.EndedBy(outer, call) {
			continue
		}
		if in := carried(p, call); in != nil {
			out = append(out, *in)
			continue
		}
		for _, callee := range p.Code.Runs(call) {
			if fn.Obj == callee || outer.Callee == callee {
				continue
			}
			if in := calledInner(p, outer, callee, call); in != nil {
				out = append(out, *in)
				break
			}
		}
	}
	return out
}

// leaves reports whether the failure of a call in a loop ends the loop at once,
// by the statement after it: only other failures lead back, as that of a check
// on what the call has brought.
func leaves(p *rule.Pass, outer *retry.Retry, call *ast.CallExpr) bool {
	as, ok := p.Code.Parent(call).(*ast.AssignStmt)
	if !ok || outer.Kind != retry.Loop || len(as.Rhs) != 1 {
		return false
	}
	err := p.Code.VarOf(as.Lhs[len(as.Lhs)-1])
	if err == nil || !code.IsError(err.Type()) {
		return false
	}
	test, ok := p.Code.Parent(as).(*ast.IfStmt)
	if !ok {
		block, isBlock := p.Code.Parent(as).(*ast.BlockStmt)
		if !isBlock {
			return false
		}
		i := slices.Index(block.List, ast.Stmt(as))
		if i < 0 || i+1 >= len(block.List) {
			return false
		}
		if test, ok = block.List[i+1].(*ast.IfStmt); !ok {
			return false
		}
	}
	cond, ok := ast.Unparen(test.Cond).(*ast.BinaryExpr)
	if !ok || cond.Op != token.NEQ || p.Code.VarOf(cond.X) != err || !p.Code.Info.Types[cond.Y].IsNil() || len(test.Body.List) == 0 {
		return false
	}
	_, returns := test.Body.List[len(test.Body.List)-1].(*ast.ReturnStmt)
	return returns && !goesBack(test.Body)
}

// goesBack reports whether a statement in a block may lead to another turn of a
// loop around it.
func goesBack(b *ast.BlockStmt) bool {
	found := false
	code.InspectShallow(b, func(n ast.Node) bool {
		br, ok := n.(*ast.BranchStmt)
		found = found || ok && br.Tok != token.BREAK
		return !found
	})
	return found
}

// wrapped reports a transport that retries around one that retries already.
func wrapped(p *rule.Pass, f *code.Func) {
	f.Inspect(func(n ast.Node) bool {
		e, ok := n.(ast.Expr)
		if !ok {
			return true
		}
		var parts []ast.Expr
		switch e := e.(type) {
		case *ast.CallExpr:
			parts = e.Args
		case *ast.CompositeLit:
			parts = elements(e)
		default:
			return true
		}
		if !api.IsTransport(p.Code.Info.TypeOf(e)) {
			return true
		}
		outer := p.Retries.Retrying(e)
		if outer == nil || !outer.Multiplies() {
			return true
		}
		for _, part := range parts {
			in := already(p, part, 0)
			if in == nil {
				continue
			}
			product := "each of its attempts is several"
			if outer.Attempts.N > 1 && in.Attempts.N > 1 {
				product = fmt.Sprintf("%d × %d = %d attempts", int(outer.Attempts.N), int(in.Attempts.N), int(outer.Attempts.N)*int(in.Attempts.N))
			}
			p.Report(rule.Finding{
				Node:    e,
				Message: fmt.Sprintf("this puts a transport that retries around %s, which retries already: %s of one request on a service that is already failing; retry in one layer only", types.ExprString(part), product),
				Related: []rule.Related{{Node: in.Maker, Message: "retries already"}},
			})
			return false
		}
		return true
	})
}

// decorated reports a function that retries put around another that does, by
// calling one with the result of the other.
func decorated(p *rule.Pass, f *code.Func) {
	for _, call := range f.Calls() {
		var outer *retry.Wrapper
		for _, w := range p.Retries.Decorators(call) {
			if w.Retry == nil || !w.Retry.Multiplies() {
				continue
			}
			if outer == nil {
				outer = &w
				continue
			}
			product := "each of its attempts is several"
			a, ok1 := outer.Retry.Attempts.Value.Exact()
			b, ok2 := w.Retry.Attempts.Value.Exact()
			if ok1 && ok2 && a > 1 && b > 1 {
				product = fmt.Sprintf("%d × %d = %d attempts", a, b, a*b)
			}
			p.Report(rule.Finding{
				Node:    outer.Expr,
				Message: fmt.Sprintf("this retries what %s, inside of it, retries already: %s of one request on a service that is already failing; retry in one layer only", types.ExprString(w.Expr), product),
				Related: []rule.Related{{Node: w.Expr, Message: "retries already"}},
			})
			break
		}
	}
}

// already returns the retry of a transport that a value is, or is built around.
func already(p *rule.Pass, e ast.Expr, depth int) *retry.Retry {
	if depth > 4 || p.Code.Info.TypeOf(e) == nil {
		return nil
	}
	e = ast.Unparen(e)
	if u, ok := e.(*ast.UnaryExpr); ok {
		e = ast.Unparen(u.X)
	}
	if api.IsTransport(p.Code.Info.TypeOf(e)) {
		if r := p.Retries.Retrying(e); r != nil && r.Multiplies() {
			return r
		}
	}
	switch e := e.(type) {
	case *ast.CompositeLit:
		for _, el := range elements(e) {
			if r := already(p, el, depth+1); r != nil {
				return r
			}
		}
	case *ast.SelectorExpr: // client.Transport
		if s := p.Table.FieldSetting(api.FieldOf(p.Code.Info, e)); s != nil && s.Knob == api.KnobTransport {
			if r := p.Retries.Retrying(e.X); r != nil && r.Multiplies() {
				return r
			}
		}
	case *ast.CallExpr:
		if !api.IsTransport(p.Code.Info.TypeOf(e)) {
			return nil
		}
		for _, a := range e.Args {
			if r := already(p, a, depth+1); r != nil {
				return r
			}
		}
	}
	return nil
}

func elements(lit *ast.CompositeLit) []ast.Expr {
	var out []ast.Expr
	for _, el := range lit.Elts {
		if kv, ok := el.(*ast.KeyValueExpr); ok {
			el = kv.Value
		}
		out = append(out, el)
	}
	return out
}

// counts reports whether an inner retry multiplies: it certainly makes more
// than one attempt of something that fails for more than a conflict.
func counts(r *retry.Retry) bool {
	return r.Multiplies() && (r.Attempts.N > 1 || r.ByDefault)
}

func calls(region ast.Node) []*ast.CallExpr {
	var out []*ast.CallExpr
	code.InspectShallow(region, func(n ast.Node) bool {
		if c, ok := n.(*ast.CallExpr); ok {
			out = append(out, c)
		}
		return true
	})
	return out
}

func report(p *rule.Pass, r *retry.Retry, in inner) {
	what := in.name
	if len(in.via) > 0 {
		what = rule.Chain(in.name, in.via)
	}
	var product string
	if outer := r.Attempts.N; outer > 1 {
		if in.inLoop && outer > in.attempts && outer%in.attempts == 0 && len(r.Ops) > 0 && code.Within(r.Ops[0], in.at) {
			outer /= in.attempts // the operation was counted through both loops
		}
		product = fmt.Sprintf("%d × %d = %d attempts", int(outer), int(in.attempts), int(outer)*int(in.attempts))
	} else {
		product = fmt.Sprintf("each attempt of %s is %d", r.Name(), int(in.attempts))
	}
	times := fmt.Sprintf("up to %d times by itself", int(in.attempts))
	if in.byDefault {
		times = fmt.Sprintf("up to %d times by default", int(in.attempts))
	}
	p.Report(rule.Finding{
		Node:    in.at,
		Message: fmt.Sprintf("%s tries %s, and %s repeats that: %s of one request on a service that is already failing; retry in one layer only", what, times, outerName(p, r), product),
		Related: []rule.Related{{Node: r.Node, Message: "the outer retry"}},
		Via:     in.via,
	})
}

// outerName names the outer retry, and says which of two loops is meant.
func outerName(p *rule.Pass, r *retry.Retry) string {
	name := r.Name()
	if r.Kind == retry.Loop {
		name += " at " + p.Where(r.Node)
	}
	return name
}
