package code

import (
	"go/ast"
	"sort"

	"golang.org/x/tools/go/ast/inspector"
)

// cursors finds the inspector cursor of a node. A search from the root looks
// at every node before it, so the nodes of a top-level declaration are indexed
// when the first of them is asked for: only functions that have something to
// judge pay.
type cursors struct {
	root    inspector.Cursor
	decls   []inspector.Cursor // top-level declarations, by position
	indexed []bool
	nodes   map[ast.Node]inspector.Cursor
}

func newCursors(in *inspector.Inspector) *cursors {
	c := &cursors{root: in.Root(), nodes: make(map[ast.Node]inspector.Cursor)}
	for file := range in.Root().Children() {
		for decl := range file.Children() {
			if _, ok := decl.Node().(ast.Decl); ok {
				c.decls = append(c.decls, decl)
			}
		}
	}
	sort.SliceStable(c.decls, func(i, j int) bool { return c.decls[i].Node().Pos() < c.decls[j].Node().Pos() })
	c.indexed = make([]bool, len(c.decls))
	return c
}

func (c *cursors) find(n ast.Node) (inspector.Cursor, bool) {
	if cur, ok := c.nodes[n]; ok {
		return cur, true
	}
	i := sort.Search(len(c.decls), func(i int) bool { return c.decls[i].Node().Pos() > n.Pos() }) - 1
	if i < 0 || n.Pos() >= c.decls[i].Node().End() {
		return c.root.FindNode(n) // a package clause
	}
	if c.indexed[i] {
		return inspector.Cursor{}, false
	}
	c.indexed[i] = true
	for cur := range c.decls[i].Preorder() {
		c.nodes[cur.Node()] = cur
	}
	cur, ok := c.nodes[n]
	return cur, ok
}

// Cursor returns the inspector cursor of a node of this package.
func (p *Package) Cursor(n ast.Node) (inspector.Cursor, bool) {
	if n == nil {
		return inspector.Cursor{}, false
	}
	return p.cursors.find(n)
}

// Parent returns the syntactic parent of a node, nil if it is not in sight.
func (p *Package) Parent(n ast.Node) ast.Node {
	cur, ok := p.Cursor(n)
	if !ok {
		return nil
	}
	return cur.Parent().Node()
}

// Enclosing returns the innermost function around a node, nil at package level.
func (p *Package) Enclosing(n ast.Node) *Func {
	cur, ok := p.Cursor(n)
	if !ok {
		return nil
	}
	for c := range cur.Enclosing((*ast.FuncDecl)(nil), (*ast.FuncLit)(nil)) {
		if c.Node() != n {
			return p.byNode[c.Node()]
		}
	}
	return nil
}
