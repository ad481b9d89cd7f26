package lockwait

import (
	"go/ast"
	"go/types"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/rule"
	"github.com/faultlint/faultlint/internal/waits"
)

// ofTransaction reports whether a lock is that of an object around one transaction or one
// connection to a database, and a wait is for the database: whoever wants the lock wants the
// same connection, which takes one statement at a time.
func ofTransaction(p *rule.Pass, h *hold, w *waits.Wait) bool {
	if !w.DB {
		return false
	}
	owner := ownerOf(p, h)
	return owner != nil && aroundOne(p.Code.TypeOf(owner), 3)
}

// ownerOf returns the object that a lock is a field of, nil if it is none.
func ownerOf(p *rule.Pass, h *hold) ast.Expr {
	call, ok := h.at.(*ast.CallExpr)
	if !ok {
		return nil
	}
	recv := p.Code.CalleeOf(call).Recv
	if recv == nil || embedded(p, call) != nil {
		return recv
	}
	if sel, ok := ast.Unparen(recv).(*ast.SelectorExpr); ok {
		return sel.X
	}
	return nil
}

// aroundOne reports whether a struct has a transaction or connection, in a field of its own
// or of one that it embeds, and beside it nothing that hands out others.
func aroundOne(t types.Type, deep int) bool {
	st := code.StructOf(t)
	if st == nil || deep == 0 {
		return false
	}
	one := false
	for f := range st.Fields() {
		switch {
		case oneAtATime(f.Type()):
			one = true
		case hasMethod(f.Type(), "Begin") || hasMethod(f.Type(), "BeginTx"):
			return false
		case f.Embedded() && aroundOne(f.Type(), deep-1):
			one = true
		}
	}
	return one
}

func oneAtATime(t types.Type) bool {
	if hasMethod(t, "Commit") && hasMethod(t, "Rollback") {
		return true
	}
	return api.IsSingleConn(code.Deref(t))
}

// oneByOne reports whether a lock does nothing but make the runs of one function go one
// after the other: no other function takes it, and what the function changes has a lock of
// the same object to itself.
func oneByOne(p *rule.Pass, f *code.Func, h *hold, region []ast.Node) bool {
	owner := ownerOf(p, h)
	if owner == nil || !h.v.IsField() {
		return false
	}
	for _, g := range p.Code.Funcs {
		if g != f && locks(p, g, h) {
			return false
		}
	}
	for _, c := range f.Calls() {
		other := taken(p, c)
		if other == nil || other.what != lock || other.v == h.v || !h.within(region, c) || other.ends[0] != "Unlock" {
			continue
		}
		if of := ownerOf(p, other); of != nil && p.Code.SamePlace(of, owner) {
			return true
		}
	}
	return false
}
