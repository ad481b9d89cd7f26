// Package retry finds the operations that a function runs again because they
// failed: in loops of every shape, by recursion or goto, through library
// drivers, and through the project's own helpers that take a closure.
//
// A retry is recognised by structure: a way back to the same operation that is
// open when it failed and shut when it succeeded. What an operation's failure
// leads to is found by walking the control-flow graph twice from the
// operation, once with its error taken as non-nil and once as nil. Names play
// no part in it. A loop that goes on whatever the outcome (a consumer, an
// accept loop, a reconnect) is reported too, as one whose success continues,
// because a failing operation makes it spin. Pagination, polling for a state,
// work on distinct items and compare-and-swap are told apart and not reported.
package retry

import (
	"go/ast"
	"go/types"
	"time"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/durations"
	"github.com/faultlint/faultlint/internal/facts"
)

// Kind says how an operation comes to run again.
type Kind int8

const (
	Loop       Kind = iota // a for or range statement
	Goto                   // a goto back to a label
	Recursion              // the function calls itself (or re-arms a timer with itself)
	Requeue                // a failed item is put back into the queue that the loop takes from
	Again                  // the same call once more, in a straight line, after it failed
	Driver                 // a library function runs a closure again
	Helper                 // a function of the project runs a closure again
	Self                   // a call makes several attempts inside
	LoopDriver             // a loop paced by a library: for b.Ongoing(), for range ticker.C
)

func (k Kind) String() string {
	return [...]string{"loop", "goto", "recursion", "requeue", "again", "driver", "helper", "self", "loop driver"}[k]
}

// Success says where an operation's success leads.
type Success int8

const (
	SuccessUnknown Success = iota
	// Leaves: success ends the repetition: a retry of a request.
	Leaves
	// Continues: success leads to the next turn as well: an endless consumer,
	// sender, accept or reconnect loop. Only what a failing turn does is of
	// interest there.
	Continues
	// Either: success may do both, as in a poll that bears errors.
	Either
)

func (s Success) String() string {
	return [...]string{"unknown", "leaves", "continues", "either"}[s]
}

