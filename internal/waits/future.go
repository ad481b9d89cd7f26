package waits

import (
	"go/ast"
	"go/types"

	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/ctxflow"
	"github.com/faultlint/faultlint/internal/facts"
)

// Results returns the results of fn that are channels without room on which a
// goroutine of fn sends whether or not anybody is there to receive.
func (f *Finder) Results(fn *code.Func) []facts.Result {
	if fn == nil || fn.Obj == nil {
		return nil
	}
	var out []facts.Result
	for i := range fn.Sig.Results().Len() {
		t := chanType(fn.Sig.Results().At(i).Type())
		if t == nil || t.Dir() != types.RecvOnly {
			continue
		}
		ix := f.index()
		cl := ix.data[ix.find(ix.retNode(fn, i))]
		if at := f.bareSend(fn, cl); at != nil {
			out = append(out, facts.Result{Index: i, NoRoom: true, Via: []facts.Frame{f.frame(at, "send")}})
		}
	}
	return out
}

// bareSend returns a send on the one channel of a class, made in fn without
// room, if all sends are bare ones in goroutines that fn starts.
func (f *Finder) bareSend(fn *code.Func, cl *chanClass) ast.Node {
	m, local := madeIn(cl)
	if !local || m.fn != fn || m.size != nil || cl.othersSend || len(cl.receivers()) > 0 {
		return nil
	}
	var at ast.Node
	for _, s := range cl.sends() {
		if s.sel != nil || s.fn.Parent != fn || f.looksFirst(s) {
			return nil
		}
		if k := f.flow.Live(s.fn).Kind; k != ctxflow.RunGo {
			return nil
		}
		if at == nil {
			at = s.node
		}
	}
	return at
}
