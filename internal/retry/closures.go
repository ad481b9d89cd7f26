package retry

import (
	"go/ast"
	"go/types"
	"strings"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/durations"
	"github.com/faultlint/faultlint/internal/facts"
)

// Closures says how a function runs its function-typed parameters: during the
// call, in a goroutine, later, and again after a failure.
func (x *Finder) Closures(fn *code.Func) []facts.Closure {
	if out, ok := x.closures[fn]; ok {
		return out
	}
	if x.closBusy[fn] {
		return nil
	}
	x.closBusy[fn] = true
	defer delete(x.closBusy, fn)
	var out []facts.Closure
	for i, v := range fn.Params() {
		if _, ok := v.Type().Underlying().(*types.Signature); !ok {
			continue
		}
		cl := facts.Closure{Param: i}
		x.uses(fn, fn, v, false, &cl)
		for _, r := range x.find(fn).retries {
			if r.ClosureParam == v && r.OnSuccess != Continues {
				x.describe(fn, r, &cl)
				break
			}
		}
		if !cl.Repeats {
			x.decorates(fn, v, &cl)
		}
		if cl.Sync || cl.Go || cl.Stored || cl.Repeats {
			out = append(out, cl)
		}
	}
	x.closures[fn] = out
	return out
}

// uses finds how a function-typed parameter is used in f, fn or a literal in it.
func (x *Finder) uses(fn, f *code.Func, v *types.Var, async bool, cl *facts.Closure) {
	f.Inspect(func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok || x.p.Info.Uses[id] != types.Object(v) {
			return true
		}
		x.use(fn, id, async, cl)
		return true
	})
	for _, lit := range f.Lits {
		if !x.p.Mentions(lit.Body, v) {
			continue
		}
		later := async
		switch use := lit.UseOf(); use.Role {
		case code.RoleGo:
			later = true
		case code.RoleStored, code.RoleReturned, code.RoleUnknown:
			cl.Stored = true
			continue
		case code.RoleArg:
			if x.asyncArg(use) {
				later = true
			}
		}
		x.uses(fn, lit, v, later, cl)
	}
}

// asyncArg reports whether a literal is handed to something that runs it in
// another goroutine or later.
func (x *Finder) asyncArg(use code.Use) bool {
	key := x.p.CalleeOf(use.Call).Key
	if x.table != nil {
		if r := x.table.Runner(key); r != nil {
			return r.Async || r.Later
		}
	}
	if f := x.p.FuncOf(x.p.Callee(use.Call)); f != nil {
		for _, c := range x.Closures(f) {
			if c.Param == use.Arg {
				return !c.Sync && c.Go
			}
		}
	}
	return key == "(*sync.WaitGroup).Go" || key == "time.AfterFunc"
}

