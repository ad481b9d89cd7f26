package retry

import (
	"go/ast"
	"go/token"
	"go/types"
	"math/bits"

	"golang.org/x/tools/go/cfg"

	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/durations"
)

// val is what is known of a variable on a path.
type val int8

const (
	unknown val = iota
	isNil       // an error that is nil
	notNil      // an error that is not
	isTrue
	isFalse
	result // a result of the operation other than its error
)

func (v val) not() val {
	switch v {
	case isTrue:
		return isFalse
	case isFalse:
		return isTrue
	}
	return unknown
}

// state is what is known of the variables on a path, ordered by first mention.
type state []fact

type fact struct {
	v *types.Var
	x val
}

func (s state) get(v *types.Var) val {
	for _, f := range s {
		if f.v == v {
			return f.x
		}
	}
	return unknown
}

func (s state) set(v *types.Var, x val) state {
	out := make(state, 0, len(s)+1)
	found := false
	for _, f := range s {
		if f.v == v {
			found = true
			if x != unknown {
				out = append(out, fact{v, x})
			}
			continue
		}
		out = append(out, f)
	}
	if !found && x != unknown && len(out) < 24 {
		out = append(out, fact{v, x})
	}
	return out
}

// A stateKey is a hash of a state, wide enough that two states never share one.
type stateKey [2]uint64

// key returns a comparable form of the state that does not depend on the order
// in which the variables were met.
func (s state) key() stateKey {
	var sorted [32]uint64 // more than a state ever holds, see set
	n := 0
	for _, f := range s[:min(len(s), len(sorted))] {
		k := uint64(f.v.Pos())<<8 | uint64(f.x)
		i := n
		for ; i > 0 && sorted[i-1] > k; i-- {
			sorted[i] = sorted[i-1]
		}
		sorted[i] = k
		n++
	}
	// FNV-1a over words, and a multiply-rotate hash beside it.
	h := stateKey{14695981039346656037, uint64(n)}
	for _, k := range sorted[:n] {
		h[0] = (h[0] ^ k) * 1099511628211
		h[1] = bits.RotateLeft64(h[1]^k*0x9e3779b97f4a7c15, 29) * 0xbf58476d1ce4e5b9
	}
	return h
}

// A walk follows all paths from an operation, under the assumption that it
// failed or succeeded.
type walk struct {
	f    *flow
	l    *loop         // the region; nil = the whole function
	op   *ast.CallExpr // the operation
	fail bool          // the assumption
	// smooth: whatever follows in the same turn succeeds as well, and no
	// context ends.
	smooth bool
	calm   bool // smooth, and still in the same turn
	// goal, if set, is what the walk looks for instead of the operation itself.
	goal func(ast.Node) bool

	memo    map[walkKey]reach
	busy    map[walkKey]bool
	steps   int
	tested  bool // the outcome was tested on the way
	conds   []*seen
	backs   []ast.Node          // last statements before the way back
	resVars map[*types.Var]bool // hold results
	errVars map[*types.Var]bool // hold the error, or one made from it
	// dead, if set, tells nodes and cases of a select that the walk does not pass.
	dead       func(ast.Node) bool
	deadClause func(*ast.CommClause) bool
	// nums, if set, are values of counters from the second turn on.
	nums durations.Env
	// shut, if set, tells the sides of undecided conditions that are not followed.
	shut func(cond, tag ast.Expr, yes bool) bool
	// onReturn is told of each return statement reached.
	onReturn func(*ast.ReturnStmt, state)
}

type walkKey struct {
	block int32
	index int
	head  bool
	state stateKey
}

// reach says where paths lead.
type reach struct {
	back    bool // to the operation again (or the goal)
	leave   bool // out of the region, not by the loop's own end
	exhaust bool // out of the region because the loop's own condition ended it
}

func (r reach) or(o reach) reach {
	return reach{r.back || o.back, r.leave || o.leave, r.exhaust || o.exhaust}
}

