package retry

import (
	"go/ast"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/durations"
)

// computed is what is known of a function that computes a driver's delays from
// the settings. The zero value knows nothing of it.
type computed struct {
	// factor is the growth from the first delay that the settings say, 0 if it is
	// not known.
	factor float64
	jitter api.Tri
	added  bool
	// own is the delay where it is the same each time, whatever the settings say.
	own durations.Value
	at  ast.Node
}

// apply puts it into a policy, after all settings.
func (c *computed) apply(p *policy) {
	p.jitter, p.added = c.jitter, c.added
	switch {
	case c.own.Known():
		p.initial, p.delayAt, p.factor, p.shaped = c.own, c.at, 1, true
	case c.factor > 0:
		p.factor = c.factor
	default:
		p.shaped = false
	}
}

// computes reads a function that computes delays: one of the library's, several
// of them put together, or one of the package that returns the same each time.
func (x *Finder) computes(e ast.Expr) *computed {
	out := &computed{jitter: api.Maybe}
	origins := x.p.Origins(e)
	if len(origins) != 1 || origins[0].Unknown || origins[0].Expr == nil {
		return out
	}
	e = ast.Unparen(origins[0].Expr)
	if call, ok := e.(*ast.CallExpr); ok {
		if s := x.table.Setting(x.p.CalleeOf(call).Key); s != nil && s.Knob == api.KnobBackoff && !call.Ellipsis.IsValid() {
			return x.sumOf(call.Args)
		}
		return out
	}
	if fn := x.p.FuncNamed(e); fn != nil {
		if d := x.table.DriverOf(fn); d != nil && d.Kind == api.OpPolicy {
			return &computed{factor: d.Backoff.Factor, jitter: d.Backoff.Jitter, added: d.Backoff.Added}
		}
	}
	if f := x.closureAt(e); f != nil {
		out.own, out.at = x.sameEachTime(f), e
		if out.own.Known() {
			out.jitter = api.No
		}
	}
	return out
}

// sumOf returns what functions compute whose delays are added: one that grows or
// stays, and random ones.
func (x *Finder) sumOf(parts []ast.Expr) *computed {
	out := &computed{jitter: api.No}
	for _, part := range parts {
		c := x.computes(part)
		if c.own.Known() || c.factor > 0 && out.factor > 0 || c.jitter == api.Maybe {
			return &computed{jitter: api.Maybe}
		}
		out.factor = max(out.factor, c.factor)
		if c.jitter == api.Yes {
			out.jitter, out.added = api.Yes, out.added || c.added
		}
	}
	return out
}

// sameEachTime returns the constant that each return of a function returns,
// unknown if it is not always the same.
func (x *Finder) sameEachTime(f *code.Func) durations.Value {
	out, same, n := durations.Unknown, true, 0
	f.Inspect(func(nd ast.Node) bool {
		r, ok := nd.(*ast.ReturnStmt)
		if !ok {
			return true
		}
		n++
		if len(r.Results) != 1 || x.p.Info.Types[r.Results[0]].Value == nil {
			same = false
			return true
		}
		v := durations.Eval(x.p, r.Results[0])
		a, ok1 := v.Exact()
		b, ok2 := out.Exact()
		same = same && ok1 && (n == 1 || ok2 && a == b)
		out = v
		return true
	})
	if !same || n == 0 {
		return durations.Unknown
	}
	return out
}
