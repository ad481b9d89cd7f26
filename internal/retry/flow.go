package retry

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/cfg"

	"github.com/faultlint/faultlint/internal/code"
)

// A loop is a region of a function that may run again: a for or range
// statement, or the code from a label to a goto behind it.
type loop struct {
	node  ast.Node // *ast.ForStmt, *ast.RangeStmt or *ast.LabeledStmt
	body  ast.Node // what runs in each turn
	back  *ast.BranchStmt
	outer *loop
	head  *cfg.Block
}

// end returns the end of the region.
func (l *loop) end() token.Pos {
	if l.back != nil {
		return l.body.End()
	}
	return l.node.End()
}

func (l *loop) holds(n ast.Node) bool {
	return n != nil && l.node.Pos() <= n.Pos() && n.End() <= l.end()
}

// holdsBlock reports whether a block belongs to the region.
func (l *loop) holdsBlock(b *cfg.Block) bool {
	if b.Stmt == nil {
		return false
	}
	if b.Stmt == l.node {
		return b.Kind != cfg.KindForDone && b.Kind != cfg.KindRangeDone
	}
	if l.back != nil && b.Stmt.Pos() == l.node.Pos() {
		// A loop that is itself labelled shares its position with the label.
		return b.Kind != cfg.KindForDone && b.Kind != cfg.KindRangeDone
	}
	return l.node.Pos() <= b.Stmt.Pos() && b.Stmt.End() <= l.end()
}

// A place is a position in the control-flow graph.
type place struct {
	block *cfg.Block
	index int
}

// A flow is the control-flow graph of a function with what walks over it need.
type flow struct {
	x     *Finder
	fn    *code.Func
	g     *cfg.CFG
	at    map[ast.Node]place // of calls, sends and returns in the function's own code
	comm  map[ast.Node]*ast.CommClause
	loops []*loop // outer before inner
}

// newFlow returns the flow of fn, nil if it has no loop of any sort.
func (x *Finder) newFlow(fn *code.Func, always bool) *flow {
	f := &flow{x: x, fn: fn}
	f.findLoops()
	if len(f.loops) == 0 && !always {
		return nil
	}
	f.g = fn.CFG()
	f.at = make(map[ast.Node]place)
	f.comm = make(map[ast.Node]*ast.CommClause)
	fn.Inspect(func(n ast.Node) bool {
		if c, ok := n.(*ast.CommClause); ok && c.Comm != nil {
			f.comm[c.Comm] = c
		}
		return true
	})
	for _, b := range f.g.Blocks {
		if !b.Live {
			continue
		}
		for i, n := range b.Nodes {
			code.InspectShallow(n, func(n ast.Node) bool {
				switch n.(type) {
				case *ast.CallExpr, *ast.SendStmt, *ast.ReturnStmt:
					if _, ok := f.at[n]; !ok {
						f.at[n] = place{b, i}
					}
				}
				return true
			})
		}
		for _, l := range f.loops {
			if b.Stmt == l.node && headKind(b.Kind, l) {
				l.head = b
			}
		}
	}
	return f
}

func headKind(k cfg.BlockKind, l *loop) bool {
	switch n := l.node.(type) {
	case *ast.ForStmt:
		if n.Cond == nil {
			return k == cfg.KindForBody
		}
		return k == cfg.KindForLoop
	case *ast.RangeStmt:
		return k == cfg.KindRangeLoop
	case *ast.LabeledStmt:
		return k == cfg.KindLabel
	}
	return false
}

// findLoops collects the loops of the function, outer ones first.
func (f *flow) findLoops() {
	labels := make(map[string]*ast.LabeledStmt)
	var gotos []*ast.BranchStmt
	f.fn.Inspect(func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ForStmt:
			f.loops = append(f.loops, &loop{node: n, body: n.Body})
		case *ast.RangeStmt:
			f.loops = append(f.loops, &loop{node: n, body: n.Body})
		case *ast.LabeledStmt:
			labels[n.Label.Name] = n
		case *ast.BranchStmt:
			if n.Tok == token.GOTO && n.Label != nil {
				gotos = append(gotos, n)
			}
		}
		return true
	})
	for _, g := range gotos {
		l := labels[g.Label.Name]
		if l == nil || l.Pos() > g.Pos() {
			continue // forward
		}
		lp := &loop{node: l, body: f.span(l, g), back: g}
		// The last goto to a label makes the region.
		for i, o := range f.loops {
			if o.node == ast.Node(l) {
				f.loops = append(f.loops[:i], f.loops[i+1:]...)
				break
			}
		}
		i := 0
		for i < len(f.loops) && f.loops[i].node.Pos() < l.Pos() {
			i++
		}
		f.loops = append(f.loops[:i], append([]*loop{lp}, f.loops[i:]...)...)
	}
	for _, l := range f.loops {
		for _, o := range f.loops {
			if o != l && o.node.Pos() <= l.node.Pos() && l.end() <= o.end() && (o.node.Pos() != l.node.Pos() || o.end() != l.end()) {
				l.outer = o // the innermost comes last
			}
		}
	}
}

