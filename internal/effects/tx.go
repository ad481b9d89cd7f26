package effects

import (
	"go/ast"
	"go/types"
	"strings"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
)

// A Tx is the transaction that an effect runs in.
type Tx struct {
	// On: the effect runs on a transaction, as far as types tell.
	On bool
	// Var is the variable or parameter that holds the transaction, or the
	// connection that may be one; nil if it is not in sight.
	Var *types.Var
	// Begin is the call that begins it, if that is in sight: db.BeginTx, or the
	// call of the function that runs a closure in a transaction.
	Begin ast.Node
	// Within is the function that begins and ends it, or the closure that is
	// one run of it; nil if that is not in sight.
	Within *code.Func
	// Inside: a callee begins and ends the transaction, so that each call has
	// its own.
	Inside bool
}

// FreshIn reports whether each run of region begins a transaction of its own
// for the effect.
func (t Tx) FreshIn(region ast.Node) bool {
	if t.Inside {
		return true
	}
	return t.On && t.Begin != nil && code.Within(t.Begin, region) || t.On && t.Within != nil && isClosureRegion(t.Within, region)
}

// SharedBy reports whether all runs of region use one transaction, begun
// before them.
func (t Tx) SharedBy(region ast.Node) bool {
	return t.On && !t.Inside && t.Begin != nil && !code.Within(t.Begin, region) &&
		!(t.Within != nil && isClosureRegion(t.Within, region))
}

// isClosureRegion reports whether region is the closure fn, or its body, that
// a driver runs anew in a transaction of its own.
func isClosureRegion(fn *code.Func, region ast.Node) bool {
	_, lit := fn.Node.(*ast.FuncLit)
	return lit && (region == fn.Node || region == ast.Node(fn.Body))
}

