package retrynested

import (
	"go/ast"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/rule"
)

// carried returns the retry that the connection behind a remote call makes by
// itself, as its service config or an interceptor says.
func carried(p *rule.Pass, call *ast.CallExpr) *inner {
	fn := p.Code.Callee(call)
	if fn == nil || fn.Signature().Recv() == nil || fn.Signature().Params().Len() < 2 || !code.IsContext(fn.Signature().Params().At(0).Type()) {
		return nil
	}
	ch := p.Retries.ChannelOf(call)
	if ch == nil || ch.Attempts < 2 {
		return nil
	}
	method := ""
	for _, e := range p.Effects.Of(call) {
		if e.Method != "" {
			method = e.Method
		}
	}
	if !ch.Repeats(method) {
		return nil
	}
	return &inner{at: call, name: ch.What, attempts: api.Attempts(ch.Attempts)}
}
