package retry

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/facts"
)

// sentinel classes an error value that errors are compared with.
func (x *Finder) sentinel(e ast.Expr) classResult {
	out := classResult{class: facts.ErrUnknown}
	v := x.p.VarOf(e)
	if v == nil || v.Pkg() == nil {
		if obj := x.constObj(e); obj != nil && obj.Pkg() != nil { // syscall.ECONNREFUSED is a constant
			key := api.Path(obj.Pkg().Path()) + "." + obj.Name()
			out.class, _ = api.SentinelClass(key)
			out.what = []string{obj.Pkg().Name() + "." + obj.Name()}
		}
		return out
	}
	key := api.Path(v.Pkg().Path()) + "." + v.Name()
	if cl, ok := api.SentinelClass(key); ok {
		out.class = cl
	}
	out.what = []string{v.Name()}
	if v.Pkg() != x.p.Types {
		out.what = []string{v.Pkg().Name() + "." + v.Name()}
	}
	if key == "context.Canceled" || key == "context.DeadlineExceeded" {
		out.ctx = true
	}
	if v.Pkg() == x.p.Types && !v.IsField() && v.Parent() == x.p.Types.Scope() {
		if r := x.produced(v); r != facts.ErrUnknown {
			out.class = r
		}
	}
	return out
}

func (x *Finder) constObj(e ast.Expr) types.Object {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return x.p.Info.Uses[e]
	case *ast.SelectorExpr:
		return x.p.Info.Uses[e.Sel]
	}
	return nil
}

// typed classes the errors that errors.As finds: by where the package makes
// them. t is the type of the target, a pointer.
func (x *Finder) typed(t types.Type) classResult {
	out := classResult{class: facts.ErrUnknown}
	if t == nil {
		return out
	}
	ptr, ok := t.Underlying().(*types.Pointer)
	if !ok {
		return out
	}
	name := api.TypeName(ptr.Elem())
	out.what = []string{name}
	out.lost = api.LosesOutcome(name)
	el := types.Unalias(ptr.Elem())
	if p2, ok := el.(*types.Pointer); ok {
		el = types.Unalias(p2.Elem())
	}
	n, ok := el.(*types.Named)
	if !ok {
		return out
	}
	if api.SaysTooMuch(n.Obj().Name()) {
		out.class = facts.ErrUnsent
		return out
	}
	if n.Obj().Pkg() != x.p.Types {
		return out
	}
	out.class = x.produced(n.Obj())
	return out
}

// produced classes an error of this package, a variable or a type, by the
// conditions under which it is made: errOutdated is a conflict if every place
// that makes it does so after a status of 412.
func (x *Finder) produced(obj types.Object) facts.ErrClass {
	if c, ok := x.made[obj]; ok {
		return c
	}
	x.made[obj] = facts.ErrUnknown // while looking
	if x.errorUses == nil {
		x.errorUses = x.indexErrors()
	}
	out, some := facts.ErrUnknown, false
	for _, n := range x.errorUses[obj] {
		if x.isTest(n) {
			continue
		}
		f := x.p.Enclosing(n)
		if f == nil {
			continue
		}
		c := x.around(f, n).class
		switch {
		case c != facts.ErrAny:
		case x.anyFailure(n):
			// Timeouts are among them, whatever else the error stands for.
			x.made[obj] = facts.ErrTimeout
			return facts.ErrTimeout
		default:
			c = facts.ErrUnknown
		}
		if !some {
			out, some = c, true
		} else {
			out = weaker(out, c)
		}
	}
	x.made[obj] = out
	return out
}

