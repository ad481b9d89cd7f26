package retry

import (
	"go/ast"
	"go/types"

	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/facts"
)

// passed returns what it tells of an error that control has come to a statement of a
// list: the conditions of the branches before it that leave did not hold.
func (x *Finder) passed(list []ast.Stmt, at ast.Node) classResult {
	out := anyError
	for _, s := range list {
		if s == at {
			break
		}
		ifs, ok := s.(*ast.IfStmt)
		if !ok || ifs.Else != nil || len(ifs.Body.List) == 0 {
			continue
		}
		if _, leaves := ifs.Body.List[len(ifs.Body.List)-1].(*ast.ReturnStmt); leaves {
			t := x.test(ifs.Cond, false)
			if _, compares := ast.Unparen(ifs.Cond).(*ast.BinaryExpr); t.class == facts.ErrUnknown && !compares {
				continue // of a type, which says little: what follows looks into it
			}
			out = x.both(out, t)
		}
	}
	return out
}

// forgiven classes the errors of which it can be said that e is nil: all, unless e was set
// just before by a function of the package that is given the error and gives nil for some.
func (x *Finder) forgiven(e ast.Expr) classResult {
	call := x.setBefore(e)
	if call == nil || !x.mentionsError(call) {
		return anyError
	}
	f := x.p.FuncOf(x.p.Callee(call))
	if f == nil || f.Body == nil || f.Sig.Results().Len() != 1 || !code.IsError(f.Sig.Results().At(0).Type()) {
		return anyError
	}
	if r, ok := x.forgives[f]; ok {
		return r
	}
	x.forgives[f] = classResult{class: facts.ErrUnknown} // while looking
	out, first := classResult{class: facts.ErrUnknown}, true
	f.Inspect(func(n ast.Node) bool {
		ret, ok := n.(*ast.ReturnStmt)
		if !ok || len(ret.Results) != 1 {
			return true
		}
		t := classResult{class: facts.ErrUnknown}
		switch {
		case x.p.IsNil(ret.Results[0]):
			t = x.around(f, ret)
		case x.isParam(f, ret.Results[0]):
			return true // it is not forgiven
		}
		if first {
			out, first = t, false
		} else {
			out = x.eitherOf(out, t)
		}
		return true
	})
	x.forgives[f] = out
	return out
}

func (x *Finder) isParam(f *code.Func, e ast.Expr) bool {
	v := x.p.VarOf(e)
	return v != nil && f.ParamIndex(v) >= 0
}

// setBefore returns the call that sets a variable in the head of the if statement whose
// condition e is in, or in the statement before it; nil if none does.
func (x *Finder) setBefore(e ast.Expr) *ast.CallExpr {
	v := x.p.VarOf(e)
	var ifs *ast.IfStmt
	for up := x.p.Parent(e); up != nil && ifs == nil; up = x.p.Parent(up) {
		switch up := up.(type) {
		case *ast.IfStmt:
			ifs = up
		case ast.Expr:
		default:
			return nil
		}
	}
	if v == nil || ifs == nil {
		return nil
	}
	before := ifs.Init
	if before == nil {
		before = x.stmtBefore(ifs)
	}
	as, ok := before.(*ast.AssignStmt)
	if !ok || len(as.Lhs) != 1 || len(as.Rhs) != 1 || !sameVar(x.p.VarOf(as.Lhs[0]), v) {
		return nil
	}
	call, _ := ast.Unparen(as.Rhs[0]).(*ast.CallExpr)
	return call
}

// stmtBefore returns the statement before s in its block, nil if there is none.
func (x *Finder) stmtBefore(s ast.Stmt) ast.Stmt {
	block, ok := x.p.Parent(s).(*ast.BlockStmt)
	if !ok {
		return nil
	}
	for i, b := range block.List {
		if b == s && i > 0 {
			return block.List[i-1]
		}
	}
	return nil
}

func sameVar(a, b *types.Var) bool { return a != nil && a == b }
