package retry

import (
	"go/ast"
	"go/types"
	"strings"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
)

// hasError reports whether a call has a result of type error.
func (x *Finder) hasError(call *ast.CallExpr) bool {
	switch t := x.p.Info.TypeOf(call).(type) {
	case nil:
		return false
	case *types.Tuple:
		for v := range t.Variables() {
			if code.IsError(v.Type()) {
				return true
			}
		}
		return false
	default:
		return code.IsError(t)
	}
}

// hasVerdict reports whether a call has a bool result.
func (x *Finder) hasVerdict(call *ast.CallExpr) bool {
	switch t := x.p.Info.TypeOf(call).(type) {
	case nil:
		return false
	case *types.Tuple:
		for v := range t.Variables() {
			if code.IsBool(v.Type()) {
				return true
			}
		}
		return false
	default:
		return code.IsBool(t)
	}
}

// plausible reports whether a call may fail now and succeed later: it works on
// something outside the process, or cannot be looked into.
func (x *Finder) plausible(call *ast.CallExpr) bool { return x.works(call, 0) }

// runsWork reports whether a call waits for a function in sight that it is given,
// and that does something plausible: that of a singleflight.Group.
func (x *Finder) runsWork(call *ast.CallExpr, depth int) bool {
	r := x.table.Runner(x.p.CalleeOf(call).Key)
	if r == nil || r.Async || r.Later || r.Op >= len(call.Args) {
		return false
	}
	f := x.closureAt(call.Args[r.Op])
	return f != nil && x.bodyWorks(f, depth)
}

func (x *Finder) works(call *ast.CallExpr, depth int) bool {
	c := x.p.CalleeOf(call)
	if c.Conversion || c.Builtin != "" || x.isPredicateCall(call, c) || x.wrapsError(c.Func) || isCloser(c.Func) && !api.ClosesWork(c.Key) || isAccessor(c.Func) || makesError(x.p.Info.TypeOf(call.Fun)) {
		return false
	}
	if lit, ok := ast.Unparen(call.Fun).(*ast.FuncLit); ok {
		if f := x.p.FuncAt(lit); f != nil {
			return x.bodyWorks(f, depth)
		}
		return false
	}
	fn := c.Func
	if fn == nil {
		if fns, complete := x.p.LitsOf(call.Fun); complete {
			for _, f := range fns {
				if x.bodyWorks(f, depth) {
					return true
				}
			}
			return false
		}
		if c.Var != nil || c.FuncType != "" {
			// A function value that may do anything; one without error or
			// context tells nothing and so does nothing that could be seen.
			return x.hasError(call) || x.hasVerdict(call)
		}
		return false
	}
	if x.table != nil {
		if d := x.table.Driver(c.Key); d != nil && d.Kind != api.OpPolicy && d.Kind != api.OpLoop {
			return true
		}
		if e := x.table.Effect(c.Key); e != nil && e.Kind != api.EffectLocal && e.Kind != api.EffectUnknown {
			return true
		}
		if w := x.table.Call(c.Key); w != nil {
			switch k := w.Kind; {
			case len(w.From) > 0: // as its arguments do
			case k == api.WaitSleep, k == api.WaitSync, k == api.WaitLock:
				return x.runsWork(call, depth)
			case k != api.WaitNone:
				return !w.Builder
			}
		}
	}
	pkg := fn.Pkg()
	if pkg == nil {
		return false // error.Error
	}
	if f := x.p.FuncOf(fn); f != nil {
		return x.bodyWorks(f, depth)
	}
	if x.isDelayCall(call) {
		return false
	}
	if c.Recv != nil {
		// A method that the standard library's type has from elsewhere: a hash is an io.Writer.
		if n := namedOf(code.Deref(x.p.Info.TypeOf(c.Recv))); n != nil && n.Obj().Pkg() != nil {
			if p := n.Obj().Pkg().Path(); p != pkg.Path() && api.IsStd(p) && !api.WorksLocally(p) && !strings.HasPrefix(p, "net") && !strings.HasPrefix(p, "crypto/tls") {
				return false
			}
		}
	}
	path := pkg.Path()
	if api.IsStd(path) {
		return api.WorksLocally(path) && x.hasError(call)
	}
	if x.table != nil && x.table.Quiet(path) {
		return false
	}
	if x.calculates(c, fn) {
		return false
	}
	if !x.hasError(call) && !x.hasVerdict(call) {
		return false
	}
	if takesContext(fn) {
		return true
	}
	if pkg == x.p.Types || code.IsInterfaceMethod(fn) {
		return x.hasError(call)
	}
	// One that is given work to do does it.
	for _, a := range call.Args {
		if t := x.p.Info.TypeOf(a); t == nil {
			continue
		} else if _, ok := t.Underlying().(*types.Signature); !ok {
			continue
		}
		fns, complete := x.p.LitsOf(a)
		for _, f := range fns {
			if x.bodyWorks(f, depth+1) {
				return true
			}
		}
		if !complete {
			return true
		}
	}
	// A function of another package has a summary if it does anything.
	if x.callees != nil {
		s := x.callees.Summary(fn)
		return s != nil && (len(s.Waits) > 0 || len(s.Effects) > 0 || len(s.Retries) > 0 || s.NoLimit)
	}
	return x.hasError(call)
}