// A Retry is one operation that is run again.
type Retry struct {
	Kind Kind
	// In is the function the retry stands in.
	In *code.Func
	// Node is the loop statement, the goto, the recursive call, the send that
	// re-queues, or the call of the driver, helper or operation.
	Node ast.Node
	// Call is the call that repeats (Driver, Helper, Self, Recursion), else nil.
	Call *ast.CallExpr
	// Body is the region that runs in each attempt: the loop's body (with its
	// condition and post statement left out), the function's body for a
	// recursion, the closure's body for a driver or helper. Nil if not in sight.
	Body ast.Node
	// Closure is the function that a driver or helper runs, nil if not in
	// sight. It may be a literal or a declared function.
	Closure *code.Func
	// ClosureParam is the parameter of In whose function is the operation, as
	// a helper has it: In is a repeater of it. Nil if there is none.
	ClosureParam *types.Var
	// Ops are the calls whose failure leads back, in source order. For a
	// driver or helper they are not filled in: the closure is the operation.
	Ops []*ast.CallExpr
	// Driver is the library's row for Driver, Self and LoopDriver.
	Driver *api.Driver
	// Callee is the helper, driver or self-retrying function called.
	Callee *types.Func

	// OnSuccess says where success leads.
	OnSuccess Success
	// Guard says which failures lead back.
	Guard Guard
	// Targets: each attempt goes to another target (host, endpoint, replica)
	// with the same payload.
	Targets bool
	// Rounds: the targets are gone through again when all were tried, hosts[try%len(hosts)].
	Rounds bool
	// Drawn: each attempt asks for another number, drawn at random: a port, say.
	Drawn bool
	// Resumes: an operand is moved on by what the attempt before brought
	// (an offset, the refused items): not the same effect again.
	Resumes bool
	// Poll: the way back hangs on a state that is looked at, not on a failure.
	Poll bool
	// Items: each turn is about another item; the loop is no retry.
	Items bool
	// Local: the operations are of the local file system only.
	Local bool
	// Periodic: a ticker paces the turns, whatever the outcome.
	Periodic bool
	// Hedge: the second run starts while the first may still be running.
	Hedge bool
	// Tx: each attempt is a transaction of its own, begun anew.
	Tx bool

	// Attempts is how often the operation runs at most.
	Attempts Count
	// Default is how often a library makes the attempt by default, for drivers
	// and calls that retry inside; it is what happens unless something out of
	// sight says otherwise where Attempts is not known.
	Default api.Attempts
	// ByDefault: the client is made in sight, and nothing in its package speaks
	// of the number: it is Default, unless what the client's maker is given says
	// otherwise.
	ByDefault bool
	// Delays are the waits between a failure and the next attempt.
	Delays []*Delay
	// NoDelay says whether an attempt may follow a failure without any wait:
	// Yes is proven and NoDelayAt is where control goes back, Maybe where an
	// unknown call might wait.
	NoDelay   api.Tri
	NoDelayAt ast.Node
	// DelayAfterLast: the last attempt, too, is followed by a wait.
	DelayAfterLast api.Tri
	// LastReturns: the failure of the last attempt ends in a return inside the
	// loop, so that what follows the loop is not reached by failing.
	LastReturns bool
	// LastFalls: the failure of the last attempt certainly leads to what follows
	// the loop, by the loop's head or by a break.
	LastFalls bool
	// DelaySum is the sum of the delays over all attempts.
	DelaySum durations.Value

	// PerAttempt limits one attempt, nil if no such limit was found.
	PerAttempt *Limit
	// Stacked: each attempt's context is made from that of the attempt before
	// (ctx, cancel = context.WithTimeout(ctx, …) on a variable from outside).
	Stacked bool
	// Total limits all attempts together, nil if no such limit was found.
	// What a caller's context may do is not counted.
	Total *Limit
	// Own is the limit on all attempts that the driver itself looks at between them,
	// whatever else limits them; nil if there is none, or if something that may set it
	// is not in sight.
	Own *Limit
	// Watched: the time that is left is looked at between attempts, beside a
	// limit that cuts a running one.
	Watched bool
	// Restarting is a limit whose timer is made anew in each turn, so that it
	// never sums up: case <-time.After(total) inside the loop. Nil if there is none.
	Restarting *Limit
	// Ctx is the context in force around the attempts as the operation gets
	// it, nil if it gets none.
	Ctx ast.Expr
	// Checks are the places where the end of a context is looked at.
	Checks []CtxCheck
	// StopsOnCtx says whether the end of the context around the attempts ends them.
	StopsOnCtx api.Tri

	// Outer is the limit of a policy that is put around the one that repeats:
	// failsafe.With(timeout, retry).
	Outer *Limit
	// OnTimeout: the policy says by name that timeouts are repeated.
	OnTimeout bool
	// If is the predicate on failures that a driver or client is given, nil if
	// there is none in sight.
	If *code.Func
	// Named is what a driver's predicate, or its closure, names of the failures that
	// are repeated, as Test.What.
	Named []string
	// Policy: what a library repeats is told by settings all of which were read.
	Policy bool

	// Inner is the retry inside a helper of this package that runs the closure.
	Inner *Retry
	// Maker is where the value was made that retries by itself, for Self.
	Maker ast.Node
	// Sender is the transport that makes each attempt of a transport that retries, nil
	// if it is not in sight; Bare: that repeats after whatever error, and itself limits
	// neither one attempt nor all.
	Sender ast.Expr
	Bare   bool
	// AnyRequest: the value is a transport that sends every request again, without
	// a look at it, after failures that do not tell whether it was carried out.
	AnyRequest bool
	// Resends: what retries by itself repeats requests that are not idempotent too,
	// and is no producer of messages.
	Resends bool
	// Runs is the function that each attempt runs elsewhere, for Self: a job's.
	Runs *types.Func
	// PerAttemptField is the key of the field of the maker's type that limits
	// one attempt, "" if none is known to; for Self.
	PerAttemptField string
	// Fact is what the summary of a helper of another package says of it.
	Fact *facts.Closure

	outcome *outcome
}

