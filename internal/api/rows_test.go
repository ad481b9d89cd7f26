package api

import (
	"fmt"
	"testing"
)

// keysOf returns the keys of all rows of each table, written out, patterns as
// they are.
func keysOf(r Rows) map[string][]string {
	m := make(map[string][]string)
	add := func(table string, split func(string) keyParts, keys ...string) {
		for _, k := range keys {
			p := split(k)
			if hasWildcard(p.pkg) || hasWildcard(p.recv) || hasWildcard(p.name) {
				m[table+" patterns"] = append(m[table+" patterns"], k)
				continue
			}
			m[table] = append(m[table], expandPtr(k)...)
		}
	}
	for _, x := range r.Drivers {
		add("drivers", splitKey, x.Fn...)
	}
	for _, x := range r.Runners {
		add("runners", splitKey, x.Fn...)
	}
	for _, x := range r.Settings {
		add("settings", splitKey, x.Fn...)
		add("fields", splitField, x.Field...)
	}
	for _, x := range r.Calls {
		add("calls", splitKey, x.Fn...)
	}
	for _, x := range r.Effects {
		add("effects", splitKey, x.Fn...)
	}
	for _, x := range r.CtxOps {
		add("ctxops", splitKey, x.Fn...)
	}
	for _, x := range r.Carriers {
		add("carriers", splitKey, x.Type...)
	}
	for _, x := range r.Types {
		add("types", splitKey, x.Type...)
	}
	for _, x := range r.Makers {
		for _, k := range x.Fn {
			add(fmt.Sprintf("makers of trait %d, result %d,", x.Trait, x.Result), splitKey, k)
		}
	}
	for _, x := range r.Handlers {
		add("handler types", splitKey, x.Type...)
		add("handler registrations", splitKey, x.Reg...)
		add("handler fields", splitField, x.RegField...)
	}
	return m
}

// A key stands in one row of a table: a second one would never be seen.
func TestNoDuplicates(t *testing.T) {
	for table, keys := range keysOf(builtin()) {
		seen := make(map[string]bool)
		for _, k := range keys {
			if seen[k] {
				t.Errorf("%s: %s twice", table, k)
			}
			seen[k] = true
		}
	}
}

// Rows that contradict themselves.
func TestRowsAreSound(t *testing.T) {
	rows := builtin()
	for _, d := range rows.Drivers {
		if len(d.Fn) == 0 {
			t.Errorf("driver without keys: %+v", d)
		}
		if d.Kind == OpArg && d.Policy == d.Op {
			t.Errorf("driver %s: closure and policy are argument %d", d.Fn[0], d.Op)
		}
		if d.Kind == OpArg && d.Ctx.Kind == CtxArg && d.Ctx.Arg == d.Op {
			t.Errorf("driver %s: closure and context are argument %d", d.Fn[0], d.Op)
		}
		if d.Kind == OpField && d.OpField == "" {
			t.Errorf("driver %s: no field", d.Fn[0])
		}
		if d.On == OnMarked && len(d.Marker) == 0 && d.Note == "" {
			t.Errorf("driver %s: retries marked errors, but no marker", d.Fn[0])
		}
		if d.Poll && d.On != OnCondition {
			t.Errorf("driver %s polls without a condition", d.Fn[0])
		}
	}
	for _, c := range rows.Calls {
		if len(c.Fn) == 0 {
			t.Errorf("call without keys: %+v", c)
		}
		if c.Fix == FixMechanical && c.Twin == "" {
			t.Errorf("call %s: mechanical fix without a twin", c.Fn[0])
		}
		if (c.Fix == FixAdapt || c.Fix == FixRewrite) && c.Twin == "" && c.How == "" && len(c.From) == 0 && !c.Never && c.Kind != WaitIO {
			t.Errorf("call %s: fix without saying how", c.Fn[0])
		}
		if c.Ctx.Kind != CtxNone && c.Obeys == No && c.Note == "" {
			t.Errorf("call %s: ignores its context without a note", c.Fn[0])
		}
		if c.Kind == WaitNone && !c.Builder && !c.Never && !c.Unblocks {
			t.Errorf("call %s says nothing", c.Fn[0])
		}
	}
	for _, e := range rows.Effects {
		if e.Kind == EffectWrite && e.What == "" {
			t.Errorf("effect %s: what does it do", e.Fn[0])
		}
		if e.Kind != EffectSQL && e.Lang != LangSQL {
			t.Errorf("effect %s: a language without a text", e.Fn[0])
		}
	}
	for _, h := range rows.Handlers {
		if len(h.Type)+len(h.Params)+len(h.Iface)+len(h.Reg)+len(h.RegField)+len(h.Embeds) == 0 {
			t.Errorf("handler %s cannot be recognised", h.Framework)
		}
		if len(h.Iface) > 0 && len(h.Methods) == 0 && len(h.Embeds) == 0 {
			t.Errorf("handler %s: interface without methods", h.Framework)
		}
	}
	for _, s := range rows.Settings {
		if len(s.Fn)+len(s.Field) == 0 {
			t.Errorf("setting without keys: %+v", s)
		}
	}
}
