package effects

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/cfg"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/facts"
)

// A Leak is an HTTP response whose body is still open when the next run of a
// region begins, so that each run keeps a connection busy, or a connection or
// handle that nobody closes.
type Leak struct {
	Node *ast.CallExpr // the call that returns the response
	Var  *types.Var
	// Ret is the return that hands it out together with an error, for Dropped.
	Ret *ast.ReturnStmt
	// At is the call in the region through which it happens: Node, or the call
	// of a function of this package.
	At *ast.CallExpr
	// Via is the chain from At to Node.
	Via []facts.Frame
}

// Responses returns the responses that a repeated region of fn leaves open on a
// way that leads to its next run. A response that is nil because the call
// failed, one that is returned, kept or handed on is not among them.
func (f *Finder) Responses(n ast.Node, fn *code.Func) []*Leak {
	return f.leaks(n, fn, func(r *region) []*Leak { return f.openResponses(r, false) })
}

// Dropped returns the responses that the closure of a driver returns together
// with a new error, where the driver forgets what comes with one.
func (f *Finder) Dropped(fn *code.Func) []*Leak {
	r := f.regionOf(fn.Node, fn)
	if r.fn == nil {
		return nil
	}
	return f.openResponses(r, true)
}

// leaks returns what own finds in a region, and in the functions that it calls.
func (f *Finder) leaks(n ast.Node, fn *code.Func, own func(*region) []*Leak) []*Leak {
	r := f.regionOf(n, fn)
	if r.fn == nil {
		return nil
	}
	return append(own(r), f.calleeLeaks(r, own)...)
}

func (f *Finder) openResponses(r *region, dropped bool) []*Leak {
	var out []*Leak
	for _, call := range r.fn.Calls() {
		if !code.Within(call, r.node) || !f.givesResponse(call) {
			continue
		}
		as, ok := f.p.Parent(call).(*ast.AssignStmt)
		if !ok || len(as.Rhs) != 1 {
			continue
		}
		p := &leakPath{f: f, r: r, as: as, dropped: dropped, seen: make(map[*cfg.Block]bool)}
		for _, l := range as.Lhs {
			v := f.p.VarOf(l)
			if v == nil {
				continue
			}
			switch {
			case isHTTPResponse(v.Type()):
				p.resp = v
			case code.IsError(v.Type()):
				p.err = v
			}
		}
		if p.resp != nil && !p.resp.IsField() && !f.closedFirst(r, as, p.resp) && p.leaks() {
			c := f.p.CalleeOf(call)
			out = append(out, &Leak{Node: call, Var: p.resp, At: call, Via: []facts.Frame{f.frame(call, f.callName(c))}, Ret: p.ret})
		}
	}
	return out
}

// closedFirst reports whether an attempt begins with closing what the one before has
// left in a variable around the region.
func (f *Finder) closedFirst(r *region, as *ast.AssignStmt, v *types.Var) bool {
	if code.Within(declNode(v), r.node) {
		return false
	}
	found := false
	code.InspectShallow(r.node, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok && call.End() < as.Pos() {
			found = found || f.closesVar(call, v, 0)
		}
		return !found
	})
	return found
}

func (f *Finder) callName(c api.Callee) string {
	if c.Func == nil {
		return "the call"
	}
	return f.calleeName(c)
}

// calleeLeaks returns the responses that functions of the package leave open
// when they fail, and that the region calls.
func (f *Finder) calleeLeaks(r *region, own func(*region) []*Leak) []*Leak {
	if f.depth > 3 {
		return nil
	}
	f.depth++
	defer func() { f.depth-- }()
	var out []*Leak
	seen := make(map[*code.Func]bool)
	r.fn.Walk(func(h *code.Func) {
		for _, call := range h.Calls() {
			if !code.Within(call, r.node) {
				continue
			}
			g := f.p.FuncOf(f.p.Callee(call))
			if g == nil || seen[g] || code.Within(r.node, g.Node) || !hasError(g.Sig) {
				continue
			}
			seen[g] = true
			if !f.repeats(r, call) {
				continue
			}
			for _, l := range f.leaks(g.Node, g, own) {
				c := *l
				c.At = call
				c.Via = append([]facts.Frame{f.frame(call, g.Name())}, l.Via...)
				out = append(out, &c)
			}
		}
	})
	return out
}

func (f *Finder) givesResponse(call *ast.CallExpr) bool {
	t := f.p.TypeOf(call)
	if tu, ok := t.(*types.Tuple); ok {
		if tu.Len() == 0 {
			return false
		}
		t = tu.At(0).Type()
	}
	return isHTTPResponse(t) && !f.readIn(f.p.FuncOf(f.p.Callee(call)))
}

// readIn reports whether a function puts another body into a response, as one does
// that has read it to its end and closed it: there is nothing left to close.
func (f *Finder) readIn(fn *code.Func) bool {
	if fn == nil || fn.Body == nil {
		return false
	}
	found := false
	fn.Inspect(func(n ast.Node) bool {
		as, ok := n.(*ast.AssignStmt)
		if !ok {
			return !found
		}
		for _, l := range as.Lhs {
			sel, ok := ast.Unparen(l).(*ast.SelectorExpr)
			found = found || ok && sel.Sel.Name == "Body" && isHTTPResponse(f.p.TypeOf(sel.X))
		}
		return !found
	})
	return found
}

