package ctxflow

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
)

// RunKind says when a literal runs, seen from the function around it. The
// order is from close to far.
type RunKind int8

const (
	RunSync     RunKind = iota // while the function around it runs, at this place
	RunDeferred                // when the function around it ends
	RunWaited                  // in a goroutine that the function waits for
	RunGo                      // in a goroutine that nobody in sight waits for
	RunStored                  // kept or handed over: later, or never
	RunUnknown                 // handed to a function that cannot be seen
)

func (k RunKind) String() string {
	return [...]string{"sync", "deferred", "waited", "go", "stored", "unknown"}[k]
}

// A Run says when a function literal runs and who runs it.
type Run struct {
	Kind RunKind
	// Call is the call that runs the literal or takes it.
	Call *ast.CallExpr
	// Driver and Runner are the table's rows for Call, if it has one.
	Driver *api.Driver
	Runner *api.Runner
	// Repeats: it is run again after a failure.
	Repeats bool
	// PassesCtx: the runner gives the literal a context as first argument.
	PassesCtx bool
	// Abandons is the select in which the function waits for the goroutine
	// among other things, so that it may leave without it; nil if none.
	Abandons *ast.SelectStmt
}

// Live says when a literal runs. For a declaration it is RunSync without a
// call: what is in its own body runs when it runs.
func (f *Flow) Live(fn *code.Func) Run {
	if fn == nil || fn.Obj != nil {
		return Run{}
	}
	if r, ok := f.runs[fn]; ok {
		return r
	}
	f.runs[fn] = Run{Kind: RunUnknown} // while in progress
	r := f.liveUse(fn, fn.UseOf())
	f.runs[fn] = r
	return r
}

func (f *Flow) liveUse(fn *code.Func, use code.Use) Run {
	switch use.Role {
	case code.RoleImmediate:
		return Run{Call: use.Call}
	case code.RoleDefer:
		return Run{Kind: RunDeferred, Call: use.Call}
	case code.RoleGo:
		return f.goroutine(fn, use.Call)
	case code.RoleArg:
		return f.handedTo(fn, use.Call, use.Arg)
	case code.RoleVar:
		return f.liveVar(fn, use.Var)
	case code.RoleStored, code.RoleReturned:
		return Run{Kind: RunStored}
	}
	return Run{Kind: RunUnknown}
}

// liveVar joins the uses of a local variable that holds the literal.
func (f *Flow) liveVar(fn *code.Func, v *types.Var) Run {
	owner := f.ownerOf(v)
	if owner == nil {
		return Run{Kind: RunUnknown}
	}
	var worst Run
	ast.Inspect(owner.Body, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok || f.p.Info.Uses[id] != v {
			return true
		}
		if r := f.liveIdent(fn, id); r.Kind > worst.Kind || worst.Call == nil {
			r.Repeats = r.Repeats || worst.Repeats
			worst = r
		}
		return true
	})
	return worst
}

func (f *Flow) liveIdent(fn *code.Func, id *ast.Ident) Run {
	switch parent := f.p.Parent(id).(type) {
	case *ast.CallExpr:
		if ast.Unparen(parent.Fun) == id {
			switch f.p.Parent(parent).(type) {
			case *ast.GoStmt:
				return f.goroutine(fn, parent)
			case *ast.DeferStmt:
				return Run{Kind: RunDeferred, Call: parent}
			}
			// Called inside another literal: it runs when that one does. A
			// function that calls itself adds nothing.
			in := f.p.Enclosing(id)
			if in == nil || in == fn || fn.Parent != nil && fn.Parent.Within(in) {
				return Run{Call: parent}
			}
			r := f.Live(in)
			if in.Within(fn) {
				return Run{Call: parent}
			}
			return r
		}
		for i, a := range parent.Args {
			if ast.Unparen(a) == id {
				return f.handedTo(fn, parent, i)
			}
		}
	case *ast.AssignStmt:
		for _, lhs := range parent.Lhs {
			if ast.Unparen(lhs) == id {
				return Run{} // assigned to, not used
			}
		}
	case *ast.BinaryExpr:
		return Run{} // compared with nil
	}
	return Run{Kind: RunStored}
}

