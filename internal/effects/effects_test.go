package effects_test

import (
	"go/ast"
	"strings"
	"testing"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/effects"
)

func TestEffects(t *testing.T) {
	run(t, judgeEffects, "web", "sqldb", "over", "clients")
}

// judgeEffects says what each effect of a function is; for a function with a
// repeated region, only those in it, and whether key and transaction are made
// anew in each run.
func judgeEffects(e *engine, fn *code.Func) []report {
	var out []report
	rs := regions(fn)
	if len(rs) == 0 {
		for _, eff := range e.f.In(fn) {
			out = append(out, report{eff.Node, describe(eff, nil)})
		}
	}
	for _, r := range rs {
		for _, eff := range e.f.Within(r, fn) {
			out = append(out, report{eff.Node, describe(eff, r)})
		}
	}
	return out
}

var kinds = map[api.EffectKind]string{
	api.EffectUnknown: "unknown", api.EffectRead: "read", api.EffectIdempotent: "idempotent", api.EffectWrite: "write",
	api.EffectConditional: "conditional", api.EffectConsume: "consume",
}

var sources = map[effects.KeySource]string{
	effects.KeyUnknown: "unseen key", effects.KeyConst: "constant key", effects.KeyParam: "key from parameter",
	effects.KeyOuter: "key from outside", effects.KeyFresh: "fresh key",
}

func describe(e *effects.Effect, region ast.Node) string {
	s := kinds[e.Kind]
	if e.What != "" {
		s += " " + e.What
	}
	if e.Key.Present() {
		s += ", " + sources[e.Key.Source]
		if region != nil && e.Key.Source == effects.KeyFresh {
			s += map[bool]string{true: " in each run", false: " once"}[e.Key.AnewIn(region)]
		}
	}
	if e.Tx.On {
		s += ", in tx"
		if region != nil {
			switch {
			case e.Tx.FreshIn(region):
				s += " of the run"
			case e.Tx.SharedBy(region):
				s += " of all runs"
			}
		}
	}
	if e.Confidence == effects.ByName {
		s += ", by name"
	}
	if e.Go {
		s += ", in goroutine"
	}
	var via []string
	for _, v := range e.Via[:len(e.Via)-1] {
		via = append(via, v.Func)
	}
	if len(via) > 0 {
		s += ", via " + strings.Join(via, " ")
	}
	return s
}
