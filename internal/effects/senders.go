package effects

import (
	"go/ast"
	"go/constant"
	"go/types"
	"slices"
	"strings"

	"github.com/faultlint/faultlint/internal/api"
)

// A Sending is the configuration of a client that sends messages: it repeats
// them after a lost answer, and nothing lets the receiver drop the repeats.
type Sending struct {
	Row *api.Sender
	// Node is where the number of repeats is set, N the number.
	Node ast.Node
	N    int64
}

// Sendings returns the configurations of a function that ask for repeats and
// for an answer from all, so that nothing is lost, and do not see to it that
// nothing is doubled. A package that speaks of that at all is left alone.
func (f *Finder) Sendings(fn ast.Node) []*Sending {
	var out []*Sending
	acked := make(map[*api.Sender]bool)
	ast.Inspect(fn, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			if len(n.Lhs) != len(n.Rhs) {
				break
			}
			for i, l := range n.Lhs {
				if row, name := f.senderPath(l); row != nil {
					f.sending(row, name, n.Rhs[i], n, acked, &out)
				}
			}
		case *ast.CompositeLit:
			row := f.t.Sender(strings.TrimPrefix(api.KeyOfType(f.p.TypeOf(n)), "*"))
			if row == nil {
				break
			}
			for _, e := range n.Elts {
				if kv, ok := e.(*ast.KeyValueExpr); ok {
					if v := f.p.Info.Types[kv.Key].Value; v != nil && v.Kind() == constant.String {
						f.sending(row, constant.StringVal(v), kv.Value, kv, acked, &out)
					}
				}
			}
		}
		return true
	})
	return slices.DeleteFunc(out, func(s *Sending) bool { return !acked[s.Row] || f.speaksOf(s.Row) })
}

func (f *Finder) sending(row *api.Sender, name string, value ast.Expr, at ast.Node, acked map[*api.Sender]bool, out *[]*Sending) {
	v := f.p.Info.Types[value].Value
	switch {
	case slices.Contains(row.Retries, name):
		if v == nil {
			return // the user decides
		}
		if n, exact := constant.Int64Val(constant.ToInt(v)); exact && n > 0 {
			*out = append(*out, &Sending{Row: row, Node: at, N: n})
		}
	case name == row.Acks:
		text := types.ExprString(value)
		if v != nil {
			text = strings.Trim(v.ExactString(), `"`)
		}
		acked[row] = slices.Contains(row.AcksAll, text) || slices.ContainsFunc(row.AcksAll, func(s string) bool {
			return strings.HasSuffix(types.ExprString(value), "."+s)
		})
	}
}

// senderPath returns the configuration that a selection belongs to, and the
// path of the fields in it: Producer.Retry.Max.
func (f *Finder) senderPath(e ast.Expr) (*api.Sender, string) {
	var names []string
	for {
		switch x := ast.Unparen(e).(type) {
		case *ast.SelectorExpr:
			names = append([]string{x.Sel.Name}, names...)
			if t := f.p.TypeOf(x.X); t != nil {
				if row := f.t.Sender(strings.TrimPrefix(api.KeyOfType(t), "*")); row != nil {
					return row, strings.Join(names, ".")
				}
			}
			e = x.X
		case *ast.IndexExpr:
			if row := f.t.Sender(strings.TrimPrefix(api.KeyOfType(f.p.TypeOf(x.X)), "*")); row != nil {
				if v := f.p.Info.Types[x.Index].Value; v != nil && v.Kind() == constant.String {
					return row, constant.StringVal(v)
				}
			}
			return nil, ""
		default:
			return nil, ""
		}
	}
}

// speaksOf reports whether the package sets what lets the receiver drop repeats.
func (f *Finder) speaksOf(row *api.Sender) bool {
	last := row.Once[strings.LastIndexByte(row.Once, '.')+1:]
	for _, file := range f.p.Files {
		found := false
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.SelectorExpr:
				found = found || n.Sel.Name == last
			case *ast.BasicLit:
				found = found || strings.Trim(n.Value, "`\"") == row.Once
			}
			return !found
		})
		if found {
			return true
		}
	}
	return false
}
