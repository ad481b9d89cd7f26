package effects

import (
	"go/ast"
	"go/constant"
	"go/types"
	"os"

	"github.com/faultlint/faultlint/internal/api"
)

// appends classes a write to a file: one that was opened to append grows with
// each run. It returns false if the call writes to no file in sight.
func (f *Finder) appends(e *Effect, call *ast.CallExpr, c api.Callee) bool {
	g := &grower{f: f}
	place := g.writesTo(call, c)
	if place == nil && c.Recv == nil && len(call.Args) > 0 {
		switch c.Key {
		case "fmt.Fprint", "fmt.Fprintf", "fmt.Fprintln":
			place = call.Args[0]
		}
	}
	if place == nil || !f.openedToAppend(place, 0) {
		return false
	}
	e.Kind, e.Confidence, e.appends = api.EffectWrite, ByText, true
	e.What, e.Why = "write to a file opened with O_APPEND", "appends to the file"
	e.Safe = "write the whole file anew, or put an id into each record and skip known ones when reading"
	return true
}

// openedToAppend reports whether a file, or what is wrapped around it, was
// opened with O_APPEND.
func (f *Finder) openedToAppend(e ast.Expr, depth int) bool {
	if depth > 4 {
		return false
	}
	if s, ok := ast.Unparen(e).(*ast.SelectorExpr); ok && f.p.FieldOf(s) != nil {
		for _, o := range f.recvOrigins(e) {
			if call, ok := ast.Unparen(o).(*ast.CallExpr); ok && f.appendCall(call, depth) {
				return true
			}
		}
		return false
	}
	for _, o := range f.p.Origins(e) {
		if o.Expr == nil || o.Unknown {
			continue
		}
		if call, ok := ast.Unparen(o.Expr).(*ast.CallExpr); ok && f.appendCall(call, depth) {
			return true
		}
	}
	return false
}

func (f *Finder) appendCall(call *ast.CallExpr, depth int) bool {
	c := f.p.CalleeOf(call)
	if c.Func == nil {
		return false
	}
	// A function that opens a file is told by its flags argument.
	if fileResult(c.Func) {
		for _, a := range call.Args {
			if tv, ok := f.p.Info.Types[a]; ok && tv.Value != nil && tv.Value.Kind() == constant.Int && isIntFlag(tv.Type) {
				if n, exact := constant.Int64Val(tv.Value); exact && n&int64(os.O_APPEND) != 0 && n&int64(os.O_WRONLY|os.O_RDWR) != 0 {
					return true
				}
			}
		}
		if g := f.p.FuncOf(c.Func); g != nil {
			for _, r := range f.results(g, 0) {
				if f.openedToAppend(r, depth+1) {
					return true
				}
			}
		}
		return false
	}
	// bufio.NewWriter(f), json.NewEncoder(f)
	if f.t.HasTrait(c.Key, api.TraitSame) != nil && len(call.Args) > 0 {
		return f.openedToAppend(call.Args[0], depth+1)
	}
	return false
}

func isIntFlag(t types.Type) bool {
	b, ok := types.Unalias(t).Underlying().(*types.Basic)
	return ok && (b.Kind() == types.Int || b.Kind() == types.UntypedInt)
}

func fileResult(fn *types.Func) bool {
	sig, ok := fn.Type().(*types.Signature)
	return ok && sig.Results().Len() > 0 && methodOf(sig.Results().At(0).Type(), "Write") && methodOf(sig.Results().At(0).Type(), "Seek")
}

// measures reports whether code looks how long a file is now, itself or in a
// function of the package: whoever appends then knows what is there already.
func (f *Finder) measures(n ast.Node, depth int) bool {
	found := false
	ast.Inspect(n, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok || found {
			return !found
		}
		c := f.p.CalleeOf(call)
		switch c.Key {
		case "os.Stat", "os.Lstat", "(*os.File).Stat":
			found = true
		case "(*os.File).Seek", "(io.Seeker).Seek":
			whence := f.p.Info.Types[call.Args[len(call.Args)-1]].Value
			found = whence != nil && whence.ExactString() == "2"
		case "(*os.File).Truncate", "os.Truncate":
			found = true // and cuts off what a broken attempt left
		default:
			if g := f.p.FuncOf(c.Func); g != nil && depth < 3 {
				found = f.measures(g.Body, depth+1)
			}
		}
		return !found
	})
	return found
}
