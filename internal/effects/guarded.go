package effects

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
)

// guarded reports whether fn may know at node that it has run before: a
// condition other than the failure of a step, or about what someone else was
// asked, stands before it or around it, or a step before it claims the job.
func (x *rerunner) guarded(fn *code.Func, node ast.Node, top bool) bool {
	g := &grower{f: x.f, r: &region{node: fn.Body, fn: fn}}
	child := node
	for p := x.f.p.Parent(node); p != nil && p != fn.Node; child, p = p, x.f.p.Parent(p) {
		switch p := p.(type) {
		case *ast.FuncLit:
			return true
		case *ast.IfStmt:
			if child != ast.Node(p.Init) && child != ast.Node(p.Cond) && !x.given(fn, p.Cond, g) {
				return true
			}
		case *ast.CaseClause:
			for _, e := range p.List {
				if !x.given(fn, e, g) {
					return true
				}
			}
		case *ast.SwitchStmt:
			if p.Tag != nil && !x.given(fn, p.Tag, g) {
				return true
			}
		case *ast.ForStmt:
			if p.Cond != nil && !x.given(fn, p.Cond, g) {
				return true
			}
		case *ast.TypeSwitchStmt:
			return true
		}
		for _, s := range stmtList(p) {
			if s == child {
				break
			}
			if x.looks(fn, s, node, g, top) {
				return true
			}
		}
	}
	return false
}

// looks reports whether a statement before an effect may find out that the
// effect was made before.
func (x *rerunner) looks(fn *code.Func, s ast.Stmt, node ast.Node, g *grower, top bool) bool {
	found := false
	ast.Inspect(s, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.CallExpr:
			found = found || x.claims(n)
		case *ast.IfStmt:
			if !leavesAt(n.Body) {
				break
			}
			if !x.given(fn, n.Cond, g) {
				found = !x.notedLater(fn, n.Cond, node)
			} else if g.failureCond(n.Cond, true) && x.asked(n) && !x.hands(fn, n.Body, top) {
				found = true // some failure of an exchange ends it well
			}
		case *ast.SwitchStmt:
			if n.Tag != nil && !x.given(fn, n.Tag, g) {
				found = true
			}
			for _, c := range n.Body.List {
				for _, e := range c.(*ast.CaseClause).List {
					found = found || n.Tag == nil && !x.given(fn, e, g)
				}
			}
		}
		return !found
	})
	return found
}

func leavesAt(b *ast.BlockStmt) bool {
	if len(b.List) == 0 {
		return false
	}
	switch s := b.List[len(b.List)-1].(type) {
	case *ast.ReturnStmt:
		return true
	case *ast.BranchStmt:
		return s.Tok == token.CONTINUE || s.Tok == token.BREAK || s.Tok == token.GOTO
	}
	return false
}

// hands reports whether all returns of a failure's branch hand an error on.
func (x *rerunner) hands(fn *code.Func, body *ast.BlockStmt, top bool) bool {
	all := true
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ReturnStmt:
			if !x.failure(fn, n, nil) {
				all = false
			}
		case *ast.BranchStmt:
			all = false
		case *ast.CallExpr:
			if top && x.f.settling(n) == api.SettleBack {
				all = true
				return false
			}
		}
		return true
	})
	if !all && top && x.settles {
		turned := false
		ast.Inspect(body, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok && x.f.settling(call) == api.SettleBack {
				turned = true
			}
			return !turned
		})
		return turned
	}
	return all
}

// asked reports whether the failure that a condition tests may be that of an
// exchange with someone else, rather than of decoding.
func (x *rerunner) asked(ifs *ast.IfStmt) bool {
	var calls []*ast.CallExpr
	collect := func(n ast.Node) {
		ast.Inspect(n, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok {
				calls = append(calls, call)
			}
			return true
		})
	}
	if ifs.Init != nil {
		collect(ifs.Init)
	}
	ast.Inspect(ifs.Cond, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok {
			return true
		}
		if v := x.f.p.VarOf(id); v != nil && ifs.Init == nil {
			for _, d := range x.f.p.ReachingAt(v, ifs) {
				if d.RHS != nil {
					collect(d.RHS)
				}
			}
		}
		return true
	})
	for _, c := range calls {
		for _, a := range c.Args {
			if code.IsContext(x.f.p.TypeOf(a)) {
				return true
			}
		}
		if x.mayFail(c) {
			return true
		}
	}
	return false
}