// isPredicateCall reports whether a call only judges an error it is given.
func (x *Finder) isPredicateCall(call *ast.CallExpr, c api.Callee) bool {
	if x.hasError(call) {
		return false
	}
	sig, ok := x.p.Info.TypeOf(call.Fun).(*types.Signature)
	if !ok {
		if t := x.p.Info.TypeOf(call.Fun); t != nil {
			sig, ok = t.Underlying().(*types.Signature)
		}
	}
	if !ok {
		return false
	}
	for v := range sig.Params().Variables() {
		if code.IsError(v.Type()) {
			return true
		}
	}
	return false
}

// wrapsError reports whether a function of another package gets errors only
// and returns one: it marks or joins them, as backoff.Permanent does.
func (x *Finder) wrapsError(fn *types.Func) bool {
	if fn == nil || fn.Pkg() == x.p.Types {
		return false
	}
	sig, ok := fn.Type().(*types.Signature)
	if !ok || sig.Recv() != nil || sig.Params().Len() == 0 || sig.Results().Len() != 1 || !code.IsError(sig.Results().At(0).Type()) {
		return false
	}
	for v := range sig.Params().Variables() {
		t := v.Type()
		if s, ok := t.(*types.Slice); ok && sig.Variadic() {
			t = s.Elem()
		}
		if !code.IsError(t) {
			return false
		}
	}
	return true
}

// isCloser reports whether a method is that of an io.Closer: it ends what was
// begun, and nobody repeats it until it works.
func isCloser(fn *types.Func) bool {
	if fn == nil || fn.Name() != "Close" {
		return false
	}
	sig, ok := fn.Type().(*types.Signature)
	return ok && sig.Recv() != nil && sig.Params().Len() == 0
}

// makesError reports whether a function makes an error of what it is given:
// errors.Wrap(err, …), errors.Unwrap(err), Errorf(format, …).
func makesError(t types.Type) bool {
	if t == nil {
		return false
	}
	sig, ok := t.Underlying().(*types.Signature)
	if !ok || sig.Results().Len() != 1 || !code.IsError(sig.Results().At(0).Type()) {
		return false
	}
	for v := range sig.Params().Variables() {
		if code.IsError(v.Type()) {
			return true
		}
	}
	if n := sig.Params().Len(); sig.Variadic() && n == 2 {
		first, ok := sig.Params().At(0).Type().Underlying().(*types.Basic)
		s, ok2 := sig.Params().At(1).Type().Underlying().(*types.Slice)
		return ok && ok2 && first.Kind() == types.String && types.IsInterface(s.Elem())
	}
	return false
}

// calculates reports whether a function of another package that nothing is
// known of does, by its name and what it takes, nothing but arithmetic on its
// arguments: it parses, encodes or checks them. Such a call fails again on the
// same input.
func (x *Finder) calculates(c api.Callee, fn *types.Func) bool {
	if takesContext(fn) {
		return false
	}
	name := strings.ToLower(fn.Name())
	for _, w := range []string{"parse", "decode", "encode", "unmarshal", "marshal", "validate", "verify", "compile", "format", "convert", "unwrap", "wrap", "must", "escape", "split", "render", "scan"} {
		if strings.HasPrefix(name, w) {
			return true
		}
	}
	return false
}

// isAccessor reports whether a method only tells the error that an iterator or
// context has met: Err() error, LastError() error.
func isAccessor(fn *types.Func) bool {
	if fn == nil || !strings.Contains(fn.Name(), "Err") {
		return false
	}
	sig, ok := fn.Type().(*types.Signature)
	return ok && sig.Recv() != nil && sig.Params().Len() == 0 && sig.Results().Len() == 1
}

// hasOutcome reports whether a call tells how it came out: by an error, a
// verdict, or a result that holds an error.
func (x *Finder) hasOutcome(call *ast.CallExpr) bool {
	return x.hasError(call) || x.hasVerdict(call) || x.errorInside(call)
}

// errorInside reports whether the result of a call holds an error: db.Create(&v).Error, cmd.Err().
func (x *Finder) errorInside(call *ast.CallExpr) bool {
	t := x.p.Info.TypeOf(call)
	if t == nil {
		return false
	}
	if _, ok := t.(*types.Tuple); ok {
		return false
	}
	for _, name := range []string{"Error", "Err"} {
		switch obj, _, _ := types.LookupFieldOrMethod(t, true, x.p.Types, name); obj := obj.(type) {
		case *types.Var:
			if code.IsError(obj.Type()) {
				return true
			}
		case *types.Func:
			sig, ok := obj.Type().(*types.Signature)
			if ok && sig.Params().Len() == 0 && sig.Results().Len() == 1 && code.IsError(sig.Results().At(0).Type()) {
				return true
			}
		}
	}
	return false
}

