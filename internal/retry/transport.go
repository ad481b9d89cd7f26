package retry

import (
	"go/ast"
	"go/constant"
	"go/token"
	"strings"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/facts"
)

// roundTrips returns the retry in a function that is used as a transport: a
// RoundTrip method, or a literal that is converted to a type that has one.
func (x *Finder) roundTrips(f *code.Func) *Retry {
	if f == nil || !api.IsRoundTrip(f.Sig) {
		return nil
	}
	for _, r := range x.In(f) {
		if r.OnSuccess == Leaves && r.ClosureParam == nil {
			return r
		}
	}
	return nil
}

// anyRequest reports whether a transport's retry sends every request again after
// failures that do not tell whether it was carried out: it looks at nothing in
// the request that could tell which it may, and adds nothing by which the server
// could know it again.
func (x *Finder) anyRequest(r *Retry) bool {
	if r == nil || r.Kind != Loop || !r.AfterFailure() || !r.Loses() || r.Guard.Class == facts.ErrUnknown || !api.IsRoundTrip(r.In.Sig) {
		return false
	}
	return !x.looksAtRequest(r.In, 0)
}

// looksAtRequest reports whether a function may look at what a request is, or
// change it.
func (x *Finder) looksAtRequest(f *code.Func, depth int) bool {
	if f.Body == nil || depth > 3 {
		return true
	}
	found := false
	ast.Inspect(f.Body, func(n ast.Node) bool {
		if found {
			return false
		}
		switch n := n.(type) {
		case *ast.SelectorExpr:
			switch {
			case api.IsRequest(x.p.TypeOf(n.X)):
				found = !x.plain(n)
			case n.Sel.Name == "Value" && code.IsContext(x.p.TypeOf(n.X)):
				found = true
			}
		case *ast.CallExpr:
			found = x.handsRequest(n, depth)
		}
		return !found
	})
	return found
}

// plain reports whether what is selected of a request says nothing of what it
// asks for: its context, its body as something to be read again.
func (x *Finder) plain(sel *ast.SelectorExpr) bool {
	switch sel.Sel.Name {
	case "Context", "Clone", "WithContext", "GetBody":
		return true
	case "Body":
		up, ok := x.p.Parent(sel).(*ast.BinaryExpr)
		return !ok || x.noBody(up.Y) && x.replays(up)
	case "Header":
		// A header that says how often it was tried, who calls.
		set, ok := x.p.Parent(sel).(*ast.SelectorExpr)
		if !ok || set.Sel.Name != "Set" && set.Sel.Name != "Add" {
			return false
		}
		call, ok := x.p.Parent(set).(*ast.CallExpr)
		if !ok || len(call.Args) != 2 {
			return false
		}
		v := x.p.Info.Types[call.Args[0]].Value
		return v != nil && v.Kind() == constant.String && harmlessHeader(constant.StringVal(v))
	}
	return false
}

// harmlessHeader reports whether no server knows a request again by a header, as
// its name has it: of those names that are not known, some server may.
func harmlessHeader(name string) bool {
	name = strings.ToLower(name)
	if strings.Contains(name, "key") || strings.Contains(name, "token") || strings.Contains(name, "idempot") {
		return false // X-Retry-Token
	}
	for _, part := range []string{"attempt", "retry", "agent", "accept", "authorization", "content-type", "trace"} {
		if strings.Contains(name, part) {
			return true
		}
	}
	return false
}

// noBody reports whether e stands for a request without a body: nil, http.NoBody.
func (x *Finder) noBody(e ast.Expr) bool {
	return x.p.IsNil(e) || x.p.GlobalKey(e) == "net/http.NoBody"
}

// replays reports whether a test of a body for nil only asks whether it can be
// read again, so that requests without a body and with one that can pass alike.
func (x *Finder) replays(cmp *ast.BinaryExpr) bool {
	op := token.LOR
	if cmp.Op == token.NEQ {
		op = token.LAND
	}
	// All that is asked together: req.Body == nil || req.Body == http.NoBody || req.GetBody != nil.
	var whole ast.Expr = cmp
	for {
		up, ok := x.p.Parent(whole).(ast.Expr)
		if b, is := up.(*ast.BinaryExpr); !ok || is && b.Op != op {
			break
		} else if _, paren := up.(*ast.ParenExpr); !is && !paren {
			break
		}
		whole = up
	}
	if cmp.Op == token.NEQ {
		// if req.Body != nil { body = read(req.Body) }
		s, ok := x.p.Parent(whole).(*ast.IfStmt)
		return ok && s.Cond == whole && x.asksBody(whole) && len(s.Body.List) > 0 && !x.returnsResponse(s.Body)
	}
	asks := false
	ast.Inspect(whole, func(n ast.Node) bool {
		if sel, ok := n.(*ast.SelectorExpr); ok && sel.Sel.Name == "GetBody" {
			asks = true
		}
		return !asks
	})
	return asks
}

// asksBody reports whether all parts of a condition ask whether there is a body.
func (x *Finder) asksBody(e ast.Expr) bool {
	b, ok := ast.Unparen(e).(*ast.BinaryExpr)
	switch {
	case !ok:
		return false
	case b.Op == token.LAND:
		return x.asksBody(b.X) && x.asksBody(b.Y)
	}
	sel, ok := ast.Unparen(b.X).(*ast.SelectorExpr)
	return ok && (sel.Sel.Name == "Body" || sel.Sel.Name == "GetBody") && x.noBody(b.Y)
}

// returnsResponse reports whether a block hands an answer on.
func (x *Finder) returnsResponse(b *ast.BlockStmt) bool {
	found := false
	ast.Inspect(b, func(n ast.Node) bool {
		if ret, ok := n.(*ast.ReturnStmt); ok {
			found = found || len(ret.Results) != 2 || !x.p.IsNil(ret.Results[0])
		}
		return !found
	})
	return found
}

// handsRequest reports whether a call gives a request to something that may
// look at it: a function out of sight, or one of the package that does.
func (x *Finder) handsRequest(call *ast.CallExpr, depth int) bool {
	given := false
	for _, a := range call.Args {
		given = given || api.IsRequest(x.p.TypeOf(a)) || api.TypeName(x.p.TypeOf(a)) == "net/http.Response"
	}
	if !given {
		return false
	}
	c := x.p.CalleeOf(call)
	if c.Func == nil {
		return true
	}
	if sig := c.Func.Signature(); api.IsRoundTrip(sig) && (c.Func.Pkg() != x.p.Types || code.IsInterfaceMethod(c.Func)) {
		return false // sent on
	}
	g := x.p.FuncOf(c.Func)
	return g == nil || x.looksAtRequest(g, depth+1)
}