func isHTTPResponse(t types.Type) bool { return api.KeyOfType(t) == "*net/http.Response" }

// A leakPath looks for a way from a response to the next run.
type leakPath struct {
	f    *Finder
	r    *region
	as   *ast.AssignStmt
	resp *types.Var
	err  *types.Var
	seen map[*cfg.Block]bool
	// uses, if set, tells the nodes after which somebody else may close it.
	uses func(ast.Node) bool
	// dropped: only a return of the response together with a new error counts.
	dropped bool
	ret     *ast.ReturnStmt
}

func (p *leakPath) leaks() bool {
	b := blockOf(p.r.fn.CFG(), p.as)
	if b == nil {
		return false
	}
	i := 0
	for j, n := range b.Nodes {
		if code.Within(p.as, n) {
			i = j + 1
		}
	}
	return p.walk(b, i)
}

// walk reports whether the next run can be reached from node i of block b with
// the response open.
func (p *leakPath) walk(b *cfg.Block, i int) bool {
	for ; i < len(b.Nodes); i++ {
		n := b.Nodes[i]
		if ret, ok := n.(*ast.ReturnStmt); ok {
			if p.dropped {
				return p.handsError(ret)
			}
			return !p.closes(ret) && p.returnLeaks(ret)
		}
		if p.ends(n) {
			return false
		}
	}
	for j, s := range b.Succs {
		if len(b.Succs) == 2 && len(b.Nodes) > 0 && p.absent(b.Nodes[len(b.Nodes)-1], j == 0) {
			continue
		}
		if p.r.loop != nil && s.Stmt == p.r.loop {
			switch s.Kind {
			case cfg.KindForBody, cfg.KindRangeLoop, cfg.KindRangeBody:
				return true
			case cfg.KindForLoop, cfg.KindForPost: // for err != nil: there may be no way on
			default:
				continue
			}
		}
		if p.seen[s] {
			continue
		}
		p.seen[s] = true
		if p.walk(s, 0) {
			return true
		}
	}
	return false
}

// handsError reports whether a return hands out the response together with an
// error that is made there.
func (p *leakPath) handsError(ret *ast.ReturnStmt) bool {
	if len(ret.Results) < 2 || p.f.p.VarOf(ret.Results[0]) != p.resp {
		return false
	}
	call, ok := ast.Unparen(ret.Results[len(ret.Results)-1]).(*ast.CallExpr)
	if !ok {
		return false
	}
	c := p.f.p.CalleeOf(call)
	if c.Func == nil || !api.MakesError(c.Key) {
		return false
	}
	for _, a := range call.Args {
		if code.IsError(p.f.p.TypeOf(a)) {
			return false // which may be marked, or the failure of the call
		}
	}
	p.ret = ret
	return true
}

// returnLeaks reports whether a return leads to another run and forgets the response.
func (p *leakPath) returnLeaks(ret *ast.ReturnStmt) bool {
	if p.r.loop != nil || p.f.p.Mentions(ret, p.resp) && p.handsOn(ret) {
		return false
	}
	if len(ret.Results) == 0 {
		return false // named results: the response may be one of them
	}
	last := ast.Unparen(ret.Results[len(ret.Results)-1])
	if len(ret.Results) == 2 && p.f.polled(p.r.fn) {
		yes, known := p.f.p.Bool(ret.Results[0])
		return known && !yes && p.f.p.IsNil(last)
	}
	if tv, ok := p.f.p.Info.Types[last]; ok && tv.IsNil() {
		return false
	}
	if !code.IsError(p.f.p.TypeOf(last)) {
		return false
	}
	// return err, with err that of the call: then there is no response.
	return p.err == nil || p.f.p.VarOf(last) != p.err || p.reassigned(ret)
}

// reassigned reports whether err was given another value since the call.
func (p *leakPath) reassigned(at ast.Node) bool {
	back := at.Pos() < p.as.Pos() // reached by the next turn of the loop
	for _, d := range p.f.p.Defs(p.err) {
		if d.Node != nil && d.Node.Pos() > p.as.Pos() && (d.Node.Pos() < at.Pos() || back && code.Within(d.Node, p.r.node)) {
			return true
		}
	}
	return false
}

// ends reports whether a statement closes the response or hands it to someone
// who may.
func (p *leakPath) ends(n ast.Node) bool { return p.closes(n) || p.uses == nil && p.handsOn(n) }

func (p *leakPath) closes(n ast.Node) bool {
	if p.uses != nil {
		return p.uses(n)
	}
	return p.f.closesVar(n, p.resp, 0)
}

