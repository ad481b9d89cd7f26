package retrydelay

import (
	"fmt"
	"go/ast"
	"go/types"
	"slices"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/retry"
	"github.com/faultlint/faultlint/internal/rule"
)

// spent reports a policy that counts from its making and is made once for many
// calls: kept in a field or a package variable, or made outside of the loop
// that calls the driver.
func spent(p *rule.Pass, r *retry.Retry, once func(ast.Node) bool) {
	if r.Driver == nil || !r.Driver.Spent || r.Call == nil || r.Driver.Policy < 0 || r.Driver.Policy >= len(r.Call.Args) {
		return
	}
	policy, holder := p.Retries.Given(r)
	if policy == nil {
		return
	}
	made, place := madeOnce(p, r, holder)
	if made == nil || !p.Retries.Stateful(policy) || !once(r.Call) {
		return
	}
	p.Report(rule.Finding{
		Node:    r.Call,
		Message: fmt.Sprintf("the back-off given to %s is made once, %s, and counts on from call to call: when its attempts are used up, or its delay has grown, that is so for every later call; make a new one for each call", r.Name(), place),
		Related: []rule.Related{{Node: made, Message: "made here"}},
	})
}

// inLoop is the place of a policy that is made before the loop which calls the driver.
const inLoop = "outside of the loop"

// madeOnce returns the call that makes a policy, and says where that is, if one
// policy serves many calls.
func madeOnce(p *rule.Pass, r *retry.Retry, e ast.Expr) (made ast.Node, place string) {
	if field := p.Code.FieldOf(e); field != nil {
		origins, complete := p.Code.FieldOrigins(field)
		if !complete {
			return nil, ""
		}
		for _, o := range origins {
			if !isMaking(o.Expr) || o.Unknown || o.Def == nil || o.Def.In == nil || o.Def.In == r.In || !makes(o.Def.In, field) {
				return nil, ""
			}
			made = o.Expr
		}
		return made, "with the object"
	}
	v := p.Code.VarOf(e)
	if v == nil {
		return nil, ""
	}
	if v.Pkg() == p.Code.Types && v.Parent() == p.Code.Types.Scope() {
		defs := p.Code.Defs(v)
		if len(defs) != 1 || defs[0].In != nil {
			return nil, ""
		}
		if e := ast.Unparen(defs[0].RHS); isMaking(e) {
			return e, "with the package"
		}
		return nil, ""
	}
	loop := p.Code.LoopAround(r.Call)
	if loop == nil {
		return nil, ""
	}
	for _, o := range p.Code.Origins(e) {
		call, ok := o.Expr.(*ast.CallExpr)
		if !ok || o.Unknown || o.Def == nil || code.Within(call, loop) {
			return nil, ""
		}
		made = call
	}
	return made, inLoop
}

// isMaking reports whether an expression makes a policy, or a slice of options.
func isMaking(e ast.Expr) bool {
	switch e.(type) {
	case *ast.CallExpr, *ast.CompositeLit:
		return true
	}
	return false
}

// stops reports an endless loop that takes its delays from a policy which ends
// by itself after a while and then returns a negative one: nobody compares it
// with the value that says so, and the loop goes round without any delay.
func stops(p *rule.Pass, r *retry.Retry, d *retry.Delay, once func(ast.Node) bool) {
	if d.Arg == nil || r.Attempts.N != api.AttemptsUnbounded {
		return
	}
	for _, call := range origins(p, d) {
		sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
		if !ok || len(call.Args) != 0 {
			continue
		}
		maker, row := policyOf(p, sel.X)
		if maker == nil || row.Cap == 0 || !keepsTotal(p, maker) || !slices.Contains(row.Next, api.Key(p.Code.Callee(call))) {
			continue
		}
		if setsTotal(p, maker) || comparesStop(p, r.In, call) || !once(call) {
			continue
		}
		p.Report(rule.Finding{
			Node:    call,
			Message: fmt.Sprintf("%s ends %s after it was made or last reset: then NextBackOff gives -1 and the endless loop goes on without any delay; set MaxElapsedTime to 0, or return at backoff.Stop", code.ShortName(p.Code.Callee(maker)), retry.Short(row.Cap)),
			Related: []rule.Related{{Node: maker, Message: "made here, with the default limit"}, {Node: r.Node, Message: "the endless loop"}},
		})
	}
}

// policyOf returns the call that makes the policy e, and its row.
func policyOf(p *rule.Pass, e ast.Expr) (*ast.CallExpr, *api.Driver) {
	origins := p.Code.Origins(e)
	if field := p.Code.FieldOf(e); field != nil {
		var complete bool
		if origins, complete = p.Code.FieldOrigins(field); !complete {
			return nil, nil
		}
	}
	var maker *ast.CallExpr
	var made *api.Driver
	for _, o := range origins {
		call, ok := o.Expr.(*ast.CallExpr)
		if !ok || o.Unknown {
			return nil, nil
		}
		row := (*api.Driver)(nil)
		if fn := p.Code.Callee(call); fn != nil {
			row = p.Table.DriverOf(fn)
		}
		// One that is made anew now and then is made alike.
		if row == nil || row.Kind != api.OpPolicy || made != nil && (made != row || !keepsTotal(p, call)) {
			return nil, nil
		}
		if maker == nil {
			maker, made = call, row
		}
	}
	return maker, made
}

