package waits

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
)

// connUse is what the package does with a connection besides waiting on it.
type connUse struct {
	reads   bool // reading has a deadline
	writes  bool // writing has a deadline
	escapes bool // kept or handed to where somebody may end it
	closers []*code.Func
	// atEnd holds those of the closers that defer the close, once for each time.
	atEnd []*code.Func
}

// onlyAtEnd reports whether a function closes a connection by deferred calls alone.
func (u *connUse) onlyAtEnd(g *code.Func) bool {
	n := 0
	for _, c := range u.closers {
		if c == g {
			n++
		}
	}
	for _, c := range u.atEnd {
		if c == g {
			n--
		}
	}
	return n == 0 && slices.Contains(u.atEnd, g)
}

// nobodyEnds reports whether nothing in sight ends a wait on a connection but its other end.
func (f *Finder) nobodyEnds(fn *code.Func, w *Wait, src source) bool {
	if src.v == nil {
		return false
	}
	if f.otherEndCloses(src.v) {
		return false
	}
	u := f.connUse(src.v)
	if u.escapes || writing(w) && u.writes || !writing(w) && u.reads {
		return false
	}
	for _, g := range u.closers {
		if src.v.IsField() || src.v.Parent() == f.p.Types.Scope() {
			// Somebody may stop a loop by closing what it reads; a function that
			// asks and waits for the answer is not ended so.
			if g != fn && w.InLoop || f.isListener(src.v.Type()) {
				return false
			}
			continue
		}
		if g != fn && !(u.onlyAtEnd(g) && f.waitedIn(fn, g)) {
			return false
		}
	}
	return true
}

func (f *Finder) isListener(t types.Type) bool {
	obj, _, _ := types.LookupFieldOrMethod(t, true, f.p.Types, "Accept")
	return obj != nil
}

func (f *Finder) connUse(v *types.Var) *connUse {
	if u := f.conns[v]; u != nil {
		return u
	}
	u := &connUse{}
	f.conns[v] = u
	if v.IsField() && (v.Exported() || v.Pkg() != f.p.Types) {
		u.escapes = true
		return u
	}
	for n := range f.p.Inspector.PreorderSeq((*ast.Ident)(nil)) {
		id := n.(*ast.Ident)
		if used, ok := f.p.Info.Uses[id].(*types.Var); ok && used.Origin() == v {
			f.noteConn(u, v, id)
		}
	}
	return u
}

func (f *Finder) noteConn(u *connUse, v *types.Var, id *ast.Ident) {
	var e ast.Node = id
	parent := f.p.Parent(e)
	if sel, ok := parent.(*ast.SelectorExpr); ok && sel.Sel == id {
		e, parent = sel, f.p.Parent(sel)
	}
	for {
		if p, ok := parent.(*ast.ParenExpr); ok {
			e, parent = p, f.p.Parent(p)
			continue
		}
		break
	}
	switch p := parent.(type) {
	case *ast.SelectorExpr:
		if p.X != e {
			return
		}
		switch name := p.Sel.Name; {
		case api.LimitsReads(name) || api.LimitsWrites(name):
			u.reads = u.reads || api.LimitsReads(name)
			u.writes = u.writes || api.LimitsWrites(name)
		case name == "Close" || name == "CloseRead" || name == "CloseWithError":
			if g := f.p.Enclosing(id); g != nil {
				u.closers = append(u.closers, g)
				if call, ok := f.p.Parent(p).(*ast.CallExpr); ok {
					if _, ok := f.p.Parent(call).(*ast.DeferStmt); ok {
						u.atEnd = append(u.atEnd, g)
					}
				}
			}
		default:
			if call, ok := f.p.Parent(p).(*ast.CallExpr); !ok || call.Fun != p {
				u.escapes = true // a method value
			}
		}
	case *ast.CallExpr:
		for i, a := range p.Args {
			if a != e {
				continue
			}
			if f.keeps(p, i) {
				u.escapes = true
			}
			if g := f.p.FuncOf(f.p.Callee(p)); g != nil && i < g.Sig.Params().Len() && g.Sig.Params().At(i) != v && len(f.connUse(g.Sig.Params().At(i)).closers) > 0 {
				if in := f.p.Enclosing(id); in != nil {
					u.closers = append(u.closers, in) // it hands it to what closes it
				}
			}
		}
	case *ast.AssignStmt:
		for i, r := range p.Rhs {
			if r != e {
				continue
			}
			if i < len(p.Lhs) {
				if w := f.p.VarOf(p.Lhs[i]); w != nil && !w.IsField() && w.Parent() != f.p.Types.Scope() {
					if w != v && f.isPeer(w.Type()) {
						u.escapes = true
					}
					continue
				}
			}
			u.escapes = true
		}
	case *ast.BinaryExpr, *ast.ExprStmt, *ast.TypeAssertExpr:
	case *ast.KeyValueExpr:
		if p.Key != e {
			u.escapes = true
		}
	case *ast.ValueSpec:
	default:
		u.escapes = true
	}
}

// ClosedElsewhere reports whether what v holds, an end of a connection or pipe, is
// closed by another function than a goroutine and what is deferred in it.
func (f *Finder) ClosedElsewhere(v *types.Var, goroutine *code.Func) bool {
	for _, g := range f.connUse(v).closers {
		if f.whoRuns(g) != f.whoRuns(goroutine) {
			return true
		}
	}
	return false
}

// keeps reports whether a call may keep its argument i, so that somebody else can end it.
func (f *Finder) keeps(call *ast.CallExpr, i int) bool {
	c := f.p.CalleeOf(call)
	if c.Conversion {
		return true
	}
	if c.Func == nil {
		return c.Builtin == "append" || c.Builtin == ""
	}
	if c.Func.Pkg() != nil && api.IsStd(c.Func.Pkg().Path()) {
		return false
	}
	if f.t.HasTrait(c.Key, api.TraitSame) != nil {
		return false
	}
	g := f.p.FuncOf(c.Func)
	if g == nil || i >= g.Sig.Params().Len() {
		if f.callees != nil {
			if s := f.callees.Summary(c.Func); s != nil {
				for _, p := range s.Params {
					if p.Index == i && p.Stores {
						return true
					}
				}
				return false
			}
		}
		return true
	}
	u := f.connUse(g.Sig.Params().At(i))
	return u.reads || u.writes || u.escapes
}

// writing reports whether a wait ends with a deadline for writing rather than
// for reading.
func writing(w *Wait) bool {
	return strings.Contains(w.What, ").Write") || strings.HasSuffix(w.What, ").NextWriter")
}
