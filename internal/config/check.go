package config

import "slices"

// check looks for what each key alone does not show to be wrong.
func (d *decoder) check(c *Config) {
	wrong := func(at Pos, path, message string) {
		d.errs = append(d.errs, &Error{Pos: at, Path: path, Message: message})
	}
	for _, p := range c.Disable {
		if slices.ContainsFunc(c.Enable, func(q Pass) bool { return q.Text == p.Text }) {
			wrong(p.At, p.Path, p.Text+" is enabled as well")
		}
	}
	k := &c.Knowledge
	for i := range k.Blocking {
		b := &k.Blocking[i]
		if b.Obeys != Unset && b.Context == 0 {
			wrong(b.At, b.Path, "obeys says nothing without context, the argument that is meant")
		}
		if b.Limit > 0 && b.LimitArgument > 0 {
			wrong(b.At, b.Path, "limit and limit-argument exclude each other")
		}
		if b.Twin.Set() && b.Context > 0 && b.Obeys != Off {
			wrong(b.At, b.Path, "a function that obeys its context needs no twin")
		}
	}
	for i := range k.Handlers {
		k.Handlers[i].check(wrong)
	}
	for i := range k.Retries {
		r := &k.Retries[i]
		if n := count(r.Attempts > 0, r.Endless, r.AttemptsArgument > 0); n > 1 {
			wrong(r.At, r.Path, "attempts, endless and attempts-argument exclude each other")
		}
		if r.Delay > 0 && r.DelayArgument > 0 {
			wrong(r.At, r.Path, "delay and delay-argument exclude each other")
		}
		if r.Total > 0 && r.TotalArgument > 0 {
			wrong(r.At, r.Path, "total and total-argument exclude each other")
		}
		if r.Delay == 0 && r.DelayArgument == 0 && (r.Factor > 0 || r.MaxDelay > 0) {
			wrong(r.At, r.Path, "factor and max-delay say nothing without delay or delay-argument")
		}
	}
	for i := range k.Clients {
		cl := &k.Clients[i]
		if count(cl.Var.Set(), cl.Field.Set(), cl.Func.Set()) != 1 {
			wrong(cl.At, cl.Path, "one of var, field and func must be given, and no more")
		}
	}
	for _, a := range k.NonBlocking {
		for _, b := range k.Blocking {
			if a.Key == b.Func.Key {
				wrong(b.Func.At, b.Func.Path, b.Func.Text+" is said to be nonblocking as well")
			}
		}
	}
	for _, a := range k.Idempotent {
		for _, b := range k.NotIdempotent {
			if a.Key == b.Func.Key {
				wrong(b.Func.At, b.Func.Path, b.Func.Text+" is said to be idempotent as well")
			}
		}
	}
}

func (h *Handler) check(wrong func(Pos, string, string)) {
	if count(h.Func.Set(), len(h.Parameters) > 0, h.Type.Set(), h.Interface.Set(), h.RegisteredBy.Set()) != 1 {
		wrong(h.At, h.Path, "one of func, parameters, type, interface and registered-by must be given, and no more")
	}
	if len(h.Methods) > 0 && !h.Interface.Set() {
		wrong(h.At, h.Path, "methods says nothing without interface")
	}
	if h.Argument > 0 && !h.RegisteredBy.Set() {
		wrong(h.At, h.Path, "argument says nothing without registered-by")
	}
	telling := func(t TypeText) bool { return t.Text != contextType && t.Text != "_" }
	if len(h.Parameters) > 0 && !slices.ContainsFunc(h.Parameters, telling) {
		wrong(h.At, h.Path, "a context alone does not tell a handler; name another parameter's type")
	}
}

const contextType = "context.Context"

func count(conditions ...bool) int {
	n := 0
	for _, c := range conditions {
		if c {
			n++
		}
	}
	return n
}