// keepsTotal reports whether the options that a policy is made with leave the
// limit of its time alone.
func keepsTotal(p *rule.Pass, maker *ast.CallExpr) bool {
	for _, a := range maker.Args {
		opt, ok := ast.Unparen(a).(*ast.CallExpr)
		if !ok || maker.Ellipsis.IsValid() {
			return false
		}
		fn := p.Code.Callee(opt)
		if fn == nil {
			return false
		}
		if s := p.Table.SettingOf(fn); s == nil || s.Knob == api.KnobTotal {
			return false
		}
	}
	return true
}

// setsTotal reports whether the package sets the limit of the policy's time.
func setsTotal(p *rule.Pass, maker *ast.CallExpr) bool {
	t := p.Code.Info.TypeOf(maker)
	if ptr, ok := t.(*types.Pointer); ok {
		t = ptr.Elem()
	}
	st, ok := t.Underlying().(*types.Struct)
	if !ok {
		return false
	}
	for f := range st.Fields() {
		s := p.Table.FieldSetting(api.KeyOfField(t, f))
		if s != nil && s.Knob == api.KnobTotal && len(p.Code.Defs(f)) > 0 {
			return true
		}
	}
	return false
}

// comparesStop reports whether the function compares the delay with anything.
func comparesStop(p *rule.Pass, f *code.Func, next *ast.CallExpr) bool {
	var v *types.Var
	if as, ok := p.Code.Parent(next).(*ast.AssignStmt); ok && len(as.Lhs) == 1 {
		v = p.Code.VarOf(as.Lhs[0])
	}
	found := false
	is := func(e ast.Expr) bool { return v != nil && p.Code.VarOf(e) == v || code.Within(next, e) }
	f.Inspect(func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BinaryExpr:
			found = found || is(n.X) || is(n.Y)
		case *ast.SwitchStmt:
			found = found || n.Tag != nil && is(n.Tag)
		case *ast.CallExpr:
			if picks(p, n, "max") || picks(p, n, "min") {
				found = found || slices.ContainsFunc(n.Args, is)
			}
		}
		return !found
	})
	return found
}

// countsOn reports a loop that takes its delays from a policy which is kept in
// the object and counts: it goes on where the call before has left it, because
// nothing starts it anew.
func countsOn(p *rule.Pass, r *retry.Retry, d *retry.Delay, once func(ast.Node) bool) {
	if d.Arg == nil || r.OnSuccess != retry.Leaves && (r.OnSuccess != retry.Continues || r.Periodic) {
		return
	}
	for _, call := range origins(p, d) {
		fn := p.Code.Callee(call)
		sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
		if fn == nil || !ok {
			continue
		}
		reset, ok := api.Counted(api.Key(fn))
		field := kept(p, sel.X)
		if !ok || field == nil || !once(call) {
			continue
		}
		if resets(p, field, reset) {
			continue
		}
		if r.OnSuccess == retry.Continues {
			// What never ends has one count: it must start anew after a success.
			if reset != "" {
				p.Report(rule.Finding{
					Node:    call,
					Message: fmt.Sprintf("%s grows with each turn and nothing resets it: after a while each failure costs the longest delay, however long all had gone well before; call its %s after a success", field.Name(), reset),
					Related: []rule.Related{{Node: r.Node, Message: "the endless loop"}},
				})
			}
			continue
		}
		p.Report(rule.Finding{
			Node:    call,
			Message: fmt.Sprintf("%s is kept from call to call and counts on: when its attempts are used up, or its delay has grown, that is so for every later call; work on a copy, or reset it at the start", field.Name()),
			Related: []rule.Related{{Node: r.Node, Message: "the retry"}},
		})
	}
}

// kept returns the field or package variable of this package that e names, nil
// if it names none.
func kept(p *rule.Pass, e ast.Expr) *types.Var {
	v := p.Code.VarOf(e)
	if v == nil || v.Pkg() != p.Code.Types || !v.IsField() && v.Parent() != p.Code.Types.Scope() {
		return nil
	}
	return v.Origin()
}

// resets reports whether the package starts the policy in a field or package
// variable anew: by its method, or by setting it outside of what makes the object.
func resets(p *rule.Pass, field *types.Var, method string) bool {
	for _, d := range p.Code.Defs(field) {
		if d.Kind == code.DefAddr || d.Kind == code.DefAssign && (d.In == nil || !makes(d.In, field)) && (field.IsField() || d.In != nil) {
			return true
		}
	}
	if method == "" {
		return false
	}
	for _, f := range p.Funcs() {
		for _, call := range f.Calls() {
			if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok && sel.Sel.Name == method && kept(p, sel.X) == field {
				return true
			}
		}
	}
	return false
}
