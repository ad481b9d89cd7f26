package ctxwait

import (
	"go/ast"
	"strings"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/ctxflow"
	"github.com/faultlint/faultlint/internal/rule"
	"github.com/faultlint/faultlint/internal/waits"
)

// beforeAccept reports whether a wait is the pause of a server that could not accept a
// connection: whoever stops the server closes its listener, and the next Accept after the
// pause, which is a second at most as a rule, says so.
func beforeAccept(p *rule.Pass, w *waits.Wait) bool {
	if w.Kind != api.WaitSleep || !w.Direct() {
		return false
	}
	cur, ok := p.Code.Cursor(w.Node)
	if !ok {
		return false
	}
	for c := range cur.Enclosing((*ast.ForStmt)(nil), (*ast.FuncLit)(nil), (*ast.FuncDecl)(nil)) {
		loop, ok := c.Node().(*ast.ForStmt)
		if !ok {
			return false
		}
		accepts := false
		code.InspectShallow(loop.Body, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok {
				fn := p.Code.Callee(call)
				accepts = accepts || fn != nil && fn.Signature().Recv() != nil && strings.HasPrefix(fn.Name(), "Accept")
			}
			return !accepts
		})
		return accepts
	}
	return false
}

// penalty reports whether a wait is the time that somebody has to wait because of a wrong
// password or the like, by the name of its length: whoever could cut it short would not be
// held up by it.
func penalty(p *rule.Pass, w *waits.Wait) bool {
	if w.Kind != api.WaitSleep || !w.Direct() || w.InLoop || w.Call == nil || len(w.Call.Args) == 0 {
		return false
	}
	name := ""
	switch e := ast.Unparen(w.Call.Args[len(w.Call.Args)-1]).(type) {
	case *ast.Ident:
		name = e.Name
	case *ast.SelectorExpr:
		name = e.Sel.Name
	}
	name = strings.ToLower(name)
	for _, word := range []string{"auth", "login", "penalty", "tarpit", "punish", "bruteforce"} {
		if strings.Contains(name, word) {
			return true
		}
	}
	return false
}

// settled reports whether a wait is one pause, in no loop, whose length is a setting that is
// not in sight: the time for others to follow, mostly a fraction of a second.
func settled(p *rule.Pass, w *waits.Wait, above *ctxflow.Above) bool {
	if w.Kind != api.WaitSleep || !w.Direct() || w.InLoop || w.Call == nil || len(w.Call.Args) == 0 || len(above.Calls) > 0 {
		return false
	}
	if _, known := w.Limit(); known {
		return false
	}
	f := p.Code.FieldOf(w.Call.Args[len(w.Call.Args)-1])
	return f != nil
}
