// Package suggest makes the suggested fixes that several passes share. Each
// function returns nil where its change would not compile, or would do more
// than what it says: no fix is better than one that has to be looked over.
package suggest

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/rule"
)

// Labelled makes an unlabelled break leave a loop around the statement that it
// leaves now: by the loop's label, or by a new one.
func Labelled(p *rule.Pass, loop ast.Stmt, br *ast.BranchStmt) *analysis.SuggestedFix {
	if br == nil || br.Label != nil || br.Tok != token.BREAK {
		return nil
	}
	if endsFunc(p, loop) {
		return nil // the function would end without a return
	}
	label := p.Code.Label(loop)
	var edits []analysis.TextEdit
	if label == "" {
		if label = freeLabel(p.Code.Enclosing(loop)); label == "" {
			return nil
		}
		start, indent, ok := p.LineStart(loop)
		if !ok {
			return nil
		}
		// gofmt puts a label one step to the left of what it names.
		edits = append(edits, analysis.TextEdit{Pos: start, End: loop.Pos(), NewText: []byte(strings.TrimSuffix(indent, "\t") + label + ":\n")})
	}
	edits = append(edits, analysis.TextEdit{Pos: br.End(), End: br.End(), NewText: []byte(" " + label)})
	return &analysis.SuggestedFix{Message: "leave the loop", TextEdits: edits}
}

// endsFunc reports whether nothing follows an endless loop in a function that
// has results: a break out of it would have to be followed by a return.
func endsFunc(p *rule.Pass, loop ast.Stmt) bool {
	fs, ok := loop.(*ast.ForStmt)
	f := p.Code.Enclosing(loop)
	if !ok || fs.Cond != nil || f == nil || f.Sig.Results().Len() == 0 {
		return false
	}
	at := ast.Node(loop)
	if l, ok := p.Code.Parent(loop).(*ast.LabeledStmt); ok {
		at = l
	}
	b, ok := p.Code.Parent(at).(*ast.BlockStmt)
	return !ok || len(b.List) > 0 && b.List[len(b.List)-1] == at
}

// freeLabel returns a label that the function does not use yet, "" if there is none.
func freeLabel(f *code.Func) string {
	if f == nil {
		return ""
	}
	used := make(map[string]bool)
	ast.Inspect(f.Body, func(n ast.Node) bool {
		if l, ok := n.(*ast.LabeledStmt); ok {
			used[l.Label.Name] = true
		}
		return true
	})
	for _, name := range []string{"loop", "outer", "loop2", "loop3"} {
		if !used[name] {
			return name
		}
	}
	return ""
}

// Return makes a break or continue leave the function f with the error of ctx,
// where that is all that f returns, or where f returns nothing.
func Return(p *rule.Pass, f *code.Func, br *ast.BranchStmt, ctx ast.Expr) *analysis.SuggestedFix {
	text := "return"
	switch res := f.Sig.Results(); {
	case res.Len() == 0:
	case res.Len() == 1 && code.IsError(res.At(0).Type()) && InScope(p.Code, ctx, br.Pos()):
		text += " " + types.ExprString(ctx) + ".Err()"
	default:
		return nil
	}
	return &analysis.SuggestedFix{Message: text, TextEdits: []analysis.TextEdit{{Pos: br.Pos(), End: br.End(), NewText: []byte(text)}}}
}

// Instead puts an expression, given as it reads where it stands, in the place
// of another.
func Instead(old ast.Expr, text string) *analysis.SuggestedFix {
	return &analysis.SuggestedFix{Message: "use " + text, TextEdits: []analysis.TextEdit{{Pos: old.Pos(), End: old.End(), NewText: []byte(text)}}}
}

// Known puts an expression that begins with the variable v in the place of a
// call of a package's function, unless that was all the file imports the
// package for.
func Known(p *rule.Pass, call *ast.CallExpr, v *types.Var, text string) *analysis.SuggestedFix {
	scope := p.Code.Types.Scope().Innermost(call.Pos())
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if scope == nil || !ok {
		return nil
	}
	if _, obj := scope.LookupParent(v.Name(), call.Pos()); obj != types.Object(v) {
		return nil
	}
	pkg := p.Code.Info.ObjectOf(sel.Sel).Pkg()
	for _, f := range p.Code.Files {
		if call.Pos() < f.FileStart || f.FileEnd < call.Pos() {
			continue
		}
		for id, obj := range p.Code.Info.Uses {
			if name, ok := obj.(*types.PkgName); ok && name.Imported() == pkg && f.FileStart <= id.Pos() && id.Pos() < f.FileEnd && !code.Within(id, call) {
				return Instead(call, text)
			}
		}
	}
	return nil
}

// Room gives a channel room for n values.
func Room(p *rule.Pass, makes *ast.CallExpr, n int) *analysis.SuggestedFix {
	if makes == nil || n < 1 || p.Code.CalleeOf(makes).Builtin != "make" {
		return nil
	}
	text := strconv.Itoa(n)
	edit := analysis.TextEdit{}
	switch len(makes.Args) {
	case 1:
		edit.Pos, edit.End, edit.NewText = makes.Args[0].End(), makes.Args[0].End(), []byte(", "+text)
	case 2:
		edit.Pos, edit.End, edit.NewText = makes.Args[1].Pos(), makes.Args[1].End(), []byte(text)
	default:
		return nil
	}
	return &analysis.SuggestedFix{Message: fmt.Sprintf("give the channel room for %s", text), TextEdits: []analysis.TextEdit{edit}}
}

// InScope reports whether an expression made of names and fields means at pos
// what it means where it stands, as far as names tell.
func InScope(p *code.Package, e ast.Expr, pos token.Pos) bool {
	if e == nil {
		return false
	}
	scope := p.Types.Scope().Innermost(pos)
	if scope == nil {
		return false
	}
	ok := true
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			ast.Inspect(n.X, func(n ast.Node) bool {
				if id, is := n.(*ast.Ident); is {
					ok = ok && means(p, scope, id, pos)
				}
				return true
			})
			return false
		case *ast.Ident:
			ok = ok && means(p, scope, n, pos)
		case *ast.CallExpr, *ast.ParenExpr:
		case nil:
		default:
			ok = false
		}
		return ok
	})
	return ok
}

func means(p *code.Package, scope *types.Scope, id *ast.Ident, pos token.Pos) bool {
	obj := p.Info.ObjectOf(id)
	_, found := scope.LookupParent(id.Name, pos)
	return obj != nil && found == obj
}
