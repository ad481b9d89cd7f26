package lockwait

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/cfg"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/ctxflow"
	"github.com/faultlint/faultlint/internal/rule"
)

// held is what a function holds.
type held int8

const (
	lock        held = iota // a mutex
	slot                    // a place among few: a semaphore, a channel with room
	transaction             // a database transaction
)

// A hold is a place where a function takes something that others wait for.
type hold struct {
	what held
	at   ast.Node // the call or send that takes it
	// v is the mutex, semaphore, channel or transaction: a field or package
	// variable, or the local variable of a transaction.
	v    *types.Var
	name string
	// got is what the call brings and what is given back in the end, failed the
	// error by which it says that it took nothing; nil if it has none.
	got, failed *types.Var
	// ends are the names of the methods that give it back.
	ends []string
	// whole: it is held as long as the function runs.
	whole bool
}

// holds returns what f itself takes, in source order.
func holds(p *rule.Pass, f *code.Func) []*hold {
	var out []*hold
	if call, v := p.Effects.Transaction(f); call != nil && v != nil {
		out = append(out, &hold{what: transaction, at: call, v: v, name: "the transaction " + v.Name(), whole: true})
	}
	f.Inspect(func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			if h := taken(p, n); h != nil {
				out = append(out, h)
			}
		case *ast.SendStmt:
			if h := sent(p, f, n); h != nil {
				out = append(out, h)
			}
		}
		return true
	})
	return out
}

// taken says what a call takes, nil if nothing.
func taken(p *rule.Pass, call *ast.CallExpr) *hold {
	c := p.Code.CalleeOf(call)
	if c.Func == nil || c.Recv == nil {
		return nil
	}
	if _, ok := p.Code.Parent(call).(*ast.DeferStmt); ok {
		return nil
	}
	row := p.Table.Call(c.Key)
	h := &hold{at: call, v: p.Code.VarOf(c.Recv), name: types.ExprString(c.Recv)}
	if v := embedded(p, call); v != nil {
		h.v, h.name = v, h.name+"."+v.Name()
	}
	switch {
	case row != nil && row.Kind == api.WaitLock && row.Ctx.Kind == api.CtxNone && row.Twin == "":
		switch c.Func.Name() {
		case "Lock":
			h.ends = []string{"Unlock"}
		case "RLock":
			h.ends = []string{"RUnlock"}
		default:
			return nil
		}
	case row != nil && row.Kind == api.WaitPool && c.Func.Name() == "Acquire":
		h.what, h.ends = slot, []string{"Release"}
		h.got, h.failed = brought(p, call)
	default:
		return begun(p, call)
	}
	// A lock of a local value is that of one item, in which nobody else is interested.
	if h.v == nil || (!h.v.IsField() && h.v.Parent() != p.Code.Types.Scope() || fresh(p, c.Recv)) && !captured(p, c.Recv) {
		return nil
	}
	return h
}

// brought returns the variables that get a call's result and its error.
func brought(p *rule.Pass, call *ast.CallExpr) (got, failed *types.Var) {
	as, ok := p.Code.Parent(call).(*ast.AssignStmt)
	if !ok || len(as.Rhs) != 1 {
		return nil, nil
	}
	for _, l := range as.Lhs {
		switch v := p.Code.VarOf(l); {
		case v == nil:
		case code.IsError(v.Type()):
			failed = v
		default:
			got = v
		}
	}
	return got, failed
}

// embedded returns the field by which a method is promoted to the receiver of a
// call, nil if it is the receiver's own: the mutex in s.Lock().
func embedded(p *rule.Pass, call *ast.CallExpr) *types.Var {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok {
		return nil
	}
	s := p.Code.Info.Selections[sel]
	if s == nil || s.Kind() != types.MethodVal || len(s.Index()) < 2 {
		return nil
	}
	var out *types.Var
	t := s.Recv()
	for _, i := range s.Index()[:len(s.Index())-1] {
		st := code.StructOf(t)
		if st == nil || i >= st.NumFields() {
			return nil
		}
		out = st.Field(i)
		t = out.Type()
	}
	return out.Origin()
}

