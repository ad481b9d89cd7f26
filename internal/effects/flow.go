package effects

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/cfg"

	"github.com/faultlint/faultlint/internal/code"
)

// A region is a part of a function that is run again: the statement or body of
// a loop, a closure or its body, a function that calls itself.
type region struct {
	node ast.Node
	fn   *code.Func // the function whose body the region is in, or is
	loop ast.Stmt   // the loop, nil for a closure or function
	// tx: a return of nil is not the end, the commit that follows may fail.
	tx bool
}

// regionOf completes what a caller names as repeated.
func (f *Finder) regionOf(n ast.Node, fn *code.Func) *region {
	r := &region{node: n, fn: fn}
	switch n := n.(type) {
	case *ast.ForStmt:
		r.node, r.loop = n.Body, n
	case *ast.RangeStmt:
		r.node, r.loop = n.Body, n
	case *ast.FuncLit, *ast.FuncDecl:
		if g := f.p.FuncAt(n); g != nil {
			r.fn, r.node = g, g.Body
		}
	case *ast.BlockStmt:
		switch p := f.p.Parent(n).(type) {
		case *ast.ForStmt:
			r.loop = p
		case *ast.RangeStmt:
			r.loop = p
		case *ast.FuncLit, *ast.FuncDecl:
			if g := f.p.FuncAt(p); g != nil {
				r.fn = g
			}
		}
	}
	if r.loop == nil && r.fn != nil && r.fn.Parent != nil {
		_, r.tx = f.runsTx(r.fn)
	}
	return r
}

// repeats reports whether the region may be run again after control was at
// node: whether its end can be reached in a way that leads to another run.
func (f *Finder) repeats(r *region, node ast.Node) bool {
	if r.fn == nil || r.tx {
		return true
	}
	if f.p.Enclosing(node) != r.fn {
		return true // in a literal inside: who knows when it runs
	}
	from := blockOf(r.fn.CFG(), node)
	if from == nil {
		return true
	}
	seen := make(map[*cfg.Block]bool)
	var again bool
	var visit func(b *cfg.Block)
	visit = func(b *cfg.Block) {
		if again || seen[b] || !b.Live {
			return
		}
		seen[b] = true
		if r.loop != nil {
			if b.Stmt == r.loop {
				switch b.Kind {
				case cfg.KindForBody, cfg.KindForLoop, cfg.KindForPost, cfg.KindRangeLoop, cfg.KindRangeBody:
					again = true
				}
				return
			}
		} else if f.failing(r.fn, b) {
			again = true
			return
		}
		for _, s := range b.Succs {
			visit(s)
		}
	}
	if r.loop == nil && f.failing(r.fn, from) {
		return true
	}
	for _, s := range from.Succs {
		visit(s)
	}
	return again
}

// failing reports whether a block ends the function in a way that a driver may
// take as a failure: with an error that is not surely nil, or without any.
func (f *Finder) failing(fn *code.Func, b *cfg.Block) bool {
	if len(b.Succs) > 0 {
		return false
	}
	for _, n := range b.Nodes {
		ret, ok := n.(*ast.ReturnStmt)
		if !ok {
			continue
		}
		if len(ret.Results) == 0 {
			return fn.Sig.Results().Len() > 0 || !hasError(fn.Sig)
		}
		last := ast.Unparen(ret.Results[len(ret.Results)-1])
		isNil := f.p.Info.Types[last].IsNil()
		if len(ret.Results) == 2 && f.polled(fn) {
			return isNil && f.notYetFailed(fn, ret)
		}
		return !isNil
	}
	return fn.Sig.Results().Len() == 0
}

// polled reports whether a literal is the condition that a library's driver asks
// until it says yes, or fails.
func (f *Finder) polled(fn *code.Func) bool {
	use := fn.UseOf()
	if use.Role == code.RoleVar {
		use = f.givenTo(fn)
	}
	if use.Role != code.RoleArg {
		return false
	}
	d := f.t.Driver(f.p.CalleeOf(use.Call).Key)
	return d != nil && d.Poll && d.Op == use.Arg
}

// notYetFailed reports whether a condition that is polled says "not yet" at a
// return because something failed: return false, nil where an error was found,
// return err == nil, nil.
func (f *Finder) notYetFailed(fn *code.Func, ret *ast.ReturnStmt) bool {
	if e, isNil := f.p.NilTest(ret.Results[0]); e != nil && isNil && code.IsError(f.p.TypeOf(e)) {
		return true
	}
	if yes, known := f.p.Bool(ret.Results[0]); !known || yes {
		return false
	}
	for n := f.p.Parent(ret); n != nil && n != ast.Node(fn.Body); n = f.p.Parent(n) {
		if ifs, ok := n.(*ast.IfStmt); ok && code.Within(ret, ifs.Body) && f.p.Failure(ifs.Cond) != nil {
			return true
		}
	}
	return false
}

func hasError(sig *types.Signature) bool {
	for v := range sig.Results().Variables() {
		if code.IsError(v.Type()) {
			return true
		}
	}
	return false
}

// blockOf returns the block of a graph that holds node.
func blockOf(g *cfg.CFG, node ast.Node) *cfg.Block {
	var best *cfg.Block
	var size int
	for _, b := range g.Blocks {
		for _, n := range b.Nodes {
			if code.Within(node, n) {
				if s := int(n.End() - n.Pos()); best == nil || s < size {
					best, size = b, s
				}
			}
		}
	}
	return best
}
