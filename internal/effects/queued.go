package effects

import (
	"go/ast"
	"go/types"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
)

// byQueued completes the effect of a call that runs what it is given to queue, where
// that is in sight: the function that queues commands on a pipeline, a batch of
// statements. The worst of them counts.
func (f *Finder) byQueued(e *Effect, call *ast.CallExpr) {
	var worst *Effect
	add := func(in *Effect) {
		if in != nil && in.Kind == api.EffectWrite && (worst == nil || !worst.Told() && in.Told()) {
			worst = in
		}
	}
	for _, a := range call.Args {
		switch {
		case code.IsFunc(f.p.TypeOf(a)):
			fns, complete := f.p.LitsOf(a)
			if !complete || len(fns) != 1 || len(fns[0].Params()) != 1 || !isPipeline(fns[0].Params()[0].Type()) {
				continue
			}
			for _, q := range fns[0].Calls() {
				add(f.queuedOn(fns[0].Params()[0], q, fns[0]))
			}
		default:
			v := f.p.VarOf(a)
			if v == nil || v.IsField() {
				continue
			}
			for _, q := range e.In.Calls() {
				if row := api.QueuesSQL(f.p.CalleeOf(q).Key); row != nil && f.p.VarOf(f.p.CalleeOf(q).Recv) == v {
					in := &Effect{Node: q, Site: q, In: e.In, row: row, Safe: row.Safe}
					f.byText(in, q, f.p.CalleeOf(q), f.sightOf(q, f.p.CalleeOf(q)))
					add(in)
				}
			}
		}
	}
	if worst != nil {
		e.Kind, e.What, e.Why, e.Safe, e.Key, e.Confidence = worst.Kind, worst.What, worst.Why, worst.Safe, worst.Key, worst.Confidence
	}
}

// queuedOn returns the effect of a call that queues a command on the pipeline in v,
// nil if it does not.
func (f *Finder) queuedOn(v *types.Var, call *ast.CallExpr, fn *code.Func) *Effect {
	c := f.p.CalleeOf(call)
	if c.Recv == nil || f.p.VarOf(c.Recv) != v {
		return nil
	}
	return f.direct(call, fn)
}

// isPipeline reports whether a type is that of a pipeline of Redis commands.
func isPipeline(t types.Type) bool {
	n, ok := types.Unalias(code.Deref(t)).(*types.Named)
	return ok && (n.Obj().Name() == "Pipeliner" || n.Obj().Name() == "Pipeline") && isTxType(t)
}
