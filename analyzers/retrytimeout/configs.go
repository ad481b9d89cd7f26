package retrytimeout

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/constant"
	"slices"
	"strings"
	"time"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/retry"
	"github.com/faultlint/faultlint/internal/rule"
)

// configs reports nestings that are written down in a configuration: policies
// in the wrong order, and service configs.
func configs(p *rule.Pass) {
	written := false
	for _, f := range p.Funcs() {
		for _, call := range f.Calls() {
			s := p.Table.Setting(p.Code.CalleeOf(call).Key)
			if s != nil && s.Knob == api.KnobServiceConfig && s.Arg < len(call.Args) {
				serviceConfig(p, call, call.Args[s.Arg])
				written = written || p.Code.Info.Types[call.Args[s.Arg]].Value == nil
			}
			chain(p, p.Retries.Wrappers(call))
			chain(p, p.Retries.Decorators(call))
		}
		for _, r := range p.Retries.In(f) {
			order(p, r)
		}
	}
	if written {
		methodConfigs(p)
	}
}

// fewAttempts is how many attempts may have been counted out: of more nobody
// expects that all fit into the limit around them.
const fewAttempts = 5

// order reports a limit policy outside the policy that repeats what exceeds it.
func order(p *rule.Pass, r *retry.Retry) {
	if r.Outer == nil || r.Outer.Node == nil {
		return
	}
	limit, known := r.Outer.Value.Max()
	if per := r.PerAttempt; per != nil {
		if one, ok := per.Value.Min(); !ok || !known || one < limit {
			return // perhaps the limit of one attempt is another
		}
	}
	sum, summed := r.DelaySum.Min()
	spent := ""
	switch {
	case r.OnTimeout:
	case known && summed && sum >= limit && sum > 0:
	case known && summed && r.Attempts.N > 1 && r.Attempts.N <= fewAttempts && sum >= limit-limit/4:
		spent = fmt.Sprintf(", and %s of it are spent on the delays between the %d attempts", retry.Short(time.Duration(sum)), int(r.Attempts.N))
	default:
		return
	}
	length := ""
	if known {
		length = " of " + retry.Short(time.Duration(limit))
	}
	node := ast.Node(r.Outer.Node)
	p.Report(rule.Finding{
		Node:    node,
		Message: fmt.Sprintf("this limit%s stands before the policy that repeats, so that it is put around all attempts together%s: what exceeds it is over, and never repeated; put it after the retry policy, as the limit of one attempt", length, spent),
		Related: []rule.Related{{Node: r.Node, Message: "what is run under these policies"}},
	})
}

// chain reports an interceptor that limits a call before the one that repeats
// what exceeds the limit.
func chain(p *rule.Pass, wrappers []retry.Wrapper) {
	for i, w := range wrappers {
		if w.Limit == nil {
			continue
		}
		for j := i + 1; j < len(wrappers); j++ {
			r := wrappers[j].Retry
			if r == nil {
				continue
			}
			inner := slices.ContainsFunc(wrappers[j+1:], func(w retry.Wrapper) bool { return w.Limit != nil })
			if inner || r.PerAttempt != nil || !r.OnTimeout && !deadlineRetried(r) {
				break
			}
			length := ""
			if n, known := w.Limit.Value.Max(); known {
				length = " of " + retry.Short(time.Duration(n))
			}
			p.Report(rule.Finding{
				Node:    w.Expr,
				Message: fmt.Sprintf("this limit%s covers all attempts made at %s together: one that times out leaves the others no time; set the limit on each attempt, inside the retry", length, p.Where(wrappers[j].Expr)),
				Related: []rule.Related{{Node: w.Limit.Node, Message: "the limit"}, {Node: wrappers[j].Expr, Message: "the interceptor that repeats"}},
			})
			break
		}
	}
}

// A methodConfig is what the JSON of a service config says of some methods.
type methodConfig struct {
	Timeout     string
	RetryPolicy *struct {
		MaxAttempts          int
		InitialBackoff       string
		MaxBackoff           string
		BackoffMultiplier    float64
		RetryableStatusCodes []any
	}
}

// serviceConfig judges a service config in sight. Its timeout is that of the
// whole call, all attempts included.
func serviceConfig(p *rule.Pass, call *ast.CallExpr, arg ast.Expr) {
	tv, ok := p.Code.Info.Types[arg]
	if !ok || tv.Value == nil || tv.Value.Kind() != constant.String {
		return
	}
	var config struct{ MethodConfig []methodConfig }
	if json.Unmarshal([]byte(constant.StringVal(tv.Value)), &config) != nil {
		return
	}
	for _, m := range config.MethodConfig {
		timeout, err := time.ParseDuration(m.Timeout)
		if err != nil || timeout <= 0 || m.RetryPolicy == nil || m.RetryPolicy.MaxAttempts < 2 {
			continue
		}
		if slices.ContainsFunc(m.RetryPolicy.RetryableStatusCodes, func(c any) bool { s, ok := c.(string); return ok && strings.EqualFold(s, "DEADLINE_EXCEEDED") }) {
			p.Report(rule.Finding{
				Node:    call,
				Message: fmt.Sprintf("the timeout of %s in this service config is the deadline of the whole call, not of one attempt: when it is exceeded none of the %d attempts is left, and retrying DEADLINE_EXCEEDED does nothing; size it for all attempts, and limit one attempt by a per-try timeout in an interceptor", m.Timeout, m.RetryPolicy.MaxAttempts),
			})
			return
		}
		policy := backoff{attempts: m.RetryPolicy.MaxAttempts, factor: m.RetryPolicy.BackoffMultiplier}
		policy.initial, _ = time.ParseDuration(m.RetryPolicy.InitialBackoff)
		policy.most, _ = time.ParseDuration(m.RetryPolicy.MaxBackoff)
		if policy.spent(p, call, timeout) {
			return
		}
	}
}
