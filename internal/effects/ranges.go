package effects

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"strings"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
)

// A Rest is an answer to the request for the rest of a file that is appended to
// the file whether it is the rest, 206, or the whole of it, 200.
type Rest struct {
	Copy   *ast.CallExpr
	Asks   *ast.CallExpr // sets the Range
	Accept ast.Node      // takes both statuses alike
}

// RestOf returns the Rest of a function, nil if it has none, or may tell the
// answers apart elsewhere: by another look at the status, at the range that the
// answer says it has, by going back to the beginning of the file.
func (f *Finder) RestOf(fn *code.Func) *Rest {
	if fn == nil || fn.Body == nil {
		return nil
	}
	out := &Rest{}
	other := false
	ast.Inspect(fn.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			c := f.p.CalleeOf(n)
			switch {
			case c.Key == "(net/http.Header).Set" && f.asksRest(n):
				out.Asks = n
			case c.Key == "io.Copy" && len(n.Args) == 2 && f.ofAnswer(n.Args[1]) && f.fromBefore(n.Args[0], fn):
				out.Copy = n
			case c.Func != nil && (c.Func.Name() == "Truncate" || c.Func.Name() == "Create"), f.goesBack(n):
				other = true
			case f.p.FuncOf(c.Func) != nil:
				for _, a := range n.Args {
					other = other || api.IsResponse(f.p.TypeOf(a)) || f.isStatusCode(a)
				}
			}
		case *ast.CaseClause:
			if f.holdsBoth(n.List, f.isOK, f.isPartial) {
				out.Accept = n
			}
		case *ast.BinaryExpr:
			if n.Op == token.LAND || n.Op == token.LOR {
				if f.holdsBoth([]ast.Expr{n.X, n.Y}, f.isOK, f.isPartial) {
					out.Accept = n
				}
			}
		case *ast.BasicLit:
			if n.Kind == token.STRING && (strings.Contains(n.Value, "Content-Range") || strings.Contains(n.Value, "Accept-Ranges")) {
				other = true
			}
		}
		return true
	})
	if other || out.Copy == nil || out.Asks == nil || out.Accept == nil || f.looksAgain(fn, out.Accept) {
		return nil
	}
	return out
}

// asksRest reports whether a call sets a Range that begins at a number which is
// only known when it runs.
func (f *Finder) asksRest(call *ast.CallExpr) bool {
	if len(call.Args) != 2 {
		return false
	}
	name, value := f.p.Info.Types[call.Args[0]].Value, f.p.Info.Types[call.Args[1]].Value
	if name == nil || name.Kind() != constant.String || !strings.EqualFold(constant.StringVal(name), "Range") || value != nil {
		return false
	}
	// bytes=%d-, or "bytes=" + n + "-": to the end.
	ends := false
	ast.Inspect(call.Args[1], func(n ast.Node) bool {
		if l, ok := n.(*ast.BasicLit); ok && strings.HasSuffix(strings.Trim(l.Value, "\"`"), "-") {
			ends = true
		}
		return true
	})
	return ends
}

// ofAnswer reports whether e is the body of an answer.
func (f *Finder) ofAnswer(e ast.Expr) bool {
	sel, ok := ast.Unparen(e).(*ast.SelectorExpr)
	return ok && sel.Sel.Name == "Body" && api.IsResponse(f.p.TypeOf(sel.X))
}

// fromBefore reports whether what is written to was handed in, so that it has
// what the attempts before have written.
func (f *Finder) fromBefore(e ast.Expr, fn *code.Func) bool {
	v := f.p.VarOf(e)
	return v != nil && len(f.p.Defs(v)) == 0 && !v.IsField() && fn.ParamIndex(v) >= 0 && api.TypeName(f.p.TypeOf(e)) == "os.File"
}

// goesBack reports whether a call goes to another place of a file than its end.
func (f *Finder) goesBack(call *ast.CallExpr) bool {
	c := f.p.CalleeOf(call)
	if c.Func == nil || c.Func.Name() != "Seek" || len(call.Args) != 2 {
		return false
	}
	v := f.p.Info.Types[call.Args[1]].Value
	n, ok := int64(0), false
	if v != nil {
		n, ok = constant.Int64Val(v)
	}
	return !ok || n != 2 // io.SeekEnd
}

func (f *Finder) holdsBoth(list []ast.Expr, a, b func(ast.Expr) bool) bool {
	x, y := false, false
	for _, e := range list {
		x, y = x || a(e), y || b(e)
	}
	return x && y
}

func (f *Finder) isOK(e ast.Expr) bool      { return f.isStatus(e, 200) }
func (f *Finder) isPartial(e ast.Expr) bool { return f.isStatus(e, 206) }

// isStatus reports whether e is a status, or a comparison of one with it.
func (f *Finder) isStatus(e ast.Expr, status int64) bool {
	if b, ok := ast.Unparen(e).(*ast.BinaryExpr); ok {
		if b.Op != token.EQL && b.Op != token.NEQ || !f.isStatusCode(b.X) {
			return false
		}
		e = b.Y
	}
	v := f.p.Info.Types[e].Value
	if v == nil || v.Kind() != constant.Int {
		return false
	}
	n, ok := constant.Int64Val(v)
	return ok && n == status
}

// isStatusCode reports whether e is the status of an answer.
func (f *Finder) isStatusCode(e ast.Expr) bool {
	sel, ok := ast.Unparen(e).(*ast.SelectorExpr)
	if !ok || sel.Sel.Name != "StatusCode" {
		return false
	}
	v, ok := f.p.Info.Uses[sel.Sel].(*types.Var)
	return ok && v.IsField() && v.Pkg() != nil && v.Pkg().Path() == "net/http"
}

// looksAgain reports whether one of the two statuses is asked for elsewhere than
// where both are taken alike.
func (f *Finder) looksAgain(fn *code.Func, accept ast.Node) bool {
	again := false
	ast.Inspect(fn.Body, func(n ast.Node) bool {
		if n == accept {
			if cc, ok := n.(*ast.CaseClause); ok {
				for _, s := range cc.Body {
					ast.Inspect(s, func(n ast.Node) bool {
						e, ok := n.(ast.Expr)
						again = again || ok && (f.isOK(e) || f.isPartial(e))
						return !again
					})
				}
			}
			return false
		}
		if e, ok := n.(ast.Expr); ok {
			again = again || f.isOK(e) || f.isPartial(e)
		}
		return !again
	})
	return again
}
