package retryerror

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/retry"
	"github.com/faultlint/faultlint/internal/rule"
)

// hopeless reports a retry that names a status code which stays the same, and
// goes on at it: a case of a switch that neither returns nor leaves.
func hopeless(p *rule.Pass, r *retry.Retry) {
	if r.Body == nil || r.Closure != nil {
		return
	}
	code.InspectShallow(r.Body, func(n ast.Node) bool {
		cc, ok := n.(*ast.CaseClause)
		if !ok || leaves(p, cc.Body) {
			return true
		}
		for _, e := range cc.List {
			name, ok := permanentCode(p, e)
			if !ok {
				continue
			}
			p.Report(rule.Finding{
				Node:    cc,
				Message: fmt.Sprintf("%s repeats the call at %s, which the same request gets again each time: all attempts and their delays are spent before the caller hears of it; return at this code", r.Name(), name),
				Related: []rule.Related{{Node: r.Node, Message: "the retry"}},
			})
			break
		}
		return true
	})
}

// byName reports a predicate that names a status code which stays the same, and
// says of it that the call is to be repeated.
func byName(p *rule.Pass, r *retry.Retry, seen map[ast.Node]bool) {
	if r.If == nil || r.If.Body == nil {
		return
	}
	say := func(at ast.Node, name string) {
		if seen[at] {
			return
		}
		seen[at] = true
		p.Report(rule.Finding{
			Node:    at,
			Message: fmt.Sprintf("%s repeats the call at %s, which the same request gets again each time: all attempts and their delays are spent before the caller hears of it; do not repeat it at this code", r.Name(), name),
			Related: []rule.Related{{Node: r.Node, Message: "the retry"}},
		})
	}
	// The operands of || that are returned, and the branches that say yes.
	var holds func(e ast.Expr)
	holds = func(e ast.Expr) {
		b, ok := ast.Unparen(e).(*ast.BinaryExpr)
		switch {
		case !ok:
		case b.Op == token.LOR:
			holds(b.X)
			holds(b.Y)
		case b.Op == token.EQL:
			if name, ok := permanentCode(p, b.Y); ok {
				say(b, name)
			}
		}
	}
	says := func(list []ast.Stmt) bool {
		if len(list) != 1 {
			return false
		}
		ret, ok := list[0].(*ast.ReturnStmt)
		if !ok || len(ret.Results) != 1 {
			return false
		}
		yes, ok := p.Code.Bool(ret.Results[0])
		return ok && yes
	}
	r.If.Inspect(func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ReturnStmt:
			if len(n.Results) == 1 {
				holds(n.Results[0])
			}
		case *ast.IfStmt:
			if says(n.Body.List) {
				holds(n.Cond)
			}
		case *ast.CaseClause:
			if !says(n.Body) {
				return true
			}
			for _, e := range n.List {
				if name, ok := permanentCode(p, e); ok {
					say(e, name)
					break
				}
			}
		}
		return true
	})
}

// permanentCode returns the name of the gRPC code that e is, if it is one that
// stays the same.
func permanentCode(p *rule.Pass, e ast.Expr) (string, bool) {
	sel, ok := ast.Unparen(e).(*ast.SelectorExpr)
	if !ok {
		return "", false
	}
	c, ok := p.Code.Info.Uses[sel.Sel].(*types.Const)
	if !ok || !api.IsStatusCode(c.Type()) {
		return "", false
	}
	return c.Name(), api.PermanentCode(strings.TrimPrefix(c.Name(), "Code"))
}

// leaves reports whether a list of statements may end the retry.
func leaves(p *rule.Pass, list []ast.Stmt) bool {
	found := false
	for _, s := range list {
		code.InspectShallow(s, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.ReturnStmt:
				found = true
			case *ast.BranchStmt:
				found = found || n.Label != nil || n.Tok.String() == "fallthrough"
			case *ast.CallExpr:
				fn := p.Code.Callee(n)
				if fn == nil || fn.Pkg() == nil || !slices.Contains([]string{"time", "fmt", "log", "log/slog"}, fn.Pkg().Path()) || strings.Contains(fn.Name(), "Fatal") || strings.Contains(fn.Name(), "Panic") {
					found = true // something that is not in sight
				}
			case *ast.AssignStmt:
				found = true // a flag
			}
			return !found
		})
	}
	return found
}

// fresh reports a loop that compares an error with a pointer that is made for
// the comparison: no error is equal to it, unless its type says so by an Is
// method.
func fresh(p *rule.Pass, f *code.Func) {
	for _, call := range f.Calls() {
		fn := p.Code.Callee(call)
		if fn == nil || fn.FullName() != "errors.Is" || len(call.Args) != 2 {
			continue
		}
		u, ok := ast.Unparen(call.Args[1]).(*ast.UnaryExpr)
		if !ok {
			continue
		}
		if _, ok := ast.Unparen(u.X).(*ast.CompositeLit); !ok {
			continue
		}
		t := p.Code.TypeOf(u)
		if is, _, _ := types.LookupFieldOrMethod(t, true, p.Code.Types, "Is"); is != nil {
			continue
		}
		if p.Code.LoopAround(call) == nil && p.Retries.OpOf(f) == nil {
			continue
		}
		p.Report(rule.Finding{
			Node:    call,
			Message: fmt.Sprintf("errors.Is is never true here: it compares with a new pointer, which no error is equal to, so what should be repeated is not, or the reverse; use errors.As with a variable of type %s", types.TypeString(t, types.RelativeTo(p.Code.Types))),
		})
	}
}
