// Package waits finds everything a function may wait for: sleeps, channels,
// locks, connections, processes, library calls, and whatever the functions it
// calls wait for; and for each wait which context's end ends it.
//
// A wait is proven when a mechanism in sight makes it long and nothing in
// sight lets a context end it. What cannot be told is not proven, and rules are
// silent about it: an unknown context, a channel whose other end is out of
// sight, a reader that may be a buffer.
package waits

import (
	"go/ast"
	"go/types"
	"sort"
	"strings"
	"time"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/ctxflow"
	"github.com/faultlint/faultlint/internal/durations"
	"github.com/faultlint/faultlint/internal/facts"
)

// Short is the time up to which a wait is too small to matter.
const Short = time.Second

// maxVia bounds the length of a chain.
const maxVia = 6

// A Wait is something a function may wait for.
type Wait struct {
	// Node is the place in the function: the call, send, receive, range or select.
	Node ast.Node
	// Fn is the innermost function or literal around Node.
	Fn *code.Func
	// Call is Node if it is a call.
	Call *ast.CallExpr
	Kind api.WaitKind
	// What names the operation at the end of the chain: "(*sql.DB).Query",
	// "time.Sleep of 15s", "receive from done".
	What string
	// Row is the table's row if Node is a library call.
	Row *api.Call

	// Callee and From are the function of this or another package that waits,
	// and its wait, for a wait that comes through a call.
	Callee *types.Func
	From   *facts.Wait
	// Via is the chain from the function to the wait; the last frame is the wait itself.
	Via []facts.Frame
	// Modules counts module boundaries crossed by the chain.
	Modules int
	// ViaInterface: the call may run other functions than the one looked at.
	ViaInterface bool
	// Varies: an interface is on the way of which other implementations do not wait.
	Varies bool

	// Ctx is the context that reaches the wait; nil if none does.
	Ctx *ctxflow.Ctx
	// Obeys says which context's end ends the wait; Param is the parameter of
	// Owner for ObeysParam and ObeysValue.
	Obeys facts.Obeys
	Param int
	Owner *code.Func
	// Linked: the context reaches the wait by a link in sight: AfterFunc with
	// Close, a deadline on the connection, a goroutine that waits for Done.
	Linked bool

	// Unlocked: a context's end wakes it, but without the lock.
	Unlocked bool

	// Bound is the wait's own limit: the sleep's length, a dial timeout, the
	// client's Timeout in sight. Unknown if there is none in sight.
	Bound durations.Value
	// BoundBy is the expression of the limit.
	BoundBy ast.Expr
	// Subject is what has to be closed, killed or woken to end the wait: the
	// connection, process, reader; nil if there is nothing of the kind.
	Subject ast.Expr
	// Given says what parameters that are handed on to Call have to be for the
	// wait behind it to be reached.
	Given []code.OpenGiven
	// IfPeer: it is a wait only if Subject, which comes from the caller, is a
	// connection or pipe.
	IfPeer bool

	// Twin is what to do instead, for messages: "use QueryContext with the context".
	Twin string
	// Missing is the place where the context should have been given, if it is
	// another than Node: where the request or command was made.
	Missing ast.Node

	// Makes is the only place that makes the channel that a send waits at, and Needs the room it
	// takes for the send to end in any case; nil if that is not known.
	Makes *ast.CallExpr
	Needs int

	// DB: an exchange with a database; Apart: with one that no transaction of
	// another takes in.
	DB, Apart bool
	// Limited: it has a limit of its own, known (Bound) or not.
	Limited bool

	// Goroutine: runs in a goroutine that the function does not wait for.
	Goroutine bool
	// Abandoned: runs in a goroutine that the function waits for among other
	// things, so that it may leave without it.
	Abandoned bool
	// Cleanup: in a deferred call, or after the end of a context.
	Cleanup bool
	// Once: it is part of making something that the whole package shares.
	Once bool
	// InLoop: in a loop of Fn.
	InLoop bool
	// Polls: it is a short sleep, but in a loop that goes round for long and
	// never looks at a context.
	Polls bool
	// Trivial: bounded to less than Short, the pace of a loop, a lock held for a moment, or a
	// statement on a database that is a part of the program.
	Trivial bool

	// Proven: it can last long, and no context in sight ends it.
	Proven bool
	// Why says what proves that a channel operation or join can last:
	// "its only receiver leaves when ctx is done"; At is the place.
	Why string
	At  ast.Node
	// Lives: the other side leaves at the end of a context that code outside the
	// package gives it, as the one loop of an object that runs as long as the
	// program: whether that ends before the caller is not known elsewhere.
	Lives bool
	// Busy: that is work of the other side, after which it comes back.
	Busy bool
	// Slot: it asks for one of a limited number of places or things, which whoever
	// has it gives back.
	Slot bool
	// Root is another wait in sight that makes this one long, which is reported
	// by itself: the sleep of a worker that a WaitGroup waits for.
	Root *Wait

	noWorkers bool // nobody is in sight that it waits for
}

