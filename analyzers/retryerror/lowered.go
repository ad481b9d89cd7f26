package retryerror

import (
	"fmt"
	"go/ast"
	"go/constant"
	"strings"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/retry"
	"github.com/faultlint/faultlint/internal/rule"
)

// lowered reports a test by which a retry looks for words in the text of an error
// that was put into lower case before, or upper, while the words are not: it never
// holds.
func lowered(p *rule.Pass, r *retry.Retry, seen map[ast.Node]bool) {
	for _, body := range tests(p, r) {
		ast.Inspect(body, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok || seen[call] {
				return true
			}
			words, how := neverIn(p, call)
			if words == "" {
				return true
			}
			seen[call] = true
			p.Report(rule.Finding{
				Node:    call,
				Message: fmt.Sprintf("the text of the error has been put into %s case, so it never contains %q, and %s takes what says so for something else; write the words in the same case", how, words, r.Name()),
				Related: []rule.Related{{Node: r.Node, Message: "the retry"}},
			})
			return true
		})
	}
}

// tests returns the code by which a retry tells failures apart: its own, its
// predicate, and the functions of this package that either asks.
func tests(p *rule.Pass, r *retry.Retry) []ast.Node {
	var out []ast.Node
	if r.Body != nil {
		out = append(out, r.Body)
	}
	if r.If != nil && r.If.Body != nil {
		out = append(out, r.If.Body)
	}
	for _, body := range out[:len(out):len(out)] {
		ast.Inspect(body, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok {
				f := p.Code.FuncOf(p.Code.Callee(call))
				if f != nil && f.Body != nil && f.Sig.Results().Len() == 1 && code.IsBool(f.Sig.Results().At(0).Type()) {
					out = append(out, f.Body)
				}
			}
			return true
		})
	}
	return out
}

// neverIn returns words that a call looks for in the text of an error which, in
// the other case, cannot have them, and the case; "" if it is no such call.
func neverIn(p *rule.Pass, call *ast.CallExpr) (words, how string) {
	switch api.Key(p.Code.Callee(call)) {
	case "strings.Contains", "strings.HasPrefix", "strings.HasSuffix":
	default:
		return "", ""
	}
	if len(call.Args) != 2 {
		return "", ""
	}
	to := strings.ToLower
	switch key := casing(p, call.Args[0]); key {
	case "strings.ToLower":
		how = "lower"
	case "strings.ToUpper":
		to, how = strings.ToUpper, "upper"
	default:
		return "", ""
	}
	for _, s := range values(p, call.Args[1]) {
		if to(s) != s {
			return s, how
		}
	}
	return "", ""
}

// casing returns the key of the function that puts the text of an error into one
// case, if e is certainly what it returned; "" otherwise.
func casing(p *rule.Pass, e ast.Expr) string {
	origins := p.Code.Origins(e)
	if len(origins) != 1 || origins[0].Unknown {
		return ""
	}
	call, ok := origins[0].Expr.(*ast.CallExpr)
	if !ok || len(call.Args) != 1 {
		return ""
	}
	text, ok := ast.Unparen(call.Args[0]).(*ast.CallExpr)
	if !ok || len(text.Args) != 0 {
		return ""
	}
	sel, ok := ast.Unparen(text.Fun).(*ast.SelectorExpr)
	if !ok || sel.Sel.Name != "Error" || !code.ImplementsError(p.Code.Info.TypeOf(sel.X)) {
		return ""
	}
	return api.Key(p.Code.Callee(call))
}

// values returns the text that an expression is, or those of a list in sight that
// a loop goes over.
func values(p *rule.Pass, e ast.Expr) []string {
	if s, ok := textConst(p, e); ok {
		return []string{s}
	}
	v := p.Code.VarOf(e)
	if v == nil {
		return nil
	}
	defs := p.Code.Defs(v)
	if len(defs) != 1 || defs[0].Kind != code.DefRangeValue {
		return nil
	}
	list := ast.Unparen(defs[0].RHS)
	if l := p.Code.VarOf(list); l != nil {
		ds := p.Code.Defs(l)
		if len(ds) != 1 || l.IsField() || l.Exported() && l.Parent() == p.Code.Types.Scope() {
			return nil // others may set it
		}
		list = ast.Unparen(ds[0].RHS)
	}
	lit, ok := list.(*ast.CompositeLit)
	if !ok {
		return nil
	}
	var out []string
	for _, el := range lit.Elts {
		if s, ok := textConst(p, el); ok {
			out = append(out, s)
		}
	}
	return out
}

func textConst(p *rule.Pass, e ast.Expr) (string, bool) {
	v := p.Code.Info.Types[e].Value
	if v == nil || v.Kind() != constant.String {
		return "", false
	}
	return constant.StringVal(v), true
}
