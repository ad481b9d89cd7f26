package effects

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/facts"
)

// SpentKind says what it is that only the first run can read.
type SpentKind int8

const (
	SpentReader  SpentKind = iota // an io.Reader
	SpentBuffer                   // a *bytes.Buffer, *bytes.Reader, *strings.Reader
	SpentFile                     // an *os.File: its offset
	SpentDecoder                  // a decoder, scanner or multipart reader, a source of rows
	SpentRequest                  // an *http.Request: its body
	SpentInput                    // a struct that carries a reader
)

// A Spent is a value made once, outside of a repeated region, and read to its
// end inside: all runs but the first find it empty.
type Spent struct {
	Kind SpentKind
	// Node is the call in the region that reads it, Arg the expression it is given as.
	Node *ast.CallExpr
	Arg  ast.Expr
	// Var holds the value; Made is where it is made, nil if it is a parameter.
	Var  *types.Var
	Made ast.Node
	// Sink names what reads it: "(*http.Client).Do".
	Sink string
	// GetBody: a request that could be rewound (its GetBody is set), and is not.
	GetBody bool
	// Seeks: its type can be put back to its start.
	Seeks bool
	// Via is the chain from Node to the reading call.
	Via []facts.Frame
}

// A root is a value from outside a region that an expression in it reads from.
type root struct {
	v    *types.Var
	expr ast.Expr // as the region names it
	made ast.Node
}

// A use is the consumption of an argument by a call.
type use struct {
	call *ast.CallExpr
	arg  ast.Expr
	sink string
	via  []facts.Frame
	// part: it reads only a part, so that a loop reads on where it stopped.
	part bool
}

// Spent returns the values that are made outside of a repeated region of fn
// and read to their end in it, without being rewound or made anew. The region
// is a loop or its body, a closure or its body, or a function that calls itself.
func (f *Finder) Spent(n ast.Node, fn *code.Func) []*Spent {
	r := f.regionOf(n, fn)
	if r.fn == nil {
		return nil
	}
	var out []*Spent
	seen := make(map[*types.Var]bool)
	r.fn.Walk(func(g *code.Func) {
		for _, call := range g.Calls() {
			if !code.Within(call, r.node) {
				continue
			}
			for _, u := range f.uses(call) {
				if u.part && r.loop != nil {
					continue // a loop over a stream
				}
				for _, rt := range f.roots(u.arg, r, 0) {
					if seen[rt.v] || f.renewed(rt, u, r) || !f.repeats(r, call) || f.neverGiven(rt.v) {
						continue
					}
					s := &Spent{Node: call, Arg: u.arg, Var: rt.v, Made: rt.made, Sink: u.sink, Via: u.via}
					if !f.judgeSpent(s, rt, r) {
						continue
					}
					seen[rt.v] = true
					out = append(out, s)
				}
			}
		}
	})
	return out
}

// Streams returns the readers that a call which makes several attempts by
// itself is given, directly or earlier in its builder chain: the second attempt
// finds them used up unless the library puts back those that can seek.
func (f *Finder) Streams(call *ast.CallExpr) []*Spent {
	c := f.p.CalleeOf(call)
	if c.Func == nil {
		return nil
	}
	s := &sight{vars: make(map[*types.Var]bool)}
	if c.Recv != nil {
		f.seeChain(s, c.Recv, 0)
		f.seeSetters(s, call)
	}
	var out []*Spent
	for _, other := range append([]*ast.CallExpr{call}, s.calls...) {
		oc := f.p.CalleeOf(other)
		if oc.Func == nil || other != call && (oc.Recv == nil || f.wrapper(oc, other)) {
			continue
		}
		for _, a := range other.Args {
			t := f.p.TypeOf(a)
			if !isReader(t) {
				continue
			}
			sp := &Spent{Kind: SpentReader, Node: other, Arg: a, Var: f.p.VarOf(a), Sink: f.calleeName(c), Seeks: methodOf(t, "Seek")}
			if api.IsMemoryReader(t) {
				sp.Kind = SpentBuffer
			}
			out = append(out, sp)
		}
	}
	return out
}

// judgeSpent sets the kind; it returns false for a value without anything to read.
func (f *Finder) judgeSpent(s *Spent, rt root, r *region) bool {
	t := f.p.TypeOf(rt.expr)
	switch {
	case requestType(t):
		s.Kind = SpentRequest
		ok, get := f.hasBody(rt, r)
		s.GetBody = get
		return ok
	case api.IsMemoryReader(t):
		s.Kind = SpentBuffer
	case api.KeyOfType(t) == "*os.File":
		s.Kind = SpentFile
	case api.IsDecoder(t), api.IsRowSource(t):
		s.Kind = SpentDecoder
	case isReader(t):
		s.Kind = SpentReader
		if f.madeOf(rt, func(t types.Type) bool { return api.IsMemoryReader(t) }) {
			s.Kind = SpentBuffer
		}
	default:
		s.Kind = SpentInput
		return f.carriesReader(rt)
	}
	return true
}