// span makes a block of the statements from a label to a goto in the same or a
// nested list, so that the region has a node.
func (f *flow) span(l *ast.LabeledStmt, g *ast.BranchStmt) ast.Node {
	var list []ast.Stmt
	switch p := f.x.p.Parent(l).(type) {
	case *ast.BlockStmt:
		list = p.List
	case *ast.CaseClause:
		list = p.Body
	case *ast.CommClause:
		list = p.Body
	}
	blk := &ast.BlockStmt{Lbrace: l.Pos(), Rbrace: g.End() - 1}
	for _, s := range list {
		if s.Pos() >= l.Pos() && s.Pos() < g.End() {
			blk.List = append(blk.List, s)
			if s.End() > g.End() {
				blk.Rbrace = s.End() - 1
			}
		}
	}
	return blk
}

// innermost returns the innermost loop around n, nil if there is none.
func (f *flow) innermost(n ast.Node) *loop {
	var best *loop
	for _, l := range f.loops {
		if l.holds(n) && (best == nil || best.node.Pos() <= l.node.Pos() && l.end() <= best.end()) {
			best = l
		}
	}
	return best
}

// tagOf returns the tag of the switch that the case condition at the end of
// block b belongs to: the condition is then tag == cond. ok is false if b does
// not end with a case condition of a switch with a tag.
func (f *flow) tagOf(b *cfg.Block) (tag ast.Expr, ok bool) {
	if len(b.Succs) != 2 || b.Succs[0].Kind != cfg.KindSwitchCaseBody {
		return nil, false
	}
	cc, ok := b.Succs[0].Stmt.(*ast.CaseClause)
	if !ok {
		return nil, false
	}
	sw, ok := f.x.p.Parent(f.x.p.Parent(cc)).(*ast.SwitchStmt)
	if !ok || sw.Tag == nil {
		return nil, false
	}
	return sw.Tag, true
}

// selectCase returns the clause that Succs[0] of a block is the body of.
func selectCase(b *cfg.Block) *ast.CommClause {
	if len(b.Succs) == 2 && b.Succs[0].Kind == cfg.KindSelectCaseBody {
		cc, _ := b.Succs[0].Stmt.(*ast.CommClause)
		return cc
	}
	return nil
}

// condition returns the condition that block b branches on: an expression and,
// for a case of a switch with a tag, the tag it is compared with. nil for a
// select, a range and a type switch.
func (f *flow) condition(b *cfg.Block) (cond, tag ast.Expr) {
	if len(b.Succs) != 2 || len(b.Nodes) == 0 {
		return nil, nil
	}
	switch b.Succs[0].Kind {
	case cfg.KindSelectCaseBody, cfg.KindRangeBody:
		return nil, nil
	case cfg.KindSwitchCaseBody:
		cc, ok := b.Succs[0].Stmt.(*ast.CaseClause)
		if !ok {
			return nil, nil
		}
		if _, ok := f.x.p.Parent(f.x.p.Parent(cc)).(*ast.TypeSwitchStmt); ok {
			return nil, nil
		}
		tag, _ = f.tagOf(b)
	}
	cond, _ = b.Nodes[len(b.Nodes)-1].(ast.Expr)
	return cond, tag
}

// isDone reports whether e is a receive from ctx.Done() or another channel
// that only tells that something ended, and returns its context if it has one.
func (f *flow) isDone(comm ast.Stmt) (ctx ast.Expr, done bool) {
	ch := code.Received(comm)
	if ch == nil {
		return nil, false
	}
	for _, o := range f.x.p.Origins(ch) {
		call, ok := o.Expr.(*ast.CallExpr)
		if !ok {
			continue
		}
		if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok && sel.Sel.Name == "Done" && len(call.Args) == 0 {
			if code.IsContext(f.x.p.Info.TypeOf(sel.X)) {
				return sel.X, true
			}
			return nil, true
		}
	}
	if t := f.x.p.Info.TypeOf(ch); t != nil {
		if c, ok := t.Underlying().(*types.Chan); ok {
			if st, ok := c.Elem().Underlying().(*types.Struct); ok && st.NumFields() == 0 {
				return nil, true
			}
		}
	}
	return nil, false
}
