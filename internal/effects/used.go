package effects

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
)

// nested reports whether n is in a loop inside the region, so that it runs for
// each item rather than for each run.
func (g *grower) nested(n ast.Node) bool {
	for p := g.f.p.Parent(n); p != nil && code.Within(p, g.r.node) && p != g.r.node; p = g.f.p.Parent(p) {
		switch p.(type) {
		case *ast.ForStmt, *ast.RangeStmt:
			return true
		case *ast.FuncLit:
			return true // a callback, for each item
		}
	}
	return false
}

// onFailure reports whether n runs only where an attempt has failed: under
// err != nil.
func (g *grower) onFailure(n ast.Node) bool {
	child := n
	for p := g.f.p.Parent(n); p != nil && code.Within(p, g.r.node); child, p = p, g.f.p.Parent(p) {
		switch p := p.(type) {
		case *ast.BlockStmt:
			if g.afterSuccess(p.List, child) {
				return true
			}
		case *ast.IfStmt:
			if child == p.Body && g.failureCond(p.Cond, true) || child == p.Else && g.failureCond(p.Cond, false) {
				return true
			}
		case *ast.CaseClause:
			for _, e := range p.List {
				if g.failureCond(e, true) {
					return true
				}
			}
			if g.afterSuccess(p.Body, child) {
				return true
			}
		}
	}
	return false
}

// afterSuccess reports whether a statement before child leaves the list where
// the attempt has succeeded: if err == nil { return nil }.
func (g *grower) afterSuccess(list []ast.Stmt, child ast.Node) bool {
	for _, s := range list {
		if s == child {
			return false
		}
		ifs, ok := s.(*ast.IfStmt)
		if !ok || ifs.Else != nil || len(ifs.Body.List) == 0 || !g.failureCond(ifs.Cond, false) {
			continue
		}
		switch ifs.Body.List[len(ifs.Body.List)-1].(type) {
		case *ast.ReturnStmt, *ast.BranchStmt:
			return true
		}
	}
	return false
}

// failureCond reports whether a condition is true (or false) only of a failure.
func (g *grower) failureCond(cond ast.Expr, want bool) bool {
	cond = ast.Unparen(cond)
	switch x := cond.(type) {
	case *ast.UnaryExpr:
		return x.Op == token.NOT && g.failureCond(x.X, !want)
	case *ast.BinaryExpr:
		switch x.Op {
		case token.LAND:
			return want && (g.failureCond(x.X, want) || g.failureCond(x.Y, want))
		case token.LOR:
			return want && g.failureCond(x.X, want) && g.failureCond(x.Y, want) || !want && (g.failureCond(x.X, want) || g.failureCond(x.Y, want))
		}
		if v, ok := nilCompared(g.f, x); ok && code.IsError(v.Type()) {
			return (x.Op == token.NEQ) == want
		}
	case *ast.CallExpr:
		for _, a := range x.Args {
			if code.IsError(g.f.p.TypeOf(a)) {
				return want // errors.Is(err, …)
			}
		}
	}
	return false
}

// logs reports whether values are about the attempt rather than its result: an
// error, a time, a number of the attempt.
func (g *grower) logs(values []ast.Expr) bool {
	for _, e := range values {
		if code.IsError(g.f.p.TypeOf(e)) {
			return true
		}
		found := false
		ast.Inspect(e, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.Ident:
				v := g.f.p.VarOf(n)
				if v != nil && (code.IsError(v.Type()) || g.isLoopVar(v)) {
					found = true
				}
			case *ast.CallExpr:
				if c := g.f.p.CalleeOf(n); c.Key == "time.Now" || c.Key == "time.Since" {
					found = true
				}
			}
			return !found
		})
		if found {
			return true
		}
	}
	return false
}

// fromRun reports whether values come from what the run itself did: variables
// of the region.
func (g *grower) fromRun(values []ast.Expr) bool { return g.mention(values, g.local) }

func (g *grower) local(v *types.Var) bool {
	return !v.IsField() && code.Within(declNode(v), g.r.node) || g.setInRun(v)
}

// setInRun reports whether the region gives an outer variable a value.
func (g *grower) setInRun(v *types.Var) bool {
	if v.IsField() {
		return false
	}
	for _, d := range g.f.p.Defs(v) {
		if d.Kind == code.DefAssign && d.Node != nil && code.Within(d.Node, g.r.node) {
			return true
		}
	}
	return false
}

func (g *grower) fromParams(values []ast.Expr) bool {
	return g.mention(values, func(v *types.Var) bool { return g.f.paramOwner(v) != nil })
}

