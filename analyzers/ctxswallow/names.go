package ctxswallow

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/ctxflow"
	"github.com/faultlint/faultlint/internal/rule"
)

// otherName reports an end of a context that is given the name of something
// else: if errors.Is(err, sql.ErrNoRows) || errors.Is(err, context.Canceled) {
// return ErrNotFound }.
func otherName(p *rule.Pass, f *code.Func, t ctxflow.Test) {
	conds, body, stmt := branch(p, t.Node)
	for _, b := range body {
		ret, ok := b.(*ast.ReturnStmt)
		if !ok || len(ret.Results) == 0 {
			continue
		}
		s := object(p, ret.Results[len(ret.Results)-1])
		if s == nil || s.Pkg() == nil || s.Parent() != s.Pkg().Scope() || !saysOfThing(s.Name()) {
			continue
		}
		same, like := false, false
		for _, c := range conds {
			o := sentinel(p, c, t.Err)
			same = same || o == s
			like = like || o != nil && saysOfThing(o.Name())
		}
		// Without another error beside it, only a name that says that there is no
		// such thing is sure to be no other one for the end.
		if !same && (!like && (t.Sentinel != "Canceled" || len(conds) > 1 || !saysNone(s.Name())) || ownLimit(p, f, t) || judged(p, f, t) || handed(p, f, t)) {
			continue
		}
		if first := firstTest(p, f, stmt); first != nil && first != t.Node || judges(p, f, t) {
			continue // said at the first of them
		}
		p.Report(rule.Finding{
			Node:    ret,
			Message: fmt.Sprintf("%s returns %s when the call was cancelled or timed out (seen at %s), so its caller takes the cancellation for an answer; return %s", f.Name(), s.Name(), p.Where(t.Node), types.ExprString(t.Err)),
			Related: []rule.Related{{Node: t.Node, Message: "the end of a context is taken for it here"}},
		})
		return
	}
}

// handed reports whether the error of a test is one that f is handed.
func handed(p *rule.Pass, f *code.Func, t ctxflow.Test) bool {
	v := p.Code.VarOf(t.Err)
	return v != nil && f.ParamIndex(v) >= 0
}

// saysNone reports whether an error's name says that what was asked for does not
// exist.
func saysNone(name string) bool {
	for _, w := range []string{"NotFound", "Missing", "NoSuch", "Absent", "NotExist", "NoRows"} {
		if strings.Contains(name, w) {
			return true
		}
	}
	return false
}

// endName reports a method that answers the end of a context, seen by itself,
// with the error by which it says elsewhere that there is no more: io.EOF, ErrDone.
func endName(p *rule.Pass, f *code.Func, t ctxflow.Test) {
	ret := returnOf(t)
	if ret == nil || t.Expr == nil || len(ret.Results) < 2 || !t.Ctx.FromCaller() {
		return
	}
	v := object(p, ret.Results[len(ret.Results)-1])
	if v == nil || v.Pkg() == nil || v.Parent() != v.Pkg().Scope() || !saysNoMore(v.Name()) && !saysOfThing(v.Name()) {
		return
	}
	p.Report(rule.Finding{
		Node:    ret,
		Message: fmt.Sprintf("%s returns %s when %s is over (seen at %s), so its caller takes the cancellation for an answer; return %s.Err()", f.Name(), v.Name(), types.ExprString(t.Expr), p.Where(t.Node), types.ExprString(t.Expr)),
		Related: []rule.Related{{Node: t.Node, Message: "the end is seen here"}},
	})
}

// saysNoMore reports whether an error's name says that all has been read.
func saysNoMore(name string) bool {
	switch name {
	case "EOF", "ErrDone", "Done", "ErrEnd", "ErrNoMore", "ErrExhausted", "ErrEndOfStream", "ErrFinished":
		return true
	}
	return false
}

// firstTest returns the first test for a context's error within a statement.
func firstTest(p *rule.Pass, f *code.Func, stmt ast.Stmt) ast.Node {
	for _, t := range p.Flow.DoneTests(f) {
		if t.Kind == ctxflow.TestIs && code.Within(t.Node, stmt) {
			return t.Node
		}
	}
	return nil
}

// saysOfThing reports whether an error's name says something of the thing that
// was asked for, rather than of the asking.
func saysOfThing(name string) bool {
	for _, w := range []string{"NotFound", "Unknown", "Missing", "NoSuch", "Absent", "NotExist", "NoRows", "Exists", "Invalid", "Denied", "Forbidden", "Unauthorized", "Empty", "Gone"} {
		if strings.Contains(name, w) {
			return true
		}
	}
	return false
}

// sentinel returns the package variable that cond compares err with.
func sentinel(p *rule.Pass, cond, err ast.Expr) types.Object {
	var x, y ast.Expr
	switch c := cond.(type) {
	case *ast.CallExpr:
		if sel, ok := c.Fun.(*ast.SelectorExpr); !ok || sel.Sel.Name != "Is" || len(c.Args) != 2 {
			return nil
		}
		x, y = c.Args[0], c.Args[1]
	case *ast.BinaryExpr:
		if c.Op != token.EQL {
			return nil
		}
		x, y = c.X, c.Y
	default:
		return nil
	}
	if err == nil || !p.Code.SamePlace(x, err) {
		return nil
	}
	v := object(p, y)
	if v == nil || v.Pkg() == nil || v.Parent() != v.Pkg().Scope() {
		return nil
	}
	return v
}

// likeSuccess reports a switch on an error whose branch for a cancelled call
// ends with the same call as the branch for success.
func likeSuccess(p *rule.Pass, t ctxflow.Test) {
	_, body, stmt := branch(p, t.Node)
	cl, ok := stmt.(*ast.CaseClause)
	if !ok || len(body) == 0 || t.Err == nil {
		return
	}
	end := lastCall(body)
	if end == "" {
		return
	}
	list, ok := p.Code.Parent(cl).(*ast.BlockStmt)
	if !ok {
		return
	}
	for _, s := range list.List {
		o, ok := s.(*ast.CaseClause)
		if !ok || len(o.List) != 1 || lastCall(o.Body) != end {
			continue
		}
		b, ok := o.List[0].(*ast.BinaryExpr)
		if ok && b.Op == token.EQL && p.Code.Info.Types[b.Y].IsNil() && p.Code.SamePlace(b.X, t.Err) {
			p.Report(rule.Finding{
				Node:    t.Node,
				Message: fmt.Sprintf("%[1]s is also reached when the call was cancelled, so unfinished work counts as done; skip %[1]s then, or return %[2]s", end, types.ExprString(t.Err)),
				Related: []rule.Related{{Node: o, Message: "the branch for success"}},
			})
			return
		}
	}
}

// lastCall returns the text of the call that is returned at the end of a branch.
func lastCall(body []ast.Stmt) string {
	if len(body) == 0 {
		return ""
	}
	ret, ok := body[len(body)-1].(*ast.ReturnStmt)
	if !ok || len(ret.Results) != 1 {
		return ""
	}
	call, ok := ast.Unparen(ret.Results[0]).(*ast.CallExpr)
	if !ok || len(call.Args) == 0 {
		return ""
	}
	return types.ExprString(call)
}
