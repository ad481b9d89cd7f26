package retryerror

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/types"
	"slices"
	"strings"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/retry"
	"github.com/faultlint/faultlint/internal/rule"
)

// unmarked reports a driver's closure that prints an error with %v which
// carries the mark that the driver looks for: in the new text the mark is gone.
func unmarked(p *rule.Pass, r *retry.Retry) {
	marks, lost := r.Driver.Permanent, "it is repeated like any other, although it was marked as permanent"
	if r.Driver.On == api.OnMarked {
		marks, lost = r.Driver.Marker, "the driver takes it for one that lasts, and never tries again"
	}
	if len(marks) == 0 {
		return
	}
	r.Closure.Inspect(func(n ast.Node) bool {
		ret, ok := n.(*ast.ReturnStmt)
		if !ok || len(ret.Results) == 0 {
			return true
		}
		call, ok := ast.Unparen(ret.Results[len(ret.Results)-1]).(*ast.CallExpr)
		if !ok || !printsError(p, call) {
			return true
		}
		for _, e := range printed(p, call) {
			mark := markedBy(p, e, marks)
			if mark == nil {
				continue
			}
			p.Report(rule.Finding{
				Node:    ret,
				Message: fmt.Sprintf("the new error does not wrap the one that %s marks and %s looks for: %s; wrap it with %%w", p.Code.CallName(mark), r.Name(), lost),
				Related: []rule.Related{{Node: mark, Message: "marked here"}},
			})
			return false
		}
		return true
	})
}

// printed returns the errors that are a part of a new error's text: those given
// to be printed, and those asked for their text in place, err.Error().
func printed(p *rule.Pass, call *ast.CallExpr) []ast.Expr {
	var out []ast.Expr
	for _, a := range call.Args {
		if code.IsError(p.Code.Info.TypeOf(a)) {
			out = append(out, a)
			continue
		}
		code.InspectShallow(a, func(n ast.Node) bool {
			text, ok := n.(*ast.CallExpr)
			if !ok || len(text.Args) > 0 {
				return true
			}
			if sel, ok := ast.Unparen(text.Fun).(*ast.SelectorExpr); ok && sel.Sel.Name == "Error" && code.IsError(p.Code.Info.TypeOf(sel.X)) {
				out = append(out, sel.X)
			}
			return true
		})
	}
	return out
}

// printsError reports whether a call makes an error of a text that wraps none.
func printsError(p *rule.Pass, call *ast.CallExpr) bool {
	key := api.Key(p.Code.Callee(call))
	if key == "errors.New" && len(call.Args) == 1 {
		return true
	}
	if key != "fmt.Errorf" || len(call.Args) < 2 {
		return false
	}
	v := p.Code.Info.Types[call.Args[0]].Value
	return v != nil && v.Kind() == constant.String && !strings.Contains(constant.StringVal(v), "%w")
}

// markedBy returns the call that marks the error e: its origin, or what a
// function of this package that it comes from returns.
func markedBy(p *rule.Pass, e ast.Expr, marks []string) *ast.CallExpr {
	for _, o := range p.Code.Origins(e) {
		call, ok := o.Expr.(*ast.CallExpr)
		if !ok {
			continue
		}
		fn := p.Code.Callee(call)
		if slices.Contains(marks, api.Key(fn)) {
			return call
		}
		f := p.Code.FuncOf(fn)
		if f == nil || f.Body == nil {
			continue
		}
		var found *ast.CallExpr
		f.Inspect(func(n ast.Node) bool {
			if ret, ok := n.(*ast.ReturnStmt); ok && len(ret.Results) > 0 {
				if c, ok := ast.Unparen(ret.Results[len(ret.Results)-1]).(*ast.CallExpr); ok && slices.Contains(marks, api.Key(p.Code.Callee(c))) {
					found = c
				}
			}
			return found == nil
		})
		if found != nil {
			return found
		}
	}
	return nil
}

// nothingMarked reports a driver that repeats only what is marked, in a package
// that marks nothing, around calls none of which can mark anything: it never
// tries again.
func nothingMarked(p *rule.Pass, r *retry.Retry) {
	d := r.Driver
	if d.On != api.OnMarked || len(d.Marker) == 0 || r.Closure.Body == nil {
		return
	}
	driver := p.Code.Callee(r.Call)
	if driver == nil || driver.Pkg() == nil {
		return
	}
	for _, f := range p.Funcs() {
		for _, call := range f.Calls() {
			if slices.Contains(d.Marker, api.Key(p.Code.Callee(call))) {
				return
			}
		}
	}
	fails := false
	for _, call := range r.Closure.Calls() {
		t := p.Code.TypeOf(call)
		if tuple, ok := t.(*types.Tuple); ok && tuple.Len() > 0 {
			t = tuple.At(tuple.Len() - 1).Type()
		}
		if !code.IsError(t) {
			continue
		}
		fails = true
		fn := p.Code.Callee(call)
		if fn == nil || fn.Pkg() == nil || code.IsInterfaceMethod(fn) || imports(fn.Pkg(), driver.Pkg(), 2) && fn.Pkg() != p.Code.Types {
			return // what it returns may be marked
		}
	}
	// What this package calls may mark as well.
	for _, i := range p.Code.Imports() {
		if i != driver.Pkg() && imports(i, driver.Pkg(), 2) {
			return
		}
	}
	if !fails {
		return
	}
	p.Report(rule.Finding{
		Node:    r.Call,
		Message: fmt.Sprintf("%s repeats only errors that are marked, and nothing in this package marks one: it never tries again; return %s(err) for failures that may pass", r.Name(), d.Marker[0][strings.LastIndexByte(d.Marker[0], '/')+1:]),
		Related: []rule.Related{{Node: r.Closure.Type, Message: "none of its errors is marked"}},
	})
}

// imports reports whether a package imports another, directly or through so
// many others.
func imports(p, other *types.Package, depth int) bool {
	for _, i := range p.Imports() {
		if i == other || depth > 1 && imports(i, other, depth-1) {
			return true
		}
	}
	return false
}