// handsOn reports whether the response itself (not one of its fields) is
// returned, stored or assigned to another variable.
func (p *leakPath) handsOn(n ast.Node) bool {
	found := false
	ast.Inspect(n, func(m ast.Node) bool {
		id, ok := m.(*ast.Ident)
		if !ok || p.f.p.VarOf(id) != p.resp || found {
			return !found
		}
		switch parent := p.f.p.Parent(id).(type) {
		case *ast.ReturnStmt, *ast.KeyValueExpr, *ast.CompositeLit, *ast.SendStmt:
			found = true
		case *ast.AssignStmt:
			for _, rhs := range parent.Rhs {
				if rhs == ast.Expr(id) {
					found = true
				}
			}
			for _, lhs := range parent.Lhs {
				if lhs == ast.Expr(id) && parent != p.as {
					found = true // overwritten: by a retry inside, or nil
				}
			}
		}
		return !found
	})
	return found
}

// absent reports whether there is no response on one branch of a condition:
// the call has failed there, or the response was found to be nil.
func (p *leakPath) absent(cond ast.Node, branch bool) bool {
	e, ok := cond.(ast.Expr)
	if !ok {
		return false
	}
	e = ast.Unparen(e)
	if u, ok := e.(*ast.UnaryExpr); ok && u.Op == token.NOT {
		return p.absent(u.X, !branch)
	}
	switch x := e.(type) {
	case *ast.BinaryExpr:
		if x.Op == token.LAND && branch || x.Op == token.LOR && !branch {
			return p.absent(x.X, branch) || p.absent(x.Y, branch)
		}
		v, nilCmp := nilCompared(p.f, x)
		if !nilCmp {
			return false
		}
		isNil := (x.Op == token.EQL) == branch
		switch v {
		case p.err:
			return p.err != nil && !isNil && !p.reassigned(e)
		case p.resp:
			return isNil
		}
	case *ast.CallExpr:
		// errors.Is(err, …), isTimeout(err): true only of an error.
		return branch && p.err != nil && p.f.p.Mentions(x, p.err) && !p.f.p.Mentions(x, p.resp) && !p.reassigned(e)
	}
	return false
}

// nilCompared returns the variable that a comparison compares with nil.
func nilCompared(f *Finder, x *ast.BinaryExpr) (*types.Var, bool) {
	if x.Op != token.EQL && x.Op != token.NEQ {
		return nil, false
	}
	a, b := x.X, x.Y
	if tv, ok := f.p.Info.Types[a]; ok && tv.IsNil() {
		a, b = b, a
	}
	if tv, ok := f.p.Info.Types[b]; !ok || !tv.IsNil() {
		return nil, false
	}
	v := f.p.VarOf(a)
	return v, v != nil
}

// closesVar reports whether code closes v or v.Body, or gives it to a function
// that does or that is not in sight.
func (f *Finder) closesVar(n ast.Node, v *types.Var, depth int) bool {
	found := false
	ast.Inspect(n, func(m ast.Node) bool {
		call, ok := m.(*ast.CallExpr)
		if !ok || found {
			return !found
		}
		if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok && f.baseVar(sel.X) == v {
			switch sel.Sel.Name {
			case "Close", "CloseWithError":
				found = true
			}
			return !found
		}
		for i, a := range call.Args {
			if f.baseVar(a) != v || f.closesArg(call, i, a, depth) != true {
				continue
			}
			found = true
		}
		return !found
	})
	return found
}

// closesArg reports whether a call may close its argument.
func (f *Finder) closesArg(call *ast.CallExpr, i int, a ast.Expr, depth int) bool {
	t := f.p.TypeOf(a)
	if !isHTTPResponse(t) && !methodOf(t, "Close") {
		return false // a status, a header
	}
	c := f.p.CalleeOf(call)
	if c.Builtin != "" || c.Conversion {
		return false
	}
	if c.Func == nil {
		return true
	}
	sig := c.Func.Type().(*types.Signature)
	if c.MethodExpr {
		i--
	}
	p := code.ParamType(sig, i, false)
	if p == nil {
		return true
	}
	if g := f.p.FuncOf(c.Func); g != nil && i < g.Sig.Params().Len() && depth < 4 {
		w := g.Sig.Params().At(i)
		return f.closesVar(g.Body, w, depth+1) || f.keeps(g, w)
	}
	if isHTTPResponse(t) {
		// net/http/httputil.DumpResponse and the like read; a library's own
		// checker may close.
		return c.Func.Pkg() == nil || !api.IsStd(c.Func.Pkg().Path())
	}
	return methodOf(p, "Close")
}

// keeps reports whether a function stores or returns a parameter.
func (f *Finder) keeps(g *code.Func, v *types.Var) bool {
	found := false
	ast.Inspect(g.Body, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok || found || f.p.VarOf(id) != v {
			return !found
		}
		switch parent := f.p.Parent(id).(type) {
		case *ast.ReturnStmt, *ast.KeyValueExpr, *ast.CompositeLit, *ast.SendStmt:
			found = true
		case *ast.AssignStmt:
			for _, rhs := range parent.Rhs {
				found = found || rhs == ast.Expr(id)
			}
		}
		return !found
	})
	return found
}
