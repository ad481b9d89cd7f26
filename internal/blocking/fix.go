package blocking

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/printer"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/ctxflow"
	"github.com/faultlint/faultlint/internal/summary"
)

// fix returns the change that gives the context to the call, where the context
// is at hand in the same function and the call has a form that takes it and is
// the same otherwise.
func (p *Place) fix(r *summary.Result) *analysis.SuggestedFix {
	call, ok := p.Node.(*ast.CallExpr)
	if !ok || len(p.Calls) > 0 || !p.Wait.Direct() {
		return nil
	}
	edits := WithContext(r, call, p.Source.Expr)
	if edits == nil {
		return nil
	}
	if p.Source.Blank {
		name := nameParam(r, p.Source)
		if name == nil {
			return nil
		}
		edits = append([]analysis.TextEdit{*name}, edits...)
	}
	return &analysis.SuggestedFix{Message: "give it " + p.Source.Expr, TextEdits: edits}
}

// and adds to a fix what another one changes elsewhere in its file; nothing if there
// is none to add to.
func and(fix, other *analysis.SuggestedFix) *analysis.SuggestedFix {
	if fix == nil || other == nil {
		return fix
	}
	var more []analysis.TextEdit
	for _, e := range other.TextEdits {
		same := func(have analysis.TextEdit) bool {
			return e.Pos == have.Pos && e.End == have.End && string(e.NewText) == string(have.NewText)
		}
		if slices.ContainsFunc(fix.TextEdits, same) {
			continue // the parameter's name
		}
		if slices.ContainsFunc(fix.TextEdits, func(have analysis.TextEdit) bool { return e.Pos <= have.End && have.Pos <= e.End }) {
			return fix
		}
		more = append(more, e)
	}
	fix.TextEdits = append(fix.TextEdits, more...)
	return fix
}

// nameParam gives a name to a blank parameter, nil if it has none to blank out
// or the name is taken.
func nameParam(r *summary.Result, s ctxflow.Source) *analysis.TextEdit {
	name, _, _ := strings.Cut(s.Expr, ".")
	if s.Var == nil || s.Var.Name() != "_" || s.Func == nil || !token.IsIdentifier(name) {
		return nil
	}
	var at *ast.Ident
	taken := false
	ast.Inspect(s.Func.Node, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok {
			return true
		}
		if id.Pos() == s.Var.Pos() {
			at = id
		}
		taken = taken || id.Name == name && r.Code.Info.ObjectOf(id) != nil && !isField(r.Code.Info.ObjectOf(id))
		return true
	})
	if at == nil || taken {
		return nil
	}
	return &analysis.TextEdit{Pos: at.Pos(), End: at.End(), NewText: []byte(name)}
}

func isField(obj types.Object) bool {
	if v, ok := obj.(*types.Var); ok {
		return v.IsField()
	}
	f, ok := obj.(*types.Func)
	return ok && f.Signature().Recv() != nil
}

// WithContext returns the edits that turn a call into its form with a context,
// nil if there is none that is the same otherwise.
func WithContext(r *summary.Result, call *ast.CallExpr, ctx string) []analysis.TextEdit {
	c := r.Code.CalleeOf(call)
	row := r.Table.Call(c.Key)
	if row == nil || c.MethodExpr || c.Func == nil || call.Lparen == token.NoPos {
		return nil
	}
	if row.Form != "" {
		return form(r, call, c, row, ctx)
	}
	if row.Fix != api.FixMechanical || row.Twin == "" {
		return nil
	}
	id := calledName(call)
	twin := row.Twin[strings.LastIndexByte(row.Twin, '.')+1:]
	obj := lookup(r.Code, call, c, twin)
	if id == nil || obj == nil {
		return nil
	}
	switch sig, old := obj.Signature(), c.Func.Signature(); {
	case takesMore(sig, instance(r.Code, call, old)):
		text := ctx
		if len(call.Args) > 0 {
			text += ", "
		}
		return []analysis.TextEdit{
			{Pos: id.Pos(), End: id.End(), NewText: []byte(twin)},
			{Pos: call.Lparen + 1, End: call.Lparen + 1, NewText: []byte(text)},
		}
	case c.Recv != nil && chains(sig, r.Code.Info.TypeOf(c.Recv)):
		return []analysis.TextEdit{{Pos: c.Recv.End(), End: c.Recv.End(), NewText: fmt.Appendf(nil, ".%s(%s)", twin, ctx)}}
	}
	return nil
}

