package retrydelay

import (
	"go/ast"
	"go/types"
	"regexp"
	"slices"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/retry"
	"github.com/faultlint/faultlint/internal/rule"
)

// oneOfMany matches the names of fields by which a program tells a server which
// one of many it is.
var oneOfMany = regexp.MustCompile(`(?i)^(name|id|uid|uuid|serial|host|hostname|(node|agent|device|machine|host|client|runner|worker|station|sensor|instance)(name|id)?)$`)

// checksIn reports whether a loop whose delay grows asks a server over the network
// again and again, and says in the request who it is: it is one of many, which
// lose the server in the same moment as they would a connection.
func checksIn(p *rule.Pass, r *retry.Retry) bool {
	if len(r.Delays) != 1 || r.Delays[0].Growth <= 1 && !r.Delays[0].Linear {
		return false
	}
	for _, op := range r.Ops {
		f := p.Code.FuncOf(p.Code.Callee(op))
		if f == nil || f.Body == nil || f.Sig.Recv() == nil {
			continue
		}
		asks := slices.ContainsFunc(f.Calls(), func(call *ast.CallExpr) bool {
			fn := p.Code.Callee(call)
			row := (*api.Call)(nil)
			if fn != nil {
				row = p.Table.CallOf(fn)
			}
			return row != nil && row.Kind == api.WaitNet
		})
		if asks && namesItself(p, f) {
			return true
		}
	}
	return false
}

// namesItself reports whether a method hands a text on that is a field of its
// receiver and says who it is.
func namesItself(p *rule.Pass, f *code.Func) bool {
	found := false
	f.Inspect(func(n ast.Node) bool {
		sel, ok := n.(*ast.SelectorExpr)
		if !ok || found {
			return !found
		}
		field := p.Code.FieldOf(sel)
		found = field != nil && p.Code.VarOf(sel.X) == f.Sig.Recv() && isText(field.Type()) && oneOfMany.MatchString(field.Name())
		return !found
	})
	return found
}

func isText(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsString != 0
}