// seen is a condition on the way whose value the assumption does not decide.
type seen struct {
	cond, tag ast.Expr
	clause    *ast.CommClause // a case of a select
	head      bool            // the loop's own condition
	yes, no   reach
}

const maxSteps = 4000

// run walks from the operation.
func (w *walk) run() reach {
	pl, ok := w.f.at[w.op]
	if !ok {
		return reach{}
	}
	w.init()
	return w.from(pl.block, pl.index, w.flags(), false, true)
}

// flags returns the bool variables that each turn sets before the operation.
func (w *walk) flags() state {
	var st state
	if w.l == nil || w.op == nil {
		return st
	}
	body, ok := w.l.body.(*ast.BlockStmt)
	if !ok {
		return st
	}
	for _, s := range body.List {
		if s.Pos() >= w.op.Pos() {
			break
		}
		if a, ok := s.(*ast.AssignStmt); ok && len(a.Lhs) == 1 && len(a.Rhs) == 1 {
			if v := w.varOf(a.Lhs[0]); v != nil && isBool(v.Type()) {
				st = st.set(v, w.truth(a.Rhs[0], nil))
			}
		}
	}
	return st
}

func (w *walk) init() {
	w.memo = make(map[walkKey]reach)
	w.busy = make(map[walkKey]bool)
	w.resVars = make(map[*types.Var]bool)
	w.errVars = make(map[*types.Var]bool)
}

// from walks on from node i of block b. first is set for the node that holds
// the operation at the start.
func (w *walk) from(b *cfg.Block, i int, st state, head, first bool) reach {
	if w.steps++; w.steps > maxSteps {
		return reach{back: true, leave: true}
	}
	key := walkKey{b.Index, i, head, st.key()}
	if !first {
		if r, ok := w.memo[key]; ok {
			return r
		}
		if w.busy[key] {
			return reach{}
		}
		w.busy[key] = true
	}
	r := w.block(b, i, st, head, first)
	if !first {
		w.memo[key] = r
		delete(w.busy, key)
	}
	return r
}

func (w *walk) block(b *cfg.Block, i int, st state, head, first bool) reach {
	w.calm = w.smooth && !head
	for ; i < len(b.Nodes); i++ {
		n := b.Nodes[i]
		if w.f.comm[n] != nil {
			continue
		}
		if !first {
			if w.goal != nil {
				if w.goal(n) {
					return reach{back: true}
				}
			} else if containsCall(n, w.op) {
				return reach{back: head}
			}
		} else if w.goal != nil && w.goal(n) && !containsCall(n, w.op) {
			return reach{back: true}
		}
		first = false
		if ret, ok := n.(*ast.ReturnStmt); ok {
			if w.onReturn != nil {
				w.onReturn(ret, st)
			}
			return left(head)
		}
		if w.dead != nil && w.dead(n) {
			return reach{}
		}
		st = w.step(n, st)
	}
	switch len(b.Succs) {
	case 0:
		if b.Kind == cfg.KindSelectAfterCase && len(b.Nodes) == 0 {
			return reach{} // behind the last case of a select without default
		}
		return left(head)
	case 1:
		return w.edge(b, b.Succs[0], st, head)
	}
	cond, tag := w.f.condition(b)
	own := w.l != nil && b == w.l.head && b.Succs[0].Kind != cfg.KindSelectCaseBody
	if cond == nil {
		s := &seen{clause: selectCase(b), head: own}
		if s.clause != nil && w.calm {
			if _, done := w.f.isDone(s.clause.Comm); done && hasOtherCase(w.f, s.clause) {
				// Success has nothing to do with the end of a context.
				return w.edge(b, b.Succs[1], st, head)
			}
		}
		if s.clause == nil || w.deadClause == nil || !w.deadClause(s.clause) {
			s.yes = w.edge(b, b.Succs[0], st, head)
		}
		s.no = w.edge(b, b.Succs[1], st, head)
		if own && !w.inside(b.Succs[1]) {
			s.no = reach{exhaust: true}
		}
		w.conds = append(w.conds, s)
		return s.yes.or(s.no)
	}
	var t val
	if tag != nil {
		t = w.equal(tag, cond, st)
	} else {
		t = w.truth(cond, st)
		if t == unknown && head && w.nums != nil {
			t = verdictOf(durations.Decide(w.f.x.p, cond, w.nums))
		}
	}
	switch t {
	case isTrue:
		return w.edge(b, b.Succs[0], st, head)
	case isFalse:
		return w.edge(b, b.Succs[1], st, head)
	}
	s := &seen{cond: cond, tag: tag, head: own}
	ty, tn := st, st
	if tag == nil {
		ty, tn = w.refine(cond, true, st), w.refine(cond, false, st)
	}
	if w.shut == nil || !w.shut(cond, tag, true) {
		s.yes = w.edge(b, b.Succs[0], ty, head)
	}
	if w.shut == nil || !w.shut(cond, tag, false) {
		s.no = w.edge(b, b.Succs[1], tn, head)
	}
	if own && !w.inside(b.Succs[1]) {
		s.no = reach{exhaust: true}
	}
	w.conds = append(w.conds, s)
	return s.yes.or(s.no)
}