// given reports whether a condition is about the failure of a step or about
// what fn was given alone: the same in every run.
func (x *rerunner) given(fn *code.Func, cond ast.Expr, g *grower) bool {
	if g.failureCond(cond, true) || g.failureCond(cond, false) {
		return true
	}
	ok := true
	ast.Inspect(cond, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			if c := x.f.p.CalleeOf(n); !c.Conversion && c.Builtin == "" && !pure(c) && (c.Recv == nil || !code.IsContext(x.f.p.TypeOf(c.Recv))) {
				ok = false
			}
		case *ast.Ident:
			if v, _ := x.f.p.Info.Uses[n].(*types.Var); v != nil && !x.fixed(fn, v, 0) {
				ok = false
			}
		}
		return ok
	})
	return ok
}

// fixed reports whether a variable holds what fn was given, decoded at most.
func (x *rerunner) fixed(fn *code.Func, v *types.Var, depth int) bool {
	if v.IsField() {
		// rows.Scan(&order.Status)
		for _, d := range x.f.p.Defs(v) {
			if d.Kind == code.DefAddr && d.Node != nil && code.Within(d.Node, fn.Outermost().Node) && !x.decoded(d.Node) {
				return false
			}
		}
		return true
	}
	if fn.ParamIndex(v) >= 0 || code.IsError(v.Type()) || v.Parent() == x.f.p.Types.Scope() {
		return true
	}
	if depth > 3 {
		return false
	}
	given := false
	for _, d := range x.f.p.Defs(v) {
		if d.Kind == code.DefAddr {
			if !x.decoded(d.Node) {
				return false
			}
			given = true
			continue
		}
		if d.RHS == nil {
			continue
		}
		given = true
		ok := true
		ast.Inspect(d.RHS, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CallExpr:
				if c := x.f.p.CalleeOf(n); !c.Conversion && c.Builtin == "" && !pure(c) && !x.decodes(n) {
					ok = false
				}
			case *ast.Ident:
				if w, _ := x.f.p.Info.Uses[n].(*types.Var); w != nil && w != v && !x.fixed(fn, w, depth+1) {
					ok = false
				}
			}
			return ok
		})
		if !ok {
			return false
		}
	}
	return given
}

// decoded reports whether what takes the address of a variable decodes into it:
// json.Unmarshal(data, &v), rather than a query's Scan.
func (x *rerunner) decoded(n ast.Node) bool {
	for ; n != nil; n = x.f.p.Parent(n) {
		switch n := n.(type) {
		case *ast.CallExpr:
			fn := x.f.p.Callee(n)
			return fn != nil && (strings.HasPrefix(fn.Name(), "Unmarshal") || strings.HasPrefix(fn.Name(), "Decode")) && x.decodes(n)
		case ast.Stmt:
			return false
		}
	}
	return false
}

// decodes reports whether a call takes no context and is a plain function or a
// getter of the message: what it returns is the same in every run.
func (x *rerunner) decodes(call *ast.CallExpr) bool {
	for _, a := range call.Args {
		if code.IsContext(x.f.p.TypeOf(a)) {
			return false
		}
	}
	return len(x.f.Of(call)) == 0 && !x.claims(call)
}

// pure reports whether a function only computes.
func pure(c api.Callee) bool {
	if c.Func == nil || c.Func.Pkg() == nil {
		return false
	}
	switch c.Func.Pkg().Path() {
	case "strings", "strconv", "bytes", "errors", "fmt", "slices", "maps", "math", "unicode", "sort", "time":
		return true
	}
	return false
}

// claims reports whether a call is named as what finds out, or sees to it,
// that something is done once. A name is no proof, but enough to be silent.
func (x *rerunner) claims(call *ast.CallExpr) bool {
	name := strings.ToLower(x.f.p.CallName(call))
	for _, part := range []string{"claim", "once", "dedup", "dedupe", "seen", "processed", "idempot", "lock", "acquire", "exist", "already", "uniq", "reserve", "begin", "start", "duplicate", "checkpoint"} {
		if strings.Contains(name, part) {
			return true
		}
	}
	return false
}
