package ctxflow

import (
	"go/ast"
	"strings"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
)

// A Given says which context reaches a call.
type Given struct {
	// Has is Yes if a context is handed to the call, No if certainly none is,
	// Maybe if that cannot be told. Not seeing one is Maybe, not No.
	Has api.Tri
	// Expr is the expression that is or carries the context; nil if Has is not Yes.
	Expr ast.Expr
	// Ctx is where it comes from. For a value that came in as a parameter and
	// may carry a context (a command, a builder), Root.Var is that parameter
	// and Root.Kind RootUnknown.
	Ctx Ctx
	// Kind is the way the context takes: CtxArg, CtxRequest, CtxReceiver, …
	Kind api.CtxKind
	// Stop: it is a stop channel that ends with the context.
	Stop bool
	// Stored: the value that would carry the context is kept in a field or
	// package variable, so that whatever it carries is not this call's.
	Stored bool
}

// CtxArg says which context a call is given: as an argument, inside a request,
// command or option, or earlier on a chain of builder calls.
func (f *Flow) CtxArg(call *ast.CallExpr) Given {
	c := f.p.CalleeOf(call)
	if c.Conversion || c.Builtin != "" {
		return Given{Has: api.No}
	}
	if row := f.t.Call(c.Key); row != nil && (row.Kind != api.WaitNone || row.Builder || row.Ctx.Kind != api.CtxNone) {
		return f.byRow(call, c, row.Ctx)
	}
	if d := f.t.Driver(c.Key); d != nil {
		return f.byRow(call, c, d.Ctx)
	}
	if r := f.t.Runner(c.Key); r != nil {
		return f.byRow(call, c, r.Ctx)
	}
	return f.byTypes(call, c)
}

func (f *Flow) byRow(call *ast.CallExpr, c api.Callee, in api.CtxIn) Given {
	arg := func(i int) ast.Expr {
		if c.MethodExpr {
			i++
		}
		if i >= 0 && i < len(call.Args) {
			return call.Args[i]
		}
		return nil
	}
	switch in.Kind {
	case api.CtxNone:
		return Given{Has: api.No}
	case api.CtxArg:
		if e := arg(in.Arg); e != nil && f.ctxLike(f.p.TypeOf(e)) || e != nil && f.p.IsNil(e) {
			return f.given(e, in.Kind)
		}
		return f.byTypes(call, c)
	case api.CtxRequest:
		if e := arg(in.Arg); e != nil {
			return f.given(e, in.Kind)
		}
	case api.CtxReceiver:
		if c.Recv != nil {
			return f.given(c.Recv, in.Kind)
		}
	case api.CtxOption:
		return f.option(call, in)
	case api.CtxPolicy:
		for _, a := range call.Args {
			if g := f.policy(a, in.Kind); g.Has != api.Maybe {
				return g
			}
		}
	case api.CtxField:
		if strings.HasPrefix(in.Key, "(") {
			return f.byMethod(call, in)
		}
		if e := arg(in.Arg); e != nil {
			return f.field(e, in)
		}
	case api.CtxStopChan:
		if e := arg(in.Arg); e != nil {
			return f.stopChan(e)
		}
	}
	return Given{Kind: in.Kind}
}

// byTypes looks for a context argument, then for a carrier among the arguments.
func (f *Flow) byTypes(call *ast.CallExpr, c api.Callee) Given {
	if e := f.ctxArgOf(call); e != nil {
		return f.given(e, api.CtxArg)
	}
	for _, a := range call.Args {
		if t := f.p.TypeOf(a); f.ctxLike(t) || f.carrierOf(t) != nil {
			return f.given(a, api.CtxRequest)
		}
	}
	if c.Recv != nil && f.carrierOf(f.p.TypeOf(c.Recv)) != nil {
		return f.given(c.Recv, api.CtxReceiver)
	}
	if c.Recv != nil {
		// a chain of builder calls, one of which was given a context
		if g := f.given(c.Recv, api.CtxReceiver); g.Has != api.No {
			return g
		}
	}
	return Given{}
}

func (f *Flow) given(e ast.Expr, kind api.CtxKind) Given {
	g := Given{Kind: kind, Expr: e, Has: api.Yes, Ctx: f.Trace(e)}
	isCtx := f.ctxLike(f.p.TypeOf(e))
	switch g.Ctx.Root.Kind {
	case RootNone:
		g.Has = api.No
	case RootUnknown:
		// A context is a context wherever it comes from; of anything else it
		// is not known whether it carries one.
		if !isCtx {
			g.Has = api.Maybe
		}
	case RootField:
		if !isCtx {
			g.Has, g.Stored = api.Maybe, true
		}
	case RootNil:
		if !isCtx {
			g.Has = api.Maybe
		} else if g.Known() {
			g.Has = api.No
		}
	}
	if g.Ctx.Ambiguous && !isCtx {
		g.Has = api.Maybe
	}
	if g.Has != api.Yes {
		g.Expr = nil
	}
	return g
}

