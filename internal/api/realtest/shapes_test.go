package realtest

import (
	"go/types"
	"slices"
	"sort"
	"strings"
	"testing"

	"github.com/faultlint/faultlint/internal/api"
)

func isContext(t types.Type) bool {
	switch api.KeyOfType(t) {
	case "context.Context", "go.temporal.io/sdk/internal/common/workflowcontext.Context", "go.temporal.io/sdk/internal.Context":
		return true
	}
	return false
}

func param(fn *types.Func, i int) types.Type {
	ps := fn.Signature().Params()
	if i < 0 || i >= ps.Len() {
		return nil
	}
	return ps.At(i).Type()
}

// covered returns the functions that a row's keys cover, but for those that
// another row is found for. Of returns the keys of the row found.
func (w *world) covered(rows []string, of func(key string) []string) []*types.Func {
	var fns []*types.Func
	for _, row := range rows {
		ks, pattern := api.ExpandKey(row)
		if !pattern {
			for _, key := range ks {
				if fn := w.fn(key); fn != nil {
					fns = append(fns, fn)
				}
			}
			continue
		}
		match := api.KeyMatcher(row)
		for key, fn := range w.funcs {
			if !fn.Exported() || !match(key) || strings.HasPrefix(api.ShortName(key), "(") != strings.HasPrefix(key, "(") {
				continue // the last: an unexported type
			}
			if found := of(key); len(found) > 0 && &found[0] == &rows[0] {
				fns = append(fns, fn)
			}
		}
	}
	sort.Slice(fns, func(i, j int) bool { return api.Key(fns[i]) < api.Key(fns[j]) })
	return fns
}

