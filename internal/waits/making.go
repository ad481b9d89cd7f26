package waits

import (
	"go/ast"
	"strings"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/ctxflow"
)

// OwnMaking reports whether it is a wait that the program makes itself (a sleep, a
// channel, a condition, a group of workers, a loop of reads, a child it
// started) rather than a single exchange that a library makes for it. Two
// rules share the waits by it, so that no line is reported twice.
func (w *Wait) OwnMaking() bool {
	switch w.Kind {
	case api.WaitSleep, api.WaitSend, api.WaitRecv, api.WaitSelect, api.WaitSync:
		return true
	case api.WaitProc:
		return w.What == "(*exec.Cmd).Wait" || w.What == "(*os.Process).Wait"
	case api.WaitIO:
		return w.Accepts() || w.InLoop || w.From != nil && w.From.Loop
	}
	return false
}

// Accepts reports whether it waits for the next connection of a listener.
func (w *Wait) Accepts() bool {
	return w.Kind == api.WaitIO && strings.Contains(w.What, ").Accept")
}

// Leaks reports whether a channel operation that is stuck leaves a goroutine
// behind rather than keeping a caller or an object's own loop waiting: it is on
// a channel that lives as long as one call, in a goroutine that this call starts.
func (f *Finder) Leaks(w *Wait) bool {
	if _, inside := w.At.(*ast.SelectStmt); inside || !f.localChan(w) {
		return false // a send inside a select's case has the context at hand
	}
	if w.Goroutine || w.Abandoned {
		return true
	}
	fn := w.Fn
	for fn.Obj == nil {
		run := f.flow.Live(fn)
		switch {
		case run.Abandons != nil:
			return true
		case run.Kind == ctxflow.RunGo, run.Kind == ctxflow.RunWaited:
			return true
		case run.Kind == ctxflow.RunStored || run.Kind == ctxflow.RunUnknown:
			return false
		}
		if fn.Parent == nil {
			return false
		}
		fn = fn.Parent
	}
	return f.startedAlone(fn)
}

// startedAlone reports whether a declared function is only ever started by go
// statements.
func (f *Finder) startedAlone(fn *code.Func) bool {
	calls, complete := f.p.Callers(fn)
	for _, call := range calls {
		if _, ok := f.p.Parent(call).(*ast.GoStmt); !ok {
			return false
		}
	}
	return complete && len(calls) > 0
}

// InGoroutine reports whether a wait is made in a goroutine that has no caller:
// a literal started by go for which nobody waits, or a function that is only
// started so.
func (f *Finder) InGoroutine(w *Wait) bool {
	if w.Goroutine {
		return true
	}
	fn := w.Fn
	for fn.Obj == nil {
		switch run := f.flow.Live(fn); run.Kind {
		case ctxflow.RunGo:
			return true
		case ctxflow.RunStored:
			return run.Runner != nil && run.Runner.Later && run.Runner.Async // a timer's
		case ctxflow.RunSync, ctxflow.RunDeferred:
		default:
			return false
		}
		if fn.Parent == nil {
			return false
		}
		fn = fn.Parent
	}
	return f.startedAlone(fn)
}

// localChan reports whether a channel operation is on a channel that one run of
// a function makes.
func (f *Finder) localChan(w *Wait) bool {
	var ch ast.Expr
	switch n := w.Node.(type) {
	case *ast.SendStmt:
		ch = n.Chan
	case *ast.UnaryExpr:
		ch = n.X
	case *ast.RangeStmt:
		ch = n.X
	case *ast.SelectStmt:
		for _, s := range n.Body.List {
			if cc, ok := s.(*ast.CommClause); ok && cc.Comm != nil {
				if ch = commChan(cc); ch == nil {
					if send, ok := cc.Comm.(*ast.SendStmt); ok {
						ch = send.Chan
					}
				}
			}
		}
	}
	if ch == nil {
		return false
	}
	cl := f.class(ch)
	if cl == nil {
		return false
	}
	_, local := madeIn(cl)
	return local
}
