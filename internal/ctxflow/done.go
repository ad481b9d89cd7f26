package ctxflow

import (
	"go/ast"
	"go/token"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
)

// TestKind says how a context's end is looked at.
type TestKind int8

const (
	TestSelect TestKind = iota // case <-ctx.Done() in a select
	TestRecv                   // <-ctx.Done() outside of a select
	TestErr                    // ctx.Err() compared or returned
	TestIs                     // errors.Is(err, context.Canceled), err == context.Canceled
	TestCause                  // context.Cause(ctx)
)

func (k TestKind) String() string {
	return [...]string{"select", "recv", "err", "is", "cause"}[k]
}

// A Test is a place where a function looks whether a context is over.
type Test struct {
	Kind TestKind
	// Node is the receive, the call of Err or Cause, or the comparison.
	Node ast.Node
	// Select and Clause are set for TestSelect.
	Select *ast.SelectStmt
	Clause *ast.CommClause
	// Expr is the context tested; nil for TestIs, which tests an error.
	Expr ast.Expr
	Ctx  Ctx
	// Err is the error tested, for TestIs.
	Err ast.Expr
	// Sentinel is the name of the error it is compared with, for TestIs:
	// Canceled or DeadlineExceeded; of a function that says yes to both it is
	// Canceled.
	Sentinel string
	// Cond is the if statement that the test has a part in, nil if none. Over
	// is the branch, or case of a switch, that is sure to be taken when the
	// context is over, Only the one that is taken only then; nil if there is
	// none.
	Cond *ast.IfStmt
	Over ast.Stmt
	Only ast.Stmt
}

// DoneTests returns the places in fn's own body where a context's end is
// looked at, in source order.
func (f *Flow) DoneTests(fn *code.Func) []Test {
	if fn == nil {
		return nil
	}
	if ts, ok := f.tests[fn]; ok {
		return ts
	}
	var out []Test
	fn.Inspect(func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.UnaryExpr:
			if n.Op != token.ARROW {
				break
			}
			x := f.doneExpr(n.X)
			if x == nil {
				break
			}
			t := Test{Kind: TestRecv, Node: n, Expr: x}
			if sel := f.selectOf(n); sel != nil {
				t.Kind, t.Select = TestSelect, sel
				t.Clause = f.clauseOf(n)
			}
			out = append(out, f.finish(t))
		case *ast.CallExpr:
			if t, ok := f.errTest(n); ok {
				out = append(out, f.finish(t))
			}
		case *ast.BinaryExpr:
			if n.Op != token.EQL && n.Op != token.NEQ {
				break
			}
			x, s := n.X, f.sentinel(n.Y)
			if s == "" {
				x, s = n.Y, f.sentinel(n.X)
			}
			if s != "" {
				out = append(out, f.finish(Test{Kind: TestIs, Node: n, Err: f.coded(x), Sentinel: s}))
			}
		case *ast.SwitchStmt:
			for _, t := range f.switchTests(n) {
				out = append(out, f.finish(t))
			}
		}
		return true
	})
	f.tests[fn] = out
	return out
}

// DoneOf returns the context whose Done channel an expression is, also
// through a local variable done := ctx.Done(); nil if it is none.
func (f *Flow) DoneOf(ch ast.Expr) ast.Expr { return f.doneExpr(ch) }

// doneExpr returns the context of ctx.Done(), also through a local variable
// done := ctx.Done().
func (f *Flow) doneExpr(ch ast.Expr) ast.Expr {
	if x := f.doneOf(ch); x != nil {
		return x
	}
	if _, ok := ast.Unparen(ch).(*ast.Ident); !ok {
		return nil
	}
	origins := f.p.Origins(ch)
	var found ast.Expr
	for _, o := range origins {
		x := f.doneOf(o.Expr)
		if x == nil {
			return nil
		}
		found = x
	}
	return found
}

func (f *Flow) clauseOf(n ast.Node) *ast.CommClause {
	cur, ok := f.p.Cursor(n)
	if !ok {
		return nil
	}
	for c := range cur.Enclosing((*ast.CommClause)(nil)) {
		cl, _ := c.Node().(*ast.CommClause)
		return cl
	}
	return nil
}

// errTest recognises ctx.Err(), context.Cause(ctx) and errors.Is(err, Canceled).
func (f *Flow) errTest(call *ast.CallExpr) (Test, bool) {
	c := f.p.CalleeOf(call)
	switch {
	case c.Func == nil:
	case c.Recv != nil && c.Func.Name() == "Err" && len(call.Args) == 0 && f.ctxLike(f.p.TypeOf(c.Recv)):
		return Test{Kind: TestErr, Node: call, Expr: c.Recv}, true
	case c.Key == "context.Cause" && len(call.Args) == 1:
		return Test{Kind: TestCause, Node: call, Expr: call.Args[0]}, true
	case c.Func.Name() == "Is" && len(call.Args) == 2 && c.Recv == nil:
		if s := f.sentinel(call.Args[1]); s != "" {
			return Test{Kind: TestIs, Node: call, Err: call.Args[0], Sentinel: s}, true
		}
	case len(call.Args) == 1 && c.Recv == nil:
		if s := f.predicate(c); s != "" {
			return Test{Kind: TestIs, Node: call, Err: call.Args[0], Sentinel: s}, true
		}
	}
	return Test{}, false
}

func (f *Flow) finish(t Test) Test {
	if t.Expr != nil {
		t.Ctx = f.Trace(t.Expr)
	}
	t.Cond, t.Over, t.Only = f.branch(t)
	return t
}

