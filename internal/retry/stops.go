package retry

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
)

// StopsDriver reports whether a call makes the error with which the closure of
// r, a driver or helper, ends the attempts: backoff.Permanent, or a function
// of the helper's own package that marks errors.
func (x *Finder) StopsDriver(r *Retry, call *ast.CallExpr) bool {
	key := x.p.CalleeOf(call).Key
	if r.Driver != nil {
		return key != "" && slices.Contains(r.Driver.Permanent, key)
	}
	fn := x.p.Callee(call)
	return r.Kind == Helper && r.Callee != nil && fn != nil && fn.Pkg() == r.Callee.Pkg() && x.wrapsError(fn)
}

// Unmarked reports whether an error that the closure of a driver returns ends the
// attempts because it is not marked for another: the driver repeats what is
// marked alone, and the closure marks failures itself, but not this one, which a
// call came back with that marks none.
func (x *Finder) Unmarked(r *Retry, err ast.Expr) bool {
	d := r.Driver
	if d == nil || d.On != api.OnMarked || len(d.Marker) == 0 || !x.marks(r.Closure, d) {
		return false
	}
	origins := x.p.Origins(err)
	for _, o := range origins {
		call, ok := o.Expr.(*ast.CallExpr)
		if !ok || o.Unknown || o.Param != nil {
			return false
		}
		c := x.p.CalleeOf(call)
		switch f := x.p.FuncOf(c.Func); {
		case c.Func == nil || slices.Contains(d.Marker, c.Key):
			return false
		case f != nil && x.marks(f, d):
			return false
		case f == nil && c.Func.Pkg() != nil && rootOf(c.Func.Pkg().Path()) == rootOf(x.p.Types.Path()):
			return false // another package of the program may mark
		case c.Key == "fmt.Errorf":
			return false // may hold one that is marked
		}
	}
	return len(origins) > 0
}

// marks reports whether a function marks failures for another attempt, itself
// or in a function of the package that it calls.
func (x *Finder) marks(f *code.Func, d *api.Driver) bool {
	return f != nil && slices.ContainsFunc(f.Calls(), func(call *ast.CallExpr) bool {
		c := x.p.CalleeOf(call)
		if slices.Contains(d.Marker, c.Key) {
			return true
		}
		g := x.p.FuncOf(c.Func)
		return g != nil && g != f && slices.ContainsFunc(g.Calls(), func(call *ast.CallExpr) bool {
			return slices.Contains(d.Marker, x.p.CalleeOf(call).Key)
		})
	})
}

// tunes reports whether this package speaks of the retries of the library that
// fn belongs to: an option, a field or a type of it whose name says so.
func (x *Finder) tunes(fn *types.Func) bool {
	if fn == nil || fn.Pkg() == nil {
		return true
	}
	return x.tune(rootOf(fn.Pkg().Path()))&tunedAny != 0
}

// global reports whether this package speaks of a package variable of the
// library of fn that is about retries.
func (x *Finder) global(fn *types.Func) bool {
	if fn == nil || fn.Pkg() == nil {
		return true
	}
	return x.tune(rootOf(fn.Pkg().Path()))&tunedGlobal != 0
}

const (
	tunedAny = 1 << iota
	tunedGlobal
)

// tune looks for what this package says of the retries of a library.
func (x *Finder) tune(root string) int8 {
	if v, ok := x.tuned[root]; ok {
		return v
	}
	var found int8
	for _, obj := range x.p.Info.Uses {
		if obj.Pkg() == nil || obj.Pkg() == x.p.Types || rootOf(obj.Pkg().Path()) != root {
			continue
		}
		if strings.Contains(obj.Name(), "Retr") || strings.Contains(obj.Name(), "Attempt") {
			found |= tunedAny
			if v, ok := obj.(*types.Var); ok && v.Parent() == obj.Pkg().Scope() {
				found |= tunedGlobal
			}
		}
	}
	x.tuned[root] = found
	return found
}

// rootOf returns the first three elements of a package path.
func rootOf(path string) string {
	parts := strings.SplitN(path, "/", 4)
	return strings.Join(parts[:min(3, len(parts))], "/")
}