// uses returns what a call reads to the end of its arguments and receiver.
func (f *Finder) uses(call *ast.CallExpr) []use {
	c := f.p.CalleeOf(call)
	if c.Func == nil || c.Conversion {
		return nil
	}
	sig := c.Func.Type().(*types.Signature)
	var out []use
	name := api.ShortName(c.Key)
	if g := f.p.FuncOf(c.Func); g != nil {
		return f.usesByFacts(call, sig, code.ShortName(c.Func), f.Params(g))
	}
	// The summary of a function of this module says what it reads. What a library
	// reads often goes through layers that a summary does not see.
	if f.callees != nil && c.Func.Pkg() != nil && module(c.Func.Pkg().Path()) == module(f.p.Types.Path()) && !code.IsInterfaceMethod(c.Func) {
		if s := f.callees.Summary(c.Func); s != nil {
			return f.usesByFacts(call, sig, name, s.Params)
		}
	}
	if c.Recv != nil && readingMethod(c.Func.Name()) && (isReader(f.p.TypeOf(c.Recv)) || api.IsDecoder(f.p.TypeOf(c.Recv))) {
		out = append(out, use{call: call, arg: c.Recv, sink: name, part: c.Func.Name() != "WriteTo" && c.Func.Name() != "ReadAll"})
	}
	wraps := f.wrapper(c, call)
	for i, a := range call.Args {
		j := i
		if c.MethodExpr {
			j--
		}
		p := code.ParamType(sig, j, false)
		if p == nil {
			continue
		}
		switch {
		case requestType(p):
			// Whoever gives a response for a request sends it.
			if returnsResponse(sig) {
				out = append(out, use{call: call, arg: a, sink: name})
			}
		case isBodyParam(sig, j) && returnsRequest(sig):
			out = append(out, use{call: call, arg: a, sink: name})
		case wraps:
		case api.IsRowSource(p):
			out = append(out, use{call: call, arg: a, sink: name})
		case isReaderInterface(p):
			out = append(out, use{call: call, arg: a, sink: name, part: api.ReadsPart(c.Key)})
		case types.IsInterface(p) && isReader(f.p.TypeOf(a)) && isBodyParam(sig, j):
			out = append(out, use{call: call, arg: a, sink: name})
		case f.inputWithReader(a, c):
			out = append(out, use{call: call, arg: a, sink: name})
		}
	}
	for i := range out {
		out[i].via = []facts.Frame{f.frame(call, out[i].sink)}
	}
	return out
}

func (f *Finder) usesByFacts(call *ast.CallExpr, sig *types.Signature, name string, params []facts.Param) []use {
	var out []use
	for _, p := range params {
		if !p.Consumes || p.Rewinds {
			continue
		}
		i := p.Index
		if i == api.RecvArg {
			i = -2
		}
		a := f.arg(call, sig, i)
		if a == nil || isZero(f.p.Info, a) {
			continue
		}
		u := use{call: call, arg: a, sink: p.Sink, part: p.Part, via: []facts.Frame{f.frame(call, name)}}
		if u.sink == "" {
			u.sink = name
		}
		u.via = append(u.via, p.Via...)
		out = append(out, u)
	}
	return out
}

// roots follows what an expression in a region reads from to the values from
// outside the region.
func (f *Finder) roots(e ast.Expr, r *region, depth int) []root {
	if depth > 8 || e == nil {
		return nil
	}
	e = ast.Unparen(e)
	switch x := e.(type) {
	case *ast.UnaryExpr:
		if x.Op == token.AND {
			return f.roots(x.X, r, depth+1)
		}
	case *ast.StarExpr:
		return f.roots(x.X, r, depth+1)
	case *ast.TypeAssertExpr:
		return f.roots(x.X, r, depth+1)
	case *ast.Ident:
		return f.identRoots(x, r, depth)
	case *ast.SelectorExpr:
		field := f.p.FieldOf(x)
		if field == nil {
			return nil
		}
		if v := f.fieldValue(x); v != nil && code.Within(v, r.node) {
			return f.roots(v, r, depth+1)
		}
		base := f.baseVar(x)
		if base == nil || code.Within(declNode(base), r.node) || f.assignedIn(r, x) {
			return nil
		}
		// A stream kept in an object is read on and on by design; a body or a
		// buffer is sent.
		if field.Name() == "Body" && !isResponse(f.p.TypeOf(x.X)) || api.IsMemoryReader(field.Type()) {
			return []root{{v: base, expr: x}}
		}
	case *ast.CallExpr:
		return f.callRoots(x, r, depth)
	case *ast.CompositeLit:
		var out []root
		for _, elt := range x.Elts {
			if kv, ok := elt.(*ast.KeyValueExpr); ok {
				elt = kv.Value
			}
			if t := f.p.TypeOf(elt); isReader(t) || requestType(t) {
				out = append(out, f.roots(elt, r, depth+1)...)
			}
		}
		return out
	}
	return nil
}

