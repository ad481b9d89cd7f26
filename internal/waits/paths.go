package waits

import (
	"go/ast"

	"golang.org/x/tools/go/cfg"

	"github.com/faultlint/faultlint/internal/code"
)

// An opSet holds operations of one function for a walk over its paths. The
// graph has the operations of a select's cases in front of the select; they
// count where their case is taken.
type opSet struct {
	plain map[ast.Node]bool
	cases map[*ast.CommClause]int
}

func newOpSet(ops []*chanOp, in *code.Func) *opSet {
	s := &opSet{plain: make(map[ast.Node]bool), cases: make(map[*ast.CommClause]int)}
	for _, o := range ops {
		switch {
		case o.fn != in:
		case o.clause != nil:
			s.cases[o.clause]++
		default:
			s.plain[o.node] = true
		}
	}
	return s
}

// at counts the operations of a node, not those in literals below it.
func (s *opSet) at(n ast.Node) int {
	if len(s.plain) == 0 {
		return 0
	}
	found := 0
	code.InspectShallow(n, func(m ast.Node) bool {
		if s.plain[m] {
			found++
		}
		return true
	})
	return found
}

// entering counts the operations that come with the entry of a block.
func (s *opSet) entering(b *cfg.Block) int {
	if b.Kind == cfg.KindSelectCaseBody {
		if cc, ok := b.Stmt.(*ast.CommClause); ok {
			return s.cases[cc]
		}
	}
	return 0
}

// within reports whether an operation is inside a node.
func (s *opSet) within(n ast.Node) bool {
	for op := range s.plain {
		if code.Within(op, n) {
			return true
		}
	}
	for cc := range s.cases {
		if code.Within(cc, n) {
			return true
		}
	}
	return false
}

// impossible reports whether a block stands for a select in which no case was
// taken although it has no default.
func impossible(p *code.Package, b *cfg.Block) bool {
	if b.Kind != cfg.KindSelectAfterCase {
		return false
	}
	cc, ok := b.Stmt.(*ast.CommClause)
	if !ok {
		return false
	}
	body, ok := p.Parent(cc).(*ast.BlockStmt)
	if !ok {
		return false
	}
	var last ast.Stmt
	for _, s := range body.List {
		c, ok := s.(*ast.CommClause)
		if ok && c.Comm == nil {
			return false
		}
		last = s
	}
	return last == ast.Stmt(cc)
}

// mostOn returns the largest number of operations on one path through fn,
// taking each loop once.
func mostOn(fn *code.Func, ops *opSet) int64 {
	g := fn.CFG()
	memo := make(map[*cfg.Block]int64)
	busy := make(map[*cfg.Block]bool)
	var walk func(b *cfg.Block) int64
	walk = func(b *cfg.Block) int64 {
		if n, ok := memo[b]; ok {
			return n
		}
		if busy[b] {
			return 0
		}
		busy[b] = true
		own, best := int64(ops.entering(b)), int64(0)
		for _, n := range b.Nodes {
			own += int64(ops.at(n))
		}
		for _, s := range b.Succs {
			best = max(best, walk(s))
		}
		delete(busy, b)
		memo[b] = own + best
		return own + best
	}
	if len(g.Blocks) == 0 {
		return 0
	}
	return walk(g.Blocks[0])
}

// A pathSearch looks for a way from a place to the function's end that passes
// fewer than need operations.
type pathSearch struct {
	p   *code.Package
	ops *opSet
	// drains holds ranges over the channel that are never left early: whoever
	// gets there receives all that comes.
	drains map[ast.Node]bool
	need   int
	seen   map[pathKey]bool
}

type pathKey struct {
	b   *cfg.Block
	got int
}

// from searches from after node start of fn (from the beginning if start is
// nil) and returns the statement by which the function is left too early, nil
// if there is none.
func (s *pathSearch) from(fn *code.Func, start ast.Node) ast.Node {
	s.seen = make(map[pathKey]bool)
	g := fn.CFG()
	if len(g.Blocks) == 0 {
		return nil
	}
	if start == nil {
		return s.walk(g.Blocks[0], 0, 0)
	}
	for _, b := range g.Blocks {
		if !b.Live {
			continue
		}
		for i, n := range b.Nodes {
			if code.Within(start, n) {
				return s.walk(b, i+1, 0)
			}
		}
	}
	return nil
}

func (s *pathSearch) walk(b *cfg.Block, i, got int) ast.Node {
	if i == 0 {
		k := pathKey{b, got}
		if s.seen[k] {
			return nil
		}
		s.seen[k] = true
	}
	for _, n := range b.Nodes[i:] {
		got += s.ops.at(n)
		if got >= s.need {
			return nil
		}
		if r, ok := n.(*ast.ReturnStmt); ok {
			return r
		}
	}
	for _, next := range s.next(b) {
		if impossible(s.p, next) {
			continue
		}
		more := s.ops.entering(next)
		if r, ok := next.Stmt.(*ast.RangeStmt); ok && next.Kind == cfg.KindRangeLoop {
			if s.drains[r] {
				continue
			}
			if s.ops.plain[r] {
				more++
			}
		}
		if got+more >= s.need {
			continue
		}
		if exit := s.walk(next, 0, got+more); exit != nil {
			return exit
		}
	}
	return nil
}

// next returns the blocks to follow. A loop with an operation is taken once
// rather than never, and a branch with one is taken: its condition is likely
// to be that of the other end.
func (s *pathSearch) next(b *cfg.Block) []*cfg.Block {
	if len(b.Succs) != 2 {
		return b.Succs
	}
	then, other := b.Succs[0], b.Succs[1]
	switch stmt := then.Stmt.(type) {
	case *ast.IfStmt:
		if then.Kind != cfg.KindIfThen {
			break
		}
		if s.ops.within(stmt.Body) {
			return b.Succs[:1]
		}
		if stmt.Else != nil && s.ops.within(stmt.Else) {
			return []*cfg.Block{other}
		}
	case *ast.ForStmt:
		if then.Kind == cfg.KindForBody && s.ops.within(stmt.Body) {
			return s.loop(then, other)
		}
	case *ast.RangeStmt:
		if then.Kind == cfg.KindRangeBody && s.ops.within(stmt.Body) {
			return s.loop(then, other)
		}
	}
	return b.Succs
}

func (s *pathSearch) loop(body, done *cfg.Block) []*cfg.Block {
	for k := range s.seen {
		if k.b == body {
			return []*cfg.Block{done}
		}
	}
	return []*cfg.Block{body}
}