// isTxType reports whether t is a transaction by its name and methods: it has
// Commit and Rollback, or is handed to a closure under such a name.
func isTxType(t types.Type) bool {
	if t == nil {
		return false
	}
	t = types.Unalias(t)
	if p, ok := t.(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	n, ok := t.(*types.Named)
	if !ok {
		return false
	}
	name := n.Obj().Name()
	if !strings.HasSuffix(name, "Tx") && !strings.HasSuffix(name, "Txn") && !strings.HasSuffix(name, "Transaction") && name != "Pipeliner" {
		return false
	}
	switch u := n.Underlying().(type) {
	case *types.Interface:
		return hasMethod(u, "Commit") || hasMethod(u, "Rollback") || name == "Pipeliner"
	case *types.Struct:
		return true
	}
	return false
}

func hasMethod(t *types.Interface, name string) bool {
	for m := range t.Methods() {
		if m.Name() == name {
			return true
		}
	}
	return false
}

// txOf tells which transaction a call runs on: by its receiver, or by the
// connection among its arguments.
func (f *Finder) txOf(call *ast.CallExpr, c api.Callee, fn *code.Func) Tx {
	var conn Tx
	if c.Recv != nil {
		if conn = f.connection(c.Recv, fn, 0); conn.On {
			return conn
		}
	}
	for _, a := range call.Args {
		if isTxType(f.p.TypeOf(a)) {
			return f.connection(a, fn, 0)
		}
	}
	if t := f.txByContext(call, fn); t.On {
		return t
	}
	return conn
}

// txByContext tells the transaction of a call inside a closure that gets its
// transaction in a context: only calls with that context belong to it.
func (f *Finder) txByContext(call *ast.CallExpr, fn *code.Func) Tx {
	for g := fn; g != nil && g.Parent != nil; g = g.Parent {
		if g.Sig.Params().Len() != 1 || !carriesContext(g.Sig.Params().At(0).Type()) {
			continue
		}
		runner, tx := f.runsTx(g)
		if !tx {
			continue
		}
		if f.ofOthers(call, runner) {
			return Tx{}
		}
		for _, a := range call.Args {
			if carriesContext(f.p.TypeOf(a)) && f.fromContext(a, g.Sig.Params().At(0), 0) {
				return Tx{On: true, Var: g.Sig.Params().At(0), Begin: runner, Within: g}
			}
		}
		return Tx{}
	}
	return Tx{}
}

// ofOthers reports whether a call is one of another library than the one whose
// transaction its context carries: it knows nothing of that.
func (f *Finder) ofOthers(call, runner *ast.CallExpr) bool {
	fn, by := f.p.Callee(call), f.p.Callee(runner)
	if fn == nil || by == nil || fn.Pkg() == nil || by.Pkg() == nil {
		return false
	}
	own := module(f.p.Types.Path())
	mine, theirs := module(fn.Pkg().Path()), module(by.Pkg().Path())
	return mine != own && theirs != own && mine != theirs
}

// carriesContext reports whether t is a context or has its methods.
func carriesContext(t types.Type) bool {
	return code.IsContext(t) || methodOf(t, "Deadline") && methodOf(t, "Done") && methodOf(t, "Err") && methodOf(t, "Value")
}

// fromContext reports whether a context is v or made from it.
func (f *Finder) fromContext(e ast.Expr, v *types.Var, depth int) bool {
	if depth > 5 {
		return false
	}
	for _, o := range f.p.Origins(e) {
		if o.Param == v {
			return true
		}
		call, ok := o.Expr.(*ast.CallExpr)
		if !ok {
			continue
		}
		for _, a := range call.Args {
			if carriesContext(f.p.TypeOf(a)) && f.fromContext(a, v, depth+1) {
				return true
			}
		}
	}
	return false
}

// connection tells whether an expression that statements run on is a
// transaction, and where it was begun.
func (f *Finder) connection(e ast.Expr, fn *code.Func, depth int) Tx {
	if depth > 6 {
		return Tx{}
	}
	e = ast.Unparen(e)
	on := isTxType(f.p.TypeOf(e))
	switch x := e.(type) {
	case *ast.Ident:
		v := f.p.VarOf(x)
		if v == nil {
			return Tx{On: on}
		}
		if owner := f.paramOwner(v); owner != nil {
			t := Tx{On: on, Var: v}
			if owner.Parent != nil || owner.Obj == nil {
				// The parameter of a closure: each run is a transaction, if what
				// runs it says so.
				if call, tx := f.runsTx(owner); tx {
					t.On, t.Begin, t.Within = true, call, owner
				}
			}
			return t
		}
		for _, o := range f.p.Origins(x) {
			if o.Expr == nil || o.Unknown {
				continue
			}
			if oc, ok := o.Expr.(*ast.CallExpr); ok {
				if t := f.begun(oc, o.Index, fn, depth); t.On {
					t.Var = v
					return t
				}
			} else if o.Expr != e {
				if t := f.connection(o.Expr, fn, depth+1); t.On {
					return t
				}
			}
		}
		return Tx{On: on, Var: v}
	case *ast.CallExpr:
		// A builder chain: tx.NewInsert().Model(x).Exec(ctx).
		return f.begun(x, 0, fn, depth)
	case *ast.SelectorExpr:
		if f.p.FieldOf(x) != nil {
			if v := f.fieldValue(x); v != nil {
				return f.connection(v, fn, depth+1)
			}
			if on {
				return Tx{On: true}
			}
			// A store around a transaction: s.db, with s made by WithTx(tx).
			return f.connection(x.X, fn, depth+1)
		}
	case *ast.UnaryExpr:
		return f.connection(x.X, fn, depth+1)
	case *ast.StarExpr:
		return f.connection(x.X, fn, depth+1)
	case *ast.CompositeLit:
		for _, elt := range x.Elts {
			if kv, ok := elt.(*ast.KeyValueExpr); ok {
				elt = kv.Value
			}
			if isTxType(f.p.TypeOf(elt)) {
				return f.connection(elt, fn, depth+1)
			}
		}
	}
	return Tx{On: on}
}

// begun tells whether the result of a call is a transaction, or runs on one
// that the call is given.
func (f *Finder) begun(call *ast.CallExpr, index int, fn *code.Func, depth int) Tx {
	c := f.p.CalleeOf(call)
	if c.Func == nil {
		return Tx{}
	}
	if strings.HasPrefix(c.Func.Name(), "Begin") || strings.HasPrefix(c.Func.Name(), "NewTransaction") || strings.HasPrefix(c.Func.Name(), "MustBegin") {
		return Tx{On: true, Begin: call, Within: nil}
	}
	if isTxType(f.p.TypeOf(call)) || index <= 0 && isTxResult(c.Func) {
		if c.Recv == nil || !isTxType(f.p.TypeOf(c.Recv)) {
			if len(call.Args) == 0 || !f.anyTx(call.Args) {
				return Tx{On: true, Begin: call}
			}
		}
	}
	for _, a := range call.Args {
		if isTxType(f.p.TypeOf(a)) {
			return f.connection(a, fn, depth+1)
		}
	}
	if c.Recv != nil {
		return f.connection(c.Recv, fn, depth+1)
	}
	return Tx{}
}

func (f *Finder) anyTx(args []ast.Expr) bool {
	for _, a := range args {
		if isTxType(f.p.TypeOf(a)) {
			return true
		}
	}
	return false
}

func isTxResult(fn *types.Func) bool {
	sig, ok := fn.Type().(*types.Signature)
	return ok && sig.Results().Len() > 0 && isTxType(sig.Results().At(0).Type())
}

// Transaction returns the call that runs a literal inside a transaction which it
// gives to the literal, and the literal's parameter that holds it: one with
// Commit and Rollback, whose rows and connection are kept from others
// meanwhile. It returns nil if there is none.
func (f *Finder) Transaction(lit *code.Func) (*ast.CallExpr, *types.Var) {
	if lit == nil || lit.Parent == nil {
		return nil, nil
	}
	for v := range lit.Sig.Params().Variables() {
		if !methodOf(v.Type(), "Commit") || !methodOf(v.Type(), "Rollback") {
			continue
		}
		if call, ok := f.runsTx(lit); ok {
			return call, v
		}
	}
	return nil, nil
}

// runsTx reports whether literal or function fn is handed to something that
// runs it in a transaction, and returns that call.
func (f *Finder) runsTx(fn *code.Func) (*ast.CallExpr, bool) {
	use := fn.UseOf()
	if use.Role == code.RoleVar {
		use = f.givenTo(fn)
	}
	if use.Role != code.RoleArg {
		return nil, false
	}
	c := f.p.CalleeOf(use.Call)
	if c.Func == nil {
		return use.Call, false
	}
	if r := f.t.Runner(c.Key); r != nil {
		return use.Call, r.Tx
	}
	if d := f.t.Driver(c.Key); d != nil {
		return use.Call, d.Tx
	}
	if f.callees != nil {
		if s := f.callees.Summary(c.Func); s != nil {
			for _, cl := range s.Closures {
				if cl.Param == use.Arg && cl.Tx {
					return use.Call, true
				}
			}
		}
	}
	// A closure that is given a transaction runs in it, whoever runs it.
	for v := range fn.Sig.Params().Variables() {
		if isTxType(v.Type()) {
			return use.Call, true
		}
	}
	return use.Call, false
}

// givenTo returns how a literal that a local variable holds is used, if the
// variable is handed to one call.
func (f *Finder) givenTo(lit *code.Func) code.Use {
	var out code.Use
	as, ok := f.p.Parent(lit.Node).(*ast.AssignStmt)
	if !ok || len(as.Lhs) != 1 {
		return out
	}
	v := f.p.VarOf(as.Lhs[0])
	if v == nil || len(f.p.Defs(v)) != 1 {
		return out
	}
	several := false
	lit.Outermost().Walk(func(g *code.Func) {
		for _, call := range g.Calls() {
			for i, a := range call.Args {
				if f.p.VarOf(a) == v {
					several = several || out.Role == code.RoleArg
					out = code.Use{Role: code.RoleArg, Call: call, Arg: i}
				}
			}
		}
	})
	if several {
		return code.Use{}
	}
	return out
}