func (g *grower) mention(values []ast.Expr, is func(*types.Var) bool) bool {
	found := false
	for _, e := range values {
		ast.Inspect(e, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok {
				if v, _ := g.f.p.Info.Uses[id].(*types.Var); v != nil && is(v) {
					found = true
				}
			}
			return !found
		})
	}
	return found
}

// dependsOnRun reports whether a map entry is there in some runs only: its key
// is read in the run, or it is put in on a condition that the run decides.
func (g *grower) dependsOnRun(n ast.Node, key ast.Expr) bool {
	if g.onRunsCondition(n) {
		return true
	}
	found := false
	ast.Inspect(key, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok || found {
			return !found
		}
		v, _ := g.f.p.Info.Uses[id].(*types.Var)
		if v == nil || !g.local(v) {
			return true
		}
		for _, d := range g.f.p.Defs(v) {
			switch d.Kind {
			case code.DefRangeKey, code.DefRangeValue:
				found = found || d.RHS != nil && g.fromRun([]ast.Expr{d.RHS})
			case code.DefAddr:
				found = true // rows.Scan(&key)
			}
		}
		return !found
	})
	return found
}

// onRunsCondition reports whether n runs on a condition about what the run
// itself found, other than a failure.
func (g *grower) onRunsCondition(n ast.Node) bool {
	child := n
	for p := g.f.p.Parent(n); p != nil && code.Within(p, g.r.node); child, p = p, g.f.p.Parent(p) {
		switch p := p.(type) {
		case *ast.IfStmt:
			if child != p.Init && g.runsCond(p.Cond) {
				return true
			}
		case *ast.CaseClause:
			for _, e := range p.List {
				if g.runsCond(e) {
					return true
				}
			}
		case *ast.BlockStmt:
			for _, s := range p.List {
				if s == child {
					break
				}
				if ifs, ok := s.(*ast.IfStmt); ok && len(ifs.Body.List) > 0 && g.runsCond(ifs.Cond) {
					if br, ok := ifs.Body.List[len(ifs.Body.List)-1].(*ast.BranchStmt); ok && br.Tok == token.CONTINUE {
						return true
					}
				}
			}
		}
	}
	return false
}

func (g *grower) runsCond(e ast.Expr) bool {
	return g.fromRun([]ast.Expr{e}) && !g.failureCond(e, true) && !g.failureCond(e, false)
}

// onCondition reports whether n runs on a condition about v: a value that is
// looked up once and kept.
func (g *grower) onCondition(n ast.Node, v *types.Var) bool {
	for p := g.f.p.Parent(n); p != nil && code.Within(p, g.r.node); p = g.f.p.Parent(p) {
		if ifs, ok := p.(*ast.IfStmt); ok && g.f.p.Mentions(ifs.Cond, v) {
			return true
		}
	}
	return false
}

// progress reports whether the region hands something on to its next run: a
// variable that is used in a call and, after it, set from what the run found
// (a cursor, the items that are left).
func (g *grower) progress() bool {
	found := false
	ast.Inspect(g.r.node, func(n ast.Node) bool {
		as, ok := n.(*ast.AssignStmt)
		if !ok || as.Tok == token.DEFINE || found {
			return !found
		}
		for i, l := range as.Lhs {
			id, ok := ast.Unparen(l).(*ast.Ident)
			if !ok {
				continue
			}
			v := g.outside(id)
			if v == nil || code.IsError(v.Type()) || code.IsContext(v.Type()) || code.IsBool(v.Type()) || isHTTPResponse(v.Type()) {
				continue
			}
			rhs := as.Rhs[0]
			if len(as.Rhs) == len(as.Lhs) {
				rhs = as.Rhs[i]
			}
			if !g.fromRun([]ast.Expr{rhs}) && len(as.Rhs) == len(as.Lhs) {
				continue
			}
			if g.argBefore(v, as.Pos()) {
				found = true
			}
		}
		return !found
	})
	return found
}

// argBefore reports whether v is an argument of a call of the region before pos.
func (g *grower) argBefore(v *types.Var, pos token.Pos) bool {
	found := false
	ast.Inspect(g.r.node, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok || found || call.End() > pos || g.f.isLog(call) {
			return !found
		}
		if c := g.f.p.CalleeOf(call); c.Builtin != "" {
			return true
		}
		for _, a := range call.Args {
			if g.f.p.Mentions(a, v) {
				found = true
			}
		}
		return !found
	})
	return found
}

