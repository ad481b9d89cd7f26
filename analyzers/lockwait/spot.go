package lockwait

import (
	"fmt"
	"go/ast"
	"go/types"
	"strings"

	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/rule"
	"github.com/faultlint/faultlint/internal/waits"
)

// A spot is a place at which something is held across a wait: that of a retry
// between two attempts, if wait is nil.
type spot struct {
	fn   *code.Func
	hold *hold
	at   ast.Node
	wait *waits.Wait
}

// A cause is a lock, and with what it is held across an exchange: that a store
// keeps others out while it asks its server is one fault, however many of its
// methods do so.
type cause struct {
	lock *types.Var
	with string
}

// cause returns what the spot has in common with others: its own place, if
// nothing.
func (s *spot) cause() any {
	if s.hold.what != lock || s.wait == nil {
		return s.at
	}
	return cause{s.hold.v, s.wait.With()}
}

// far orders the spots of one cause: the exchange itself before the call of
// what makes it.
func (s *spot) far() int { return len(s.wait.Via) }

func (s *spot) finding(p *rule.Pass, others []*spot) rule.Finding {
	h, w := s.hold, s.wait
	out := rule.Finding{Node: s.at, Related: []rule.Related{{Node: h.at, Message: h.name + " is taken here"}}}
	how := "the pause between two attempts"
	if w != nil {
		how, out.Via = w.What, w.Via
		if d, ok := w.Limit(); ok && !strings.Contains(how, " of ") {
			how += ", which may take " + d.String()
		}
		if len(w.Via) > 1 {
			how += " (" + rule.Chain(s.fn.Name(), w.Via) + ")"
		}
	}
	var nodes []ast.Node
	for _, o := range others {
		nodes = append(nodes, o.at)
		out.Related = append(out.Related, rule.Related{Node: o.at, Message: o.hold.name + " is held across " + o.wait.What + " too"})
	}
	how += p.Likewise(nodes)
	switch h.what {
	case lock:
		out.Message = fmt.Sprintf("%s, taken at %s, is held across %s: whoever needs it waits that long, and no context ends that; do it before taking the lock or after giving it back", h.name, p.Where(h.at), how)
	case transaction:
		out.Message = fmt.Sprintf("%s, begun at %s, stays open across %s: its connection and row locks are held that long; do it before the transaction or after it", h.name, p.Where(h.at), how)
	default:
		out.Message = fmt.Sprintf("the slot of %s, taken at %s, is held across %s: calls that only wait keep others out; give it back before the pause", h.name, p.Where(h.at), how)
	}
	return out
}
