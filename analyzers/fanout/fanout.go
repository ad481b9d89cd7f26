package fanout

import (
	_ "embed"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/durations"
	"github.com/faultlint/faultlint/internal/handlers"
	"github.com/faultlint/faultlint/internal/rule"
	"github.com/faultlint/faultlint/internal/severity"
	"github.com/faultlint/faultlint/internal/waits"
)

//go:embed doc.go
var doc string

// Analyzer is the pass with default options, under which it is off.
var Analyzer = New(rule.Default())

// New returns the pass of a suite.
func New(s *rule.Suite) *analysis.Analyzer {
	return rule.New(s, rule.Spec{Name: "fanout", Doc: rule.Doc(doc, "fanout"), Severity: severity.Note, Run: run, Off: true})
}

// few is a number of items that needs no limit.
const few = 32

func run(p *rule.Pass) {
	for _, f := range p.Funcs() {
		// Only what somebody waits for multiplies with the requests.
		reach := p.Handlers.Entry(f)
		if reach == nil || !reach.Handler.Kind.Serves() {
			continue
		}
		for _, lit := range f.Lits {
			if start := starts(p, lit); start != nil {
				check(p, f, reach.Handler.Kind, start, lit.Body, p.Waits.In(lit))
			}
		}
		f.Inspect(func(n ast.Node) bool {
			if g, ok := n.(*ast.GoStmt); ok {
				if _, lit := ast.Unparen(g.Call.Fun).(*ast.FuncLit); !lit {
					check(p, f, reach.Handler.Kind, g, nil, within(p.Waits.In(f), g))
				}
			}
			return true
		})
	}
}

// check judges one start of a goroutine in f. Body is what runs in it, nil if
// it is another function; ws are its waits.
func check(p *rule.Pass, f *code.Func, kind handlers.Kind, start, body ast.Node, ws []*waits.Wait) {
	loop := p.Code.LoopAround(start)
	items, loopBody := itemsOf(p, loop)
	if items == nil || !many(p, items) || takesSlot(loopBody, start) || body != nil && holdsSlot(p, body) || limited(p, f, start) {
		return
	}
	w := blocks(ws)
	if w == nil {
		return
	}
	p.Report(rule.Finding{
		Node:    start,
		Message: fmt.Sprintf("a goroutine for each of %s waits for %s, and nothing limits how many: as many at once as one %s has items; limit them, with errgroup's SetLimit or a semaphore", types.ExprString(items), w.What, kind),
		Related: []rule.Related{{Node: loop, Message: "the loop over the items"}, {Node: w.Node, Message: "the wait"}},
	})
}

// within returns the waits that stand in a statement.
func within(ws []*waits.Wait, n ast.Node) []*waits.Wait {
	var out []*waits.Wait
	for _, w := range ws {
		if code.Within(w.Node, n) {
			out = append(out, w)
		}
	}
	return out
}

// starts returns the go statement or the call that runs a literal in a
// goroutine of its own, nil if none does.
func starts(p *rule.Pass, lit *code.Func) ast.Node {
	use := lit.UseOf()
	switch use.Role {
	case code.RoleGo:
		return p.Code.Parent(use.Call)
	case code.RoleArg:
		if fn := p.Code.Callee(use.Call); fn != nil {
			if row := p.Table.RunnerOf(fn); row != nil && row.Async && !row.Once && !row.Breaker {
				return use.Call
			}
		}
	}
	return nil
}

// itemsOf returns what a loop goes over: the operand of range, or x in
// for i := 0; i < len(x); i++. Nil if it is neither.
func itemsOf(p *rule.Pass, loop ast.Stmt) (ast.Expr, *ast.BlockStmt) {
	switch l := loop.(type) {
	case *ast.RangeStmt:
		if x := lenOf(p, l.X); x != nil {
			return x, l.Body // for i := range len(x)
		}
		return l.X, l.Body
	case *ast.ForStmt:
		b, ok := ast.Unparen(l.Cond).(*ast.BinaryExpr)
		if l.Cond == nil || !ok || b.Op != token.LSS {
			return nil, nil
		}
		if inc, ok := l.Post.(*ast.IncDecStmt); !ok || inc.Tok != token.INC || p.Code.VarOf(inc.X) != p.Code.VarOf(b.X) {
			return nil, nil
		}
		return lenOf(p, b.Y), l.Body
	}
	return nil, nil
}

