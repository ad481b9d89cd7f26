package retry

import (
	"go/ast"
	"go/constant"
	"go/types"

	"github.com/faultlint/faultlint/internal/code"
)

func (x *Finder) constOf(e ast.Expr) constant.Value {
	if tv, ok := x.p.Info.Types[e]; ok {
		return tv.Value
	}
	return nil
}

func (x *Finder) intConst(e ast.Expr) (int64, bool) {
	v := x.constOf(e)
	if v == nil || v.Kind() != constant.Int {
		return 0, false
	}
	return constant.Int64Val(v)
}

func (x *Finder) stringConst(e ast.Expr) (string, bool) {
	v := x.constOf(e)
	if v == nil || v.Kind() != constant.String {
		return "", false
	}
	return constant.StringVal(v), true
}

// fieldName returns the name of the field, method or variable that e reads.
func fieldName(e ast.Expr) string {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return e.Name
	case *ast.SelectorExpr:
		return e.Sel.Name
	case *ast.CallExpr:
		return fieldName(e.Fun)
	}
	return ""
}

func typeOfBase(p *code.Package, e ast.Expr) types.Type {
	switch e := ast.Unparen(e).(type) {
	case *ast.SelectorExpr:
		return p.Info.TypeOf(e.X)
	case *ast.CallExpr:
		return typeOfBase(p, e.Fun)
	}
	return nil
}

func constName(p *code.Package, e ast.Expr) string {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return e.Name
	case *ast.SelectorExpr:
		return e.Sel.Name
	}
	return ""
}
