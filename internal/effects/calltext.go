package effects

import (
	"go/ast"
	"go/types"
	"strings"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
)

// callText evaluates the calls that make strings of strings.
func (f *Finder) callText(call *ast.CallExpr, depth int) text {
	c := f.p.CalleeOf(call)
	if c.Conversion && len(call.Args) == 1 {
		return f.text(call.Args[0], depth+1)
	}
	if c.Func == nil {
		return text{}
	}
	switch c.Key {
	case "fmt.Sprintf", "fmt.Appendf", "fmt.Errorf":
		i := 0
		if c.Key == "fmt.Appendf" {
			i = 1
		}
		if len(call.Args) > i {
			return f.format(call.Args[i], call.Args[i+1:], depth)
		}
		return text{}
	case "fmt.Sprint":
		out := text{values: []string{""}, known: true}
		for _, a := range call.Args {
			out = concat(out, f.text(a, depth+1))
		}
		return out
	case "strings.Join":
		if len(call.Args) == 2 {
			if lit, ok := f.literal(call.Args[0]); ok {
				out := text{values: []string{""}, known: true}
				sep := f.text(call.Args[1], depth+1)
				for i, elt := range lit.Elts {
					if i > 0 {
						out = concat(out, sep)
					}
					out = concat(out, f.text(elt, depth+1))
				}
				return out
			}
		}
		return text{}
	case "strings.TrimSuffix", "strings.TrimPrefix", "strings.Trim", "strings.TrimLeft", "strings.TrimRight",
		"strings.ReplaceAll", "strings.Replace":
		if len(call.Args) > 0 {
			return f.text(call.Args[0], depth+1)
		}
		return text{}
	case "net/url.JoinPath", "path.Join", "(*net/url.URL).JoinPath":
		out := text{values: []string{""}, known: true}
		for i, a := range call.Args {
			if i > 0 || c.Recv != nil {
				out = concat(out, text{values: []string{"/"}, known: true})
			}
			out = concat(out, f.text(a, depth+1))
		}
		if c.Recv != nil {
			out = concat(text{}, out)
		}
		return out
	}
	if m := f.t.HasTrait(c.Key, api.TraitText); m != nil && m.Of < len(call.Args) {
		return f.text(call.Args[m.Of], depth+1)
	}
	// A function that makes a pointer to its argument: aws.String("…").
	if len(call.Args) == 1 && isPointerMaker(c.Func) {
		return f.text(call.Args[0], depth+1)
	}
	// Other spellings of the same text: TrimSpace, Rebind, PathEscape.
	if len(call.Args) == 1 && isStringMap(c.Func) && f.p.FuncOf(c.Func) == nil {
		return f.text(call.Args[0], depth+1)
	}
	// u.String() of a URL
	if c.Recv != nil && len(call.Args) == 0 && c.Key == "(*net/url.URL).String" {
		if lit, ok := f.literal(c.Recv); ok {
			out := text{values: []string{"https://"}, known: true}
			for _, part := range []string{"Host", "Path"} {
				out = concat(out, f.text(f.litField(lit, part), depth+1))
			}
			if q := f.litField(lit, "RawQuery"); q != nil {
				out = concat(concat(out, text{values: []string{"?"}, known: true}), f.text(q, depth+1))
			}
			return out
		}
	}
	if c.Recv != nil && len(call.Args) == 0 && c.Func.Name() == "String" {
		if api.CollectsText(f.p.TypeOf(c.Recv)) {
			return f.builtText(c.Recv, call, depth)
		}
		if o, ok := f.single(c.Recv); ok {
			if inner, ok := o.(*ast.CallExpr); ok {
				return f.text(inner, depth+1)
			}
		}
		return text{}
	}
	if g := f.p.FuncOf(c.Func); g != nil && depth < 4 {
		return f.returned(g, call, depth)
	}
	return text{}
}

