package effects

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/facts"
)

// sinks returns what a write into place ends in: place itself or, where that is
// a writer or encoder made around others, those.
func (f *Finder) sinks(place ast.Expr, depth int) []ast.Expr {
	mk := f.makingOf(place)
	if mk == nil || depth > 4 {
		return []ast.Expr{place}
	}
	c := f.p.CalleeOf(mk)
	var out []ast.Expr
	switch {
	case c.Key == "io.MultiWriter":
		for _, a := range mk.Args {
			out = append(out, f.sinks(a, depth+1)...)
		}
	case wraps(c):
		for _, a := range mk.Args {
			if isWriter(f.p.TypeOf(a)) {
				return f.sinks(a, depth+1)
			}
		}
	}
	if len(out) == 0 {
		return []ast.Expr{place}
	}
	return out
}

// wraps reports whether a function of the standard library, or one that is
// named as those are, makes a writer or encoder around a writer.
func wraps(c api.Callee) bool {
	if c.Func == nil || c.Recv != nil || !strings.HasPrefix(c.Func.Name(), "New") {
		return false
	}
	rs := c.Func.Signature().Results()
	if rs.Len() == 0 {
		return false
	}
	t := rs.At(0).Type()
	return isWriter(t) || methodOf(t, "Encode") || methodOf(t, "Flush") || encodes(t, "Write")
}

// makingOf returns the call that made the value of e, nil if there is not just one.
func (f *Finder) makingOf(e ast.Expr) *ast.CallExpr {
	e = ast.Unparen(e)
	if call, ok := e.(*ast.CallExpr); ok {
		return call
	}
	if !isIdent(e) {
		return nil
	}
	os := f.p.Origins(e)
	if len(os) != 1 || os[0].Unknown || os[0].Expr == nil || os[0].Index > 0 {
		return nil // gz, err := gzip.NewWriterLevel(…) is the first result
	}
	call, _ := ast.Unparen(os[0].Expr).(*ast.CallExpr)
	return call
}

// encodes reports whether a method writes into what its receiver was made
// around: that of a Writer or Encoder of the standard library.
func encodes(t types.Type, method string) bool {
	key := strings.TrimPrefix(api.KeyOfType(t), "*")
	path, name, ok := strings.Cut(key, ".")
	if !ok || name != "Writer" && name != "Encoder" || !strings.Contains(path, "/") || !std(path) {
		return false
	}
	for _, p := range []string{"Write", "Encode", "Create"} {
		if strings.HasPrefix(method, p) {
			return true
		}
	}
	return false
}

// std reports whether a path is one of the standard library.
func std(path string) bool {
	first, _, _ := strings.Cut(path, "/")
	return !strings.Contains(first, ".")
}

// gathers reports whether what was written into a buffer or hash is used later,
// and where: after the region, by the caller, or as a whole inside of it.
func (g *grower) gathers(sink ast.Expr, v *types.Var) (read ast.Node, ok bool) {
	if read = g.readAfter(v); read != nil {
		return read, true
	}
	ast.Inspect(g.r.node, func(n ast.Node) bool {
		call, isCall := n.(*ast.CallExpr)
		if !isCall || read != nil {
			return read == nil
		}
		sel, isSel := ast.Unparen(call.Fun).(*ast.SelectorExpr)
		if !isSel || g.f.baseVar(sel.X) != v || g.f.p.FieldOf(sel) != nil {
			return true
		}
		switch sel.Sel.Name {
		case "Sum", "Sum32", "Sum64", "Bytes", "String":
			read = call
		}
		return read == nil
	})
	if read != nil {
		return read, true
	}
	_, pointer := v.Type().Underlying().(*types.Pointer)
	return nil, g.callerSees(sink, v) && (pointer || isHash(v.Type()))
}

// wrapperReset reports whether the region empties or renews the writer around a
// sink whose variable is v.
func (g *grower) wrapperReset(place ast.Expr, v *types.Var, call *ast.CallExpr) bool {
	w := g.f.baseVar(place)
	return w != nil && w != v && g.outside(place) != nil && (g.reset(place, w, call) || g.renewedIn(w))
}

// helperWrites judges a call of a function that writes into its argument a.
func (g *grower) helperWrites(call *ast.CallExpr, a ast.Expr, kind GrowthKind, via []facts.Frame) {
	for _, sink := range g.f.sinks(a, 0) {
		v := g.outside(sink)
		if v == nil || g.isReceiver(v) || g.reset(sink, v, call) || g.renewedIn(v) || g.wrapperReset(a, v, call) || g.resumes(sink) {
			continue
		}
		var read ast.Node
		switch t := g.f.p.TypeOf(sink); {
		case api.CollectsText(t) || isHash(t):
			var ok bool
			if read, ok = g.gathers(sink, v); !ok {
				continue
			}
		case isResponseWriter(t):
		case kind == GrowPrint:
			continue
		case g.f.paramOwner(v) == nil:
			if api.KeyOfType(t) != "*os.File" || !isIdent(sink) {
				continue
			}
		}
		g.note(&Growth{Kind: GrowWrite, Node: call, Place: sink, Var: v, Read: read, Via: via})
	}
}

// resumes reports whether the region asks only for what is missing: it sets a
// Range header or seeks. That it rewinds something else than the sink is no sign.
func (g *grower) resumes(sink ast.Expr) bool {
	found := false
	v := g.f.baseVar(sink)
	ast.Inspect(g.r.node, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			sel, ok := ast.Unparen(n.Fun).(*ast.SelectorExpr)
			if ok && (sel.Sel.Name == "Seek" || sel.Sel.Name == "Truncate") && g.f.baseVar(sel.X) != v && g.toStart(n) {
				return false
			}
		case *ast.BasicLit:
			if n.Kind == token.STRING && (strings.EqualFold(strings.Trim(n.Value, "`\""), "range") || strings.Contains(n.Value, "bytes=")) {
				found = true
			}
		case *ast.SelectorExpr:
			switch n.Sel.Name {
			case "Seek", "WriteAt", "Truncate", "SetRange", "SetOffset", "NewRangeReader":
				found = true
			}
		case *ast.KeyValueExpr:
			if id, ok := n.Key.(*ast.Ident); ok && (id.Name == "Range" || id.Name == "Offset") {
				found = true
			}
		}
		return !found
	})
	return found
}

// toStart reports whether all arguments of a call are zero: it rewinds.
func (g *grower) toStart(call *ast.CallExpr) bool {
	for _, a := range call.Args {
		tv := g.f.p.Info.Types[a]
		if tv.Value == nil || tv.Value.ExactString() != "0" {
			return false
		}
	}
	return true
}
