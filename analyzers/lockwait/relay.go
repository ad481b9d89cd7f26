package lockwait

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/rule"
)

// relay returns a call in a region that writes to each connection or stream of
// a list that the program keeps, none of which has a deadline: a peer that does
// not read keeps the writer.
func relay(p *rule.Pass, region []ast.Node) ast.Node {
	var found ast.Node
	for _, n := range region {
		ast.Inspect(n, func(m ast.Node) bool {
			switch m := m.(type) {
			case *ast.FuncLit, *ast.GoStmt, *ast.DeferStmt:
				return false
			case *ast.CallExpr:
				if found == nil && listed(p, written(p, m, 0)) {
					found = m
				}
			}
			return found == nil
		})
	}
	if found == nil || deadlines(p) {
		return nil
	}
	return found
}

// written returns the connection or stream that a call writes to without a
// context, itself or in a function of the package; nil if it writes to none.
func written(p *rule.Pass, call *ast.CallExpr, depth int) ast.Expr {
	c := p.Code.CalleeOf(call)
	if c.Func == nil || c.MethodExpr {
		return nil
	}
	if row := p.Table.Call(c.Key); row != nil {
		return target(p, call, c, row)
	}
	g := p.Code.FuncOf(c.Func)
	if g == nil || g.Obj == nil || depth > 2 || p.Code.Settled[g] {
		return nil
	}
	for _, in := range g.Calls() {
		switch p.Code.Parent(in).(type) {
		case *ast.GoStmt, *ast.DeferStmt:
			continue
		}
		to := written(p, in, depth+1)
		if to == nil {
			continue
		}
		v := root(p, to)
		switch i := g.ParamIndex(v); {
		case v == nil:
		case v == g.Sig.Recv():
			return c.Recv
		case i >= 0 && i < len(call.Args) && !call.Ellipsis.IsValid():
			return call.Args[i]
		}
	}
	return nil
}

// target returns what a library's call writes to: its receiver, or the argument
// that it prints to, if that is a connection.
func target(p *rule.Pass, call *ast.CallExpr, c api.Callee, row *api.Call) ast.Expr {
	switch {
	case row.Kind == api.WaitNet && row.Ctx.Kind == api.CtxReceiver && c.Recv != nil:
		if sends(c.Func.Name()) {
			return c.Recv
		}
	case row.Kind != api.WaitIO || row.Ctx.Kind != api.CtxNone:
	case c.Recv != nil && sends(c.Func.Name()):
		if len(row.From) == 0 || peer(p, c.Recv) {
			return c.Recv
		}
	case c.Recv == nil && row.Never && slices.Equal(row.From, []int{0}) && len(call.Args) > 1 && peer(p, call.Args[0]):
		return call.Args[0] // fmt.Fprint and its like
	}
	return nil
}

// sends reports whether a method that the table has as a wait on a connection or
// stream hands something to the peer, by its name: Write, WriteMessage, Send. A
// header is kept back, and a control frame has a deadline of its own.
func sends(name string) bool {
	switch name {
	case "Send", "SendMsg":
		return true
	case "WriteControl", "WriteHeader":
		return false
	}
	return strings.HasPrefix(name, "Write")
}

// peer reports whether an expression is, by its type, a connection, or what
// answers a request.
func peer(p *rule.Pass, e ast.Expr) bool {
	key := api.KeyOfType(p.Code.TypeOf(e))
	return key == "net/http.ResponseWriter" || p.Table.TypeTrait(key) == api.TraitPeer
}

// listed reports whether what an expression begins with is the variable of a
// loop over a field.
func listed(p *rule.Pass, e ast.Expr) bool {
	id, ok := base(p, e).(*ast.Ident)
	if !ok {
		return false
	}
	for _, d := range p.Code.Reaching(id) {
		if (d.Kind == code.DefRangeValue || d.Kind == code.DefRangeKey) && d.RHS != nil && p.Code.FieldOf(d.RHS) != nil {
			return true
		}
	}
	return false
}

// deadlines reports whether the package gives any connection a deadline, or the
// answers of a server a limit.
func deadlines(p *rule.Pass) bool {
	for _, f := range p.Code.Funcs {
		for _, call := range f.Calls() {
			if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok && api.LimitsWrites(sel.Sel.Name) {
				return true
			}
		}
	}
	for n := range p.Code.Inspector.PreorderSeq((*ast.KeyValueExpr)(nil)) {
		lit, ok := p.Code.Parent(n).(*ast.CompositeLit)
		id, named := n.(*ast.KeyValueExpr).Key.(*ast.Ident)
		if !ok || !named {
			continue
		}
		if field, ok := p.Code.Info.Uses[id].(*types.Var); ok && field.IsField() {
			if s := p.Table.FieldSetting(api.KeyOfField(p.Code.TypeOf(lit), field)); s != nil && s.Knob == api.KnobServerWrite {
				return true
			}
		}
	}
	return false
}
