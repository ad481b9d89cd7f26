// Package ctxflow says where a context comes from and what bounds it, which
// contexts a function has at hand, which context reaches a call, and how the
// end of a context reaches a wait that does not take one.
//
// A context is more than a variable called ctx: it is inside a request, a
// framework's own context, a stream, a command, a struct field. All of these
// are traced in the same way. What cannot be followed is RootUnknown, about
// which rules are silent.
package ctxflow

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/durations"
	"github.com/faultlint/faultlint/internal/facts"
)

// A Flow answers questions on the contexts of one package.
type Flow struct {
	p       *code.Package
	t       *api.Table
	callees facts.Callees

	traced   map[ast.Expr]Ctx
	results  map[resultKey]*inlined
	isCtx    map[types.Type]bool
	carriers map[types.Type]*carrier
	live     map[string]api.Tri // by carrier type
	fields   map[*types.Var]*fieldValues
	lives    map[*types.Var]Life // of parameters
	unending map[*types.Var]bool // parameters whose context never ends
	cancels  map[*types.Var]*cancelUse
	// fieldCancels has the field of the context that the cancel function in a field ends.
	fieldCancels map[*types.Var]*types.Var
	runs         map[*code.Func]Run
	running      map[*types.Var]bool     // parameters whose use is being looked at
	atHand       map[*code.Func][]Source // parameters and receiver
	tests        map[*code.Func][]Test
	links        map[*code.Func][]link
	after        map[*code.Func][]span

	predicates map[*code.Func]string // of context errors
	asked      map[*code.Func]bool   // see serves
}

// New returns the context flow of a package. Callees may be nil.
func New(p *code.Package, t *api.Table, callees facts.Callees) *Flow {
	return &Flow{
		p: p, t: t, callees: callees,
		traced:       make(map[ast.Expr]Ctx),
		results:      make(map[resultKey]*inlined),
		isCtx:        make(map[types.Type]bool),
		carriers:     make(map[types.Type]*carrier),
		fields:       make(map[*types.Var]*fieldValues),
		lives:        make(map[*types.Var]Life),
		unending:     make(map[*types.Var]bool),
		fieldCancels: make(map[*types.Var]*types.Var),
		cancels:      make(map[*types.Var]*cancelUse),
		atHand:       make(map[*code.Func][]Source),
		runs:         make(map[*code.Func]Run),
		running:      make(map[*types.Var]bool),
		tests:        make(map[*code.Func][]Test),
		links:        make(map[*code.Func][]link),
		after:        make(map[*code.Func][]span),

		predicates: make(map[*code.Func]string),
		asked:      make(map[*code.Func]bool),
	}
}

// RootKind says where a context begins, as far as its package shows.
type RootKind int8

const (
	RootUnknown    RootKind = iota
	RootParam               // a context.Context parameter: the caller's
	RootCarrier             // inside a parameter that carries a context: r.Context(), c.Request.Context()
	RootField               // kept in a struct field or a package variable
	RootBackground          // context.Background: nobody's end ends it
	RootTODO                // context.TODO
	RootNone                // a request or command made without a context
	RootNil                 // nil
	RootTest                // t.Context()
)

func (k RootKind) String() string {
	return [...]string{"unknown", "param", "carrier", "field", "background", "todo", "none", "nil", "test"}[k]
}

// A Root is the place where a context begins.
type Root struct {
	Kind RootKind
	// Var is the parameter (RootParam, RootCarrier) or the field or package
	// variable (RootField).
	Var *types.Var
	// Func is the function whose parameter Var is. For a literal's parameter
	// see Flow.Outer.
	Func *code.Func
	// Expr is the expression at the root: the parameter's use, s.ctx,
	// context.Background(), http.NewRequest(…). It may be in another function
	// than the traced expression, if a helper was looked into.
	Expr ast.Expr
	// Live says, for RootCarrier, whether the context ends with the request.
	Live api.Tri
}

// StepKind says what a derivation does to a context.
type StepKind int8

const (
	StepBound  StepKind = iota // adds a deadline
	StepCancel                 // can be cancelled by the function that made it
	StepValue                  // same lifetime
	StepDetach                 // keeps values, cuts the parent's end
	StepSignal                 // ends at a signal to the process
	StepGroup                  // ends with the first error in a group, and when its Wait returns
	StepWrap                   // inside a project's own context type
	StepOpaque                 // handed through a function that cannot be seen: derived, but unknown how
)

func (k StepKind) String() string {
	return [...]string{"bound", "cancel", "value", "detach", "signal", "group", "wrap", "opaque"}[k]
}

