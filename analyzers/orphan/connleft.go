package orphan

import (
	"fmt"
	"go/ast"
	"go/types"

	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/ctxflow"
	"github.com/faultlint/faultlint/internal/rule"
)

// connLeft reports a connection that a function has made and given to a goroutine,
// and closes in one case of the select that waits for the goroutine, but not in the
// one by which it gives up.
func connLeft(p *rule.Pass, f *code.Func) {
	f.Inspect(func(n ast.Node) bool {
		sel, ok := n.(*ast.SelectStmt)
		if !ok || len(sel.Body.List) < 2 || p.Code.LoopAround(sel) != nil {
			return true
		}
		for _, s := range sel.Body.List {
			gives, ok := s.(*ast.CommClause)
			if !ok || !goesAway(p, gives) {
				continue
			}
			conn, use := leftConn(p, f, sel, gives)
			if conn == nil {
				continue
			}
			p.Report(rule.Finding{
				Node: gives.Comm,
				Message: fmt.Sprintf("%[1]s stays open, and the goroutine that works on it (at %[2]s) waits on, when %[3]s leaves here: only another case closes it; defer %[1]s.Close()",
					conn.Name(), p.Where(use), f.Name()),
				Related: []rule.Related{{Node: use, Message: "the goroutine"}},
			})
			return true
		}
		return true
	})
}

// goesAway reports whether a case of a select leaves its function at the end of a
// context or when a time has passed, and does nothing before but speak of it.
func goesAway(p *rule.Pass, cc *ast.CommClause) bool {
	ch := code.Received(cc.Comm)
	if ch == nil || len(cc.Body) == 0 {
		return false
	}
	if p.Flow.DoneOf(ch) == nil {
		call, ok := ast.Unparen(ch).(*ast.CallExpr)
		if !ok || p.Code.CalleeOf(call).Key != "time.After" {
			return false
		}
	}
	for _, s := range cc.Body {
		plain := true
		code.InspectShallow(s, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok {
				fn := p.Code.Callee(call)
				plain = plain && (speaks(p, call) || fn != nil && fn.Name() == "Err" && len(call.Args) == 0)
			}
			return plain
		})
		if !plain {
			return false
		}
	}
	_, ok := cc.Body[len(cc.Body)-1].(*ast.ReturnStmt)
	return ok
}

// leftConn returns a connection that f has made, that a goroutine started before a
// select works on, and that nothing closes but another case of the select; and the
// goroutine.
func leftConn(p *rule.Pass, f *code.Func, sel *ast.SelectStmt, gives *ast.CommClause) (*types.Var, *ast.GoStmt) {
	for _, lit := range f.Lits {
		g, ok := goOf(p, lit)
		if !ok || g.Pos() > sel.Pos() || p.Flow.Live(lit).Kind != ctxflow.RunGo && p.Flow.Live(lit).Kind != ctxflow.RunWaited {
			continue
		}
		for _, v := range captured(p, f, lit) {
			if closesOnly(p, lit, v, sel, gives) {
				return v, g
			}
		}
	}
	return nil, nil
}

// goOf returns the go statement that starts a literal.
func goOf(p *rule.Pass, lit *code.Func) (*ast.GoStmt, bool) {
	call, ok := p.Code.Parent(lit.Node).(*ast.CallExpr)
	if !ok {
		return nil, false
	}
	g, ok := p.Code.Parent(call).(*ast.GoStmt)
	return g, ok
}

// captured returns the connections that a literal captures and that a call in f has
// made.
func captured(p *rule.Pass, f, lit *code.Func) []*types.Var {
	var out []*types.Var
	seen := make(map[*types.Var]bool)
	ast.Inspect(lit.Body, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok {
			return true
		}
		v, ok := p.Code.Info.Uses[id].(*types.Var)
		if !ok || seen[v] || v.IsField() || !f.Declares(v) || !deadlined(v.Type()) {
			return true
		}
		seen[v] = true
		if defs := p.Code.Defs(v); len(defs) == 1 && defs[0].RHS != nil && defs[0].Index == 0 {
			if _, ok := ast.Unparen(defs[0].RHS).(*ast.CallExpr); ok {
				out = append(out, v)
			}
		}
		return true
	})
	return out
}

// deadlined reports whether a type is a connection: it has a Close and deadlines.
func deadlined(t types.Type) bool {
	for _, name := range []string{"Close", "SetReadDeadline", "RemoteAddr"} {
		m, _, _ := types.LookupFieldOrMethod(t, true, nil, name)
		if _, ok := m.(*types.Func); !ok {
			return false
		}
	}
	return true
}

// closesOnly reports whether all that a function does with a connection, apart from
// what the goroutine does, is to close it in another case of the select.
func closesOnly(p *rule.Pass, lit *code.Func, v *types.Var, sel *ast.SelectStmt, gives *ast.CommClause) bool {
	closed := false
	for id, obj := range p.Code.Info.Uses {
		if obj != v {
			continue
		}
		m, isSel := p.Code.Parent(id).(*ast.SelectorExpr)
		ends := isSel && (m.Sel.Name == "Close" || len(m.Sel.Name) > 3 && m.Sel.Name[:3] == "Set")
		switch {
		case code.Within(id, lit.Body):
			if ends {
				return false // it has an end of its own
			}
		case code.Within(id, sel) && !code.Within(id, gives):
			closed = closed || ends
		default:
			return false
		}
	}
	return closed
}