// use judges one mention of the parameter.
func (x *Finder) use(fn *code.Func, id *ast.Ident, async bool, cl *facts.Closure) {
	run := func() {
		if async {
			cl.Go = true
		} else {
			cl.Sync = true
		}
	}
	switch p := x.p.Parent(id).(type) {
	case *ast.CallExpr:
		if p.Fun == ast.Expr(id) {
			switch x.p.Parent(p).(type) {
			case *ast.GoStmt:
				cl.Go = true
			default:
				run()
			}
			if len(p.Args) > 0 && code.IsContext(x.p.Info.TypeOf(p.Args[0])) {
				cl.PassesCtx = true
				for _, l := range x.chain(p.Args[0]) {
					if l.call != nil {
						if _, _, _, ok := x.boundCall(l.call); ok {
							cl.Bounded = true
						}
					}
				}
			}
			if x.passesTx(p) {
				cl.Tx = true
			}
			return
		}
		for i, a := range p.Args {
			if a != ast.Expr(id) {
				continue
			}
			key := x.p.CalleeOf(p).Key
			if x.table != nil {
				if r := x.table.Runner(key); r != nil && r.Op == i {
					if r.Async || r.Later {
						cl.Go = true
					} else {
						run()
					}
					cl.Tx = cl.Tx || r.Tx
					return
				}
				if d := x.table.Driver(key); d != nil && d.Kind == api.OpArg && d.Op == i {
					run()
					return
				}
			}
			callee := x.p.Callee(p)
			var sub []facts.Closure
			if f := x.p.FuncOf(callee); f != nil {
				if f == fn {
					return // the recursion itself
				}
				sub = x.Closures(f)
			} else if x.callees != nil && callee != nil && !code.IsInterfaceMethod(callee) {
				if s := x.callees.Summary(callee); s != nil {
					sub = s.Closures
				}
			}
			for _, c := range sub {
				if c.Param != i {
					continue
				}
				if c.Sync {
					run()
				}
				cl.Go = cl.Go || c.Go
				cl.Stored = cl.Stored || c.Stored
				cl.Tx = cl.Tx || c.Tx
				cl.PassesCtx = cl.PassesCtx || c.PassesCtx
				cl.Bounded = cl.Bounded || c.Bounded
				if c.Repeats && !async {
					repeats := *cl
					*cl = c
					cl.Param = repeats.Param
					cl.Sync, cl.Go, cl.Stored = repeats.Sync, repeats.Go, repeats.Stored
					// The count was an argument of that call.
					if c.AttemptsParam != 0 {
						cl.AttemptsParam, cl.AttemptsField, cl.AttemptsPlus = 0, "", 0
						arg := argAt(x.p.CalleeOf(p), p, c.AttemptsParam)
						switch {
						case arg == nil:
						case c.AttemptsField == "":
							x.countFrom(fn, arg, c.AttemptsPlus, cl)
							if n, ok := durations.Eval(x.p, arg).Exact(); ok && n > 0 && cl.AttemptsParam == 0 {
								cl.Attempts = api.Attempts(n + int64(c.AttemptsPlus))
							}
						default:
							// The policy is handed on, or made here.
							if v := x.p.VarOf(arg); v != nil && fn.ParamIndex(v) >= 0 {
								cl.AttemptsParam, cl.AttemptsField, cl.AttemptsPlus = fn.ParamIndex(v)+1, c.AttemptsField, c.AttemptsPlus
							} else if n, ok := x.fieldAt(arg, c.AttemptsField).Exact(); ok && n > 0 {
								cl.Attempts = api.Attempts(n + int64(c.AttemptsPlus))
							}
						}
					}
				}
				return
			}
			if len(sub) == 0 && x.p.FuncOf(callee) == nil {
				cl.Stored = true // nothing is known of what gets it
			}
			return
		}
	case *ast.AssignStmt, *ast.KeyValueExpr, *ast.CompositeLit, *ast.ReturnStmt, *ast.SendStmt:
		cl.Stored = true
	}
}

// passesTx reports whether a call of the closure hands it a transaction.
func (x *Finder) passesTx(call *ast.CallExpr) bool {
	for _, a := range call.Args {
		if isTx(x.p.Info.TypeOf(a)) {
			return true
		}
	}
	return false
}

// isTx reports whether a type is that of a transaction: it commits and rolls back.
func isTx(t types.Type) bool {
	return api.Method(t, "Commit") != nil && api.Method(t, "Rollback") != nil
}

// freshTx reports whether each attempt of a helper's retry begins a
// transaction of its own for the closure.
func (x *Finder) freshTx(fn *code.Func, r *Retry) bool {
	begins := func(f *code.Func, region ast.Node) bool {
		for _, c := range f.Calls() {
			if region != nil && !code.Within(c, region) {
				continue
			}
			g := x.p.Callee(c)
			if g != nil && x.table != nil {
				if r := x.table.RunnerOf(g); r != nil && r.Tx {
					return true
				}
			}
			if g == nil || !strings.HasPrefix(g.Name(), "Begin") {
				continue
			}
			if sig, ok := g.Type().(*types.Signature); ok && sig.Results().Len() > 0 && isTx(sig.Results().At(0).Type()) {
				return true
			}
		}
		return false
	}
	if r.Closure != nil {
		if begins(r.Closure, nil) {
			return true
		}
	} else if r.Body != nil && begins(fn, r.Body) {
		return true
	}
	for _, op := range r.Ops {
		if f := x.p.FuncOf(x.p.Callee(op)); f != nil && begins(f, nil) {
			return true
		}
	}
	return false
}