// A Step is one derivation of a context from its parent.
type Step struct {
	Kind StepKind
	Call *ast.CallExpr // the deriving call; nil for StepWrap
	In   *code.Func    // the function around it
	// Dur is the argument with the time limit or deadline of a StepBound.
	Dur ast.Expr
	// Deadline: Dur is a point in time rather than a duration.
	Deadline bool
	// Limit is the value of Dur, for a Deadline that of d in
	// time.Now().Add(d), unknown for any other.
	Limit durations.Value
	// Cancel is the variable that holds the cancel function (or the group of a
	// StepGroup), nil if there is none.
	Cancel *types.Var
	// CancelDeferred: the cancel function is deferred in the function of Call.
	CancelDeferred bool
	// CancelEscapes: the cancel function is handed on, stored, returned or
	// captured: when it is called is somebody else's business.
	CancelEscapes bool
	// Maybe: the step is on some paths only.
	Maybe bool
	// Through is the call of this package's helper in which Call is, innermost
	// last, nil if Call is in the traced function itself.
	Through []*ast.CallExpr
}

// Pos returns the place of the derivation.
func (s *Step) Pos() token.Pos {
	if s.Call == nil {
		return token.NoPos
	}
	return s.Call.Pos()
}

// A Ctx is what is known of a context at the place of an expression.
type Ctx struct {
	Root Root
	// Steps are the derivations from the root on, the last one made last.
	Steps []Step
	// Ambiguous: several origins differ. Root and Steps are those of the first,
	// Others has the rest.
	Ambiguous bool
	Others    []Ctx
	// Stacked is the definition that derives the context from its own value of
	// the turn before: in a loop, limits and cancellations pile up.
	Stacked *code.Def
	// StackedLit: Stacked is in a literal that assigns a captured variable, so
	// that the piling needs a literal that runs more than once.
	StackedLit bool
	// StackedBound: a time limit is among what piles up, not only values.
	StackedBound bool
}

// Known reports whether the context has one origin, which is known.
func (c Ctx) Known() bool { return !c.Ambiguous && c.Root.Kind != RootUnknown }

// InForce returns the steps that have a say in when the context ends: those
// after the last certain detachment.
func (c Ctx) InForce() []Step {
	for i := len(c.Steps) - 1; i >= 0; i-- {
		if c.Steps[i].Kind == StepDetach && !c.Steps[i].Maybe {
			return c.Steps[i+1:]
		}
	}
	return c.Steps
}

// Detached returns the last certain detachment, nil if there is none.
func (c Ctx) Detached() *Step {
	for i := len(c.Steps) - 1; i >= 0; i-- {
		if c.Steps[i].Kind == StepDetach && !c.Steps[i].Maybe {
			return &c.Steps[i]
		}
	}
	return nil
}

// Bounds returns the limits in force, the outermost first, also those that
// are on some paths only (Step.Maybe).
func (c Ctx) Bounds() []Step { return c.ofKind(StepBound) }

// Cancels returns the steps in force whose cancel function the package holds,
// limits included, the outermost first.
func (c Ctx) Cancels() []Step {
	var out []Step
	for _, s := range c.InForce() {
		switch s.Kind {
		case StepCancel, StepBound, StepSignal, StepGroup:
			out = append(out, s)
		}
	}
	return out
}

func (c Ctx) ofKind(k StepKind) []Step {
	var out []Step
	for _, s := range c.InForce() {
		if s.Kind == k {
			out = append(out, s)
		}
	}
	return out
}

// Opaque reports whether the context went through a function that cannot be
// seen, so that it may have limits, or be detached, without showing it.
func (c Ctx) Opaque() bool { return len(c.ofKind(StepOpaque)) > 0 }

// Signal reports whether a signal to the process ends the context.
func (c Ctx) Signal() bool { return len(c.ofKind(StepSignal)) > 0 }

// FromCaller reports whether the end of the caller's context, or of the
// request's, certainly ends the context.
func (c Ctx) FromCaller() bool {
	if c.Ambiguous || c.Detached() != nil || c.Opaque() {
		return false
	}
	return c.Root.Kind == RootParam || c.Root.Kind == RootCarrier && c.Root.Live != api.No
}

// Nobody reports whether the context certainly begins here or is cut from the
// caller's: Background, TODO, nil, none, or detached. It may have limits of
// its own.
func (c Ctx) Nobody() bool {
	if c.Ambiguous || c.Opaque() {
		return false
	}
	switch c.Root.Kind {
	case RootBackground, RootTODO, RootNone, RootNil:
		return true
	}
	return c.Detached() != nil
}

// Endless reports whether nothing ends the context: it is nobody's, and no
// limit, cancel function, signal or group is in force.
func (c Ctx) Endless() bool { return c.Nobody() && len(c.Cancels()) == 0 }
