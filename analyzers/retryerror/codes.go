package retryerror

import (
	"fmt"
	"go/ast"
	"go/types"
	"strings"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/retry"
	"github.com/faultlint/faultlint/internal/rule"
)

// hopeless reports a retry that names a status code which stays the same, and
// goes on at it: a case of a switch that neither returns nor leaves.
func hopeless(p *rule.Pass, r *retry.Retry) {
	if r.Body == nil || r.Closure != nil {
		return
	}
	code.InspectShallow(r.Body, func(n ast.Node) bool {
		cc, ok := n.(*ast.CaseClause)
		if !ok || leaves(cc.Body) {
			return true
		}
		for _, e := range cc.List {
			name, ok := permanentCode(p, e)
			if !ok {
				continue
			}
			p.Report(rule.Finding{
				Node:    cc,
				Message: fmt.Sprintf("%s repeats the call at %s, which the same request gets again each time: all attempts and their delays are spent before the caller hears of it; return at this code", r.Name(), name),
				Related: []rule.Related{{Node: r.Node, Message: "the retry"}},
			})
			break
		}
		return true
	})
}

// permanentCode returns the name of the gRPC code that e is, if it is one that
// stays the same.
func permanentCode(p *rule.Pass, e ast.Expr) (string, bool) {
	sel, ok := ast.Unparen(e).(*ast.SelectorExpr)
	if !ok {
		return "", false
	}
	c, ok := p.Code.Info.Uses[sel.Sel].(*types.Const)
	if !ok || c.Pkg() == nil {
		return "", false
	}
	switch c.Pkg().Path() {
	case "google.golang.org/grpc/codes", "connectrpc.com/connect":
		return c.Name(), api.PermanentCode(strings.TrimPrefix(c.Name(), "Code"))
	}
	return "", false
}

// leaves reports whether a list of statements may end the retry.
func leaves(list []ast.Stmt) bool {
	found := false
	for _, s := range list {
		code.InspectShallow(s, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.ReturnStmt:
				found = true
			case *ast.BranchStmt:
				found = found || n.Label != nil || n.Tok.String() == "fallthrough"
			case *ast.AssignStmt, *ast.CallExpr:
				found = true // a flag, or something that is not in sight
			}
			return !found
		})
	}
	return found
}