// A Count is a number of attempts in total: 1 is no retry.
type Count struct {
	// N is the number if it is known (the largest, if there are several).
	N api.Attempts
	// Value is the range of the number; unknown where N is not positive.
	Value durations.Value
	// Plus and Bound: the number is Bound + Plus where Bound is an expression
	// whose value is not known: maxRetries + 1.
	Bound ast.Expr
	Plus  int
	// Node is the test, option or literal that sets the number.
	Node ast.Node
}

// Bounded reports whether the number of attempts is limited: Yes if it is
// counted (known or not), No if nothing but time, context or success ends them.
func (c Count) Bounded() api.Tri {
	switch {
	case c.N == api.AttemptsUnbounded:
		return api.No
	case c.N > 0 || c.Bound != nil || c.Value.Known():
		return api.Yes
	}
	return api.Maybe
}

// A Delay is a wait between two attempts.
type Delay struct {
	// Node is the call, receive or select that waits.
	Node ast.Node
	// Arg is the expression of the duration, nil if there is none.
	Arg ast.Expr
	// Value is the range of one wait.
	Value durations.Value
	// Growth is the factor from one attempt to the next: 1 constant, 2
	// doubling, 0 unknown. Linear is set for growth by a constant step.
	Growth float64
	Linear bool
	// Tenth is the wait when the count that it grows with is ten; unknown where
	// it grows with a duration, or does not.
	Tenth durations.Value
	// Jitter says whether a random part takes part.
	Jitter api.Tri
	// Capped is the wait once it has grown as far as it does, if it is then always
	// the same although before that a random part takes part in it; unknown otherwise.
	Capped durations.Value
	// ObeysCtx: the end of a context ends the wait.
	ObeysCtx api.Tri
	// Ctx is the context whose end ends it, if in sight.
	Ctx ast.Expr
	// Var is the variable that grows from turn to turn, or counts them, nil if there is none.
	Var *types.Var
	// OverflowAfter is the number of failures after which the length no longer
	// fits its type and so turns negative or random, at expression OverflowAt; 0
	// if that does not happen within the attempts, or cannot be told.
	OverflowAfter int
	OverflowAt    ast.Expr
	// OverflowFrom is the value of Var from which on that is so, where Var counts.
	OverflowFrom int64
	// Collapsed is a jitter that always comes out the same, see durations.Value.
	Collapsed ast.Expr
	// Through is the function of the project that does the waiting, nil if it
	// is done in place.
	Through *types.Func

	pause *pause
}

// A Finder finds the retries of one package.
type Finder struct {
	p       *code.Package
	table   *api.Table
	callees facts.Callees

	// Tells, if set, returns the context that a call of a yes-or-no function
	// asks whether it is over, and what it is sure to say then.
	Tells func(call *ast.CallExpr) (ctx ast.Expr, says bool)

	memo      map[*code.Func]*found
	closures  map[*code.Func][]facts.Closure
	closBusy  map[*code.Func]bool
	plaus     map[*code.Func]int8
	waitsMemo map[*code.Func]*ownWait
	classes   map[*code.Func]classResult
	forgives  map[*code.Func]classResult // of functions that give nil for some errors
	nilBusy   map[*code.Func]bool
	doneBusy  map[*code.Func]bool
	makesBusy map[*code.Func]bool
	made      map[types.Object]facts.ErrClass
	errorUses map[types.Object][]ast.Node
	cycles    int                   // times a cycle cut bodyWorks short
	byLength  bool                  // the last answer of statusTests hung on a length
	ops       map[*code.Func]*Retry // closure → retry that runs it
	opsDone   map[*code.Func]bool
	tuned     map[string]int8
	steps     int // of walks through the function that find is at
}

