package effects_test

import (
	"go/ast"
	"go/types"
	"strings"
	"testing"

	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/effects"
)

func TestBodies(t *testing.T) {
	run(t, func(e *engine, fn *code.Func) []report {
		names := map[effects.SpentKind]string{
			effects.SpentReader: "reader", effects.SpentBuffer: "buffer", effects.SpentFile: "file",
			effects.SpentDecoder: "decoder", effects.SpentRequest: "request", effects.SpentInput: "input",
		}
		var out []report
		for _, r := range regions(fn) {
			for _, s := range e.f.Spent(r, fn) {
				text := names[s.Kind] + " " + s.Var.Name() + " by " + s.Sink
				if s.GetBody {
					text += " with GetBody"
				}
				var via []string
				for _, v := range s.Via {
					via = append(via, v.Func)
				}
				out = append(out, report{s.Node, text + " via " + strings.Join(via, " ")})
			}
		}
		if strings.HasPrefix(fn.Name(), "Streams") {
			for _, call := range fn.Calls() {
				if sel, ok := call.Fun.(*ast.SelectorExpr); !ok || sel.Sel.Name != "Put" {
					continue
				}
				for _, s := range e.f.Streams(call) {
					text := "stream " + types.ExprString(s.Arg) + " to " + s.Sink
					if s.Seeks {
						text += " that seeks"
					}
					out = append(out, report{call, text})
				}
			}
		}
		return out
	}, "bodies")
}

func TestResponses(t *testing.T) {
	run(t, func(e *engine, fn *code.Func) []report {
		var out []report
		for _, r := range regions(fn) {
			for _, l := range e.f.Responses(r, fn) {
				text := l.Var.Name() + " left open"
				if l.At != l.Node {
					text += " via " + l.Via[0].Func
				}
				out = append(out, report{l.At, text})
			}
		}
		return out
	}, "replies")
}
