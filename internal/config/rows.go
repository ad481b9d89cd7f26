package config

import (
	"strings"
	"time"

	"github.com/faultlint/faultlint/internal/api"
)

var waitKinds = map[string]api.WaitKind{
	"":                api.WaitNet,
	"network":         api.WaitNet,
	"connection":      api.WaitDial,
	"process":         api.WaitProc,
	"sleep":           api.WaitSleep,
	"lock":            api.WaitLock,
	"pool":            api.WaitPool,
	"other goroutine": api.WaitSync,
	"job":             api.WaitJob,
}

var served = map[string]api.Serves{
	"":          api.ServesRequest,
	"request":   api.ServesRequest,
	"message":   api.ServesMessage,
	"job":       api.ServesJob,
	"reconcile": api.ServesReconcile,
}

var failures = map[string]api.RetriesOn{
	"":                 api.OnAnyError,
	"any error":        api.OnAnyError,
	"transient errors": api.OnTransient,
	"marked errors":    api.OnMarked,
	"conflicts":        api.OnConflict,
}

// Rows returns the knowledge as rows of the tables, in which it is looked up
// like what faultlint knows by itself.
func (k *Knowledge) Rows() api.Rows {
	var rows api.Rows
	for i := range k.Blocking {
		rows.Calls = append(rows.Calls, k.Blocking[i].row())
	}
	for _, f := range k.NonBlocking {
		rows.Calls = append(rows.Calls, api.Call{Fn: f.keys(), Never: true})
		rows.Intents = append(rows.Intents, api.Intent{Fn: f.keys(), NonBlocking: true})
	}
	for i := range k.Handlers {
		k.Handlers[i].rows(&rows)
	}
	for i := range k.Retries {
		rows.Drivers = append(rows.Drivers, k.Retries[i].row())
	}
	for _, f := range k.Idempotent {
		rows.Effects = append(rows.Effects, api.Effect{Fn: f.keys(), Kind: api.EffectIdempotent})
		rows.Intents = append(rows.Intents, api.Intent{Fn: f.keys(), Idempotent: true})
	}
	for _, e := range k.NotIdempotent {
		row := api.Effect{Fn: e.Func.keys(), Kind: api.EffectWrite, Why: e.Does, Safe: e.Remedy}
		for _, key := range e.Keys {
			if strings.Contains(key, ".") {
				row.KeyFn = append(row.KeyFn, key)
			} else {
				row.Key = append(row.Key, key)
			}
		}
		rows.Effects = append(rows.Effects, row)
	}
	for _, c := range k.Clients {
		row := api.Maker{Trait: api.TraitTimeout, Timeout: time.Duration(c.Timeout)}
		switch {
		case c.Func.Set():
			row.Fn = c.Func.keys()
		case c.Var.Set():
			row.Fn = []string{c.Var.Key}
		default:
			row.Fn = []string{c.Field.Key}
		}
		rows.Makers = append(rows.Makers, row)
	}
	return rows
}

func (f Func) keys() []string { return []string{f.Key} }

func (b *Blocking) row() api.Call {
	row := api.Call{
		Fn: b.Func.keys(), Kind: waitKinds[b.For], Bound: time.Duration(b.Limit), BoundArg: b.LimitArgument, How: b.Instead,
	}
	if b.Context > 0 {
		row.Ctx, row.Obeys = api.CtxIn{Kind: api.CtxArg, Arg: b.Context - 1}, api.Yes
		if b.Obeys == Off {
			row.Obeys = api.No
		}
	}
	if b.Twin.Set() {
		// The fix is made only where the two forms are the same otherwise.
		row.Twin, row.Fix = strings.Replace(b.Twin.Key, "(~", "(*", 1), api.FixMechanical
	}
	return row
}

func (h *Handler) rows(rows *api.Rows) {
	if h.Func.Set() {
		rows.Intents = append(rows.Intents, api.Intent{Fn: h.Func.keys(), Handler: true, Budget: time.Duration(h.Budget)})
		return
	}
	row := api.Handler{Serves: served[h.Serves], Budget: time.Duration(h.Budget), Methods: h.Methods}
	switch {
	case len(h.Parameters) > 0:
		row.CtxParam = len(h.Parameters) // none
		for i, p := range h.Parameters {
			row.Params = append(row.Params, p.Key)
			if p.Text == contextType {
				row.CtxParam, row.Ctx, row.Live = i, "$", api.Yes
			}
		}
	case h.Type.Set():
		row.Type = []string{h.Type.Key}
	case h.Interface.Set():
		row.Iface = []string{h.Interface.Key}
	default:
		row.Reg = h.RegisteredBy.keys()
		row.RegArg = max(h.Argument-1, 0)
	}
	rows.Handlers = append(rows.Handlers, row)
}

func (r *Retry) row() api.Driver {
	row := api.Driver{
		Fn: r.Func.keys(), Kind: api.OpArg, Op: r.Closure - 1, Policy: -1,
		Attempts: api.Attempts(r.Attempts), CountArg: r.AttemptsArgument, DelayArg: r.DelayArgument,
		Cap: time.Duration(r.Total), CapArg: r.TotalArgument,
		Backoff: api.Backoff{
			Initial: time.Duration(r.Delay), Factor: max(r.Factor, 1), Max: time.Duration(r.MaxDelay),
			Known: r.Delay > 0 || r.DelayArgument > 0,
		},
		Stop: api.No, PassCtx: api.No, On: failures[r.After], Tx: r.Transaction,
	}
	if r.Endless {
		row.Attempts = api.AttemptsUnbounded
	}
	if r.Context > 0 {
		row.Ctx, row.Stop, row.PassCtx = api.CtxIn{Kind: api.CtxArg, Arg: r.Context - 1}, api.Yes, api.Yes
	}
	switch r.Jitter {
	case On:
		row.Backoff.Jitter = api.Yes
	case Off:
		row.Backoff.Jitter = api.No
	}
	for _, f := range r.Permanent {
		row.Permanent = append(row.Permanent, f.Key)
	}
	return row
}