// returned evaluates what a function of the package returns, its parameters
// standing for what the call gives it.
func (f *Finder) returned(g *code.Func, call *ast.CallExpr, depth int) text {
	out := text{known: true}
	n := 0
	for _, r := range f.results(g, 0) {
		t := f.text(r, depth+2)
		if t.param != nil {
			if a := f.argFor(g, call, t.param); a != nil {
				t = f.text(a, depth+1)
			} else {
				t = text{}
			}
		} else if t.tail != nil {
			if a := f.argFor(g, call, t.tail); a != nil {
				t = withTail(t, f.text(a, depth+1))
			}
		}
		if !t.known {
			t = text{values: t.values}
		}
		n++
		out = union(out, t, n == 1)
	}
	if n == 0 || len(out.values) == 0 {
		return text{}
	}
	return out
}

// withTail puts what is known of the end into a text that ends in a hole.
func withTail(t, end text) text {
	out := t
	out.values = nil
	out.tail = end.tail
	if end.param != nil {
		out.tail = end.param
	}
	for _, v := range t.values {
		head, ok := strings.CutSuffix(v, hole)
		if !ok || len(end.values) == 0 {
			out.values = append(out.values, v)
			continue
		}
		for _, w := range end.values {
			if len(out.values) < maxTexts {
				out.values = append(out.values, head+w)
			}
		}
	}
	out.known = t.known || end.known
	return out
}

// results returns the expressions that g returns as its result i.
func (f *Finder) results(g *code.Func, i int) []ast.Expr {
	var out []ast.Expr
	g.Inspect(func(n ast.Node) bool {
		if r, ok := n.(*ast.ReturnStmt); ok && i < len(r.Results) && len(r.Results) == g.Sig.Results().Len() {
			out = append(out, r.Results[i])
		}
		return true
	})
	return out
}

// format evaluates a Sprintf format: verbs become what is known of their
// arguments, or holes.
func (f *Finder) format(format ast.Expr, args []ast.Expr, depth int) text {
	ft := f.text(format, depth+1)
	if !ft.known || len(ft.values) != 1 {
		return text{}
	}
	out := text{values: []string{""}, known: true}
	s := ft.values[0]
	arg := 0
	var lit strings.Builder
	flush := func() {
		if lit.Len() > 0 {
			out = concat(out, text{values: []string{lit.String()}, known: true})
			lit.Reset()
		}
	}
	for i := 0; i < len(s); i++ {
		if s[i] != '%' {
			lit.WriteByte(s[i])
			continue
		}
		j := i + 1
		for j < len(s) && strings.IndexByte("+-# 0123456789.*[]", s[j]) >= 0 {
			j++
		}
		if j >= len(s) {
			break
		}
		if s[j] == '%' {
			lit.WriteByte('%')
			i = j
			continue
		}
		flush()
		var t text
		if arg < len(args) {
			t = f.text(args[arg], depth+1)
		}
		arg++
		if len(t.values) > 1 || !t.known {
			t = text{param: t.param, tail: t.tail}
		}
		out = concat(out, t)
		out.known = true
		i = j
	}
	flush()
	return out
}

// isPointerMaker reports whether fn is a func(T) *T.
func isPointerMaker(fn *types.Func) bool {
	sig, ok := fn.Type().(*types.Signature)
	if !ok || sig.Params().Len() != 1 || sig.Results().Len() != 1 {
		return false
	}
	ptr, ok := types.Unalias(sig.Results().At(0).Type()).(*types.Pointer)
	return ok && types.Identical(ptr.Elem(), sig.Params().At(0).Type())
}

// isStringMap reports whether fn is a func(string) string.
func isStringMap(fn *types.Func) bool {
	sig, ok := fn.Type().(*types.Signature)
	return ok && sig.Params().Len() == 1 && sig.Results().Len() == 1 &&
		isString(sig.Params().At(0).Type()) && isString(sig.Results().At(0).Type())
}