// handedTo says how a call runs the function in argument arg.
func (f *Flow) handedTo(fn *code.Func, call *ast.CallExpr, arg int) Run {
	c := f.p.CalleeOf(call)
	if c.Conversion {
		return f.converted(fn, call)
	}
	if c.Builtin != "" {
		return Run{Kind: RunStored, Call: call} // append
	}
	if d := f.t.Driver(c.Key); d != nil && d.Op == arg {
		return Run{Call: call, Driver: d, Repeats: !d.Periodic, PassesCtx: d.PassCtx == api.Yes}
	}
	if r := f.t.Runner(c.Key); r != nil && r.Op == arg {
		run := Run{Call: call, Runner: r, PassesCtx: r.PassCtx == api.Yes}
		switch {
		case r.Later:
			run.Kind = RunStored
			if call, ok := f.p.Parent(call).(*ast.DeferStmt); ok && call != nil {
				run.Kind = RunDeferred
			}
		case r.Async:
			run.Kind = RunGo
			if c.Recv != nil && f.waitedFor(c.Recv, fn) {
				run.Kind = RunWaited
			}
		}
		return run
	}
	if f.t.HandlerByReg(c.Key) != nil {
		return Run{Kind: RunStored, Call: call}
	}
	if c.Func == nil {
		return Run{Kind: RunUnknown, Call: call}
	}
	if f.callees != nil {
		if s := f.callees.Summary(c.Func); s != nil {
			for _, cl := range s.Closures {
				if cl.Param != arg {
					continue
				}
				run := Run{Call: call, Repeats: cl.Repeats, PassesCtx: cl.PassesCtx}
				switch {
				case cl.Stored:
					run.Kind = RunStored
				case cl.Go:
					run.Kind = RunGo
				case cl.Sync:
				default:
					run.Kind = RunUnknown
				}
				return run
			}
		}
	}
	if callee := f.p.FuncOf(c.Func); callee != nil {
		return f.paramRun(callee, call, arg)
	}
	if syncPackage(c.Func) {
		return Run{Call: call}
	}
	return Run{Kind: RunUnknown, Call: call}
}

// syncPackage reports whether the functions of a package run their function
// arguments before they return: those that search, sort and walk.
func syncPackage(fn *types.Func) bool {
	if fn.Pkg() == nil {
		return false
	}
	switch fn.Pkg().Path() {
	case "slices", "sort", "maps", "strings", "bytes", "io/fs", "path/filepath", "go/ast", "container/ring", "unicode", "regexp", "iter":
		return true
	}
	return false
}

// converted follows a literal converted to a named function type.
func (f *Flow) converted(fn *code.Func, conv *ast.CallExpr) Run {
	switch parent := f.p.Parent(conv).(type) {
	case *ast.CallExpr:
		for i, a := range parent.Args {
			if a == conv {
				return f.handedTo(fn, parent, i)
			}
		}
		if parent.Fun == conv {
			return Run{Call: parent}
		}
	case *ast.AssignStmt:
		for i, r := range parent.Rhs {
			if r == conv && len(parent.Lhs) == len(parent.Rhs) {
				if v := f.p.VarOf(parent.Lhs[i]); v != nil && !v.IsField() && !isPackageVar(v) {
					return f.liveVar(fn, v)
				}
			}
		}
	}
	return Run{Kind: RunStored, Call: conv}
}

// paramRun says how a function of this package runs its parameter: from its
// body, for when no summary is there yet.
func (f *Flow) paramRun(callee *code.Func, call *ast.CallExpr, arg int) Run {
	n := callee.Sig.Params().Len()
	if callee.Sig.Variadic() && arg >= n-1 || arg >= n {
		return Run{Kind: RunUnknown, Call: call}
	}
	v := callee.Sig.Params().At(arg)
	if f.running[v] {
		return Run{Kind: RunSync, Call: call} // functions that hand it to each other: nothing new
	}
	f.running[v] = true
	defer delete(f.running, v)
	run := Run{Call: call}
	used := false
	ast.Inspect(callee.Body, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok || f.p.Info.Uses[id] != v {
			return true
		}
		used = true
		kind := RunStored
		switch parent := f.p.Parent(id).(type) {
		case *ast.BinaryExpr:
			kind = RunSync
		case *ast.CallExpr:
			in := f.p.Enclosing(id)
			if ast.Unparen(parent.Fun) != id {
				kind = RunUnknown
				for i, a := range parent.Args {
					if ast.Unparen(a) == id && f.p.FuncOf(f.p.Callee(parent)) != callee {
						kind = f.handedTo(callee, parent, i).Kind
					}
				}
			} else {
				kind = RunSync
				switch f.p.Parent(parent).(type) {
				case *ast.GoStmt:
					kind = RunGo
				}
				if len(parent.Args) > 0 && f.ctxLike(f.p.TypeOf(parent.Args[0])) {
					run.PassesCtx = true
				}
			}
			for ; in != nil && in != callee; in = in.Parent {
				kind = max(kind, f.Live(in).Kind)
			}
		}
		run.Kind = max(run.Kind, kind)
		return true
	})
	if !used {
		run.Kind = RunStored
	}
	return run
}

// goroutine says whether the function around a go statement waits for it.
func (f *Flow) goroutine(fn *code.Func, call *ast.CallExpr) Run {
	run := Run{Kind: RunGo, Call: call}
	parent := f.p.Enclosing(call)
	if parent == nil || fn == nil {
		return run
	}
	// By WaitGroup: the goroutine says wg.Done(), the function wg.Wait().
	waited := false
	fn.Inspect(func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		if c := f.p.CalleeOf(call); c.Key == "(*sync.WaitGroup).Done" && f.waitedFor(c.Recv, fn) {
			waited = true
		}
		return true
	})
	if waited {
		run.Kind = RunWaited
		return run
	}
	// By channel: the goroutine sends or closes, the function receives.
	own := f.signalled(fn)
	for _, ch := range own {
		recv, sel := f.receives(parent, ch, call.End())
		if !recv {
			continue
		}
		if sel != nil && f.onlyFrom(sel, own) {
			sel = nil // its answer, or its error: both are its end
		}
		if sel != nil && f.onlyFrom(sel, append(own, f.calledBack(fn)...)) {
			return run // left because the work has begun well, not given up
		}
		run.Kind, run.Abandons = RunWaited, sel
		return run
	}
	return run
}

