package retry

import (
	"go/ast"
	"go/types"
	"strings"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
)

// moved reports whether an operation asks another address when it is run again: the
// turn sets the address anew after the operation, from the one before or from what
// was answered. A redirect is followed so, or the same asked by https.
func (x *Finder) moved(l *loop, op *ast.CallExpr) bool {
	results := make(map[*types.Var]bool)
	for _, v := range x.resultsOf(op) {
		results[v] = true
	}
	seen := make(map[*types.Var]bool)
	var moves func(v *types.Var, depth int) bool
	moves = func(v *types.Var, depth int) bool {
		if seen[v] || depth > 3 {
			return false
		}
		seen[v] = true
		for _, d := range x.p.Defs(v) {
			if d.Node == nil || d.RHS == nil || d.Kind == code.DefAddr || !l.holds(d.Node) {
				continue
			}
			later := d.Node.Pos() > op.End() && x.isAddress(l, v)
			if later && x.p.Mentions(d.RHS, v) {
				return true
			}
			for _, w := range x.varsIn(d.RHS) {
				if later && (results[w] || x.fromResult(w, results, l)) || w != v && !results[w] && moves(w, depth+1) {
					return true
				}
			}
		}
		return false
	}
	for _, v := range x.operands(op) {
		if moves(v, 0) {
			return true
		}
	}
	return false
}

// isAddress reports whether a variable holds what a turn of a loop asks: a URL, or a
// text that is given for a parameter with the name of an address.
func (x *Finder) isAddress(l *loop, v *types.Var) bool {
	if name := api.TypeName(v.Type()); name == "net/url.URL" {
		return true
	}
	if b, ok := v.Type().Underlying().(*types.Basic); !ok || b.Kind() != types.String {
		return false
	}
	found := false
	code.InspectShallow(l.body, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok || found {
			return !found
		}
		fn := x.p.Callee(call)
		if fn == nil {
			return true
		}
		params := fn.Signature().Params()
		for i, a := range call.Args {
			if i < params.Len() && x.p.VarOf(a) == v && namesAddress(params.At(i).Name()) {
				found = true
			}
		}
		return !found
	})
	return found
}

// namesAddress reports whether a parameter's name is that of an address.
func namesAddress(name string) bool {
	switch strings.ToLower(name) {
	case "url", "uri", "rawurl", "urlstr", "endpoint", "addr", "address", "host", "hostname", "target", "server", "location":
		return true
	}
	return false
}
