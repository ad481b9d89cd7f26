package retrydelay

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/retry"
	"github.com/faultlint/faultlint/internal/rule"
)

// keptGrown reports a delay that is kept in an object from call to call, grows with
// each failure, and is never set back: the next call begins where the last ended. In
// an endless loop, whose turns may go well for hours, so does the next turn: where the
// loop itself makes the delay longer neverReset says so.
func keptGrown(p *rule.Pass, r *retry.Retry, d *retry.Delay, once func(ast.Node) bool) {
	if d.Arg == nil || r.Kind != retry.Loop || r.Targets {
		return
	}
	endless := r.OnSuccess == retry.Continues && r.Attempts.N == api.AttemptsUnbounded && !r.Periodic
	if !endless && (r.OnSuccess != retry.Leaves || oneShot(p, r.In)) {
		return
	}
	try := func(f *code.Func, within ast.Node, recv ast.Expr) {
		for _, grow := range growths(p, within) {
			field := grow.Var
			if !ofReceiver(p, f, grow.Base) || !paces(p, f, within, d, field) || setBack(p, field, grow) || endsObject(p, f, within, field) || recv != nil && !(endless && before(p, recv, r.Node)) && !lasts(p, recv) || !once(grow.Node) {
				continue
			}
			said := "is kept from call to call, grows with each failure and is never set back: after a bad hour each first failure costs the longest delay; begin anew with each call, or reset it after a success"
			if endless {
				said = "grows with each turn of an endless loop and is never set back: after a while each failure costs the longest delay, however long all had gone well before; reset it after a success"
			}
			p.Report(rule.Finding{
				Node:    grow.Node,
				Message: field.Name() + " " + said,
				Related: []rule.Related{{Node: d.Node, Message: "the delay"}, {Node: r.Node, Message: "the retry"}},
			})
		}
	}
	if !endless { // else it is neverReset's
		try(r.In, r.Body, nil)
	}
	calls := origins(p, d)
	if d.Through != nil {
		if call, ok := d.Node.(*ast.CallExpr); ok {
			calls = append(calls, call)
		}
	}
	for _, call := range calls {
		sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
		f := p.Code.FuncOf(p.Code.Callee(call))
		if ok && f != nil && f.Body != nil && f.Sig.Recv() != nil && f != r.In {
			try(f, f.Body, sel.X)
		}
	}
}

// before reports whether an object is a local variable that is made before a loop.
func before(p *rule.Pass, e ast.Expr, loop ast.Node) bool {
	v := p.Code.VarOf(e)
	if v == nil || v.IsField() {
		return false
	}
	defs := p.Code.Defs(v)
	return len(defs) == 1 && defs[0].Node != nil && !code.Within(defs[0].Node, loop)
}

// ofReceiver reports whether e is the object that a method is called on, or a part
// of it, and no copy.
func ofReceiver(p *rule.Pass, f *code.Func, e ast.Expr) bool {
	for f.Parent != nil {
		f = f.Parent
	}
	for {
		sel, ok := ast.Unparen(e).(*ast.SelectorExpr)
		if !ok {
			break
		}
		e = sel.X
	}
	v := p.Code.VarOf(e)
	if v == nil || v != f.Sig.Recv() {
		return false
	}
	_, ok := v.Type().Underlying().(*types.Pointer)
	return ok
}

// endsObject reports whether a counter that reaches its limit ends the object for good: the
// branch keeps an error in it. Its failures are counted over its life, and are few.
func endsObject(p *rule.Pass, f *code.Func, within ast.Node, field *types.Var) bool {
	found := false
	code.InspectShallow(within, func(n ast.Node) bool {
		ifs, ok := n.(*ast.IfStmt)
		if !ok || found {
			return !found
		}
		b, ok := ast.Unparen(ifs.Cond).(*ast.BinaryExpr)
		if !ok || b.Op != token.GTR && b.Op != token.GEQ || p.Code.FieldOf(b.X) != field {
			return true
		}
		keeps, leaves := false, false
		for _, s := range ifs.Body.List {
			switch s := s.(type) {
			case *ast.AssignStmt:
				for _, l := range s.Lhs {
					keeps = keeps || p.Code.FieldOf(l) != nil && code.IsError(p.Code.TypeOf(l)) && ofReceiver(p, f, l)
				}
			case *ast.ReturnStmt:
				leaves = true
			}
		}
		found = keeps && leaves
		return !found
	})
	return found
}

// growths returns the definitions in a piece of code by which a field of this
// package grows from what it was.
func growths(p *rule.Pass, within ast.Node) []*code.Def {
	var out []*code.Def
	seen := make(map[*types.Var]bool)
	code.InspectShallow(within, func(n ast.Node) bool {
		e, ok := n.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		field := p.Code.FieldOf(e)
		if field == nil || field.Pkg() != p.Code.Types || field.Exported() || seen[field] || !code.IsInteger(field.Type()) {
			return true
		}
		seen[field] = true
		for _, def := range p.Code.Defs(field) {
			if def.Node != nil && code.Within(def.Node, within) && grows(p, def) {
				out = append(out, def)
				break
			}
		}
		return true
	})
	return out
}