// onlyFrom reports whether each case of a select receives from one of the channels chs.
func (f *Flow) onlyFrom(sel *ast.SelectStmt, chs []ast.Expr) bool {
	for _, s := range sel.Body.List {
		cc, ok := s.(*ast.CommClause)
		if !ok || cc.Comm == nil {
			return false
		}
		from := code.Received(cc.Comm)
		if from == nil || !slices.ContainsFunc(chs, func(ch ast.Expr) bool { return f.p.SamePlace(from, ch) }) {
			return false
		}
	}
	return true
}

// calledBack returns the channels that the literals which a literal hands on send on or close.
func (f *Flow) calledBack(fn *code.Func) []ast.Expr {
	var out []ast.Expr
	for _, call := range fn.Calls() {
		for _, a := range call.Args {
			v := f.p.VarOf(a)
			if v == nil || v.IsField() {
				continue
			}
			for _, d := range f.p.Defs(v) {
				if lit, ok := d.RHS.(*ast.FuncLit); ok {
					if g := f.p.FuncAt(lit); g != nil {
						out = append(out, f.signalled(g)...)
					}
				}
			}
		}
	}
	return out
}

// waitedFor reports whether Wait is called on the WaitGroup or errgroup recv
// by a function around fn, or by a goroutine whose end such a function
// receives.
func (f *Flow) waitedFor(recv ast.Expr, fn *code.Func) bool {
	for outer := fn.Parent; outer != nil; outer = outer.Parent {
		found := false
		ast.Inspect(outer.Body, func(n ast.Node) bool {
			if n == fn.Node {
				return false
			}
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			c := f.p.CalleeOf(call)
			if c.Func == nil || c.Func.Name() != "Wait" || c.Recv == nil || !f.p.SamePlace(c.Recv, recv) {
				return true
			}
			in := f.p.Enclosing(call)
			if in == outer {
				found = true
			} else if in != nil {
				// go func() { wg.Wait(); close(done) }() and then <-done
				for _, ch := range f.signalled(in) {
					if got, _ := f.receives(outer, ch, in.Node.End()); got {
						found = true
					}
				}
			}
			return true
		})
		if found {
			return true
		}
	}
	return false
}

// signalled returns the channels that a literal sends on or closes.
func (f *Flow) signalled(fn *code.Func) []ast.Expr {
	var out []ast.Expr
	ast.Inspect(fn.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SendStmt:
			out = append(out, n.Chan)
		case *ast.CallExpr:
			if id, ok := ast.Unparen(n.Fun).(*ast.Ident); ok && len(n.Args) == 1 {
				if b, ok := f.p.Info.Uses[id].(*types.Builtin); ok && b.Name() == "close" {
					out = append(out, n.Args[0])
				}
			}
		}
		return true
	})
	return out
}

// receives reports whether fn itself receives from channel ch after a place,
// and the select with other cases in which it does.
func (f *Flow) receives(fn *code.Func, ch ast.Expr, after token.Pos) (bool, *ast.SelectStmt) {
	found := false
	var sel *ast.SelectStmt
	fn.Inspect(func(n ast.Node) bool {
		if found || n.End() < after {
			return false
		}
		switch n := n.(type) {
		case *ast.UnaryExpr:
			if n.Op == token.ARROW && f.p.SamePlace(n.X, ch) {
				found = true
				sel = f.selectOf(n)
			}
		case *ast.RangeStmt:
			if f.p.SamePlace(n.X, ch) {
				found = true
			}
		}
		return true
	})
	if sel != nil && len(sel.Body.List) < 2 {
		sel = nil
	}
	return found, sel
}

// selectOf returns the select of whose case n is the communication, nil if it
// is none.
func (f *Flow) selectOf(n ast.Node) *ast.SelectStmt {
	cur, ok := f.p.Cursor(n)
	if !ok {
		return nil
	}
	var child ast.Node = n
	for c := range cur.Enclosing() {
		switch m := c.Node().(type) {
		case *ast.CommClause:
			if m.Comm != child {
				return nil
			}
			if blk, ok := f.p.Parent(m).(*ast.BlockStmt); ok {
				sel, _ := f.p.Parent(blk).(*ast.SelectStmt)
				return sel
			}
			return nil
		case *ast.BlockStmt, *ast.FuncLit, *ast.FuncDecl:
			return nil
		}
		child = c.Node()
	}
	return nil
}
