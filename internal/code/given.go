package code

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"

	"github.com/faultlint/faultlint/internal/api"
)

// maxGiven bounds how many conditions on parameters are kept for a place. One
// more that is forgotten makes the place one that may be reached.
const maxGiven = 8

// Given returns what parameters of fn have to be for a place in it, or in a
// literal in it, to be reached: the conditions on them, compared with
// constants and nil, under which and behind which it stands. Parameters that
// the function changes say nothing.
func (p *Package) Given(fn *Func, n ast.Node) []api.Given {
	if fn == nil || fn.Body == nil || fn.Sig.Params().Len() == 0 {
		return nil
	}
	g := &givens{p: p, fn: fn}
	for at := n; at != nil && at != ast.Node(fn.Body); at = p.Parent(at) {
		switch up := p.Parent(at).(type) {
		case *ast.IfStmt:
			g.hold(up.Cond, at == ast.Node(up.Body), at == ast.Node(up.Body) || up.Else != nil && at == ast.Node(up.Else))
		case *ast.BinaryExpr:
			if at == ast.Node(up.Y) {
				g.hold(up.X, up.Op == token.LAND, up.Op == token.LAND || up.Op == token.LOR)
			}
		case *ast.BlockStmt:
			g.behind(up.List, at)
			if sw, ok := p.Parent(up).(*ast.SwitchStmt); ok {
				g.clause(sw, at)
			}
		case *ast.CaseClause:
			g.behind(up.Body, at)
		case *ast.CommClause:
			g.behind(up.Body, at)
		}
	}
	if len(g.out) > maxGiven {
		g.out = g.out[:maxGiven]
	}
	return g.out
}

type givens struct {
	p   *Package
	fn  *Func
	out []api.Given
}

// hold adds what follows from a condition that is true, or not.
func (g *givens) hold(cond ast.Expr, want, ok bool) {
	if ok {
		g.out = append(g.out, g.of(cond, want)...)
	}
}

// behind adds what follows from a statement of a list being reached: the
// branches before it that leave were not taken.
func (g *givens) behind(list []ast.Stmt, at ast.Node) {
	for _, s := range list {
		if ast.Node(s) == at {
			return
		}
		switch s := s.(type) {
		case *ast.IfStmt:
			g.passed(s)
		case *ast.SwitchStmt:
			g.switched(s)
		}
	}
}

// passed adds what follows from an if statement that was passed.
func (g *givens) passed(s *ast.IfStmt) {
	then := g.leaves(s.Body.List)
	g.hold(s.Cond, false, then)
	switch other := s.Else.(type) {
	case *ast.IfStmt:
		if then {
			g.passed(other)
		}
	case *ast.BlockStmt:
		g.hold(s.Cond, true, !then && g.leaves(other.List))
	}
}

// switched adds that those cases of a switch that return were not taken.
func (g *givens) switched(sw *ast.SwitchStmt) {
	for _, s := range sw.Body.List {
		cc, ok := s.(*ast.CaseClause)
		if !ok || falls(cc) {
			return
		}
		if len(cc.Body) == 0 {
			continue
		}
		if last, ok := cc.Body[len(cc.Body)-1].(*ast.BranchStmt); ok && last.Label == nil && last.Tok == token.BREAK || !g.leaves(cc.Body) {
			if sw.Tag == nil {
				return // it may be what keeps the later ones from being taken
			}
			continue
		}
		g.not(sw, cc)
	}
}

// clause adds what follows from a case of a switch being taken.
func (g *givens) clause(sw *ast.SwitchStmt, at ast.Node) {
	taken, ok := at.(*ast.CaseClause)
	if !ok {
		return
	}
	for _, s := range sw.Body.List {
		cc, ok := s.(*ast.CaseClause)
		if !ok || cc != taken && falls(cc) {
			return // it may come out of the case before
		}
	}
	for _, s := range sw.Body.List {
		cc := s.(*ast.CaseClause)
		if cc != taken && (taken.List == nil || sw.Tag == nil && cc.Pos() < taken.Pos()) {
			g.not(sw, cc)
		}
	}
	switch {
	case sw.Tag != nil && len(taken.List) > 0:
		if in, ok := g.among(sw.Tag, taken.List); ok {
			g.out = append(g.out, in)
		}
	case sw.Tag == nil && len(taken.List) == 1:
		g.hold(taken.List[0], true, true)
	}
}

