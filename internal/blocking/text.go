package blocking

import (
	"fmt"
	"go/ast"
	"go/types"
	"strings"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/durations"
	"github.com/faultlint/faultlint/internal/facts"
	"github.com/faultlint/faultlint/internal/rule"
)

// Finding renders a place as a finding of a rule.
func (p *Place) Finding(pass *rule.Pass) rule.Finding {
	out := rule.Finding{Node: p.Node, Message: p.message(pass), Via: p.Wait.Via}
	if len(p.Others) > 0 {
		out.Message = p.many(pass)
	}
	for i, c := range p.Calls {
		out.Related = append(out.Related, rule.Related{Node: c, Message: "calls " + p.Funcs[i+1].Name()})
	}
	if p.Wait.Node != p.Node {
		out.Related = append(out.Related, rule.Related{Node: p.Wait.Node, Message: "waits here: " + p.Wait.What})
	}
	if p.Wait.Missing != nil && p.Wait.Missing != p.Node {
		out.Related = append(out.Related, rule.Related{Node: p.Wait.Missing, Message: "made without a context here"})
	}
	if p.Thrown != nil {
		out.Related = append(out.Related, rule.Related{Node: p.Thrown, Message: "puts the context into a copy that is thrown away"})
	}
	if v := p.Source.Var; v != nil && len(p.Calls) > 0 {
		out.Related = append(out.Related, rule.Related{Node: nameOf(p.From), Message: "has " + p.Source.Expr + " at hand"})
	}
	for _, other := range p.Others {
		text := "waits too: " + other.Wait.What
		if _, name := other.cause(); !other.Wait.Direct() {
			text = "the same, by way of " + name
		}
		out.Related = append(out.Related, rule.Related{Node: other.Node, Message: text})
	}
	out.Fix = p.fix(pass.Result)
	for _, other := range p.Others {
		out.Fix = and(out.Fix, other.fix(pass.Result))
	}
	return out
}

func nameOf(f *code.Func) ast.Node {
	if fd, ok := f.Node.(*ast.FuncDecl); ok {
		return fd.Name
	}
	return f.Type
}

func (p *Place) message(pass *rule.Pass) string {
	what, limit := p.Wait.What, p.limit()
	switch {
	case p.Wait.Obeys == facts.ObeysValue:
		return p.unending()
	case p.Callee != nil:
		return fmt.Sprintf("%s takes a context and waits%s without it: %s; the end of %s does not end this call, so put a limit on it",
			calleeName(p.Callee), limit, p.chain(), p.Source.Expr)
	case p.Drops && p.Source.Blank:
		return fmt.Sprintf("%s takes a context, gives it no name and waits%s without it: %s; name the parameter and %s", p.From.Name(), limit, p.chain(), p.remedy())
	case p.Drops:
		return fmt.Sprintf("%s takes %s and waits%s without it: %s; %s", p.From.Name(), p.Source.Expr, limit, p.chain(), p.remedy())
	case len(p.Calls) == 0 && p.Wait.Direct():
		return fmt.Sprintf("%s waits%s %s, though %s is at hand; %s", what, limit, p.how(), p.Source.Expr, p.remedy())
	case len(p.Calls) == 0:
		return fmt.Sprintf("%s waits%s %s, so the end of %s does not end it: %s%s; give %s a context%s", calleeName(p.Wait.Callee), limit, p.how(), p.Source.Expr, p.chain(), rule.AsInOthers(p.More), calleeName(p.Wait.Callee), p.there())
	}
	if !p.Wait.Direct() {
		return fmt.Sprintf("%s waits%s %s, so the end of %s does not end it: %s%s; give %s and %s a context", calleeName(p.Wait.Callee), limit, p.how(), p.Source.Expr, p.chain(), rule.AsInOthers(p.More), p.lacking(), calleeName(p.Wait.Callee))
	}
	return fmt.Sprintf("%s waits%s %s, so the end of %s does not end it: %s; give %s a context and %s", what, limit, p.how(), p.Source.Expr, p.chain(), p.lacking(), p.remedy())
}