// Limit returns the longest time the wait takes by itself; ok is false if
// nothing in sight limits it.
func (w *Wait) Limit() (d time.Duration, ok bool) {
	return w.Bound.MaxDuration()
}

// With says with what the wait is an exchange: a database, or what the library
// is called.
func (w *Wait) With() string {
	if w.DB {
		return "the database"
	}
	lib, _, _ := strings.Cut(strings.TrimLeft(w.What, "(*"), ".")
	return lib
}

// Direct reports whether the wait is an operation of the function itself
// rather than one of a function it calls.
func (w *Wait) Direct() bool { return w.From == nil }

// A Finder finds the waits of one package.
type Finder struct {
	p       *code.Package
	t       *api.Table
	flow    *ctxflow.Flow
	callees facts.Callees

	memo  map[*code.Func][]*Wait
	own   map[*code.Func][]*Wait
	busy  map[*code.Func]bool
	rows  map[*types.Func]*api.Call
	chans *chanIndex
	conns map[*types.Var]*connUse
	works map[*code.Func][]*Wait
	// hasBinders: the package has functions that put a context into something.
	hasBinders api.Tri
	// limited: the package limits what the values of a type ask for, see setLimit.
	limited map[*types.TypeName]bool
	// assertions are the types that the package says are meant for an interface.
	assertions map[*types.Named][]types.Type
	// given are the package's conversions by interface, only the types for which
	// interfaces are made; once asked for.
	given map[string][]code.Conversion
	only  map[*types.Named]types.Type
	// embeds says whether databases are parts of the program, once asked for.
	embeds api.Tri
	// counting holds functions whose runs are being counted.
	counting map[*code.Func]bool
}

// New returns a finder of waits. Callees may be nil.
func New(p *code.Package, t *api.Table, flow *ctxflow.Flow, callees facts.Callees) *Finder {
	return &Finder{
		p: p, t: t, flow: flow, callees: callees,
		memo:     make(map[*code.Func][]*Wait),
		own:      make(map[*code.Func][]*Wait),
		busy:     make(map[*code.Func]bool),
		rows:     make(map[*types.Func]*api.Call),
		conns:    make(map[*types.Var]*connUse),
		works:    make(map[*code.Func][]*Wait),
		only:     make(map[*types.Named]types.Type),
		counting: make(map[*code.Func]bool),
	}
}

// In returns everything fn may wait for, in source order: its own operations,
// those of the functions it calls, and those of the literals in it that run
// during the call, when it ends, or in goroutines it starts.
func (f *Finder) In(fn *code.Func) []*Wait {
	if fn == nil {
		return nil
	}
	if out, ok := f.memo[fn]; ok {
		return out
	}
	if f.busy[fn] {
		return nil
	}
	f.busy[fn] = true
	out := append([]*Wait(nil), f.Own(fn)...)
	for _, lit := range fn.Lits {
		run := f.flow.Live(lit)
		switch run.Kind {
		case ctxflow.RunSync, ctxflow.RunWaited, ctxflow.RunDeferred, ctxflow.RunGo:
		default:
			continue
		}
		for _, w := range f.In(lit) {
			c := *w
			c.Goroutine = c.Goroutine || run.Kind == ctxflow.RunGo
			c.Abandoned = c.Abandoned || run.Abandons != nil
			c.Cleanup = c.Cleanup || run.Kind == ctxflow.RunDeferred
			out = append(out, &c)
		}
	}
	sort.SliceStable(out, func(i, j int) bool { return out[i].Node.Pos() < out[j].Node.Pos() })
	delete(f.busy, fn)
	f.memo[fn] = out
	return out
}

// frame renders the place of a node as a hop to what is called.
func (f *Finder) frame(n ast.Node, what string) facts.Frame {
	pos := f.p.Fset.Position(n.Pos())
	name := pos.Filename
	for i := len(name) - 1; i >= 0; i-- {
		if name[i] == '/' || name[i] == '\\' {
			name = name[i+1:]
			break
		}
	}
	return facts.Frame{Func: what, Pkg: f.p.Types.Path(), File: name, Line: pos.Line}
}
