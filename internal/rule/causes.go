package rule

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/token"
	"slices"

	"github.com/faultlint/faultlint/internal/code"
)

// Causes gathers places that have one cause, which is reported once: at the
// best of them, by its rank and then by the names of the files, whose order in
// a file set is not the same in every driver.
type Causes[T any] struct {
	// Node returns the place of an item.
	Node func(T) ast.Node
	// Rank says how far an item is from what is told best; the least is kept.
	Rank func(T) int

	pkg   *code.Package
	byKey map[any]*Cause[T]
	all   []*Cause[T]
}

// A Cause is an item that stands for others with the same cause.
type Cause[T any] struct {
	Best   T
	Others []T // one for each other place, by file and line
}

// NewCauses returns an empty collection of the causes of findings in a package.
func NewCauses[T any](p *code.Package, node func(T) ast.Node, rank func(T) int) *Causes[T] {
	return &Causes[T]{Node: node, Rank: rank, pkg: p, byKey: make(map[any]*Cause[T])}
}

// Add adds an item to those whose cause key stands for.
func (c *Causes[T]) Add(key any, item T) {
	had := c.byKey[key]
	if had == nil {
		had = &Cause[T]{Best: item}
		c.byKey[key] = had
		c.all = append(c.all, had)
		return
	}
	other := item
	if c.better(item, had.Best) {
		other, had.Best = had.Best, item
	}
	had.Others = append(had.Others, other)
}

// All returns the causes as they were first met.
func (c *Causes[T]) All() []*Cause[T] {
	for _, cause := range c.all {
		cause.Others = slices.DeleteFunc(cause.Others, func(o T) bool { return c.Node(o).Pos() == c.Node(cause.Best).Pos() })
		slices.SortStableFunc(cause.Others, func(a, b T) int { return Before(c.pkg, c.Node(a).Pos(), c.Node(b).Pos()) })
		cause.Others = slices.CompactFunc(cause.Others, func(a, b T) bool { return c.Node(a).Pos() == c.Node(b).Pos() })
	}
	return c.all
}

func (c *Causes[T]) better(a, b T) bool {
	return cmp.Or(c.Rank(a)-c.Rank(b), Before(c.pkg, c.Node(a).Pos(), c.Node(b).Pos())) < 0
}

// Before compares places by the names of their files, and in a file by where they are.
func Before(p *code.Package, a, b token.Pos) int {
	x, y := p.Fset.Position(a), p.Fset.Position(b)
	return cmp.Or(cmp.Compare(x.Filename, y.Filename), cmp.Compare(x.Offset, y.Offset))
}

// Likewise lists places of this package that a finding stands for, for its
// message: ", and likewise at store.go:64 and 3 more"; "" for none.
func (p *Pass) Likewise(others []ast.Node) string {
	if len(others) == 0 {
		return ""
	}
	out := ", and likewise at " + p.Where(others[0])
	if n := len(others) - 1; n > 0 {
		out += fmt.Sprintf(" and %d more", n)
	}
	return out
}

// AsInOthers says in how many other calls of the package a finding's cause
// shows: ", as in 3 other calls of this package"; "" for none.
func AsInOthers(n int) string {
	switch {
	case n == 1:
		return ", as in another call of this package"
	case n > 1:
		return fmt.Sprintf(", as in %d other calls of this package", n)
	}
	return ""
}
