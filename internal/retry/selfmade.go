package retry

import (
	"go/ast"
	"go/types"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/durations"
	"github.com/faultlint/faultlint/internal/facts"
)

// text names the maker of a value for messages.
func (x *Finder) text(n ast.Node) string {
	switch n := n.(type) {
	case *ast.CallExpr:
		return x.callName(n)
	case *ast.CompositeLit:
		if t := x.p.Info.TypeOf(n); t != nil {
			return api.ShortName(api.KeyOfType(t))
		}
	}
	return ""
}

// intercepted recognises the making of a client that is given an interceptor
// that retries each call.
func (x *Finder) intercepted(call *ast.CallExpr, depth int) *made {
	args := call.Args
	if call.Ellipsis.IsValid() {
		args = nil
		for _, o := range x.p.Origins(call.Args[len(call.Args)-1]) {
			if lit, ok := o.Expr.(*ast.CompositeLit); ok {
				args = append(args, lit.Elts...)
			}
		}
	}
	for _, a := range args {
		opt, ok := ast.Unparen(a).(*ast.CallExpr)
		if !ok {
			continue
		}
		s := x.table.Setting(x.p.CalleeOf(opt).Key)
		if s == nil || s.Knob != api.KnobInterceptor {
			continue
		}
		for _, i := range opt.Args {
			if m := x.retrying(i, depth+1); m != nil {
				return m
			}
		}
	}
	return nil
}

// stubConn returns the connection that a generated client is made on:
// pb.NewUsersClient(conn).
func stubConn(fn *types.Func, call *ast.CallExpr) ast.Expr {
	sig, ok := fn.Type().(*types.Signature)
	if !ok || sig.Params().Len() != 1 || len(call.Args) != 1 || sig.Results().Len() != 1 {
		return nil
	}
	if n := namedOf(sig.Params().At(0).Type()); n == nil || n.Obj().Name() != "ClientConnInterface" {
		return nil
	}
	return call.Args[0]
}

// Retrying returns what is known of a value that was made to retry calls on it
// by itself, such as a transport or client, as a retry of kind Self whose node
// is its making; nil if it does not, or if its making is not in sight.
func (x *Finder) Retrying(e ast.Expr) *Retry {
	if x.table == nil {
		return nil
	}
	m := x.retrying(e, 0)
	if m == nil {
		return nil
	}
	r := &Retry{Kind: Self, Node: m.node, OnSuccess: Leaves, Maker: m.node, Attempts: m.count}
	r.Guard.Class = facts.ErrAny
	r.PerAttemptField = m.perField
	if in := m.inner; in != nil {
		if in.PerAttempt != nil {
			r.PerAttemptField = FieldKey(x.p, in.PerAttempt.Value)
		}
		r.Inner, r.Guard, r.Delays, r.DelaySum, r.PerAttempt = in, in.Guard, in.Delays, in.DelaySum, in.PerAttempt
	} else if m.pol != nil {
		r.Attempts = Count{}
		m.pol.apply(r)
		r.Policy = true
	}
	m.limit(r)
	r.Sender, r.Bare = m.inside, m.bare
	if r.Attempts.N == 1 {
		return nil
	}
	return r
}

// Selfs reports whether a call is one that makes several attempts by itself.
func (x *Finder) Selfs(call *ast.CallExpr) bool {
	fn := x.p.Enclosing(call)
	if fn == nil {
		return false
	}
	for _, r := range x.In(fn) {
		if r.Kind == Self && r.Call == call {
			return true
		}
	}
	return false
}

// switchedOff reports whether an option of this one call says that it is not
// to be retried.
func (x *Finder) switchedOff(call *ast.CallExpr) bool {
	for _, a := range call.Args {
		opt, ok := ast.Unparen(a).(*ast.CallExpr)
		if !ok {
			continue
		}
		s := x.table.Setting(x.p.CalleeOf(opt).Key)
		if s == nil {
			continue
		}
		switch s.Knob {
		case api.KnobRetryOff:
			return true
		case api.KnobAttempts, api.KnobRetries:
			most := int64(1)
			if s.Knob == api.KnobRetries {
				most = 0
			}
			if s.Arg >= 0 && s.Arg < len(opt.Args) {
				if n, ok := durations.Eval(x.p, opt.Args[s.Arg]).Max(); ok && n <= most {
					return true
				}
			}
		}
	}
	return false
}

// fieldsFrom says which counts and durations in the struct that a function
// returns are those of its parameters, for policies made by it.
func (x *Finder) fieldsFrom(fn *code.Func) []facts.Field {
	e := onlyReturn(fn)
	if e == nil {
		return nil
	}
	lit := code.Literal(e)
	if lit == nil {
		return nil
	}
	var out []facts.Field
	for _, el := range lit.Elts {
		kv, ok := el.(*ast.KeyValueExpr)
		if !ok {
			return nil
		}
		key, ok1 := kv.Key.(*ast.Ident)
		val, ok2 := ast.Unparen(kv.Value).(*ast.Ident)
		if !ok1 || !ok2 || !isNumeric(x.p.Info.TypeOf(val)) {
			continue
		}
		if i := fn.ParamIndex(x.p.VarOf(val)); i >= 0 {
			out = append(out, facts.Field{Name: key.Name, Param: i + 1})
		}
	}
	return out
}