// how says what stands in place of the context.
func (p *Place) how() string {
	if p.Wait.Row != nil && p.Wait.Row.Unheard != "" && p.Wait.Why != "" {
		return p.Wait.Why
	}
	if p.Wait.Obeys == facts.ObeysRecv {
		return "under a context that its object was given when it was made"
	}
	if p.Wait.Obeys == facts.ObeysRoot {
		if p.Wait.Direct() {
			return "under a context that " + p.Fn.Outermost().Name() + " makes itself"
		}
		return "under a context that is made on the way"
	}
	return "without a context"
}

func (p *Place) limit() string {
	d, ok := p.Wait.Limit()
	if !ok {
		return ""
	}
	return " up to " + durations.Short(d)
}

// lacking is the function that lacks the context: the last declaration on the way.
func (p *Place) lacking() string {
	if p.Fn.Obj == nil && !p.Fn.Within(p.From.Outermost()) {
		return "the function literal"
	}
	return p.Fn.Outermost().Name()
}

// remedy says what to do at the wait itself.
func (p *Place) remedy() string {
	switch {
	case p.Wait.Obeys == facts.ObeysRoot:
		return "use that instead"
	case p.Thrown != nil:
		return fmt.Sprintf("keep what %s returns, a copy that has the context", types.ExprString(p.Thrown))
	case p.Wait.Missing != nil:
		return "make " + twinAt(p.Wait.Missing)
	case !p.Wait.Direct():
		return "give " + calleeName(p.Wait.Callee) + " a context and pass it on"
	case p.Wait.Twin != "":
		return p.Wait.Twin
	case p.Wait.Row != nil && p.Wait.Row.How != "":
		return p.Wait.Row.How
	}
	if p.Wait.Kind == api.WaitIO {
		return "close the connection, or set its deadline, from context.AfterFunc"
	}
	return "use a form that takes it, or set a time limit"
}

// twinAt names what is to be made, a request or command, and the form of the
// call that makes it with a context.
func twinAt(n ast.Node) string {
	if call, ok := n.(*ast.CallExpr); ok {
		name := types.ExprString(call.Fun)
		switch {
		case strings.HasSuffix(name, "NewRequest"):
			return "the request with " + name + "WithContext"
		case strings.HasSuffix(name, "Command"):
			return "the command with " + name + "Context"
		}
	}
	return "what it is given with the form that takes a context"
}

// there says where the context is to be used, in the function that lacks it.
func (p *Place) there() string {
	if via := p.Wait.Via; len(via) > 0 && via[len(via)-1].File != "" {
		last := via[len(via)-1]
		return fmt.Sprintf(" and use it at %s:%d", last.File, last.Line)
	}
	return ""
}

// chain renders the way from the context to the wait.
func (p *Place) chain() string {
	parts := []string{p.From.Name()}
	for _, g := range p.Funcs[1:] {
		if name := g.Name(); parts[len(parts)-1] != name && (g.Obj != nil || !g.Within(p.From.Outermost())) {
			parts = append(parts, name)
		}
	}
	for _, fr := range p.Wait.Via {
		parts = append(parts, fr.Func)
	}
	if last := parts[len(parts)-1]; last != p.Wait.What && !p.Wait.Direct() {
		parts = append(parts, "…", p.Wait.What) // a long way
	}
	out := strings.Join(parts, " → ")
	if !p.Wait.Direct() {
		last := p.Wait.Via[len(p.Wait.Via)-1]
		if last.File != "" {
			out += fmt.Sprintf(" (%s:%d)", last.File, last.Line)
		}
	}
	return out
}

func calleeName(fn *types.Func) string {
	name := code.ShortName(fn)
	if fn.Type().(*types.Signature).Recv() == nil && fn.Pkg() != nil {
		name = fn.Pkg().Name() + "." + name
	}
	return name
}