// subject returns the variable or field that a method is called on, be it
// embedded in what the code names.
func subject(p *rule.Pass, call *ast.CallExpr, c api.Callee) *types.Var {
	if v := embedded(p, call); v != nil {
		return v
	}
	return p.Code.VarOf(c.Recv)
}

// fresh reports whether the object that a field belongs to is made in the
// function itself, so that nobody else has it yet.
func fresh(p *rule.Pass, e ast.Expr) bool {
	for {
		sel, ok := ast.Unparen(e).(*ast.SelectorExpr)
		if !ok {
			break
		}
		e = sel.X
	}
	id, ok := ast.Unparen(e).(*ast.Ident)
	if !ok {
		return false
	}
	for _, o := range p.Code.Origins(id) {
		x := o.Expr
		if u, ok := x.(*ast.UnaryExpr); ok {
			x = ast.Unparen(u.X)
		}
		if _, ok := x.(*ast.CompositeLit); ok {
			return true
		}
	}
	return false
}

// begun says which transaction a call begins: its result has the methods
// Commit and Rollback and is kept in a local variable.
func begun(p *rule.Pass, call *ast.CallExpr) *hold {
	as, ok := p.Code.Parent(call).(*ast.AssignStmt)
	if !ok || len(as.Rhs) != 1 || len(as.Lhs) == 0 {
		return nil
	}
	row := p.Table.Call(p.Code.CalleeOf(call).Key)
	v := p.Code.VarOf(as.Lhs[0])
	if row == nil || !row.DB || v == nil || v.IsField() || !hasMethod(v.Type(), "Commit") || !hasMethod(v.Type(), "Rollback") {
		return nil
	}
	return &hold{what: transaction, at: call, v: v, name: "the transaction " + v.Name(), ends: []string{"Commit", "Rollback"}}
}

func hasMethod(t types.Type, name string) bool {
	obj, _, _ := types.LookupFieldOrMethod(t, true, nil, name)
	_, ok := obj.(*types.Func)
	return ok
}

// sent says which slot a send takes: one of a channel that the same function
// receives from again, to give it back.
func sent(p *rule.Pass, f *code.Func, n *ast.SendStmt) *hold {
	v := p.Code.VarOf(n.Chan)
	if v == nil || !v.IsField() && v.Parent() != p.Code.Types.Scope() {
		return nil
	}
	ch, ok := v.Type().Underlying().(*types.Chan)
	if !ok {
		return nil
	}
	if st, ok := ch.Elem().Underlying().(*types.Struct); !ok || st.NumFields() > 0 {
		return nil
	}
	back := false
	ast.Inspect(f.Body, func(m ast.Node) bool {
		if u, ok := m.(*ast.UnaryExpr); ok && u.Op == token.ARROW && p.Code.VarOf(u.X) == v {
			back = true
		}
		return !back
	})
	if !back || single(p, v) {
		return nil
	}
	return &hold{what: slot, at: n, v: v, name: types.ExprString(n.Chan)}
}

// single reports whether a channel is known to have room for one: it makes callers
// go one after the other, and the next is not meant to begin while the one before
// still tries. Who stands in line with a select leaves it with a context.
func single(p *rule.Pass, v *types.Var) bool {
	origins, _ := p.Code.FieldOrigins(v)
	if len(origins) == 0 {
		return false
	}
	for _, o := range origins {
		call, ok := o.Expr.(*ast.CallExpr)
		if !ok || len(call.Args) != 2 {
			return false
		}
		if n, ok := p.Code.Info.Types[call.Args[1]]; !ok || n.Value == nil || n.Value.ExactString() != "1" {
			return false
		}
	}
	return true
}