// not adds that a case was not taken.
func (g *givens) not(sw *ast.SwitchStmt, cc *ast.CaseClause) {
	if sw.Tag == nil {
		for _, e := range cc.List {
			g.hold(e, false, true)
		}
		return
	}
	if in, ok := g.among(sw.Tag, cc.List); ok {
		in.Op = "out"
		g.out = append(g.out, in)
	}
}

// among returns that a parameter is one of some constants.
func (g *givens) among(tag ast.Expr, list []ast.Expr) (api.Given, bool) {
	out := api.Given{Param: g.param(tag), Op: "in"}
	for _, e := range list {
		v, ok := g.constant(e)
		if !ok {
			return out, false
		}
		out.Values = append(out.Values, v)
	}
	return out, out.Param >= 0 && len(out.Values) > 0
}

// of returns what follows for parameters from a condition being true, or not.
func (g *givens) of(cond ast.Expr, want bool) []api.Given {
	switch x := ast.Unparen(cond).(type) {
	case *ast.UnaryExpr:
		if x.Op == token.NOT {
			return g.of(x.X, !want)
		}
	case *ast.Ident:
		if i := g.param(x); i >= 0 && IsBool(g.p.Info.TypeOf(x)) {
			return []api.Given{{Param: i, Op: op(want), Values: []string{"true"}}}
		}
	case *ast.BinaryExpr:
		switch x.Op {
		case token.LAND, token.LOR:
			a, b := g.of(x.X, want), g.of(x.Y, want)
			if (x.Op == token.LAND) == want {
				return append(a, b...)
			}
			// One of the two: that says something if both are of one parameter.
			if len(a) == 1 && len(b) == 1 && a[0].Param == b[0].Param && a[0].Op == "in" && b[0].Op == "in" {
				a[0].Values = append(a[0].Values, b[0].Values...)
				return a
			}
			return nil
		}
		return g.compared(x, want)
	}
	return nil
}

// compared is of for a comparison of a parameter with a constant.
func (g *givens) compared(x *ast.BinaryExpr, want bool) []api.Given {
	tok, e, c := x.Op, x.X, x.Y
	if _, ok := g.constant(e); ok {
		e, c = c, e
		tok = map[token.Token]token.Token{token.LSS: token.GTR, token.GTR: token.LSS, token.LEQ: token.GEQ, token.GEQ: token.LEQ, token.EQL: token.EQL, token.NEQ: token.NEQ}[tok]
	}
	i := g.param(e)
	v, ok := g.constant(c)
	if i < 0 || !ok {
		return nil
	}
	out := api.Given{Param: i, Values: []string{v}}
	switch tok {
	case token.EQL:
		out.Op = op(want)
	case token.NEQ:
		out.Op = op(!want)
	case token.LSS, token.GTR, token.LEQ, token.GEQ:
		if !want {
			tok = map[token.Token]token.Token{token.LSS: token.GEQ, token.GEQ: token.LSS, token.LEQ: token.GTR, token.GTR: token.LEQ}[tok]
		}
		out.Op = tok.String()
	default:
		return nil
	}
	return []api.Given{out}
}

func op(want bool) string {
	if want {
		return "in"
	}
	return "out"
}

// param returns the index of the parameter that an expression is, -1 if it is
// none or the function changes it.
func (g *givens) param(e ast.Expr) int {
	id, ok := ast.Unparen(e).(*ast.Ident)
	if !ok {
		return -1
	}
	v, ok := g.p.Info.Uses[id].(*types.Var)
	if !ok || len(g.p.Defs(v)) > 0 {
		return -1
	}
	i := g.fn.ParamIndex(v)
	if i >= 0 && g.fn.Sig.Variadic() && i == g.fn.Sig.Params().Len()-1 {
		return -1
	}
	return max(i, -1)
}

// constant writes a constant, or nil, as a Given has it.
func (g *givens) constant(e ast.Expr) (string, bool) {
	if g.p.IsNil(e) {
		return api.GivenNil, true
	}
	v := g.p.Info.Types[e].Value
	if v == nil || v.Kind() == constant.Complex || v.Kind() == constant.Unknown {
		return "", false
	}
	if v.Kind() == constant.Float {
		v = constant.ToInt(v)
	}
	return v.ExactString(), true
}

