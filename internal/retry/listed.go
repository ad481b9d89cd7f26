package retry

import (
	"go/ast"
	"slices"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/facts"
)

// oneOf classes the errors of which a list or table says yes to a value:
// slices.Contains(list, value), table[value].
func (x *Finder) oneOf(list, value ast.Expr) classResult {
	all, ok := x.listed(list)
	if !ok || len(all) == 0 {
		return classResult{class: facts.ErrUnknown}
	}
	var out classResult
	for i, e := range all {
		t := x.equals(value, e)
		if i == 0 {
			out = t
		} else {
			out = x.eitherOf(out, t)
		}
	}
	return out
}

// listed returns the elements of a slice, or the keys of a table of bools that it
// says yes to, whose making is in sight and the only one; what is changed in it
// later is not seen.
func (x *Finder) listed(e ast.Expr) (all []ast.Expr, ok bool) {
	lit, ok := ast.Unparen(e).(*ast.CompositeLit)
	if !ok {
		v := x.p.VarOf(e)
		if v == nil {
			return nil, false
		}
		defs := x.p.Defs(v)
		if len(defs) != 1 || defs[0].RHS == nil {
			return nil, false
		}
		if lit, ok = ast.Unparen(defs[0].RHS).(*ast.CompositeLit); !ok {
			return nil, false
		}
	}
	for _, el := range lit.Elts {
		kv, keyed := el.(*ast.KeyValueExpr)
		if !keyed {
			all = append(all, el)
			continue
		}
		if yes, known := x.p.Bool(kv.Value); !known {
			return nil, false
		} else if yes {
			all = append(all, kv.Key)
		}
	}
	return all, true
}

// among evaluates whether a list or table says yes to a status code: not to that
// of no error, unless it is one of them.
func (w *walk) among(list, value ast.Expr, st state) val {
	x := w.f.x
	if !api.IsStatusCode(x.p.Info.TypeOf(value)) {
		return unknown
	}
	all, ok := x.listed(list)
	if !ok {
		return unknown
	}
	switch w.codeValue(value, st) {
	case isNil:
		w.tested = true
		if !slices.ContainsFunc(all, func(e ast.Expr) bool { return w.codeValue(e, st) != notNil }) {
			return isFalse
		}
	case notNil:
		w.tested = true
	}
	return unknown
}