// region returns the nodes of the control-flow graph that run while h is held:
// those that can be reached without passing what gives it back. It is empty
// where that cannot be told, because a literal that may run at any time gives it back.
func (h *hold) region(p *rule.Pass, f *code.Func) []ast.Node {
	if h.whole {
		return []ast.Node{f.Body}
	}
	for _, lit := range f.Lits {
		if p.Flow.Live(lit).Kind != ctxflow.RunDeferred && h.endsIn(p, lit.Body, true) { // deferred ones end it last
			return nil
		}
	}
	if h.conditional(p, f) {
		return nil
	}
	g := f.CFG()
	var out []ast.Node
	seen := make(map[*cfg.Block]bool)
	var walk func(b *cfg.Block, from int)
	walk = func(b *cfg.Block, from int) {
		for _, n := range b.Nodes[from:] {
			if _, ok := n.(*ast.DeferStmt); ok {
				continue
			}
			if h.endsIn(p, n, false) {
				return
			}
			out = append(out, n)
		}
		for i, s := range b.Succs {
			if !seen[s] && !h.tookNothing(p, b, i) {
				seen[s] = true
				walk(s, 0)
			}
		}
	}
	for _, b := range g.Blocks {
		for i, n := range b.Nodes {
			if code.Within(h.at, n) {
				walk(b, i+1)
				return out
			}
		}
	}
	return nil
}

// tookNothing reports whether an edge of the graph is taken only where the call
// that takes h has failed.
func (h *hold) tookNothing(p *rule.Pass, b *cfg.Block, succ int) bool {
	if h.failed == nil || len(b.Succs) != 2 || len(b.Nodes) == 0 {
		return false
	}
	cond, ok := b.Nodes[len(b.Nodes)-1].(ast.Expr)
	if !ok {
		return false
	}
	x, isNil := p.Code.NilTest(cond)
	id, ok := x.(*ast.Ident)
	if !ok || p.Code.VarOf(id) != h.failed || (succ == 0) == isNil {
		return false
	}
	defs := p.Code.Reaching(id)
	return len(defs) == 1 && defs[0].Node != nil && code.Within(h.at, defs[0].Node)
}

// conditional reports whether h is taken in a branch and kept beyond it: then
// it is given back in another branch under the same condition, which the graph
// does not show.
func (h *hold) conditional(p *rule.Pass, f *code.Func) bool {
	if h.what == transaction {
		return false
	}
	for n := p.Code.Parent(h.at); n != nil && n != f.Node; n = p.Code.Parent(n) {
		block, ok := n.(*ast.BlockStmt)
		if !ok {
			continue
		}
		if _, ok := p.Code.Parent(block).(*ast.IfStmt); !ok {
			return false
		}
		for _, s := range block.List {
			if s.Pos() > h.at.Pos() && h.endsIn(p, s, true) {
				return false
			}
		}
		return !leaves(block)
	}
	return false
}

// leaves reports whether a block ends by leaving what is around it.
func leaves(b *ast.BlockStmt) bool {
	if len(b.List) == 0 {
		return false
	}
	switch b.List[len(b.List)-1].(type) {
	case *ast.ReturnStmt, *ast.BranchStmt:
		return true
	}
	return false
}

// endsIn reports whether h is given back in n.
func (h *hold) endsIn(p *rule.Pass, n ast.Node, lits bool) bool {
	found := false
	ast.Inspect(n, func(m ast.Node) bool {
		switch m := m.(type) {
		case *ast.FuncLit:
			return lits
		case *ast.DeferStmt:
			return lits
		case *ast.UnaryExpr:
			found = found || h.ends == nil && m.Op == token.ARROW && p.Code.VarOf(m.X) == h.v
		case *ast.CallExpr:
			c := p.Code.CalleeOf(m)
			if c.Recv == nil || c.Func == nil {
				break
			}
			if v := subject(p, m, c); v != h.v && (h.got == nil || v != h.got) {
				break
			}
			for _, e := range h.ends {
				found = found || c.Func.Name() == e
			}
		}
		return !found
	})
	return found
}

// within reports whether n is in one of the nodes of a region.
func (h *hold) within(region []ast.Node, n ast.Node) bool {
	sel := false // in the graph only by their parts
	switch n.(type) {
	case *ast.SelectStmt, *ast.CommClause:
		sel = true
	}
	for _, r := range region {
		if code.Within(n, r) || sel && code.Within(r, n) {
			return true
		}
	}
	return false
}