// Known reports whether the context's origin is one and known.
func (g Given) Known() bool { return g.Ctx.Known() }

// option looks for the option function Key among the arguments. With a spread
// slice or an argument that cannot be followed the answer is Maybe.
func (f *Flow) option(call *ast.CallExpr, in api.CtxIn) Given {
	sure := !call.Ellipsis.IsValid()
	for _, a := range call.Args {
		for _, o := range f.p.Origins(a) {
			opt, ok := o.Expr.(*ast.CallExpr)
			if !ok {
				if o.Expr == nil || code.IsFunc(f.p.TypeOf(o.Expr)) {
					sure = sure && isLit(o.Expr)
				}
				continue
			}
			if key := f.p.CalleeOf(opt).Key; !in.ByOption(key) {
				if f.ctxArgOf(opt) != nil {
					sure = false // an option that is given a context
				}
				continue
			}
			if e := f.ctxArgOf(opt); e != nil {
				return f.given(e, in.Kind)
			}
			for _, e := range opt.Args {
				if f.ctxLike(f.p.TypeOf(e)) {
					return f.given(e, in.Kind)
				}
			}
			sure = false
		}
	}
	if sure {
		return Given{Kind: in.Kind, Has: api.No}
	}
	return Given{Kind: in.Kind}
}

func isLit(e ast.Expr) bool {
	_, ok := e.(*ast.FuncLit)
	return ok
}

// policy follows a policy argument to the call that puts a context into it:
// backoff.WithContext(b, ctx).
func (f *Flow) policy(e ast.Expr, kind api.CtxKind) Given {
	origins := f.p.Origins(e)
	if len(origins) != 1 {
		return Given{Kind: kind}
	}
	call, ok := origins[0].Expr.(*ast.CallExpr)
	if !ok {
		return Given{Kind: kind}
	}
	if arg := f.ctxArgOf(call); arg != nil {
		return f.given(arg, kind)
	}
	for _, a := range call.Args {
		if g := f.policy(a, kind); g.Has == api.Yes {
			return g
		}
	}
	return Given{Kind: kind}
}

// field follows a struct argument to the value of its context field.
func (f *Flow) field(e ast.Expr, in api.CtxIn) Given {
	if u, ok := ast.Unparen(e).(*ast.UnaryExpr); ok {
		e = u.X
	}
	for _, o := range f.p.Origins(e) {
		x := o.Expr
		if u, ok := x.(*ast.UnaryExpr); ok {
			x = ast.Unparen(u.X)
		}
		lit, ok := x.(*ast.CompositeLit)
		if !ok {
			continue
		}
		for _, elt := range lit.Elts {
			kv, ok := elt.(*ast.KeyValueExpr)
			if ok && f.ctxLike(f.p.TypeOf(kv.Value)) {
				return f.given(kv.Value, in.Kind)
			}
		}
	}
	if id, ok := ast.Unparen(e).(*ast.Ident); ok {
		if v := f.p.VarOf(id); v != nil {
			if put := f.putInto(v, id); put != nil {
				return f.given(put, in.Kind)
			}
		}
	}
	return Given{Kind: in.Kind}
}

// stopChan follows a stop channel: ctx.Done() is a context, a nil one none.
func (f *Flow) stopChan(e ast.Expr) Given {
	if f.p.IsNil(e) {
		return Given{Kind: api.CtxStopChan, Has: api.No, Stop: true}
	}
	for _, o := range f.p.Origins(e) {
		if x := f.doneOf(o.Expr); x != nil {
			g := f.given(x, api.CtxStopChan)
			g.Stop = true
			return g
		}
	}
	return Given{Kind: api.CtxStopChan, Stop: true}
}

// doneOf returns ctx of an expression ctx.Done(), nil if e is none.
func (f *Flow) doneOf(e ast.Expr) ast.Expr {
	call, ok := unparen(e).(*ast.CallExpr)
	if !ok {
		return nil
	}
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok || sel.Sel.Name != "Done" || len(call.Args) != 0 {
		return nil
	}
	if t := f.p.TypeOf(sel.X); !f.ctxLike(t) {
		return nil
	}
	return sel.X
}

func unparen(e ast.Expr) ast.Expr {
	if e == nil {
		return nil
	}
	return ast.Unparen(e)
}
