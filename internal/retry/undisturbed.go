package retry

import (
	"go/ast"

	"github.com/faultlint/faultlint/internal/code"
)

// undisturbed is what a pause that answers yes or no says when nothing cut it
// short: wait(ctx, d) bool. Unknown if it may say both, or is not in sight.
func (x *Finder) undisturbed(call *ast.CallExpr) val {
	f := x.p.FuncOf(x.p.Callee(call))
	if f == nil || f.Body == nil || f.Sig.Results().Len() != 1 || !code.IsBool(f.Sig.Results().At(0).Type()) || x.nilBusy[f] || !x.isDelayCall(call) {
		return unknown
	}
	x.nilBusy[f] = true
	defer delete(x.nilBusy, f)
	fl := x.newFlow(f, true)
	w := &walk{f: fl, smooth: true}
	w.init()
	yes, no := false, false
	w.onReturn = func(ret *ast.ReturnStmt, st state) {
		if len(ret.Results) != 1 {
			yes, no = true, true
			return
		}
		switch w.truth(ret.Results[0], st) {
		case isTrue:
			yes = true
		case isFalse:
			no = true
		default:
			yes, no = true, true
		}
	}
	w.from(fl.g.Blocks[0], 0, nil, false, false)
	switch {
	case yes && !no:
		return isTrue
	case no && !yes:
		return isFalse
	}
	return unknown
}
