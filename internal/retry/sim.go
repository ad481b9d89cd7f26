package retry

import (
	"go/ast"
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

// How far one walk goes, and all walks through one function together. Beyond that, anything may follow.
const (
	maxSteps     = 4000
	maxFuncSteps = 200000
)

// run walks from the operation.
func (w *walk) run() reach {
	pl, ok := w.f.at[w.op]
	if !ok {
		return reach{}
	}
	w.init()
	return w.from(pl.block, pl.index, w.flags(), false, true)
}

// flags returns the bool variables that each turn sets before the operation, and
// that nothing sets through a pointer.
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
			if v := w.varOf(a.Lhs[0]); v != nil && code.IsBool(v.Type()) && !w.f.x.addressTaken(v) {
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
	w.f.x.steps++
	if w.steps++; w.steps > maxSteps || w.f.x.steps > maxFuncSteps {
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