// anyFailure reports whether an error is made in place of whatever failure a
// call over the network comes back with: if err != nil { return errDown }.
func (x *Finder) anyFailure(n ast.Node) bool {
	var stmt ast.Stmt
	for up := n; ; up = x.p.Parent(up) {
		if s, ok := up.(*ast.ReturnStmt); ok {
			stmt = s
			break
		}
		switch up.(type) {
		case ast.Expr, *ast.KeyValueExpr:
		default:
			return false
		}
	}
	block, ok := x.p.Parent(stmt).(*ast.BlockStmt)
	if !ok {
		return false
	}
	ifs, ok := x.p.Parent(block).(*ast.IfStmt)
	if !ok || ifs.Body != block {
		return false
	}
	for _, s := range block.List {
		if s == stmt {
			break
		}
		switch s.(type) {
		case *ast.ExprStmt, *ast.AssignStmt, *ast.IncDecStmt, *ast.DeclStmt:
		default:
			return false // some failures leave before
		}
	}
	err := x.p.Failure(ifs.Cond)
	if err == nil {
		return false
	}
	origins := x.p.Origins(err)
	if len(origins) != 1 || origins[0].Unknown || x.table == nil {
		return false
	}
	call, ok := origins[0].Expr.(*ast.CallExpr)
	if !ok || x.p.Callee(call) == nil {
		return false
	}
	row := x.table.CallOf(x.p.Callee(call))
	return row != nil && row.Kind == api.WaitNet && !row.Builder && len(row.From) == 0
}

// indexErrors finds where the package names its error variables and makes
// values of its error types.
func (x *Finder) indexErrors() map[types.Object][]ast.Node {
	out := make(map[types.Object][]ast.Node)
	errorVar := make(map[types.Object]bool)
	errorTypes := make(map[types.Object]bool)
	scope := x.p.Types.Scope()
	for _, name := range scope.Names() {
		switch obj := scope.Lookup(name).(type) {
		case *types.Var:
			errorVar[obj] = code.IsError(obj.Type())
		case *types.TypeName:
			if types.IsInterface(obj.Type()) {
				continue
			}
			errorTypes[obj] = implementsError(obj.Type())
		}
	}
	for cur := range x.p.Inspector.Root().Preorder((*ast.Ident)(nil)) {
		id := cur.Node().(*ast.Ident)
		obj := x.p.Info.Uses[id]
		switch {
		case obj == nil:
		case errorVar[obj]:
			out[obj] = append(out[obj], id)
		case errorTypes[obj]:
			switch up := cur.Parent().Node().(type) {
			case *ast.CompositeLit:
				if up.Type == ast.Expr(id) {
					out[obj] = append(out[obj], up)
				}
			case *ast.CallExpr: // a conversion: statusError(code)
				if up.Fun == ast.Expr(id) {
					out[obj] = append(out[obj], up)
				}
			}
		}
	}
	return out
}

// isTest reports whether an error value is only compared with here.
func (x *Finder) isTest(n ast.Node) bool {
	for range 3 {
		up := x.p.Parent(n)
		switch u := up.(type) {
		case *ast.BinaryExpr:
			return u.Op == token.EQL || u.Op == token.NEQ
		case *ast.CaseClause:
			return true
		case *ast.CallExpr:
			if c := x.p.CalleeOf(u); api.IsErrorsIs(c.Key) || api.IsErrorsAs(c.Key) {
				return len(u.Args) == 2 && code.Within(n, u.Args[1])
			}
			return false
		case *ast.ParenExpr, *ast.SelectorExpr, *ast.UnaryExpr:
			n = up
		case *ast.AssignStmt:
			// se := statusError(0) as a target for errors.As
			return u.Tok == token.DEFINE && x.onlyTarget(u)
		default:
			return false
		}
	}
	return false
}

// onlyTarget reports whether the variable an assignment defines serves as a target of errors.As.
func (x *Finder) onlyTarget(s *ast.AssignStmt) bool {
	if len(s.Lhs) != 1 {
		return false
	}
	v := x.p.VarOf(s.Lhs[0])
	if v == nil {
		return false
	}
	for _, d := range x.p.Defs(v) {
		if d.Kind == code.DefAddr {
			if call, ok := x.p.Parent(d.Node).(*ast.CallExpr); ok && api.IsErrorsAs(x.p.CalleeOf(call).Key) {
				return true
			}
		}
	}
	return false
}
