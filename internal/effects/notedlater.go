package effects

import (
	"go/ast"
	"go/types"
	"regexp"
	"strings"

	"github.com/faultlint/faultlint/internal/code"
)

// notedLater reports whether a condition only asks for what the handler itself
// notes after the effect at node: columns of a row that a later statement of it
// sets, and none before. If the handler fails in between, the next run does not
// find the note.
func (x *rerunner) notedLater(fn *code.Func, cond ast.Expr, node ast.Node) bool {
	some, all := false, true
	ast.Inspect(cond, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			// A getter of the value, as t.IsZero(); what asks someone else may know more.
			sel, ok := ast.Unparen(n.Fun).(*ast.SelectorExpr)
			all = all && ok && len(n.Args) == 0 && x.f.p.Info.Selections[sel] != nil
		case *ast.Ident:
			v, _ := x.f.p.Info.Uses[n].(*types.Var)
			if v == nil || code.IsError(v.Type()) {
				break
			}
			col := x.column(v)
			if col == "" {
				// The struct around a column's field, or a part of one.
				all = all && (v.IsField() || x.holdsRow(v) || x.fixed(fn, v, 0))
				break
			}
			if x.setBy(fn, node, col) {
				some = true
			} else {
				all = false
			}
		}
		return all
	})
	return some && all
}

// holdsRow reports whether a variable is a struct, whose fields are asked for.
func (x *rerunner) holdsRow(v *types.Var) bool { return code.StructOf(v.Type()) != nil }

var selected = regexp.MustCompile(`(?is)^\s*select\s+(.*?)\s+from\s`)

// column returns the column of a query in sight that is scanned into a variable
// or field, "" if there is none, or several.
func (x *rerunner) column(v *types.Var) string {
	col := ""
	for _, d := range x.f.p.Defs(v) {
		if d.Kind != code.DefAddr || d.Node == nil {
			continue
		}
		var scan *ast.CallExpr
		for n := d.Node; n != nil && scan == nil; n = x.f.p.Parent(n) {
			if _, ok := n.(ast.Stmt); ok {
				break
			}
			if call, ok := n.(*ast.CallExpr); ok {
				scan = call
			}
		}
		if scan == nil {
			return ""
		}
		c := x.f.p.CalleeOf(scan)
		if c.Func == nil || c.Func.Name() != "Scan" || c.Recv == nil {
			return ""
		}
		name := ""
		for _, o := range append(x.f.recvOrigins(c.Recv), c.Recv) {
			query, ok := ast.Unparen(o).(*ast.CallExpr)
			if !ok {
				continue
			}
			cols := x.columns(query)
			for i, a := range scan.Args {
				if code.Within(d.Node, a) && len(cols) == len(scan.Args) {
					name = cols[i]
				}
			}
		}
		if name == "" || col != "" && col != name {
			return ""
		}
		col = name
	}
	return col
}

// columns returns what the SELECT in a call asks for, nil if that is not in sight.
func (x *rerunner) columns(query *ast.CallExpr) []string {
	for _, a := range query.Args {
		if !isString(x.f.p.TypeOf(a)) {
			continue
		}
		t := x.f.textOf(a)
		if !t.known || len(t.values) != 1 {
			return nil
		}
		m := selected.FindStringSubmatch(t.values[0])
		if m == nil || strings.ContainsAny(m[1], "()*") {
			return nil
		}
		var out []string
		for _, c := range strings.Split(m[1], ",") {
			words := strings.Fields(c)
			if len(words) == 0 {
				return nil
			}
			name := words[0]
			out = append(out, strings.ToLower(strings.Trim(name[strings.LastIndexByte(name, '.')+1:], "`\"")))
		}
		return out
	}
	return nil
}

// setBy reports whether statements of fn set a column after node, and none before.
func (x *rerunner) setBy(fn *code.Func, node ast.Node, col string) bool {
	sets := regexp.MustCompile(`(?is)\bupdate\b.*\bset\b.*\b` + regexp.QuoteMeta(col) + `\b["\x60]?\s*=`)
	after := false
	for _, call := range fn.Calls() {
		if !x.says(call, sets, 0) {
			continue
		}
		if call.Pos() < node.Pos() {
			return false
		}
		after = after || call.Pos() > node.End()
	}
	return after
}

// says reports whether a text in a call, or in the functions of the package that
// it calls, is of a kind.
func (x *rerunner) says(call *ast.CallExpr, kind *regexp.Regexp, depth int) bool {
	for _, a := range call.Args {
		if !isString(x.f.p.TypeOf(a)) {
			continue
		}
		for _, s := range x.f.textOf(a).values {
			if kind.MatchString(s) {
				return true
			}
		}
	}
	g := x.f.p.FuncOf(x.f.p.Callee(call))
	if g == nil || g.Body == nil || depth > 1 {
		return false
	}
	for _, c := range g.Calls() {
		if x.says(c, kind, depth+1) {
			return true
		}
	}
	return false
}
