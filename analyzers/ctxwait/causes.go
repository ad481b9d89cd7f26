package ctxwait

import (
	"go/ast"
	"go/constant"
	"slices"

	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/ctxflow"
	"github.com/faultlint/faultlint/internal/rule"
	"github.com/faultlint/faultlint/internal/waits"
)

// A spot is a wait, and where a context that does not end it is at hand.
type spot struct {
	*waits.Wait
	above *ctxflow.Above
}

// causes gathers the spots: a wait in another function or package is one fault,
// however many calls lead to it.
type causes struct{ *rule.Causes[*spot] }

func newCauses(p *rule.Pass) causes {
	return causes{rule.NewCauses(p.Code, func(s *spot) ast.Node { return s.Node }, func(s *spot) int { return s.far(p) })}
}

// far orders the spots of one wait: where the context is at hand itself comes
// before where a caller has it, a short way before a long one, and a call that
// asks for short pauses after the others.
func (s *spot) far(p *rule.Pass) int {
	n := 2*len(s.above.Calls) + len(s.Via)
	if s.Call != nil && slices.ContainsFunc(s.Call.Args, func(a ast.Expr) bool {
		v := p.Code.Info.Types[a].Value
		if v == nil || !code.IsDuration(p.Code.TypeOf(a)) {
			return false
		}
		d, ok := constant.Int64Val(v)
		return ok && d < int64(waits.Short)
	}) {
		n++
	}
	return n
}

func (c causes) add(p *rule.Pass, s *spot) {
	if p.Excluded(s.Node.Pos(), finding(p, s.Wait, s.above, 0).Message) {
		return // it must not stand for others
	}
	var key any = s.Node
	if s.From != nil && len(s.Via) > 1 {
		key = s.Via[len(s.Via)-1]
	}
	c.Add(key, s)
}

func (c causes) report(p *rule.Pass) {
	for _, one := range c.All() {
		f := finding(p, one.Best.Wait, one.Best.above, len(one.Others))
		for _, o := range one.Others {
			f.Related = append(f.Related, rule.Related{Node: place(o.Wait), Message: "the same, by way of " + o.Via[0].Func})
		}
		p.Report(f)
	}
}