// means reports whether the bool that a function of the package returns says
// that it succeeded: false where something it does failed, true where not.
func (x *Finder) means(call *ast.CallExpr) bool {
	f := x.p.FuncOf(x.p.Callee(call))
	if f == nil || f.Sig.Results().Len() != 1 || x.nilBusy[f] {
		return false
	}
	x.nilBusy[f] = true
	defer delete(x.nilBusy, f)
	fl := x.newFlow(f, true)
	some := false
	for _, c := range f.Calls() {
		if fl.at[c].block == nil || !x.hasError(c) || !x.plausible(c) || x.detached(c) {
			continue
		}
		verdict := func(fail bool) (yes, no bool) {
			w := &walk{f: fl, op: c, fail: fail, smooth: !fail, goal: func(ast.Node) bool { return false }}
			w.onReturn = func(ret *ast.ReturnStmt, st state) {
				if len(ret.Results) != 1 {
					yes, no = true, true
					return
				}
				switch w.truth(ret.Results[0], st) {
				case isTrue:
					yes = true
				case isFalse:
					no = true
				default:
					yes, no = true, true
				}
			}
			w.run()
			return yes, no
		}
		if yes, no := verdict(true); yes || !no {
			return false
		}
		if yes, _ := verdict(false); !yes {
			return false
		}
		some = true
	}
	return some
}

func takesContext(fn *types.Func) bool {
	sig, ok := fn.Type().(*types.Signature)
	if !ok {
		return false
	}
	for v := range sig.Params().Variables() {
		if code.IsContext(v.Type()) {
			return true
		}
	}
	return false
}

// bodyWorks reports whether a function of the package calls something that works.
func (x *Finder) bodyWorks(f *code.Func, depth int) bool {
	switch x.plaus[f] {
	case 1:
		return true
	case -1:
		return false
	case 2: // being looked at
		x.cycles++
		return false
	}
	if depth > 8 {
		x.cycles++
		return false
	}
	x.plaus[f] = 2
	cycles := x.cycles
	yes := false
	for _, c := range f.Calls() {
		if x.works(c, depth+1) {
			yes = true
			break
		}
	}
	if !yes {
		for _, lit := range f.Lits {
			switch lit.UseOf().Role {
			case code.RoleImmediate, code.RoleArg, code.RoleVar, code.RoleGo:
				if x.bodyWorks(lit, depth+1) {
					yes = true
				}
			}
		}
	}
	if !yes && x.hasErrorResult(f) {
		// Channels carry work to other goroutines.
		f.Inspect(func(n ast.Node) bool {
			if _, ok := n.(*ast.SendStmt); ok {
				yes = true
			}
			return !yes
		})
	}
	if yes {
		x.plaus[f] = 1
	} else if depth == 0 || x.cycles == cycles {
		x.plaus[f] = -1
	} else {
		delete(x.plaus, f) // a cycle may have hidden something
	}
	return yes
}

func (x *Finder) hasErrorResult(f *code.Func) bool {
	for v := range f.Sig.Results().Variables() {
		if code.IsError(v.Type()) {
			return true
		}
	}
	return false
}

// local reports whether a call works on the local system only.
func (x *Finder) local(call *ast.CallExpr) bool { return x.localCall(call, 0) }

func (x *Finder) localCall(call *ast.CallExpr, depth int) bool {
	fn := x.p.Callee(call)
	if fn == nil || fn.Pkg() == nil || depth > 6 {
		return false
	}
	if api.WorksLocally(fn.Pkg().Path()) {
		return true
	}
	f := x.p.FuncOf(fn)
	if f == nil {
		return false
	}
	some := false
	for _, c := range f.Calls() {
		if !x.plausible(c) {
			continue
		}
		if !x.localCall(c, depth+1) {
			return false
		}
		some = true
	}
	return some
}

// ofNil returns what a predicate says of a nil error: false unless its body
// tells otherwise.
func (x *Finder) ofNil(fn *types.Func) val {
	f := x.p.FuncOf(fn)
	if f == nil || f.Sig.Results().Len() != 1 || !code.IsBool(f.Sig.Results().At(0).Type()) {
		return isFalse
	}
	var st state
	for _, v := range f.Params() {
		if code.IsError(v.Type()) {
			st = st.set(v.Origin(), isNil)
		}
	}
	if x.nilBusy[f] {
		return isFalse
	}
	x.nilBusy[f] = true
	defer delete(x.nilBusy, f)
	fl := x.newFlow(f, true)
	w := &walk{f: fl}
	w.init()
	some, yes, no := false, false, false
	w.onReturn = func(r *ast.ReturnStmt, st state) {
		if len(r.Results) != 1 {
			return
		}
		some = true
		switch w.truth(r.Results[0], st) {
		case isTrue:
			yes = true
		case isFalse:
			no = true
		default:
			no = true
		}
	}
	w.from(fl.g.Blocks[0], 0, st, false, false)
	switch {
	case some && yes && !no:
		return isTrue
	case some && yes && no:
		return unknown
	}
	return isFalse
}
