package timeoutorder

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"strings"
	"time"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/durations"
	"github.com/faultlint/faultlint/internal/rule"
)

// asked reports a request that asks the server to wait for longer than the client
// waits for the server.
func asked(p *rule.Pass, f *code.Func) {
	f.Inspect(func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CompositeLit:
			if api.KeyOfType(p.Code.TypeOf(n)) != "net/url.Values" {
				return true
			}
			for _, el := range n.Elts {
				if kv, ok := el.(*ast.KeyValueExpr); ok && asksToWait(p, kv.Key) {
					longer(p, f, kv.Value, n)
				}
			}
		case *ast.CallExpr:
			c := p.Code.CalleeOf(n)
			if (c.Key == "(net/url.Values).Set" || c.Key == "(net/url.Values).Add") && len(n.Args) == 2 && asksToWait(p, n.Args[0]) {
				longer(p, f, n.Args[1], c.Recv)
			}
			if c.Key == "fmt.Sprintf" {
				inFormat(p, f, n)
			}
		case *ast.BasicLit:
			inText(p, f, n)
		}
		return true
	})
}

// asksToWait reports whether the name of a parameter of a query says for how long the
// server is to hold the request.
func asksToWait(p *rule.Pass, key ast.Expr) bool {
	v := p.Code.Info.Types[key].Value
	return v != nil && v.Kind() == constant.String && namesWait(constant.StringVal(v))
}

// namesWait is asksToWait for the name itself.
func namesWait(name string) bool {
	switch strings.NewReplacer("_", "", "-", "").Replace(strings.ToLower(name)) {
	case "wait", "timeout", "poll", "block", "hold", "maxwait", "waittime", "waitfor", "waittimeout", "polltimeout", "longpoll", "waitseconds", "timeoutseconds":
		return true
	}
	return false
}

// longer compares the time in a parameter of a query with the limit of the exchange.
func longer(p *rule.Pass, f *code.Func, value ast.Expr, query ast.Expr) {
	if v := p.Code.Info.Types[value].Value; v != nil && v.Kind() == constant.String {
		if d, err := time.ParseDuration(constant.StringVal(v)); err == nil {
			outlasts(p, f, value, query, d)
		}
		return
	}
	e := durationIn(p, value)
	if e == nil {
		return
	}
	if wait, ok := durations.Eval(p.Code, e).Min(); ok {
		outlasts(p, f, value, query, time.Duration(wait))
	}
}

// outlasts reports a wait that a server is asked for at a place if it is not shorter than
// the limit of the exchange.
func outlasts(p *rule.Pass, f *code.Func, value, query ast.Expr, wait time.Duration) {
	if wait < time.Second {
		return
	}
	call, limit, by, ok := p.Waits.OnlyExchange(f)
	if call == nil {
		g := handedTo(p, f, query)
		if g == nil {
			return
		}
		_, limit, by, ok = p.Waits.OnlyExchange(g)
	}
	if !ok || wait < limit {
		return
	}
	p.Report(rule.Finding{
		Node: value,
		Message: fmt.Sprintf("the server is asked to wait for up to %s, but the client hangs up after %s (%s): an answer that comes at the end of the wait never arrives, and looks like an outage; give the exchange more time than the wait",
			durations.Short(wait), durations.Short(limit), p.Where(by)),
		Related: []rule.Related{{Node: by, Message: "the limit of the exchange"}},
	})
}

// durationIn returns the duration that an expression makes a text of.
func durationIn(p *rule.Pass, e ast.Expr) ast.Expr {
	var out ast.Expr
	ast.Inspect(e, func(n ast.Node) bool {
		x, ok := n.(ast.Expr)
		if !ok || out != nil || !code.IsDuration(p.Code.TypeOf(x)) {
			return out == nil
		}
		if tv := p.Code.Info.Types[x]; tv.IsType() {
			return true
		}
		out = ast.Unparen(x)
		if b, ok := out.(*ast.BinaryExpr); ok && b.Op == token.QUO && code.IsDuration(p.Code.TypeOf(b.Y)) {
			out = b.X // wait / time.Second
		}
		return false
	})
	return out
}

// handedTo returns the one function of the package to which f hands a query.
func handedTo(p *rule.Pass, f *code.Func, query ast.Expr) *code.Func {
	var out *code.Func
	n := 0
	v := p.Code.VarOf(query)
	for _, call := range f.Calls() {
		for _, a := range call.Args {
			if ast.Unparen(a) != query && (v == nil || p.Code.VarOf(a) != v) {
				continue
			}
			out = p.Code.FuncOf(p.Code.Callee(call))
			n++
		}
	}
	if n != 1 {
		return nil
	}
	return out
}
