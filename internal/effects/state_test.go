package effects_test

import (
	"go/types"
	"strings"
	"testing"

	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/effects"
)

func TestState(t *testing.T) {
	names := map[effects.GrowthKind]string{
		effects.GrowAppend: "append", effects.GrowAdd: "add", effects.GrowInsert: "insert",
		effects.GrowWrite: "write", effects.GrowAdvance: "advance", effects.GrowSend: "send", effects.GrowStick: "stick",
	}
	run(t, func(e *engine, fn *code.Func) []report {
		var out []report
		for _, r := range regions(fn) {
			for _, g := range e.f.Grown(r, fn) {
				text := names[g.Kind] + " " + types.ExprString(g.Place)
				if len(g.Via) > 0 {
					var via []string
					for _, v := range g.Via[:1] {
						via = append(via, v.Func)
					}
					text += " via " + strings.Join(via, " ")
				}
				out = append(out, report{g.Node, text})
			}
		}
		return out
	}, "state")
}