// branch finds the if statement that a test decides, the branch that is sure
// to be taken when the context is over, and the one that is taken only then.
func (f *Flow) branch(t Test) (cond *ast.IfStmt, over, only ast.Stmt) {
	if t.Kind == TestSelect || t.Kind == TestRecv {
		return nil, nil, nil
	}
	cur, ok := f.p.Cursor(t.Node)
	if !ok {
		return nil, nil, nil
	}
	child := t.Node
	for c := range cur.Enclosing() {
		n := c.Node()
		if n == t.Node {
			continue
		}
		switch n := n.(type) {
		case *ast.IfStmt:
			switch child {
			case n.Cond:
				return n, branchFor(n, f.value(n.Cond, t, true), true), branchFor(n, f.value(n.Cond, t, false), false)
			case n.Init:
				// if err := ctx.Err(); err != nil
				as, ok := n.Init.(*ast.AssignStmt)
				if !ok || len(as.Lhs) != 1 || ast.Unparen(as.Rhs[0]) != t.Node {
					return nil, nil, nil
				}
				if v, eq := f.nilTest(n.Cond); v != nil && v == f.p.VarOf(as.Lhs[0]) {
					if eq {
						return n, n.Else, n.Else
					}
					return n, n.Body, n.Body
				}
			}
			return nil, nil, nil
		case *ast.CaseClause:
			over, only := f.caseFor(n, child, t)
			return nil, over, only
		case *ast.AssignStmt:
			if _, ok := f.p.Parent(n).(*ast.IfStmt); !ok {
				return f.nextIf(n, t)
			}
		case ast.Stmt, *ast.FuncLit:
			return nil, nil, nil
		}
		child = n
	}
	return nil, nil, nil
}

// nextIf finds the if statement right after err := ctx.Err().
func (f *Flow) nextIf(as *ast.AssignStmt, t Test) (cond *ast.IfStmt, over, only ast.Stmt) {
	cur, ok := f.p.Cursor(as)
	if !ok || len(as.Lhs) != 1 || len(as.Rhs) != 1 || ast.Unparen(as.Rhs[0]) != t.Node {
		return nil, nil, nil
	}
	next, ok := cur.NextSibling()
	if !ok {
		return nil, nil, nil
	}
	s, ok := next.Node().(*ast.IfStmt)
	if !ok {
		return nil, nil, nil
	}
	v, eq := f.nilTest(s.Cond)
	switch {
	case v == nil || v != f.p.VarOf(as.Lhs[0]):
		return nil, nil, nil
	case eq:
		return s, s.Else, s.Else
	}
	return s, s.Body, s.Body
}

// caseFor says what a case of a switch without a tag is when it holds a test.
func (f *Flow) caseFor(cl *ast.CaseClause, cond ast.Node, t Test) (over, only ast.Stmt) {
	e, ok := cond.(ast.Expr)
	blk, _ := f.p.Parent(cl).(*ast.BlockStmt)
	if !ok || blk == nil {
		return nil, nil
	}
	sw, ok := f.p.Parent(blk).(*ast.SwitchStmt)
	switch {
	case !ok:
		return nil, nil
	case sw.Tag != nil:
		if t.Kind == TestIs && cond == t.Node {
			over = cl
			if len(cl.List) == 1 {
				only = cl
			}
		}
		return over, only
	}
	// A test of an error is as good in a later case: those before it are of
	// other errors.
	if f.value(e, t, true) == api.Yes && (blk.List[0] == ast.Stmt(cl) || t.Kind == TestIs) {
		over = cl
	}
	if f.value(e, t, false) == api.No && len(cl.List) == 1 {
		only = cl
	}
	return over, only
}

// branchFor returns the branch taken when the condition has value v; for
// when = false the other one.
func branchFor(s *ast.IfStmt, v api.Tri, when bool) ast.Stmt {
	switch {
	case v == api.Maybe:
		return nil
	case (v == api.Yes) == when:
		return s.Body
	}
	return s.Else
}

// value evaluates a condition under the assumption that test t says that the
// context is over, or is not; all else in the condition is unknown.
func (f *Flow) value(cond ast.Expr, t Test, over bool) api.Tri {
	tri := func(b bool) api.Tri {
		if b {
			return api.Yes
		}
		return api.No
	}
	cond = ast.Unparen(cond)
	if cond == t.Node {
		if t.Kind != TestIs {
			return api.Maybe
		}
		if b, ok := cond.(*ast.BinaryExpr); ok && b.Op == token.NEQ {
			return tri(!over)
		}
		return tri(over)
	}
	switch x := cond.(type) {
	case *ast.Ident:
		if over && f.foundIn(x, t) {
			return api.Yes
		}
	case *ast.UnaryExpr:
		if x.Op == token.NOT {
			switch f.value(x.X, t, over) {
			case api.Yes:
				return api.No
			case api.No:
				return api.Yes
			}
		}
	case *ast.BinaryExpr:
		switch x.Op {
		case token.NEQ, token.EQL:
			l, r := ast.Unparen(x.X), ast.Unparen(x.Y)
			if r == t.Node {
				l, r = r, l
			}
			if l == t.Node && f.p.IsNil(r) {
				return tri((x.Op == token.NEQ) == over)
			}
			if over && t.Kind == TestIs && t.Err != nil && f.p.IsNil(r) && f.p.SamePlace(l, t.Err) {
				return tri(x.Op == token.NEQ) // an error it is
			}
		case token.LOR:
			a, b := f.value(x.X, t, over), f.value(x.Y, t, over)
			if a == api.Yes || b == api.Yes {
				return api.Yes
			}
			if a == api.No && b == api.No {
				return api.No
			}
		case token.LAND:
			a, b := f.value(x.X, t, over), f.value(x.Y, t, over)
			if a == api.No || b == api.No {
				return api.No
			}
			if a == api.Yes && b == api.Yes {
				return api.Yes
			}
		}
	}
	return api.Maybe
}