// TestShapes: what rows say of arguments fits the functions' types.
func TestShapes(t *testing.T) {
	w, err := load()
	if err != nil {
		t.Fatal(err)
	}
	// The table of the very rows looked at, so that they can be told apart.
	rows := api.Builtin()
	tab := api.New(rows)
	ctx := func(fn *types.Func, in api.CtxIn, what string) {
		if in.Kind != api.CtxArg {
			return
		}
		if p := param(fn, in.Arg); p == nil || !isContext(p) {
			t.Errorf("%s %s: argument %d is no context", what, api.Key(fn), in.Arg)
		}
	}
	closure := func(fn *types.Func, op int, field, what string) *types.Signature {
		p := param(fn, op)
		if p == nil {
			t.Errorf("%s %s: no argument %d", what, api.Key(fn), op)
			return nil
		}
		if field != "" {
			st, ok := p.Underlying().(*types.Struct)
			if !ok {
				t.Errorf("%s %s: argument %d is no struct", what, api.Key(fn), op)
				return nil
			}
			for f := range st.Fields() {
				if f.Name() == field {
					p = f.Type()
				}
			}
		}
		if s, ok := p.(*types.Slice); ok && fn.Signature().Variadic() && op == fn.Signature().Params().Len()-1 {
			p = s.Elem()
		}
		sig, ok := p.Underlying().(*types.Signature)
		if !ok && api.KeyOfType(p) != "any" && api.KeyOfType(p) != "net/http.Handler" {
			if tp, isTP := p.(*types.TypeParam); isTP {
				sig, ok = tp.Underlying().(*types.Interface).EmbeddedType(0).Underlying().(*types.Signature)
			}
			if !ok {
				t.Errorf("%s %s: argument %d is no function but %s", what, api.Key(fn), op, p)
			}
		}
		return sig
	}
	number := func(fn *types.Func, i int, what string) {
		p := param(fn, i)
		if p == nil {
			t.Errorf("%s: no argument %d for %s", api.Key(fn), i, what)
			return
		}
		b, ok := p.Underlying().(*types.Basic)
		if !ok || b.Info()&types.IsNumeric == 0 {
			t.Errorf("%s: argument %d is no number for %s", api.Key(fn), i, what)
		}
	}
	for _, d := range rows.Drivers {
		for _, fn := range w.covered(d.Fn, func(k string) []string { return tab.Driver(k).Fn }) {
			ctx(fn, d.Ctx, "driver")
			if d.CountArg > 0 {
				number(fn, d.CountArg-1, "the count")
			}
			if d.CapArg > 0 {
				number(fn, d.CapArg-1, "the cap")
			}
			if d.DelayArg > 0 {
				number(fn, d.DelayArg-1, "the delay")
			}
			if d.Kind != api.OpArg && d.Kind != api.OpField {
				continue
			}
			sig := closure(fn, d.Op, d.OpField, "driver")
			if sig == nil {
				continue
			}
			takes := sig.Params().Len() > 0 && isContextLike(sig.Params().At(0).Type())
			if d.PassCtx == api.Yes && !takes {
				t.Errorf("driver %s: the closure gets no context", api.Key(fn))
			}
			if d.PassCtx == api.No && takes {
				t.Errorf("driver %s: the closure gets a context", api.Key(fn))
			}
			if d.Policy > fn.Signature().Params().Len()-1 {
				t.Errorf("driver %s: no argument %d for the policy", api.Key(fn), d.Policy)
			}
			if d.Policy == api.PolicyReceiver && fn.Signature().Recv() == nil {
				t.Errorf("driver %s has no receiver", api.Key(fn))
			}
		}
	}
	for _, r := range rows.Runners {
		for _, fn := range w.covered(r.Fn, func(k string) []string { return tab.Runner(k).Fn }) {
			ctx(fn, r.Ctx, "runner")
			sig := closure(fn, r.Op, r.OpField, "runner")
			if sig == nil {
				continue
			}
			takes := sig.Params().Len() > 0 && isContextLike(sig.Params().At(0).Type())
			if r.PassCtx == api.Yes && !takes {
				t.Errorf("runner %s: the closure gets no context", api.Key(fn))
			}
			if r.PassCtx == api.No && takes {
				t.Errorf("runner %s: the closure gets a context", api.Key(fn))
			}
		}
	}
	for _, c := range rows.Calls {
		for _, fn := range w.covered(c.Fn, func(k string) []string { return tab.Call(k).Fn }) {
			ctx(fn, c.Ctx, "call")
			if c.BoundArg > 0 {
				number(fn, c.BoundArg-1, "the bound")
			}
			if c.Ctx.Kind == api.CtxNone && !c.Never && !c.Unblocks && !c.Builder {
				if p := param(fn, 0); p != nil && isContext(p) {
					t.Errorf("call %s takes a context", api.Key(fn))
				}
			}
			for _, from := range c.From {
				if from == api.RecvArg && fn.Signature().Recv() == nil || from >= fn.Signature().Params().Len() {
					t.Errorf("call %s: no argument %d", api.Key(fn), from)
				}
			}
		}
	}
	for _, s := range rows.Settings {
		for _, fn := range w.covered(s.Fn, func(k string) []string { return tab.Setting(k).Fn }) {
			n := fn.Signature().Params().Len()
			if s.Arg >= n || s.Arg == -1 && n > 1 && s.Wraps < 0 {
				t.Errorf("setting %s: no argument %d", api.Key(fn), s.Arg)
			}
			if s.Wraps != s.Arg && s.Wraps >= n {
				t.Errorf("setting %s: no argument %d to wrap", api.Key(fn), s.Wraps)
			}
			if s.Default != 0 && s.Unit == 0 && s.Arg >= 0 && s.Arg < n {
				if k := api.KeyOfType(param(fn, s.Arg)); k != "time.Duration" && k != "[]time.Duration" && k != "*time.Duration" {
					t.Errorf("setting %s: a default duration, and argument %d is %s", api.Key(fn), s.Arg, k)
				}
			}
		}
		for _, row := range s.Field {
			ks, pattern := expandField(row)
			if pattern {
				continue
			}
			for _, key := range ks {
				f := w.field(key)
				if f == nil {
					continue
				}
				k := api.KeyOfType(f.Type())
				if s.Default != 0 && s.Unit == 0 && k != "time.Duration" && k != "*time.Duration" && !strings.HasSuffix(k, ".Duration") {
					t.Errorf("setting %s: a default duration, and it is %s", key, k)
				}
			}
		}
	}
	for _, e := range rows.Effects {
		if e.Kind != api.EffectSQL {
			continue
		}
		for _, fn := range w.covered(e.Fn, func(k string) []string { return tab.Effect(k).Fn }) {
			p := param(fn, e.SQL)
			if p == nil {
				t.Errorf("effect %s: no argument %d", api.Key(fn), e.SQL)
				continue
			}
			if e.Lang == api.LangSQL && e.Field == "" && !isText(p) {
				t.Errorf("effect %s: argument %d is no text but %s", api.Key(fn), e.SQL, p)
			}
		}
	}
	for _, c := range rows.CtxOps {
		for _, fn := range w.covered(c.Fn, func(k string) []string { return tab.CtxOp(k).Fn }) {
			switch c.Kind {
			case api.CtxOpRoot, api.CtxOpSource, api.CtxOpRead, api.CtxOpNone:
				continue
			}
			if c.Parent >= 0 {
				if p := param(fn, c.Parent); p == nil || !isContext(p) {
					t.Errorf("context op %s: argument %d is no context", api.Key(fn), c.Parent)
				}
			}
			if c.Dur > 0 {
				want := "time.Duration"
				if c.Deadline {
					want = "time.Time"
				}
				if p := param(fn, c.Dur-1); p == nil || api.KeyOfType(p) != want {
					t.Errorf("context op %s: argument %d is no %s", api.Key(fn), c.Dur-1, want)
				}
			}
		}
	}
	for _, m := range rows.Makers {
		for _, fn := range w.covered(m.Fn, func(k string) []string { return tab.Maker(k).Fn }) {
			if m.Result >= fn.Signature().Results().Len() {
				t.Errorf("maker %s: no result %d", api.Key(fn), m.Result)
			}
			if m.Trait == api.TraitSame && m.Of >= fn.Signature().Params().Len() {
				t.Errorf("maker %s: no argument %d", api.Key(fn), m.Of)
			}
		}
	}
	for _, h := range rows.Handlers {
		regs := slices.DeleteFunc(slices.Clone(h.Reg), func(row string) bool { return strings.HasPrefix(row, "**.") }) // generated code
		for _, fn := range w.covered(regs, func(k string) []string { return tab.HandlerByReg(k).Reg }) {
			if h.RegArg >= fn.Signature().Params().Len() {
				t.Errorf("handler registration %s: no argument %d", api.Key(fn), h.RegArg)
			}
		}
		for _, row := range h.Iface {
			ks, _ := api.ExpandKey(row)
			for _, key := range ks {
				obj := w.object(key)
				if obj == nil {
					continue
				}
				iface, ok := obj.Type().Underlying().(*types.Interface)
				if !ok {
					t.Errorf("handler %s: %s is no interface", h.Framework, key)
					continue
				}
				found := len(h.Methods) == 0
				for m := range iface.Methods() {
					found = found || slices.Contains(h.Methods, m.Name())
				}
				if !found {
					t.Errorf("handler %s: %s has none of %q", h.Framework, key, h.Methods)
				}
			}
		}
	}
}