// BeginsTx reports whether each attempt of r is known to begin a transaction of
// its own.
func (x *Finder) BeginsTx(r *Retry) bool { return r.Tx || x.freshTx(r.In, r) }

// describe puts a retry of the parameter's closure into its summary.
func (x *Finder) describe(fn *code.Func, r *Retry, cl *facts.Closure) {
	cl.Repeats, cl.Sync = true, true
	cl.Attempts = r.Attempts.N
	cl.Class, cl.Lost = r.Guard.Class, r.Loses()
	cl.NoDelay = r.NoDelay
	cl.On = onOf(r.Guard.Class)
	cl.Tx = cl.Tx && x.freshTx(fn, r) || r.Tx
	cl.Retry = x.fact(r)
	cl.Retry.Closure = cl.Param + 1
	if b := r.Attempts.Bound; b != nil {
		x.countFrom(fn, b, r.Attempts.Plus, cl)
	}
	cl.TotalParam, cl.AttemptParam = x.limitParam(fn, r.Total), x.limitParam(fn, r.PerAttempt)
	if r.PerAttempt != nil {
		cl.Bounded = cl.Bounded || r.PerAttempt.Ctx != nil
	}
}

// countFrom notes that the number of attempts is a parameter's value.
func (x *Finder) countFrom(fn *code.Func, e ast.Expr, plus int, cl *facts.Closure) {
	if i, field, ok := x.ofParam(fn, e); ok {
		cl.AttemptsParam, cl.AttemptsField, cl.AttemptsPlus = i, field, plus
		return
	}
	if sel, ok := ast.Unparen(e).(*ast.SelectorExpr); ok {
		if id, ok := ast.Unparen(sel.X).(*ast.Ident); ok && x.p.VarOf(id) != nil && plus == 0 {
			if i := fn.ParamIndex(x.p.VarOf(id)); i >= 0 {
				cl.PolicyParam, cl.PolicyField = i+1, sel.Sel.Name
			}
		}
		return
	}
	v := x.p.VarOf(e)
	if v == nil {
		return
	}
	if _, isIdent := ast.Unparen(e).(*ast.Ident); !isIdent {
		return
	}
	if i := fn.ParamIndex(v); i >= 0 {
		cl.AttemptsParam, cl.AttemptsPlus = i+1, plus
	}
}

func onOf(c facts.ErrClass) api.RetriesOn {
	switch c {
	case facts.ErrAny:
		return api.OnAnyError
	case facts.ErrConflict:
		return api.OnConflict
	case facts.ErrUnsent:
		return api.OnNothingYet
	case facts.ErrStatus, facts.ErrRefused, facts.ErrTimeout:
		return api.OnTransient
	}
	return api.OnUnknown
}

// Summary returns the retries that a function makes by itself, for its summary:
// not those of a closure it is given, nor loops that go on after success.
func (x *Finder) Summary(fn *code.Func) []facts.Retry {
	var out []facts.Retry
	for _, r := range x.In(fn) {
		if r.ClosureParam != nil || r.OnSuccess == Continues || r.Local {
			continue
		}
		f := x.fact(r)
		f.Endless, f.Heedless = x.endless(fn, r)
		out = append(out, f)
	}
	return out
}

// endless reports whether nothing but success ends a retry in fn, and the end of
// fn's own context parameter if it looks at that; heedless, that it looks at none.
func (x *Finder) endless(fn *code.Func, r *Retry) (endless, heedless bool) {
	if !r.AfterFailure() || r.Kind == Self || r.Kind == Recursion || r.Attempts.N != api.AttemptsUnbounded || r.Total != nil || r.Outer != nil {
		return false, false
	}
	if r.Ctx == nil {
		return false, r.Kind == Loop
	}
	v := x.p.VarOf(r.Ctx)
	return v != nil && fn.ParamIndex(v) >= 0 && x.asGiven(v), false
}