// found is what In has found for one function.
type found struct {
	all     []*Retry // flagged ones included
	retries []*Retry
}

// New returns a finder for package p. callees may be nil.
func New(p *code.Package, table *api.Table, callees facts.Callees) *Finder {
	return &Finder{
		p: p, table: table, callees: callees,
		memo:      make(map[*code.Func]*found),
		closures:  make(map[*code.Func][]facts.Closure),
		closBusy:  make(map[*code.Func]bool),
		plaus:     make(map[*code.Func]int8),
		waitsMemo: make(map[*code.Func]*ownWait),
		classes:   make(map[*code.Func]classResult),
		forgives:  make(map[*code.Func]classResult),
		nilBusy:   make(map[*code.Func]bool),
		doneBusy:  make(map[*code.Func]bool),
		makesBusy: make(map[*code.Func]bool),
		made:      make(map[types.Object]facts.ErrClass),
		ops:       make(map[*code.Func]*Retry),
		opsDone:   make(map[*code.Func]bool),
		tuned:     make(map[string]int8),
	}
}

// In returns the retries in the own body of fn, in source order: not those in
// literals inside it.
func (x *Finder) In(fn *code.Func) []*Retry { return x.find(fn).retries }

// Loops returns all repetitions in fn, also those that are no retries: with
// Poll or Items set.
func (x *Finder) Loops(fn *code.Func) []*Retry { return x.find(fn).all }

// Around returns the innermost retry in whose attempts node runs, within the
// function that holds node or, where that is a literal that a retry runs, the
// retry that runs it. Nil if there is none.
func (x *Finder) Around(node ast.Node) *Retry {
	fn := x.p.FuncAt(node)
	if fn == nil {
		fn = x.p.Enclosing(node)
	}
	for fn != nil {
		var best *Retry
		for _, r := range x.In(fn) {
			if r.Body != nil && r.Closure == nil && code.Within(node, r.Body) && r.Node != node {
				if best == nil || code.Within(r.Body, best.Body) {
					best = r
				}
			}
			if (r.Kind == Self || r.Kind == Again) && r.inOp(node) {
				return r
			}
		}
		if best != nil {
			return best
		}
		if fn.Obj != nil {
			return nil
		}
		if r := x.OpOf(fn); r != nil {
			return r
		}
		// A literal that runs where it stands is part of the code around it.
		use := fn.UseOf()
		if use.Role != code.RoleImmediate && use.Role != code.RoleDefer || fn.Parent == nil {
			return nil
		}
		node, fn = fn.Node, fn.Parent
	}
	return nil
}

// OpOf returns the retry whose operation the function is: a literal handed to
// a driver or helper where it stands, or held by a local variable that is. Nil
// if it is none.
func (x *Finder) OpOf(fn *code.Func) *Retry {
	outer := fn.Outermost()
	x.collectOps(outer)
	return x.ops[fn]
}

func (x *Finder) collectOps(f *code.Func) {
	if x.opsDone[f] {
		return
	}
	x.opsDone[f] = true
	for _, r := range x.In(f) {
		if r.Closure != nil && x.ops[r.Closure] == nil {
			x.ops[r.Closure] = r
		}
	}
	for _, lit := range f.Lits {
		x.collectOps(lit)
	}
}

// Name names the retry for messages: "the loop", "backoff.Retry", "withRetry".
func (r *Retry) Name() string {
	switch r.Kind {
	case Driver, Self, LoopDriver:
		if r.Driver != nil && r.Driver.Lib != "" {
			return r.Driver.Lib
		}
	case Recursion:
		return r.In.Name()
	case Goto:
		return "the goto"
	case Loop, Requeue:
		return "the loop"
	}
	if r.Callee != nil {
		return code.ShortName(r.Callee)
	}
	return "the loop"
}

// exact returns a duration if it can only be one.
func exact(v durations.Value) (time.Duration, bool) {
	n, ok := v.Exact()
	return time.Duration(n), ok
}
