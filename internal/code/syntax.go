package code

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/faultlint/faultlint/internal/api"
)

// Within reports whether n lies inside outer or is it; a node that is not
// there lies in none.
func Within(n, outer ast.Node) bool {
	return n != nil && outer != nil && outer.Pos() <= n.Pos() && n.End() <= outer.End()
}

// CallName names what a call runs, for messages.
func (p *Package) CallName(call *ast.CallExpr) string {
	if fn := p.Callee(call); fn != nil {
		return ShortName(fn)
	}
	return types.ExprString(call.Fun)
}

// LoopAround returns the innermost loop around a node in the same function, the
// node itself if it is a loop, nil if there is none.
func (p *Package) LoopAround(n ast.Node) ast.Stmt {
	cur, ok := p.Cursor(n)
	if !ok {
		return nil
	}
	for c := range cur.Enclosing() {
		switch n := c.Node().(type) {
		case *ast.ForStmt:
			return n
		case *ast.RangeStmt:
			return n
		case *ast.FuncDecl, *ast.FuncLit:
			return nil
		}
	}
	return nil
}

// Label returns the label of a statement, "" if it has none.
func (p *Package) Label(s ast.Node) string {
	if l, ok := p.Parent(s).(*ast.LabeledStmt); ok {
		return l.Label.Name
	}
	return ""
}

// Received returns the channel that a statement receives from, nil if it does
// anything else.
func Received(s ast.Stmt) ast.Expr {
	var e ast.Expr
	switch s := s.(type) {
	case *ast.ExprStmt:
		e = s.X
	case *ast.AssignStmt:
		if len(s.Rhs) == 1 {
			e = s.Rhs[0]
		}
	}
	if u, ok := ast.Unparen(e).(*ast.UnaryExpr); ok && u.Op == token.ARROW {
		return u.X
	}
	return nil
}

// TypeOf returns the type of an expression, the invalid type if it is not known.
func (p *Package) TypeOf(e ast.Expr) types.Type {
	if t := p.Info.TypeOf(e); t != nil {
		return t
	}
	return types.Typ[types.Invalid]
}

// Literal returns the literal in T{…} or &T{…}, nil if e is neither.
func Literal(e ast.Expr) *ast.CompositeLit {
	e = ast.Unparen(e)
	if u, ok := e.(*ast.UnaryExpr); ok && u.Op == token.AND {
		e = ast.Unparen(u.X)
	}
	lit, _ := e.(*ast.CompositeLit)
	return lit
}

// HasDefault reports whether a select has a default case, so that it never waits.
func HasDefault(sel *ast.SelectStmt) bool {
	for _, s := range sel.Body.List {
		if cc, ok := s.(*ast.CommClause); ok && cc.Comm == nil {
			return true
		}
	}
	return false
}

var errorType = types.Universe.Lookup("error").Type()

// IsError reports whether t is the type error itself.
func IsError(t types.Type) bool {
	return t != nil && types.Identical(t, errorType)
}

// ImplementsError reports whether values of t are errors.
func ImplementsError(t types.Type) bool {
	return types.Implements(t, errorType.Underlying().(*types.Interface))
}

// ReturnsError reports whether the last result of a function is an error.
func ReturnsError(sig *types.Signature) bool {
	n := sig.Results().Len()
	return n > 0 && IsError(sig.Results().At(n-1).Type())
}

// IsContext reports whether t is context.Context itself.
func IsContext(t types.Type) bool {
	if t == nil {
		return false
	}
	n, ok := types.Unalias(t).(*types.Named)
	return ok && n.Obj().Name() == "Context" && n.Obj().Pkg() != nil && api.Path(n.Obj().Pkg().Path()) == "context"
}

// IsCancelFunc reports whether t is a context's cancel function.
func IsCancelFunc(t types.Type) bool {
	n, ok := types.Unalias(t).(*types.Named)
	if !ok || n.Obj().Pkg() == nil || n.Obj().Pkg().Path() != "context" {
		return false
	}
	return n.Obj().Name() == "CancelFunc" || n.Obj().Name() == "CancelCauseFunc"
}

// IsInteger reports whether t is an integer of some size, or a type made of one.
func IsInteger(t types.Type) bool {
	if t == nil {
		return false
	}
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsInteger != 0
}

// IsDuration reports whether t is time.Duration itself.
func IsDuration(t types.Type) bool {
	if t == nil {
		return false
	}
	n, ok := types.Unalias(t).(*types.Named)
	return ok && n.Obj().Name() == "Duration" && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "time"
}

// IsTimeChan reports whether t is a channel of times, as a timer or ticker has.
func IsTimeChan(t types.Type) bool {
	if t == nil {
		return false
	}
	ch, ok := t.Underlying().(*types.Chan)
	return ok && api.KeyOfType(ch.Elem()) == "time.Time"
}

// A Span is a piece of source text that stands for the node it is part of: a
// range statement without its body.
type Span struct{ From, To token.Pos }

// Pos returns where the span begins.
func (s Span) Pos() token.Pos { return s.From }

// End returns where it ends.
func (s Span) End() token.Pos { return s.To }

// IsBool reports whether t is bool or a type made of it.
func IsBool(t types.Type) bool {
	if t == nil {
		return false
	}
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsBoolean != 0
}

// IsFunc reports whether values of t are functions.
func IsFunc(t types.Type) bool {
	if t == nil {
		return false
	}
	_, ok := t.Underlying().(*types.Signature)
	return ok
}

// Deref returns what a pointer points to, and any other type as it is.
func Deref(t types.Type) types.Type {
	if t == nil {
		return nil
	}
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	return types.Unalias(t)
}

// StructOf returns the struct that t is or points to, nil if it is neither.
func StructOf(t types.Type) *types.Struct {
	if t == nil {
		return nil
	}
	st, _ := Deref(t).Underlying().(*types.Struct)
	return st
}

// ParamType returns the type of the parameter that argument i of a call is for,
// nil if there is none. With spread the last argument is a slice that is handed
// on as it is, for which no single type stands.
func ParamType(sig *types.Signature, i int, spread bool) types.Type {
	n := sig.Params().Len()
	if sig.Variadic() && i >= n-1 {
		if spread || n == 0 {
			return nil
		}
		if s, ok := sig.Params().At(n - 1).Type().(*types.Slice); ok {
			return s.Elem()
		}
		return nil
	}
	if i < 0 || i >= n {
		return nil
	}
	return sig.Params().At(i).Type()
}
