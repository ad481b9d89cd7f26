package notimeout

import (
	"go/ast"
	"go/constant"
	"go/types"
	"strings"

	"github.com/faultlint/faultlint/internal/rule"
)

// bySocket reports whether the server in a variable serves sockets in the file
// system only, which nobody but this machine reaches.
func bySocket(p *rule.Pass, v *types.Var) bool {
	if v == nil {
		return false
	}
	found := false
	for _, f := range p.Code.Funcs {
		for _, call := range f.Calls() {
			c := p.Code.CalleeOf(call)
			if c.Recv == nil || c.Func == nil || p.Code.VarOf(c.Recv) != v || !strings.HasPrefix(c.Func.Name(), "Serve") || len(call.Args) == 0 {
				continue
			}
			if !socket(p, call.Args[0]) {
				return false
			}
			found = true
		}
	}
	return found
}

// socket reports whether a listener is made for a socket in the file system.
func socket(p *rule.Pass, e ast.Expr) bool {
	origins := p.Code.Origins(e)
	if field := p.Code.FieldOf(e); field != nil {
		origins, _ = p.Code.FieldOrigins(field)
	}
	for _, o := range origins {
		call, ok := ast.Unparen(o.Expr).(*ast.CallExpr)
		if !ok {
			return false
		}
		unix := false
		for _, a := range call.Args {
			v := p.Code.Info.Types[a].Value
			unix = unix || v != nil && v.Kind() == constant.String && constant.StringVal(v) == "unix"
		}
		if !unix {
			return false
		}
	}
	return len(origins) > 0
}
