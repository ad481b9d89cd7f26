package config

import (
	"fmt"
	"go/ast"
	"slices"
	"strings"
)

// A shape is what a type's spelling tells of its values.
type shape int

const (
	anyShape shape = iota // a named type, whatever it is
	pointer
	contextShape
	function
	number // a duration too
	other  // text, a list, an error: nothing that is ever asked for
)

// shapeOf tells what it can of a type from its spelling alone.
func shapeOf(e ast.Expr) shape {
	switch e := e.(type) {
	case *ast.ParenExpr:
		return shapeOf(e.X)
	case *ast.Ellipsis:
		return shapeOf(e.Elt)
	case *ast.StarExpr:
		return pointer
	case *ast.FuncType:
		return function
	case *ast.ArrayType, *ast.MapType, *ast.ChanType, *ast.StructType:
		return other
	case *ast.SelectorExpr:
		if x, ok := e.X.(*ast.Ident); ok && x.Name == "context" && e.Sel.Name == "Context" {
			return contextShape
		} else if ok && x.Name == "time" && e.Sel.Name == "Duration" {
			return number
		}
	case *ast.Ident:
		switch e.Name {
		case "string", "bool", "error", "rune", "byte", "uintptr", "complex64", "complex128":
			return other
		case "int", "int8", "int16", "int32", "int64", "uint", "uint8", "uint16", "uint32", "uint64", "float32", "float64":
			return number
		}
	}
	return anyShape
}

// An argument is what a configuration says of one argument of a function.
type argument struct {
	at    Place
	key   string // "context"
	fn    Func
	n     int // from 1; 0: not said
	what  string
	fits  []shape // anyShape always does
	first bool    // any of the arguments will do
}

// arguments returns what is said of the arguments of functions.
func (k *Knowledge) arguments() []argument {
	ctx, fn, num := []shape{contextShape, pointer}, []shape{function}, []shape{number}
	var out []argument
	for _, b := range k.Blocking {
		out = append(out,
			argument{at: b.Place, key: "context", fn: b.Func, n: b.Context, what: "a context", fits: ctx},
			argument{at: b.Place, key: "limit-argument", fn: b.Func, n: b.LimitArgument, what: "a duration", fits: num})
		if b.Twin.Set() {
			out = append(out, argument{at: b.Place, key: "twin", fn: b.Twin, what: "a context", fits: ctx, first: true})
		}
	}
	for _, r := range k.Retries {
		out = append(out,
			argument{at: r.Place, key: "closure", fn: r.Func, n: r.Closure, what: "a function", fits: fn},
			argument{at: r.Place, key: "context", fn: r.Func, n: r.Context, what: "a context", fits: ctx},
			argument{at: r.Place, key: "attempts-argument", fn: r.Func, n: r.AttemptsArgument, what: "a number", fits: num},
			argument{at: r.Place, key: "delay-argument", fn: r.Func, n: r.DelayArgument, what: "a duration", fits: num},
			argument{at: r.Place, key: "total-argument", fn: r.Func, n: r.TotalArgument, what: "a duration", fits: num})
	}
	for _, h := range k.Handlers {
		out = append(out, argument{at: h.Place, key: "argument", fn: h.RegisteredBy, n: h.Argument, what: "a function or an object", fits: []shape{function, pointer}})
	}
	return slices.DeleteFunc(out, func(a argument) bool { return a.n == 0 && !a.first })
}

// wrong says why a function has no such argument, "" if it may have it. Where several functions
// are meant, or one is declared for each system, it is wrong if it is for all.
func (a *argument) wrong(sigs []*ast.FuncType) string {
	msg := ""
	for _, sig := range sigs {
		if msg = a.wrongIn(sig); msg == "" {
			return ""
		}
	}
	return msg
}

func (a *argument) wrongIn(sig *ast.FuncType) string {
	var types []ast.Expr
	for _, f := range sig.Params.List {
		for range max(len(f.Names), 1) {
			types = append(types, f.Type)
		}
	}
	fits := func(t ast.Expr) bool {
		s := shapeOf(t)
		return s == anyShape || slices.Contains(a.fits, s)
	}
	if a.first {
		if slices.ContainsFunc(types, fits) {
			return ""
		}
		return fmt.Sprintf("%s takes no context", a.fn.Text)
	}
	n := a.n
	if n > len(types) {
		if len(types) == 0 {
			return fmt.Sprintf("%s has no arguments", a.fn.Text)
		}
		if _, variadic := types[len(types)-1].(*ast.Ellipsis); !variadic {
			return fmt.Sprintf("%s has no argument %d, only %d", a.fn.Text, n, len(types))
		}
		n = len(types)
	}
	if !fits(types[n-1]) {
		return fmt.Sprintf("argument %d of %s is not %s", a.n, a.fn.Text, a.what)
	}
	return ""
}

// noClient says why what an entry names is no client, "" if it may be one.
func (ns *names) noClient(c *Client) string {
	client := func(e ast.Expr) bool {
		s := shapeOf(e)
		return s == anyShape || s == pointer
	}
	switch {
	case c.Var.Set():
		_, elem, _ := cutLast(c.Var.Text)
		if ns.consts[elem] {
			return c.Var.Text + " is a constant, no client"
		}
		if t := ns.varTypes[elem]; t != nil && !client(t) {
			return c.Var.Text + " is no client"
		}
	case c.Field.Set():
		typ, elem, _ := cutLast(c.Field.Text)
		_, typ, _ = cutLast(typ)
		if t := ns.fieldTypes[typ+"."+elem]; t != nil && !client(t) {
			return c.Field.Text + " is no client"
		}
	case c.Func.Set():
		sigs := ns.signatures(c.Func)
		returns := func(sig *ast.FuncType) bool {
			return sig.Results != nil && slices.ContainsFunc(sig.Results.List, func(f *ast.Field) bool { return client(f.Type) })
		}
		if len(sigs) > 0 && !slices.ContainsFunc(sigs, returns) {
			return c.Func.Text + " returns no client"
		}
	}
	return ""
}

// signatures returns those of the functions that a name covers.
func (ns *names) signatures(fn Func) []*ast.FuncType {
	n, _ := splitFunc(fn.Text)
	var out []*ast.FuncType
	for name, sigs := range ns.sigs {
		elem := name
		if n.typ != "" {
			var ok bool
			if elem, ok = strings.CutPrefix(name, n.typ+"."); !ok {
				continue
			}
		} else if strings.Contains(name, ".") {
			continue
		}
		if matchName(n.elem, elem) {
			out = append(out, sigs...)
		}
	}
	return out
}