func isResponse(t types.Type) bool {
	return strings.HasSuffix(strings.TrimPrefix(api.KeyOfType(t), "*"), ".Response")
}

// declNode stands for the place of a variable's declaration.
func declNode(v *types.Var) ast.Node { return &ast.Ident{NamePos: v.Pos(), Name: v.Name()} }

func (f *Finder) identRoots(id *ast.Ident, r *region, depth int) []root {
	v := f.p.VarOf(id)
	if v == nil || v.Pkg() != nil && v.Parent() == v.Pkg().Scope() {
		return nil // http.NoBody, os.Stdin
	}
	defs := f.p.Reaching(id)
	declaredIn := code.Within(declNode(v), r.node)
	var inside []*code.Def
	made := ast.Node(nil)
	outside := false
	for _, d := range defs {
		switch {
		case d.Kind == code.DefAddr || d.Kind == code.DefOp:
		case d.Node != nil && code.Within(d.Node, r.node):
			inside = append(inside, d)
		case d.Kind == code.DefParam:
			outside = true
		case d.RHS != nil && isZero(f.p.Info, d.RHS):
			// nil
		case d.Kind == code.DefZero && types.IsInterface(v.Type()):
		default:
			outside = true
			if d.RHS != nil {
				made = d.RHS
			} else {
				made = d.Node
			}
		}
	}
	if len(inside) > 0 || declaredIn {
		// Made anew in the region: what is it made of?
		var out []root
		for _, d := range inside {
			if d.RHS != nil && (d.Kind == code.DefAssign || d.Kind == code.DefSwitch) && !f.p.Mentions(d.RHS, v) {
				out = append(out, f.roots(d.RHS, r, depth+1)...)
			}
		}
		return out
	}
	if !outside {
		return nil
	}
	return []root{{v: v, expr: id, made: made}}
}

// callRoots follows wrappers, clones of requests and functions of the package
// that hand on what they are given.
func (f *Finder) callRoots(x *ast.CallExpr, r *region, depth int) []root {
	c := f.p.CalleeOf(x)
	if c.Conversion && len(x.Args) == 1 {
		return f.roots(x.Args[0], r, depth+1)
	}
	if c.Func == nil {
		return nil
	}
	var out []root
	if c.Recv != nil && requestType(f.p.TypeOf(c.Recv)) && requestType(f.p.TypeOf(x)) {
		return f.roots(c.Recv, r, depth+1) // req.Clone(ctx)
	}
	if g := f.p.FuncOf(c.Func); g != nil {
		for _, res := range f.results(g, 0) {
			for _, p := range f.payloadReaders(res) {
				if a := f.argFor(g, x, p); a != nil {
					out = append(out, f.roots(a, r, depth+1)...)
				}
			}
		}
		return out
	}
	if !f.wrapper(c, x) || c.Key == "io.NewSectionReader" {
		return nil // a section has an offset of its own
	}
	for _, a := range x.Args {
		if isReader(f.p.TypeOf(a)) || api.IsDecoder(f.p.TypeOf(a)) {
			out = append(out, f.roots(a, r, depth+1)...)
		}
	}
	return out
}

// payloadReaders returns the parameters of type reader that an expression wraps.
func (f *Finder) payloadReaders(e ast.Expr) []*types.Var {
	var out []*types.Var
	code.InspectShallow(e, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			if v := f.p.VarOf(id); v != nil && isReader(v.Type()) {
				for _, o := range f.p.Origins(id) {
					if o.Param != nil {
						out = append(out, o.Param)
					}
				}
			}
		}
		return true
	})
	return out
}

// assignedIn reports whether the place x is given a new value in the region.
func (f *Finder) assignedIn(r *region, x ast.Expr) bool {
	found := false
	ast.Inspect(r.node, func(n ast.Node) bool {
		if as, ok := n.(*ast.AssignStmt); ok && as.Tok == token.ASSIGN {
			for _, l := range as.Lhs {
				found = found || f.p.SamePlace(l, x)
			}
		}
		return !found
	})
	return found
}