// left is the end of a path that leaves the region. One that leaves in the next
// turn, before the operation, is not due to how this one came out.
func left(nextTurn bool) reach { return reach{leave: !nextTurn, exhaust: nextTurn} }

func (w *walk) inside(b *cfg.Block) bool { return w.l == nil || w.l.holdsBlock(b) }

// edge follows the edge from b to a successor.
func (w *walk) edge(b, to *cfg.Block, st state, head bool) reach {
	if !w.inside(to) {
		return left(head && b != w.l.head)
	}
	if w.l != nil && to == w.l.head {
		if !head && len(b.Nodes) > 0 {
			w.backs = append(w.backs, b.Nodes[len(b.Nodes)-1])
		} else if !head {
			w.backs = append(w.backs, b.Stmt)
		}
		head = true
	}
	return w.from(to, 0, st, head, false)
}

func hasOtherCase(f *flow, c *ast.CommClause) bool {
	body, ok := f.x.p.Parent(c).(*ast.BlockStmt)
	return ok && len(body.List) > 1
}

// step applies a statement to the state.
func (w *walk) step(n ast.Node, st state) state {
	switch n := n.(type) {
	case *ast.AssignStmt:
		return w.assign(n.Lhs, n.Rhs, st)
	case *ast.ValueSpec:
		lhs := make([]ast.Expr, len(n.Names))
		for i, id := range n.Names {
			lhs[i] = id
		}
		if len(n.Values) == 0 {
			for _, id := range n.Names {
				v, _ := w.f.x.p.Info.Defs[id].(*types.Var)
				switch {
				case v == nil:
				case isError(v.Type()):
					st = st.set(v, isNil)
				case isBool(v.Type()):
					st = st.set(v, isFalse)
				}
			}
			return st
		}
		return w.assign(lhs, n.Values, st)
	case *ast.ExprStmt, *ast.DeferStmt, *ast.GoStmt:
		return w.addressed(n, st)
	}
	return st
}

// addressed forgets the variables whose address a call gets.
func (w *walk) addressed(n ast.Node, st state) state {
	code.InspectShallow(n, func(n ast.Node) bool {
		if u, ok := n.(*ast.UnaryExpr); ok && u.Op == token.AND {
			if v := w.varOf(u.X); v != nil && st.get(v) != unknown && st.get(v) != result {
				st = st.set(v, unknown)
			}
		}
		return true
	})
	return st
}

func (w *walk) assign(lhs, rhs []ast.Expr, st state) state {
	out := st
	for i, l := range lhs {
		v := w.varOf(l)
		if v == nil {
			continue
		}
		x := unknown
		if len(lhs) == len(rhs) {
			x = w.value(rhs[i], st)
		} else if len(rhs) == 1 {
			x = w.part(rhs[0], i, v, st)
		}
		out = out.set(v, x)
		switch {
		case x == result:
			w.resVars[v] = true
		case isError(v.Type()):
			e := rhs[0]
			if len(lhs) == len(rhs) {
				e = rhs[i]
			}
			if w.ofError(e) {
				w.errVars[v] = true
			}
		}
	}
	return out
}