// grows reports whether a definition adds to its variable or multiplies it, also
// inside of a cap: d = min(2*d, most).
func grows(p *rule.Pass, def *code.Def) bool {
	switch n := def.Node.(type) {
	case *ast.IncDecStmt:
		return n.Tok == token.INC
	case *ast.AssignStmt:
		switch n.Tok {
		case token.MUL_ASSIGN, token.SHL_ASSIGN, token.ADD_ASSIGN:
			return true
		}
	}
	e := def.RHS
	if call, ok := ast.Unparen(e).(*ast.CallExpr); ok && picks(p, call, "min") {
		for _, a := range call.Args {
			if p.Code.Mentions(a, def.Var) {
				e = a
			}
		}
	}
	b, ok := ast.Unparen(e).(*ast.BinaryExpr)
	if e == nil || !ok || !p.Code.Mentions(b, def.Var) {
		return false
	}
	return b.Op == token.MUL || b.Op == token.SHL || b.Op == token.ADD
}

// paces reports whether a delay is made from a field: it is the delay, or the count
// that a shift, a product or a power makes it from.
func paces(p *rule.Pass, f *code.Func, within ast.Node, d *retry.Delay, field *types.Var) bool {
	if code.IsDuration(field.Type()) {
		if f.Body == within {
			return f.Sig.Results().Len() == 1 && code.IsDuration(f.Sig.Results().At(0).Type()) || p.Code.Mentions(d.Arg, field)
		}
		return p.Code.Mentions(d.Arg, field)
	}
	found := false
	code.InspectShallow(within, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BinaryExpr:
			found = found || (n.Op == token.SHL || n.Op == token.MUL) && code.IsDuration(p.Code.Info.TypeOf(n)) && p.Code.Mentions(n.Y, field)
		case *ast.CallExpr:
			fn := p.Code.Callee(n)
			found = found || fn != nil && fn.FullName() == "math.Pow" && p.Code.Mentions(n, field)
		}
		return !found
	})
	return found
}

// setBack reports whether anything but what makes the object gives the field a
// value that does not build on the one before, or may do so out of sight.
func setBack(p *rule.Pass, field *types.Var, grow *code.Def) bool {
	for _, def := range p.Code.Defs(field) {
		switch {
		case def == grow || def.Kind == code.DefField:
		case def.Kind == code.DefAddr || def.Node == nil:
			return true
		case def.Kind == code.DefOp || def.RHS != nil && p.Code.Mentions(def.RHS, field):
			if !grows(p, def) {
				return true
			}
		case caps(p, def):
		case def.In == nil || !makes(def.In, field):
			return true
		}
	}
	for _, f := range p.Funcs() {
		if f.Body == nil {
			continue
		}
		found := false
		f.Inspect(func(n ast.Node) bool {
			as, ok := n.(*ast.AssignStmt)
			if !ok {
				return !found
			}
			for _, l := range as.Lhs {
				star, ok := ast.Unparen(l).(*ast.StarExpr)
				found = found || ok && holds(p.Code.Info.TypeOf(star), field) // *b = backoff{}
			}
			return !found
		})
		if found {
			return true
		}
	}
	return false
}

// holds reports whether a struct has a field.
func holds(t types.Type, field *types.Var) bool {
	if t == nil {
		return false
	}
	st, ok := t.Underlying().(*types.Struct)
	if !ok {
		return false
	}
	for f := range st.Fields() {
		if f.Origin() == field.Origin() {
			return true
		}
	}
	return false
}

// lasts reports whether an object outlives the call that uses it: it is kept in a
// field or package variable that nothing sets anew, or it is the receiver itself.
func lasts(p *rule.Pass, e ast.Expr) bool {
	if field := kept(p, e); field != nil {
		return !resets(p, field, "")
	}
	v := p.Code.VarOf(e)
	f := p.Code.Enclosing(e)
	for f != nil && f.Parent != nil {
		f = f.Parent
	}
	return v != nil && f != nil && v == f.Sig.Recv() && len(p.Code.Defs(v)) == 0
}

// oneShot reports whether all calls of a method are in sight, and each is made on
// an object that the caller has just made.
func oneShot(p *rule.Pass, f *code.Func) bool {
	for f.Parent != nil {
		f = f.Parent
	}
	if f.Sig.Recv() == nil {
		return false
	}
	calls, complete := p.Code.Callers(f)
	if !complete || len(calls) == 0 {
		return !complete && !f.Obj.Exported()
	}
	for _, call := range calls {
		sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
		if !ok {
			return true
		}
		v := p.Code.VarOf(sel.X)
		if v == nil || v.IsField() {
			return false
		}
		for _, o := range p.Code.Origins(sel.X) {
			if o.Unknown || o.Param != nil || o.Expr == nil || o.Def == nil {
				return false
			}
		}
	}
	return true
}