// leaves reports whether what comes after a list of statements is not reached
// from its end.
func (g *givens) leaves(list []ast.Stmt) bool {
	if len(list) == 0 {
		return false
	}
	switch s := list[len(list)-1].(type) {
	case *ast.ReturnStmt:
		return true
	case *ast.BranchStmt:
		return s.Tok == token.BREAK || s.Tok == token.CONTINUE
	case *ast.ExprStmt:
		call, ok := ast.Unparen(s.X).(*ast.CallExpr)
		return ok && !g.p.mayReturn(call)
	}
	return false
}

// falls reports whether a case goes on with the next one.
func falls(cc *ast.CaseClause) bool {
	return slices.ContainsFunc(cc.Body, func(s ast.Stmt) bool {
		b, ok := s.(*ast.BranchStmt)
		return ok && b.Tok == token.FALLTHROUGH
	})
}

// Asked reports whether a branch hangs on a parameter, in its function or in one
// of the package that it is handed on to.
func (p *Package) Asked(prm *types.Var) bool {
	if p.asked == nil {
		p.asked = make(map[*types.Var]bool)
		p.askedAt = make(map[*types.Var][]ast.Expr)
		for id, obj := range p.Info.Uses {
			if v, ok := obj.(*types.Var); ok && !v.IsField() {
				p.askedAt[v] = append(p.askedAt[v], id)
			}
		}
	}
	if known, ok := p.asked[prm]; ok {
		return known
	}
	p.asked[prm] = false // handed on in a circle
	for _, e := range p.askedAt[prm] {
		if p.asks(e) {
			p.asked[prm] = true
			break
		}
	}
	return p.asked[prm]
}

// asks reports whether a use of a parameter decides on a branch.
func (p *Package) asks(e ast.Expr) bool {
	switch up := p.Parent(e).(type) {
	case *ast.BinaryExpr, *ast.UnaryExpr, *ast.IfStmt, *ast.SwitchStmt, *ast.CaseClause, *ast.ParenExpr:
		return true
	case *ast.CallExpr:
		g := p.FuncOf(p.Callee(up))
		if g == nil {
			return false
		}
		params := g.Params()
		for i, a := range up.Args {
			if a == e && i < len(params) {
				return p.Asked(params[i])
			}
		}
	}
	return false
}

// Excluded reports whether a call gives parameters what keeps a place in the
// function from being reached, and otherwise what its own function's
// parameters, in their place, have to be. arg returns the argument for a
// parameter, nil if it is not known.
func (p *Package) Excluded(list []api.Given, arg func(int) ast.Expr) (excluded bool, open []OpenGiven) {
	for _, g := range list {
		e := arg(g.Param)
		if e == nil {
			continue
		}
		origins := p.Origins(e)
		if v := p.Info.Types[e].Value; v != nil || p.IsNil(e) {
			origins = []Origin{{Expr: e, Index: -1}}
		}
		out := len(origins) > 0 && len(origins) < maxOrigins
		for _, o := range origins {
			out = out && p.excludes(g, o)
		}
		if out {
			return true, nil
		}
		if len(origins) == 1 && origins[0].Param != nil && len(p.Defs(origins[0].Param)) == 0 {
			open = append(open, OpenGiven{Var: origins[0].Param, Given: g})
		}
	}
	return false, open
}

// An OpenGiven is what a parameter, which a function hands on to a call, has to
// be for a place behind the call to be reached.
type OpenGiven struct {
	Var   *types.Var
	Given api.Given
}

// Excludes reports whether a parameter that is given an expression is certainly
// not what g asks for.
func (p *Package) Excludes(g api.Given, e ast.Expr) bool {
	return p.excludes(g, Origin{Expr: ast.Unparen(e), Index: -1})
}

func (p *Package) excludes(g api.Given, o Origin) bool {
	if o.Expr == nil || o.Unknown || o.Index >= 0 {
		return false
	}
	if p.IsNil(o.Expr) {
		return g.ExcludesNil(true)
	}
	if v := p.Info.Types[o.Expr].Value; v != nil {
		return g.Excludes(v)
	}
	switch x := o.Expr.(type) {
	case *ast.FuncLit, *ast.CompositeLit:
		return g.ExcludesNil(false)
	case *ast.UnaryExpr:
		return x.Op == token.AND && g.ExcludesNil(false)
	}
	return false
}
