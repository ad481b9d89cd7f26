// Package handlers says which functions serve one request, message, job or
// reconcile, by which framework, and where the request's context is in them;
// and which functions are reached from such handlers.
//
// A function is a handler because of its parameter types, because its value
// is registered or given a handler's type, because of the interface its
// receiver implements or the type its receiver embeds, or because a directive
// says so. func(context.Context, *T) (*U, error) alone is none of these.
package handlers

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"
	"time"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/ctxflow"
)

// Kind says what a handler serves. The order is from most to least pressing:
// how much harm it does if the handler waits too long.
type Kind int8

const (
	KindRequest   Kind = iota // a request whose sender waits
	KindMessage               // a message or event
	KindJob                   // a job that is run again if it fails
	KindReconcile             // a reconcile of a controller
	KindCommand               // a command of a command-line tool
	KindPeriodic              // a run on a schedule, or code that is replayed
	KindLifecycle             // runs as long as the process or a session
	KindTest                  // a test
)

func (k Kind) String() string {
	return [...]string{"request", "message", "job", "reconcile", "command", "periodic", "lifecycle", "test"}[k]
}

// Serves reports whether a caller, a queue or a controller waits for each run,
// so that a wait without end does harm beyond the one run.
func (k Kind) Serves() bool { return k <= KindReconcile }

// How says by what a function was found to be a handler.
type How int8

const (
	ByType         How = iota // its parameter types
	ByRegistration            // its value is registered, or given a handler's function type
	ByInterface               // its receiver implements a handler's interface
	ByEmbedding               // its receiver embeds a framework's type
	ByDirective               // a directive comment
	ByParam                   // it is no handler itself, but takes what only handlers have
)

func (h How) String() string {
	return [...]string{"type", "registration", "interface", "embedding", "directive", "param"}[h]
}

// A Match says that a function is a handler.
type Match struct {
	Func *code.Func
	Kind Kind
	How  How
	// Handler is the table's row; nil for ByDirective and shapes that the
	// project itself declares.
	Handler *api.Handler
	// Framework names it in messages: "gin", "gRPC".
	Framework string
	// Ctx is how to write the request's context in the function: ctx,
	// r.Context(), c.Request.Context(); "" if it has none at hand.
	Ctx string
	// Blank: the parameter that is or carries the context has no name yet.
	Blank bool
	// Var is the parameter that is or carries the context, nil if none.
	Var *types.Var
	// Live says whether that context ends with the request.
	Live api.Tri
	// At is where the function is registered, nil if not seen.
	At ast.Node
	// Budget is the time that one run has, as the user says; 0 = nothing said.
	Budget time.Duration
}

// Handlers knows the handlers of one package.
type Handlers struct {
	p      *code.Package
	t      *api.Table
	flow   *ctxflow.Flow
	marked func(*ast.FuncDecl) (bool, time.Duration)

	memo       map[*code.Func]*Match
	registered map[*code.Func]*registration
	byTarget   map[types.Type]target
	byCarrier  map[string]*api.Handler
	shaped     []*api.Handler // rows with shapes
	reach      map[*code.Func][]*Reach
	sources    map[*code.Func]bool         // whether it has a context at hand
	startup    map[*code.Func]bool         // whether it is only called at start
	once       map[*code.Func]bool         // whether it runs once in the life of the process
	callers    map[*code.Func][]*code.Func // of functions of the package; made when asked for
	routers    map[types.Type]bool
	byRouter   map[*types.Var][]*ast.CallExpr // made when asked for
}

// New returns the handlers of a package. Marked tells whether a declaration
// is declared to be a handler, and how much time it then has, 0 if nothing is
// said; it may be nil.
func New(p *code.Package, t *api.Table, flow *ctxflow.Flow, marked func(*ast.FuncDecl) (bool, time.Duration)) *Handlers {
	return &Handlers{
		p: p, t: t, flow: flow, marked: marked,
		memo:     make(map[*code.Func]*Match),
		byTarget: make(map[types.Type]target),
		sources:  make(map[*code.Func]bool),
		startup:  make(map[*code.Func]bool),
		routers:  make(map[types.Type]bool),
	}
}

// Of returns how fn is a handler, nil if it is none.
func (h *Handlers) Of(fn *code.Func) *Match {
	if fn == nil {
		return nil
	}
	if m, ok := h.memo[fn]; ok {
		return m
	}
	h.memo[fn] = nil
	m := h.find(fn)
	h.memo[fn] = m
	return m
}