// calledName is the name in a call's function.
func calledName(call *ast.CallExpr) *ast.Ident {
	switch fun := ast.Unparen(call.Fun).(type) {
	case *ast.SelectorExpr:
		return fun.Sel
	case *ast.Ident:
		return fun
	}
	return nil
}

// lookup finds the function called name where the called one is: among the
// methods of the receiver as written, or in the same package.
func lookup(p *code.Package, call *ast.CallExpr, c api.Callee, name string) *types.Func {
	if c.Recv != nil {
		obj, _, _ := types.LookupFieldOrMethod(p.Info.TypeOf(c.Recv), true, p.Types, name)
		fn, _ := obj.(*types.Func)
		return fn
	}
	if c.Func.Signature().Recv() != nil {
		return nil
	}
	fn, _ := c.Func.Pkg().Scope().Lookup(name).(*types.Func)
	return fn
}

func instance(p *code.Package, call *ast.CallExpr, old *types.Signature) *types.Signature {
	if sig, ok := p.Info.TypeOf(call.Fun).(*types.Signature); ok {
		return sig
	}
	return old
}

// takesMore reports whether a signature is another with a context in front.
func takesMore(sig, old *types.Signature) bool {
	if sig.TypeParams().Len() > 0 || sig.Variadic() != old.Variadic() || sig.Params().Len() != old.Params().Len()+1 ||
		!code.IsContext(sig.Params().At(0).Type()) || !types.Identical(sig.Results(), old.Results()) {
		return false
	}
	for i := range old.Params().Len() {
		if !types.Identical(sig.Params().At(i+1).Type(), old.Params().At(i).Type()) {
			return false
		}
	}
	return true
}

// chains reports whether a method takes a context alone and returns a value of
// its receiver's type, so that it can be put into a chain of calls.
func chains(sig *types.Signature, recv types.Type) bool {
	return recv != nil && sig.Params().Len() == 1 && code.IsContext(sig.Params().At(0).Type()) &&
		sig.Results().Len() == 1 && types.Identical(sig.Results().At(0).Type(), recv)
}

// form rewrites a call by the form that the table gives.
func form(r *summary.Result, call *ast.CallExpr, c api.Callee, row *api.Call, ctx string) []analysis.TextEdit {
	if call.Ellipsis.IsValid() {
		return nil
	}
	var args []string
	for _, a := range call.Args {
		args = append(args, text(r, a))
	}
	pairs := []string{"$ctx", ctx, "$args", strings.Join(args, ", "), "$name", c.Func.Name()}
	for i, a := range args {
		pairs = append(pairs, "$"+strconv.Itoa(i), a)
	}
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok {
		return nil
	}
	if c.Recv != nil {
		pairs = append(pairs, "$recv", text(r, c.Recv))
	} else {
		pairs = append(pairs, "$pkg", text(r, sel.X))
	}
	out := strings.NewReplacer(pairs...).Replace(row.Form)
	if strings.Contains(out, "$") && !strings.Contains(strings.Join(args, ""), "$") {
		return nil
	}
	return []analysis.TextEdit{{Pos: call.Pos(), End: call.End(), NewText: []byte(out)}}
}

func text(r *summary.Result, n ast.Node) string {
	var b bytes.Buffer
	if err := printer.Fprint(&b, r.Code.Fset, n); err != nil {
		return "$"
	}
	return b.String()
}