// lenOf returns x in len(x), nil if e is something else.
func lenOf(p *rule.Pass, e ast.Expr) ast.Expr {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok || len(call.Args) != 1 || p.Code.CalleeOf(call).Builtin != "len" {
		return nil
	}
	return call.Args[0]
}

// many reports whether a loop may go over many items.
func many(p *rule.Pass, items ast.Expr) bool {
	switch t := p.Code.TypeOf(items).Underlying().(type) {
	case *types.Slice, *types.Map:
	case *types.Array:
		return t.Len() > few
	default:
		return false
	}
	n, ok := durations.Length(p.Code, items).Max()
	return !ok || n > few
}

// holdsSlot reports whether a goroutine takes a slot for the time of its work:
// it sends into a channel and receives from the same one, or calls what is
// named for that. A send alone hands over a result.
func holdsSlot(p *rule.Pass, body ast.Node) bool {
	if asksTurn(body) {
		return true
	}
	var sent, received []ast.Expr
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SendStmt:
			sent = append(sent, n.Chan)
		case *ast.UnaryExpr:
			if n.Op == token.ARROW {
				received = append(received, n.X)
			}
		}
		return true
	})
	for _, s := range sent {
		for _, r := range received {
			if p.Code.SamePlace(s, r) {
				return true
			}
		}
	}
	return false
}

// asksTurn reports whether code calls what is named for waiting for a turn.
func asksTurn(body ast.Node) bool {
	found := false
	ast.Inspect(body, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok {
			found = found || namedForTurn(call)
		}
		return !found
	})
	return found
}

func namedForTurn(call *ast.CallExpr) bool {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok {
		return false
	}
	switch sel.Sel.Name {
	case "Acquire", "TryAcquire", "Lock", "Wait", "Take", "Reserve":
		return true
	}
	return false
}

// takesSlot reports whether a loop takes a slot, or waits for its turn, before
// it starts a goroutine: it uses a channel or calls what is named for that.
func takesSlot(body ast.Node, start ast.Node) bool {
	found := false
	code.InspectShallow(body, func(n ast.Node) bool {
		if n != nil && n.Pos() >= start.Pos() {
			return false
		}
		switch n := n.(type) {
		case *ast.SendStmt:
			found = true
		case *ast.UnaryExpr:
			found = found || n.Op.String() == "<-"
		case *ast.CallExpr:
			found = found || namedForTurn(n)
		}
		return !found
	})
	return found
}

// limited reports whether the group that runs the literals may have a limit: it
// is not made in the function, is made with arguments other than a context, or
// one of its methods is called whose name speaks of a limit.
func limited(p *rule.Pass, f *code.Func, start ast.Node) bool {
	call, ok := start.(*ast.CallExpr)
	if !ok {
		return false // a go statement
	}
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok {
		return true
	}
	v := p.Code.VarOf(sel.X)
	if v == nil || v.IsField() || f.Outermost().ParamIndex(v) >= 0 {
		return true
	}
	for _, o := range p.Code.Origins(sel.X) {
		switch made := o.Expr.(type) {
		case *ast.CallExpr:
			for _, a := range made.Args {
				if !code.IsContext(p.Code.TypeOf(a)) {
					return true
				}
			}
			if fn := p.Code.Callee(made); fn != nil && fn.Signature().Recv() != nil {
				return true // pool.New().WithMaxGoroutines(8)
			}
		}
	}
	found := false
	ast.Inspect(f.Outermost().Node, func(n ast.Node) bool {
		if c, ok := n.(*ast.CallExpr); ok {
			if s, ok := ast.Unparen(c.Fun).(*ast.SelectorExpr); ok && p.Code.VarOf(s.X) == v && s.Sel.Name != "Go" && s.Sel.Name != "Wait" && s.Sel.Name != "Add" && s.Sel.Name != "Done" {
				found = true
			}
		}
		return !found
	})
	return found
}

// blocks returns a wait for something outside of the process, nil if there is none.
func blocks(ws []*waits.Wait) *waits.Wait {
	for _, w := range ws {
		switch w.Kind {
		case api.WaitNet, api.WaitDial, api.WaitDNS, api.WaitIO, api.WaitProc:
			if !w.Trivial && !w.Cleanup {
				return w
			}
		}
	}
	return nil
}
