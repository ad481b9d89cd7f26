package suggest

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"

	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/rule"
)

// Anew makes a value where it is used instead of before: it moves the right
// side of v := f(a, b) to the only use of v, which is use. The operands must be
// variables that get no other value.
func Anew(p *rule.Pass, use ast.Expr) *analysis.SuggestedFix {
	id, ok := ast.Unparen(use).(*ast.Ident)
	v := p.Code.VarOf(use)
	if !ok || v == nil || v.IsField() {
		return nil
	}
	as := madeOnce(p, v)
	if as == nil || uses(p, v) != 1 {
		return nil
	}
	call, ok := as.Rhs[0].(*ast.CallExpr)
	if !ok {
		return nil
	}
	for _, a := range call.Args {
		av := p.Code.VarOf(a)
		if av == nil || av.IsField() || len(p.Code.Defs(av)) > 1 || !InScope(p.Code, a, id.Pos()) {
			return nil
		}
	}
	if !InScope(p.Code, call.Fun, id.Pos()) {
		return nil
	}
	gone := p.LineOf(as)
	if gone == nil {
		return nil
	}
	text := types.ExprString(call)
	return &analysis.SuggestedFix{
		Message:   fmt.Sprintf("make %s in each attempt", id.Name),
		TextEdits: []analysis.TextEdit{*gone, {Pos: id.Pos(), End: id.End(), NewText: []byte(text)}},
	}
}

// Once draws a value before what is repeated (a loop or a closure) instead of in
// each run of it: a call without operands, whose result is given a variable of
// its own in the body, or is used in an expression there, which then uses a new
// variable called name.
func Once(p *rule.Pass, region ast.Node, draw *ast.CallExpr, name string) *analysis.SuggestedFix {
	if block, ok := region.(*ast.BlockStmt); ok {
		region = p.Code.Parent(block)
	}
	body := bodyOf(region)
	first := listed(p, region)
	if body == nil || first == nil || !code.Within(draw, body) || len(draw.Args) > 0 || p.Code.Enclosing(draw) != p.Code.Enclosing(body) {
		return nil
	}
	start, indent, ok := p.LineStart(first)
	if !ok {
		return nil
	}
	before := func(name string) analysis.TextEdit {
		text := indent + name + " := " + types.ExprString(draw) + "\n"
		return analysis.TextEdit{Pos: start, End: first.Pos(), NewText: []byte(text)}
	}
	fix := &analysis.SuggestedFix{Message: "draw it once, before the attempts"}
	if as, ok := p.Code.Parent(draw).(*ast.AssignStmt); ok && len(as.Lhs) == 1 && as.Tok == token.DEFINE {
		id, _ := as.Lhs[0].(*ast.Ident)
		v := p.Code.VarOf(as.Lhs[0])
		if id == nil || v == nil || p.Code.Parent(as) != ast.Node(body) || len(p.Code.Defs(v)) != 1 || taken(p, first, id.Name) {
			return nil
		}
		gone := p.LineOf(as)
		if gone == nil {
			return nil
		}
		fix.TextEdits = []analysis.TextEdit{before(id.Name), *gone}
		return fix
	}
	tv := p.Code.Info.Types[draw]
	if _, several := tv.Type.(*types.Tuple); several || tv.IsVoid() || named(p, first, name) {
		return nil
	}
	switch up := p.Code.Parent(draw).(type) {
	case *ast.ExprStmt:
		return nil
	case *ast.SelectorExpr:
		// uuid.New().String(): the key is the whole of it.
		if call, ok := p.Code.Parent(up).(*ast.CallExpr); ok && call.Fun == ast.Expr(up) {
			return Once(p, region, call, name)
		}
	}
	fix.TextEdits = []analysis.TextEdit{before(name), {Pos: draw.Pos(), End: draw.End(), NewText: []byte(name)}}
	return fix
}

// listed returns the statement around a node that stands in a list of
// statements, with its label.
func listed(p *rule.Pass, n ast.Node) ast.Stmt {
	for n != nil {
		up := p.Code.Parent(n)
		switch up.(type) {
		case *ast.BlockStmt, *ast.CaseClause, *ast.CommClause:
			s, _ := n.(ast.Stmt)
			return s
		case *ast.FuncDecl, *ast.FuncLit:
			return nil
		}
		n = up
	}
	return nil
}