// fact turns a retry into what callers get to know of it.
func (x *Finder) fact(r *Retry) facts.Retry {
	f := facts.Retry{Attempts: r.Attempts.N, StopsOnCtx: r.StopsOnCtx, Op: x.opName(r), Guarded: r.multiplies(), Targets: r.Targets}
	if r.ByDefault {
		f.Default = r.Default
	}
	if b := r.Attempts.Bound; b != nil && r.In != nil {
		if param, field, ok := x.ofParam(r.In, b); ok && param == facts.RecvParam {
			f.AttemptsField, f.AttemptsPlus = field, r.Attempts.Plus
		}
	}
	if r.PerAttempt != nil {
		if n, ok := r.PerAttempt.Value.Min(); ok && n > 0 {
			f.PerAttempt = durationOf(n)
		}
		f.PerAttemptField = FieldKey(x.p, r.PerAttempt.Value)
	}
	if n, ok := r.DelaySum.Min(); ok && n > 0 {
		f.Delays = durationOf(n)
	}
	if r.Total != nil {
		if n, ok := r.Total.Value.Max(); ok && n > 0 {
			f.Total = durationOf(n)
		} else if !r.Total.Between {
			f.PerAttempt = 0 // a limit cuts the attempts, and it is not known when
		}
		f.Between = r.Total.Between
	}
	pos := x.p.Fset.Position(r.Node.Pos())
	f.Via = []facts.Frame{{Func: r.Name(), Pkg: x.p.Types.Path(), File: base(pos.Filename), Line: pos.Line}}
	return f
}

// FieldKey names the struct field that a value is, for a comparison across
// packages: "path.Type.Field"; "" if it is none, or a multiple of it.
func FieldKey(p *code.Package, v durations.Value) string {
	if v.Sym == nil || !v.Sym.IsField() || v.Scale != 1 || v.SymExpr == nil || v.Sym.Pkg() == nil {
		return ""
	}
	sel, ok := ast.Unparen(v.SymExpr).(*ast.SelectorExpr)
	if !ok {
		return ""
	}
	return api.KeyOfField(p.Info.TypeOf(sel.X), v.Sym)
}

// multiplies reports whether a retry makes more requests of a service that
// fails: not one that repeats conflicts, transactions or local work.
func (r *Retry) multiplies() bool {
	if r.Kind == Again {
		return false // once more, after something was put right
	}
	if r.Driver != nil && (r.Driver.On == api.OnNothingYet || r.Driver.On == api.OnConflict) {
		return false
	}
	return (r.Kind == Self || r.AfterFailure()) && !r.Local && !r.Tx && !r.NothingDone()
}

// Multiplies reports whether the operation is made more than once, as far as
// is known, of a service that fails: it is no repetition of conflicts,
// transactions or local work.
func (r *Retry) Multiplies() bool { return r.multiplies() && r.ClosureParam == nil }

func base(name string) string {
	if i := strings.LastIndexAny(name, `/\`); i >= 0 {
		return name[i+1:]
	}
	return name
}

// opName names what a retry repeats.
func (x *Finder) opName(r *Retry) string {
	if len(r.Ops) > 0 {
		return x.callName(r.Ops[0])
	}
	if r.Closure != nil {
		return r.Closure.Name()
	}
	return ""
}

// callName names the function that a call runs.
func (x *Finder) callName(call *ast.CallExpr) string {
	c := x.p.CalleeOf(call)
	switch {
	case c.Func != nil && c.Func.Pkg() != nil && c.Func.Pkg() != x.p.Types:
		return api.ShortName(c.Key)
	case c.Func != nil:
		return code.ShortName(c.Func)
	case c.Var != nil:
		return c.Var.Name()
	}
	return "the function"
}