// usedInRun returns a call of the region, other than a log, that is given the
// place or the whole that it belongs to.
func (g *grower) usedInRun(place ast.Expr, v *types.Var, except ast.Node) ast.Node {
	var found ast.Node
	_, plain := ast.Unparen(place).(*ast.Ident)
	ast.Inspect(g.r.node, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok || found != nil {
			return found == nil
		}
		if code.Within(call, except) || g.f.isLog(call) {
			return false
		}
		c := g.f.p.CalleeOf(call)
		if c.Builtin != "" || c.Conversion {
			return true
		}
		if c.Key == "(net/url.Values).Encode" && g.f.samePlace(c.Recv, place) {
			found = call
			return false
		}
		for _, a := range call.Args {
			if _, ok := ast.Unparen(a).(*ast.FuncLit); ok {
				continue
			}
			ast.Inspect(a, func(m ast.Node) bool {
				e, ok := m.(ast.Expr)
				if !ok || found != nil {
					return found == nil
				}
				if g.f.samePlace(e, place) {
					found = call
				}
				if id, ok := e.(*ast.Ident); ok && !plain && g.f.p.VarOf(id) == v && !g.selected(id) {
					found = call
				}
				return found == nil
			})
		}
		return found == nil
	})
	return found
}

// selected reports whether an identifier is the base of a selection.
func (g *grower) selected(id *ast.Ident) bool {
	sel, ok := g.f.p.Parent(id).(*ast.SelectorExpr)
	return ok && sel.X == ast.Expr(id)
}

// readAfter returns a place where the value is used as a result: after the
// region, or in a return statement.
func (g *grower) readAfter(v *types.Var) ast.Node {
	owner := g.f.ownerOf(v)
	if owner == nil {
		return nil
	}
	for w := range owner.Sig.Results().Variables() {
		if w == v {
			return owner.Body
		}
	}
	var found ast.Node
	ast.Inspect(owner.Node, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok || found != nil || g.f.p.VarOf(id) != v {
			return found == nil
		}
		after := id.Pos() > g.r.node.End()
		if g.isRead(id) && (after || g.returned(id)) || after && code.IsBool(v.Type()) {
			found = id
		}
		return found == nil
	})
	return found
}

// returned reports whether an identifier stands in a return statement.
func (g *grower) returned(id *ast.Ident) bool {
	for p := g.f.p.Parent(id); p != nil; p = g.f.p.Parent(p) {
		switch p.(type) {
		case *ast.ReturnStmt:
			return true
		case ast.Stmt, *ast.FuncLit:
			return false
		}
	}
	return false
}

// isRead reports whether an identifier is used as a value that matters: not
// assigned to, not in a condition, not in a log or an error's text.
func (g *grower) isRead(id *ast.Ident) bool {
	var child ast.Node = id
	for p := g.f.p.Parent(id); p != nil; child, p = p, g.f.p.Parent(p) {
		switch p := p.(type) {
		case *ast.CallExpr:
			c := g.f.p.CalleeOf(p)
			if g.f.isLog(p) || c.Key == "fmt.Errorf" || c.Func != nil && c.Func.Pkg() != nil && c.Func.Pkg().Path() == "errors" {
				return false
			}
			if t := g.f.p.TypeOf(p); code.IsError(t) && c.Recv == nil && child != p.Fun {
				// wrapping: newError(causes)
				if c.Func != nil && c.Func.Signature().Results().Len() == 1 {
					return false
				}
			}
		case *ast.AssignStmt:
			for _, l := range p.Lhs {
				if code.Within(id, l) {
					return false
				}
			}
			return true
		case *ast.IncDecStmt:
			return false
		case *ast.IfStmt:
			return child != p.Cond
		case *ast.ForStmt:
			return child != p.Cond
		case *ast.SwitchStmt:
			return child != p.Tag
		case *ast.BinaryExpr:
			switch p.Op {
			case token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ:
				return false
			}
		case ast.Stmt:
			return true
		}
	}
	return true
}

// IsLog reports whether a call logs, counts or traces.
func (f *Finder) IsLog(call *ast.CallExpr) bool { return f.isLog(call) }

func (f *Finder) isLog(call *ast.CallExpr) bool {
	c := f.p.CalleeOf(call)
	if c.Func == nil {
		return false
	}
	if row := f.t.Effect(c.Key); row != nil && row.Kind == api.EffectLocal {
		return true
	}
	if c.Func.Pkg() != nil && f.t.Quiet(c.Func.Pkg().Path()) {
		return true
	}
	switch c.Func.Name() {
	case "Debug", "Info", "Warn", "Warning", "Error", "Debugf", "Infof", "Warnf", "Warningf", "Errorf", "Logf", "Log", "Print", "Printf", "Println",
		"Debugw", "Infow", "Warnw", "Errorw", "InfoContext", "WarnContext", "ErrorContext", "DebugContext", "Tracef", "Trace":
		return c.Recv != nil || c.Func.Pkg() != nil && c.Func.Pkg().Path() == "fmt" && c.Func.Name() != "Errorf"
	}
	return false
}