// OfTurn gives what an assignment in the body of a loop derives variables of
// the turn, as in ctx, cancel := context.WithTimeout(ctx, d): each turn then
// derives from the variable around the loop. What is declared for the
// assignment alone goes.
func OfTurn(p *rule.Pass, loop ast.Stmt, as *ast.AssignStmt) *analysis.SuggestedFix {
	body := bodyOf(loop)
	if body == nil || as.Tok != token.ASSIGN || p.Code.Parent(as) != ast.Node(body) {
		return nil
	}
	edits := []analysis.TextEdit{{Pos: as.TokPos, End: as.TokPos + 1, NewText: []byte(":=")}}
	for i, l := range as.Lhs {
		id, ok := l.(*ast.Ident)
		v := p.Code.VarOf(l)
		if !ok || v == nil || !usedAfter(p, v, as, body) {
			return nil // not declared and used in the turn
		}
		inside, around := 0, 0
		for use, obj := range p.Code.Info.Uses {
			switch {
			case obj != v || use == id:
			case use.Pos() > as.Pos() && code.Within(use, body):
				inside++
			default:
				around++
			}
		}
		if i == 0 || around > 0 {
			if i > 0 {
				return nil // its other uses mean what this assignment left there
			}
			continue
		}
		gone := declaration(p, v)
		if gone == nil {
			return nil
		}
		edits = append(edits, *gone)
	}
	return &analysis.SuggestedFix{Message: "a variable of the turn", TextEdits: edits}
}

// usedAfter reports whether v is read after an assignment, in the same block.
func usedAfter(p *rule.Pass, v *types.Var, as *ast.AssignStmt, body *ast.BlockStmt) bool {
	found := false
	ast.Inspect(body, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && id.Pos() > as.End() && p.Code.Info.Uses[id] == v {
			found = true
		}
		return !found
	})
	return found
}

// declaration returns the edit that takes var v T away, nil if more is declared by it.
func declaration(p *rule.Pass, v *types.Var) *analysis.TextEdit {
	for id, obj := range p.Code.Info.Defs {
		if obj != v {
			continue
		}
		spec, ok := p.Code.Parent(id).(*ast.ValueSpec)
		if !ok || len(spec.Names) != 1 || len(spec.Values) > 0 {
			return nil
		}
		decl, ok := p.Code.Parent(spec).(*ast.GenDecl)
		if !ok || len(decl.Specs) != 1 {
			return nil
		}
		stmt, ok := p.Code.Parent(decl).(*ast.DeclStmt)
		if !ok {
			return nil
		}
		return p.LineOf(stmt)
	}
	return nil
}

// madeOnce returns the statement v := …, if that is all that v is ever given.
func madeOnce(p *rule.Pass, v *types.Var) *ast.AssignStmt {
	defs := p.Code.Defs(v)
	if len(defs) != 1 {
		return nil
	}
	for id, obj := range p.Code.Info.Defs {
		if obj == v {
			as, ok := p.Code.Parent(id).(*ast.AssignStmt)
			if ok && as.Tok == token.DEFINE && len(as.Lhs) == 1 && len(as.Rhs) == 1 {
				return as
			}
		}
	}
	return nil
}

func uses(p *rule.Pass, v *types.Var) int {
	n := 0
	for _, obj := range p.Code.Info.Uses {
		if obj == v {
			n++
		}
	}
	return n
}

// taken reports whether a name means something at a statement already.
func taken(p *rule.Pass, at ast.Stmt, name string) bool {
	scope := p.Code.Types.Scope().Innermost(at.Pos())
	if scope == nil {
		return true
	}
	_, obj := scope.LookupParent(name, at.Pos())
	return obj != nil
}

// named reports whether a name is used anywhere in the function around a statement.
func named(p *rule.Pass, at ast.Stmt, name string) bool {
	f := p.Code.Enclosing(at)
	if f == nil || taken(p, at, name) {
		return true
	}
	found := false
	ast.Inspect(f.Node, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && id.Name == name {
			found = true
		}
		return !found
	})
	return found
}

func bodyOf(n ast.Node) *ast.BlockStmt {
	switch n := n.(type) {
	case *ast.ForStmt:
		return n.Body
	case *ast.RangeStmt:
		return n.Body
	case *ast.FuncLit:
		return n.Body
	}
	return nil
}
