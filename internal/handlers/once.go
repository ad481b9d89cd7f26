package handlers

import (
	"go/ast"
	"go/types"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
)

// RunsOnce reports whether a function, or literal, runs once in the life of the process, or as
// often as the command line has arguments: it is main or what a command of the command line
// does, or is called by such alone, and not in a loop that goes on until something stops it.
func (h *Handlers) RunsOnce(fn *code.Func) bool {
	if fn == nil {
		return false
	}
	if known, ok := h.once[fn]; ok {
		return known
	}
	if h.once == nil {
		h.once = make(map[*code.Func]bool)
	}
	h.once[fn] = false // if it calls itself, it does not run once
	h.once[fn] = h.runsOnce(fn)
	return h.once[fn]
}

func (h *Handlers) runsOnce(fn *code.Func) bool {
	switch {
	case h.ofCommand(fn):
		return true
	case fn.Obj == nil:
		return !h.inEndless(fn.Node) && h.RunsOnce(fn.Parent)
	case fn.Sig.Recv() == nil && fn.Obj.Name() == "main" && h.p.Types.Name() == "main":
		return true
	}
	calls, complete := h.p.Callers(fn)
	called := false
	for _, call := range calls {
		if h.p.ForTests(call.Pos()) {
			continue
		}
		if h.inEndless(call) || !h.RunsOnce(h.p.Enclosing(call)) {
			return false
		}
		called = true
	}
	return complete && called
}

// ofCommand reports whether a function has the parameters of what a command line's command does.
func (h *Handlers) ofCommand(fn *code.Func) bool {
	if row := h.t.HandlerByParams(fn.Sig); row != nil && row.CLI && !row.NotRequest {
		return true
	}
	return fn.Sig.Params().Len() == 1 && api.OfCommandLine(fn.Sig.Params().At(0).Type())
}

// inEndless reports whether a node is in a loop, of the function around it, that is bounded by
// neither a range nor a count.
func (h *Handlers) inEndless(n ast.Node) bool {
	cur, ok := h.p.Cursor(n)
	if !ok {
		return true
	}
	for c := range cur.Enclosing((*ast.ForStmt)(nil), (*ast.RangeStmt)(nil), (*ast.FuncLit)(nil), (*ast.FuncDecl)(nil)) {
		switch l := c.Node().(type) {
		case *ast.FuncLit, *ast.FuncDecl:
			if l != n {
				return false
			}
		case *ast.RangeStmt:
			if _, ok := h.p.TypeOf(l.X).Underlying().(*types.Chan); ok {
				return true
			}
		case *ast.ForStmt:
			if l.Post == nil {
				return true
			}
		}
	}
	return false
}
