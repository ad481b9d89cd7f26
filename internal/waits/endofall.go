package waits

import (
	"go/ast"
	"go/constant"
	"go/types"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
)

// ForServers reports whether a channel operation is on a channel over which the
// ends of servers are told: who receives from it leaves at the first of them,
// and that is the end of the program.
func (f *Finder) ForServers(w *Wait) bool {
	op := f.index().ops[w.Node]
	if op == nil {
		return false
	}
	cl := f.class(op.ch)
	if cl == nil {
		return false
	}
	for _, s := range cl.sends() {
		if f.serves(s.fn) {
			return true
		}
	}
	return false
}

// FedForEver reports whether what a range takes out of a channel comes from a loop that
// nothing in sight ends: its own, or one over a channel that an object keeps and that
// nobody closes. Whoever takes it then stays for as long as there is something to take.
func (f *Finder) FedForEver(w *Wait) bool {
	op := f.index().ops[w.Node]
	if op == nil || op.kind != opRange {
		return false
	}
	cl := f.class(op.ch)
	if cl == nil {
		return false
	}
	for _, s := range cl.sends() {
		for _, loop := range f.loopsAround(s.fn, s.node) {
			switch l := loop.(type) {
			case *ast.ForStmt:
				if endless(l) && len(f.exits(s.fn, l, nil)) == 0 {
					return true
				}
			case *ast.RangeStmt:
				if f.p.FieldOf(l.X) == nil {
					continue
				}
				if from := f.class(l.X); from == nil || len(from.closes()) == 0 {
					return true
				}
			}
		}
	}
	return false
}

// serves reports whether a function runs a server, which ends with the program.
func (f *Finder) serves(fn *code.Func) bool {
	for _, call := range fn.Calls() {
		if c := f.p.CalleeOf(call); c.Func != nil {
			if row := f.row(c.Func); row != nil && row.Kind == api.WaitServer {
				return true
			}
		}
	}
	return false
}

// IsCommand reports whether fn is what a command line's command does, after
// which the process ends: it talks to whoever sits at the terminal, and each of
// its returns gives a constant first, the code to exit with.
func (f *Finder) IsCommand(fn *code.Func) bool {
	fn = fn.Outermost()
	res := fn.Sig.Results()
	if fn.Obj == nil || res.Len() == 0 || res.Len() > 2 {
		return false
	}
	if b, ok := res.At(0).Type().Underlying().(*types.Basic); !ok || b.Kind() != types.Int {
		return false
	}
	if res.Len() == 2 && !code.IsError(res.At(1).Type()) {
		return false
	}
	codes, speaks := true, false
	fn.Inspect(func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ReturnStmt:
			codes = codes && len(n.Results) > 0 && f.smallConst(n.Results[0])
		case *ast.CallExpr:
			switch f.p.CalleeOf(n).Key {
			case "fmt.Print", "fmt.Printf", "fmt.Println":
				speaks = true
			}
		}
		return codes
	})
	return codes && speaks
}

// smallConst reports whether an expression is a constant that can be the code
// with which a process exits.
func (f *Finder) smallConst(e ast.Expr) bool {
	tv, ok := f.p.Info.Types[e]
	if !ok || tv.Value == nil {
		return false
	}
	n, ok := constant.Int64Val(constant.ToInt(tv.Value))
	return ok && n >= 0 && n < 256
}