// ofError reports whether an expression is the operation's error or made from it.
func (w *walk) ofError(e ast.Expr) bool {
	found := false
	code.InspectShallow(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			found = found || n == w.op
		case *ast.Ident:
			if v, ok := w.f.x.p.Info.Uses[n].(*types.Var); ok && (w.errVars[v.Origin()] || w.resVars[v.Origin()]) {
				found = true
			}
		}
		return !found
	})
	return found
}

// part returns the value of result i of a call with several results.
func (w *walk) part(e ast.Expr, i int, v *types.Var, st state) val {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok {
		return unknown
	}
	if call == w.op {
		switch {
		case isError(v.Type()):
			return w.outcome()
		case isBool(v.Type()) && !w.f.x.hasError(call):
			return w.verdict()
		}
		return result
	}
	if isError(v.Type()) {
		if w.derived(call, st) {
			return w.outcome()
		}
		if w.calm {
			return isNil
		}
		return unknown
	}
	if w.derived(call, st) || w.takesResult(call, st) {
		return result
	}
	return unknown
}

func (w *walk) outcome() val {
	if w.fail {
		return notNil
	}
	return isNil
}

func (w *walk) verdict() val {
	if w.fail {
		return isFalse
	}
	return isTrue
}

// value returns what is known of an expression.
func (w *walk) value(e ast.Expr, st state) val {
	e = ast.Unparen(e)
	t := w.f.x.p.Info.TypeOf(e)
	switch x := e.(type) {
	case *ast.Ident:
		switch x.Name {
		case "nil":
			return isNil
		case "true":
			return isTrue
		case "false":
			return isFalse
		}
	case *ast.CallExpr:
		if x == w.op {
			switch {
			case isError(t):
				return w.outcome()
			case isBool(t):
				return w.verdict()
			}
			return result
		}
	}
	if isBool(t) {
		return w.truth(e, st)
	}
	if isError(t) {
		return w.errorValue(e, st)
	}
	if v := w.varOf(e); v != nil && st.get(v) != unknown {
		return st.get(v)
	}
	if w.derived(e, st) {
		return result
	}
	if c, ok := e.(*ast.CallExpr); ok && w.takesResult(c, st) {
		return result
	}
	return unknown
}

// errorValue returns what is known of an expression of type error.
func (w *walk) errorValue(e ast.Expr, st state) val {
	e = ast.Unparen(e)
	if id, ok := e.(*ast.Ident); ok && id.Name == "nil" {
		return isNil
	}
	if v := w.varOf(e); v != nil {
		if x := st.get(v); x == isNil || x == notNil {
			return x
		}
		if id, ok := e.(*ast.Ident); ok && v.Pkg() != nil && v.Parent() == v.Pkg().Scope() && id != nil {
			return notNil // a sentinel
		}
	}
	if w.derived(e, st) {
		return w.outcome()
	}
	call, ok := e.(*ast.CallExpr)
	if !ok {
		if _, ok := e.(*ast.SelectorExpr); ok {
			if v := w.f.x.p.VarOf(e); v != nil && !v.IsField() {
				return notNil // another package's sentinel
			}
			return unknown
		}
		if _, ok := e.(*ast.UnaryExpr); ok {
			return notNil // &someError{…}
		}
		if _, ok := e.(*ast.CompositeLit); ok {
			return notNil
		}
		return unknown
	}
	if fn := w.f.x.p.Callee(call); fn != nil && fn.Pkg() != nil {
		switch fn.Pkg().Path() + "." + fn.Name() {
		case "errors.New", "fmt.Errorf":
			return notNil
		case "errors.Join":
			x := isNil
			for _, a := range call.Args {
				switch w.errorValue(a, st) {
				case notNil:
					return notNil
				case unknown:
					x = unknown
				}
			}
			return x
		}
	}
	if w.calm {
		return isNil
	}
	return unknown
}