func (h *Handlers) find(fn *code.Func) *Match {
	if budget, ok := h.declared(fn); ok {
		m := h.match(fn, nil, ByDirective, nil)
		if row := h.t.HandlerByParams(fn.Sig); row != nil {
			m.Handler, m.Framework = row, row.Framework
		}
		m.Kind = KindRequest
		m.Budget = budget
		return m
	}
	// A handler by its types keeps that row, which knows more, whether or not
	// its registration is in sight.
	row := h.t.HandlerByParams(fn.Sig)
	reg := h.registrations()[fn]
	switch {
	case row != nil && reg != nil:
		m := h.match(fn, row, ByType, reg.at)
		m.How = ByRegistration
		return m
	case reg != nil:
		return h.match(fn, reg.row, reg.how, reg.at)
	case row != nil:
		how := ByType
		if fn.Sig.Recv() != nil && len(row.Methods) > 0 && fn.Obj != nil && slices.Contains(row.Methods, fn.Obj.Name()) {
			how = ByInterface
		}
		return h.match(fn, row, how, nil)
	}
	if fn.Obj != nil && fn.Sig.Recv() != nil {
		if m := h.byMethod(fn); m != nil {
			return m
		}
	}
	if row := h.carried(fn); row != nil {
		return h.match(fn, row, ByParam, nil)
	}
	return nil
}

// declared reports whether the user says that fn is a handler, and its time.
func (h *Handlers) declared(fn *code.Func) (budget time.Duration, ok bool) {
	fd, isDecl := fn.Node.(*ast.FuncDecl)
	if !isDecl || h.marked == nil {
		return 0, false
	}
	ok, budget = h.marked(fd)
	return budget, ok
}

// match fills in the context of a handler.
func (h *Handlers) match(fn *code.Func, row *api.Handler, how How, at ast.Node) *Match {
	m := &Match{Func: fn, How: how, Handler: row, At: at}
	if row != nil {
		m.Framework, m.Live, m.Budget = row.Framework, row.Live, row.Budget
		m.Kind = kindOf(fn, row)
	}
	for _, s := range h.flow.AtHand(fn, nil) {
		if s.Captured || s.Kind == ctxflow.SourceStored {
			continue
		}
		m.Ctx, m.Var, m.Blank = s.Expr, s.Var, s.Blank
		if m.Live == api.Maybe {
			m.Live = s.Live
		}
		break
	}
	return m
}

func kindOf(fn *code.Func, row *api.Handler) Kind {
	switch {
	case isTest(fn.Sig):
		return KindTest
	case row.CLI:
		return KindCommand
	case row.NotRequest:
		return KindPeriodic
	case row.Lifecycle:
		return KindLifecycle
	}
	switch row.Serves {
	case api.ServesMessage:
		return KindMessage
	case api.ServesJob:
		return KindJob
	case api.ServesReconcile:
		return KindReconcile
	}
	return KindRequest
}

func isTest(sig *types.Signature) bool {
	if sig.Params().Len() == 0 {
		return false
	}
	key := api.KeyOfType(sig.Params().At(0).Type())
	return strings.HasPrefix(key, "*testing.")
}

// carried finds what only handlers have among the parameters of a helper: a
// framework's context, or the two of net/http.
func (h *Handlers) carried(fn *code.Func) *api.Handler {
	if h.byCarrier == nil {
		h.byCarrier = make(map[string]*api.Handler)
		for _, row := range h.t.Handlers() {
			if row.CtxParam >= len(row.Params) || row.CLI || row.NotRequest {
				continue
			}
			k := row.Params[row.CtxParam]
			switch k {
			case "context.Context", "*net/http.Request", "_", "any":
				continue
			}
			if h.byCarrier[k] == nil {
				h.byCarrier[k] = row
			}
		}
	}
	var writer, request bool
	for _, v := range fn.Params() {
		k := api.KeyOfType(v.Type())
		switch k {
		case "net/http.ResponseWriter":
			writer = true
		case "*net/http.Request":
			request = true
		}
		if row := h.byCarrier[k]; row != nil {
			return row
		}
		if serverStream(v.Type()) {
			return h.byCarrier["google.golang.org/grpc.ServerStream"]
		}
	}
	if writer && request {
		return h.t.HandlerByType("net/http.HandlerFunc")
	}
	return nil
}

// serverStream reports whether t is, or embeds, gRPC's server side of a
// stream, as generated stream types do.
func serverStream(t types.Type) bool {
	if !types.IsInterface(t) {
		return false
	}
	if _, ok := t.(*types.TypeParam); ok {
		return false
	}
	obj, _, _ := types.LookupFieldOrMethod(t, true, nil, "SendHeader")
	fn, ok := obj.(*types.Func)
	return ok && api.Key(fn) == "(google.golang.org/grpc.ServerStream).SendHeader"
}