func isText(t types.Type) bool {
	if b, ok := t.Underlying().(*types.Basic); ok {
		return b.Info()&types.IsString != 0
	}
	return api.KeyOfType(t) == "any" || api.KeyOfType(t) == "[]string" || api.KeyOfType(t) == "[]any"
}

// isContextLike is isContext for a closure's parameter, which may extend it.
func isContextLike(t types.Type) bool {
	if isContext(t) {
		return true
	}
	iface, ok := t.Underlying().(*types.Interface)
	if !ok {
		return false
	}
	has := 0
	for m := range iface.Methods() {
		switch m.Name() {
		case "Deadline", "Done", "Err", "Value":
			has++
		}
	}
	return has == 4
}

// TestTwins: every twin exists, and takes a context.
func TestTwins(t *testing.T) {
	w, err := load()
	if err != nil {
		t.Fatal(err)
	}
	rows := api.Builtin()
	tab := api.New(rows)
	older, absent := lines(t, "older.txt"), lines(t, "absent.txt")
	n := 0
	for _, row := range rows.Calls {
		if row.Twin == "" {
			continue
		}
		var ks []string
		for _, fn := range row.Fn {
			if exact, pattern := api.ExpandKey(fn); !pattern {
				ks = append(ks, exact...)
			}
		}
		for _, fn := range w.covered(row.Fn, func(k string) []string { return tab.Call(k).Fn }) {
			ks = append(ks, api.Key(fn))
		}
		slices.Sort(ks)
		for _, key := range slices.Compact(ks) {
			if older[key] || absent[api.PackageOfKey(key)] {
				continue
			}
			c := tab.Call(key)
			if c == nil || c.Twin == "" {
				continue // another row's
			}
			twin := w.fn(c.Twin)
			if twin == nil {
				t.Errorf("%s: twin %s does not exist%s", key, c.Twin, w.hint(c.Twin))
				continue
			}
			n++
			if c.Fix == api.FixMechanical {
				if p := param(twin, 0); p == nil || !isContext(p) {
					t.Errorf("%s: twin %s takes no context first", key, c.Twin)
				}
			}
		}
	}
	t.Logf("%d twins verified", n)
}

// TestPackageNames: messages call packages by their names.
func TestPackageNames(t *testing.T) {
	w, err := load()
	if err != nil {
		t.Fatal(err)
	}
	paths, err := imports()
	if err != nil {
		t.Fatal(err)
	}
	// Those that everybody imports under another name.
	renamed := map[string]bool{"sigs.k8s.io/controller-runtime": true, "github.com/rabbitmq/amqp091-go": true}
	for _, p := range paths {
		if pkg := w.pkgs[p]; pkg != nil && !renamed[p] && pkg.Name() != "v1" {
			if got, want := api.ShortName(p+".X"), pkg.Name()+".X"; got != want {
				t.Errorf("%s: %s, want %s", p, got, want)
			}
		}
	}
}