// varOf returns the variable or field an expression names.
func (w *walk) varOf(e ast.Expr) *types.Var {
	switch x := ast.Unparen(e).(type) {
	case *ast.Ident, *ast.SelectorExpr:
		if v := w.f.x.p.VarOf(x); v != nil {
			return v.Origin()
		}
	}
	return nil
}

// derived reports whether e selects or calls something on the operation's
// result: res.Err(), op().Error.
func (w *walk) derived(e ast.Expr, st state) bool {
	for range 12 {
		e = ast.Unparen(e)
		switch x := e.(type) {
		case *ast.Ident:
			v, _ := w.f.x.p.Info.Uses[x].(*types.Var)
			return v != nil && st.get(v.Origin()) == result
		case *ast.SelectorExpr:
			if v := w.varOf(x); v != nil && st.get(v) == result {
				return true
			}
			e = x.X
		case *ast.CallExpr:
			if x == w.op {
				return true
			}
			sel, ok := ast.Unparen(x.Fun).(*ast.SelectorExpr)
			if !ok {
				return false
			}
			e = sel.X
		case *ast.IndexExpr:
			e = x.X
		case *ast.StarExpr:
			e = x.X
		default:
			return false
		}
	}
	return false
}

// takesResult reports whether a call gets a result of the operation as an argument.
func (w *walk) takesResult(call *ast.CallExpr, st state) bool {
	for _, a := range call.Args {
		if w.derived(a, st) {
			return true
		}
	}
	return false
}

// truth evaluates a condition: isTrue, isFalse or unknown.
func (w *walk) truth(e ast.Expr, st state) val {
	e = ast.Unparen(e)
	switch x := e.(type) {
	case *ast.Ident:
		switch x.Name {
		case "true":
			return isTrue
		case "false":
			return isFalse
		}
		if v := w.varOf(x); v != nil {
			if t := st.get(v); t == isTrue || t == isFalse {
				w.tested = true
				return t
			}
		}
	case *ast.SelectorExpr:
		if v := w.varOf(x); v != nil {
			if t := st.get(v); t == isTrue || t == isFalse {
				return t
			}
		}
	case *ast.UnaryExpr:
		if x.Op == token.NOT {
			return w.truth(x.X, st).not()
		}
	case *ast.BinaryExpr:
		switch x.Op {
		case token.LAND:
			a := w.truth(x.X, st)
			if a == isFalse {
				return isFalse
			}
			b := w.truth(x.Y, st)
			switch {
			case b == isFalse:
				return isFalse
			case a == isTrue && b == isTrue:
				return isTrue
			}
			return unknown
		case token.LOR:
			a := w.truth(x.X, st)
			if a == isTrue {
				return isTrue
			}
			b := w.truth(x.Y, st)
			switch {
			case b == isTrue:
				return isTrue
			case a == isFalse && b == isFalse:
				return isFalse
			}
			return unknown
		case token.EQL:
			return w.equal(x.X, x.Y, st)
		case token.NEQ:
			return w.equal(x.X, x.Y, st).not()
		}
	case *ast.CallExpr:
		if x == w.op {
			w.tested = true
			return w.verdict()
		}
		return w.predicate(x, st)
	}
	return unknown
}

// equal evaluates x == y.
func (w *walk) equal(x, y ast.Expr, st state) val {
	p := w.f.x.p
	if isError(p.Info.TypeOf(x)) || isError(p.Info.TypeOf(y)) {
		a, b := w.errorOrConcrete(x, st), w.errorOrConcrete(y, st)
		if w.isOutcome(x, st) || w.isOutcome(y, st) {
			w.tested = true
		}
		switch {
		case a == isNil && b == isNil:
			return isTrue
		case a == isNil && b == notNil, a == notNil && b == isNil:
			return isFalse
		}
		return unknown
	}
	if isBool(p.Info.TypeOf(x)) {
		a, b := w.truth(x, st), w.truth(y, st)
		if a != unknown && b != unknown {
			if a == b {
				return isTrue
			}
			return isFalse
		}
	}
	return unknown
}

// errorOrConcrete is value for one side of a comparison with an error: a value
// of a concrete type is no nil error, whatever it holds.
func (w *walk) errorOrConcrete(e ast.Expr, st state) val {
	if x := w.value(e, st); x == isNil || x == notNil {
		return x
	}
	t := w.f.x.p.Info.TypeOf(e)
	if t != nil && !types.IsInterface(t) {
		if b, ok := t.Underlying().(*types.Basic); !ok || b.Kind() != types.UntypedNil {
			return notNil
		}
	}
	return unknown
}

// isOutcome reports whether an error is the operation's, or the state knows it.
func (w *walk) isOutcome(e ast.Expr, st state) bool {
	if v := w.varOf(e); v != nil {
		if x := st.get(v); x == isNil || x == notNil {
			return true
		}
	}
	return w.derived(e, st)
}

// predicate evaluates a call in a condition: a test of an error that is known
// to be nil is taken to be false, as errors.Is and its like are.
func (w *walk) predicate(call *ast.CallExpr, st state) val {
	x := unknown
	for _, a := range call.Args {
		if !isError(w.f.x.p.Info.TypeOf(a)) {
			continue
		}
		switch w.errorValue(a, st) {
		case isNil:
			if w.isOutcome(a, st) {
				w.tested = true
			}
			x = isNil
		case notNil:
			if w.isOutcome(a, st) {
				w.tested = true
				return unknown
			}
		}
	}
	if x == isNil && !w.takesResult(call, st) {
		return w.f.x.ofNil(w.f.x.p.Callee(call))
	}
	return unknown
}

// refine narrows the state by a condition that turned out true or false.
func (w *walk) refine(cond ast.Expr, yes bool, st state) state {
	cond = ast.Unparen(cond)
	switch x := cond.(type) {
	case *ast.UnaryExpr:
		if x.Op == token.NOT {
			return w.refine(x.X, !yes, st)
		}
	case *ast.Ident:
		if v := w.varOf(x); v != nil && isBool(v.Type()) && st.get(v) == unknown {
			if yes {
				return st.set(v, isTrue)
			}
			return st.set(v, isFalse)
		}
	case *ast.BinaryExpr:
		switch {
		case x.Op == token.LAND && yes, x.Op == token.LOR && !yes:
			return w.refine(x.Y, yes, w.refine(x.X, yes, st))
		case x.Op == token.LAND && !yes:
			// a && b is false: if a is true, b is not.
			if w.truth(x.X, st) == isTrue {
				return w.refine(x.Y, false, st)
			}
			if w.truth(x.Y, st) == isTrue {
				return w.refine(x.X, false, st)
			}
		case x.Op == token.LOR && yes:
			if w.truth(x.X, st) == isFalse {
				return w.refine(x.Y, true, st)
			}
			if w.truth(x.Y, st) == isFalse {
				return w.refine(x.X, true, st)
			}
		case x.Op == token.EQL || x.Op == token.NEQ:
			e := x.X
			if id, ok := ast.Unparen(e).(*ast.Ident); ok && id.Name == "nil" {
				e = x.Y
			} else if id, ok := ast.Unparen(x.Y).(*ast.Ident); !ok || id.Name != "nil" {
				return st
			}
			if v := w.varOf(e); v != nil && isError(v.Type()) && st.get(v) == unknown {
				if (x.Op == token.EQL) == yes {
					return st.set(v, isNil)
				}
				return st.set(v, notNil)
			}
		}
	}
	return st
}

// containsCall reports whether a call is part of n, not of a literal inside it.
func containsCall(n ast.Node, call *ast.CallExpr) bool {
	if n == nil || call == nil || n.Pos() > call.Pos() || call.End() > n.End() {
		return false
	}
	found := false
	code.InspectShallow(n, func(n ast.Node) bool {
		if n == ast.Node(call) {
			found = true
		}
		return !found
	})
	return found
}
