// Package code indexes the functions of one package for the rest of the
// engine: which functions and literals there are, how a literal is used, what
// was assigned to a variable or field, which of these assignments reach a use,
// and who calls whom inside the package.
//
// It works on syntax and types alone. There is no SSA: it would have to be
// built for every dependency in the drivers that run fact passes everywhere,
// and it cannot be built for code that does not type-check.
package code

import (
	"go/ast"
	"go/token"
	"go/types"
	"iter"
	"slices"

	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/cfg"

	"github.com/faultlint/faultlint/internal/api"
)

// A Package is the index of one type-checked package.
type Package struct {
	Fset  *token.FileSet
	Files []*ast.File
	Types *types.Package
	Info  *types.Info
	// Inspector visits the package's syntax; use its cursors for parents.
	Inspector *inspector.Inspector
	// Funcs holds every declaration with a body and every literal, in source order.
	Funcs []*Func
	// Settled holds the functions whose authors say that they do not wait, or
	// not for long: what is in them is no concern of those who call them.
	Settled map[*Func]bool

	byObj   map[*types.Func]*Func
	byNode  map[ast.Node]*Func
	defs    map[*types.Var][]*Def
	impls   map[*types.Func][]*types.Func
	named   []*types.Named // concrete named types of the package, in scope order
	cursors *cursors
	callees map[*ast.CallExpr]api.Callee // those that were asked for

	conversions []Conversion // once converted
	converted   bool

	callers *callIndex // built when first asked for
	// asked says on which parameters a branch hangs; askedAt are the uses of variables.
	asked   map[*types.Var]bool
	askedAt map[*types.Var][]ast.Expr
	zero    map[*types.Var]bool // built when first asked for

	forTests map[*token.File]bool // those that were asked for
}

// A Func is a function declaration or literal with a body.
type Func struct {
	Pkg  *Package
	Node ast.Node    // *ast.FuncDecl or *ast.FuncLit
	Obj  *types.Func // nil for a literal
	Sig  *types.Signature
	Type *ast.FuncType
	Body *ast.BlockStmt
	// Parent is the function that encloses a literal; nil for a declaration
	// and for a literal at package level.
	Parent *Func
	// Lits holds the literals directly inside the body.
	Lits []*Func

	cfg   *cfg.CFG
	calls []*ast.CallExpr
	done  bool
}

// New indexes a package. The inspector must have been made from the same files.
func New(fset *token.FileSet, files []*ast.File, pkg *types.Package, info *types.Info, in *inspector.Inspector) *Package {
	p := &Package{
		Fset: fset, Files: files, Types: pkg, Info: info, Inspector: in,
		byObj:  make(map[*types.Func]*Func),
		byNode: make(map[ast.Node]*Func),
		defs:   make(map[*types.Var][]*Def),
		impls:  make(map[*types.Func][]*types.Func),

		callees: make(map[*ast.CallExpr]api.Callee),
	}
	p.cursors = newCursors(in)
	p.index()
	for tn := range p.typeNames() {
		if tn.IsAlias() {
			continue
		}
		if n, ok := tn.Type().(*types.Named); ok && !types.IsInterface(n) {
			p.named = append(p.named, n)
		}
	}
	return p
}

// typeNames yields the types that the files at hand declare at package level: test files may have been left out.
func (p *Package) typeNames() iter.Seq[*types.TypeName] {
	return func(yield func(*types.TypeName) bool) {
		scope, tested := p.Types.Scope(), p.tested()
		for _, name := range scope.Names() {
			tn, ok := scope.Lookup(name).(*types.TypeName)
			if !ok || !tested && IsTestFile(p.Fset, tn.Pos()) {
				continue
			}
			if !yield(tn) {
				return
			}
		}
	}
}

// Imports returns the packages that the files at hand import.
func (p *Package) Imports() []*types.Package {
	if p.tested() {
		return p.Types.Imports()
	}
	here := make(map[*types.Package]bool)
	for _, f := range p.Files {
		for _, spec := range f.Imports {
			if name := p.Info.PkgNameOf(spec); name != nil {
				here[name.Imported()] = true
			}
		}
	}
	return slices.DeleteFunc(slices.Clone(p.Types.Imports()), func(pkg *types.Package) bool { return !here[pkg] })
}

// tested reports whether test files are among those at hand.
func (p *Package) tested() bool {
	return slices.ContainsFunc(p.Files, func(f *ast.File) bool { return IsTestFile(p.Fset, f.FileStart) })
}

// index collects functions and definitions in one walk.
func (p *Package) index() {
	var stack []*Func
	types := []ast.Node{
		(*ast.FuncDecl)(nil), (*ast.FuncLit)(nil),
		(*ast.AssignStmt)(nil), (*ast.ValueSpec)(nil), (*ast.RangeStmt)(nil),
		(*ast.IncDecStmt)(nil), (*ast.CompositeLit)(nil), (*ast.UnaryExpr)(nil),
	}
	p.Inspector.Nodes(types, func(n ast.Node, push bool) bool {
		switch n.(type) {
		case *ast.FuncDecl, *ast.FuncLit:
			if !push {
				if len(stack) > 0 && stack[len(stack)-1].Node == n {
					stack = stack[:len(stack)-1]
				}
				return true
			}
			if f := p.newFunc(n, top(stack)); f != nil {
				stack = append(stack, f)
			}
			return true
		}
		if push {
			p.addDefs(n, top(stack))
		}
		return true
	})
}

func top(stack []*Func) *Func {
	if len(stack) == 0 {
		return nil
	}
	return stack[len(stack)-1]
}

func (p *Package) newFunc(n ast.Node, parent *Func) *Func {
	f := &Func{Pkg: p, Node: n, Parent: parent}
	switch n := n.(type) {
	case *ast.FuncDecl:
		if n.Body == nil {
			return nil
		}
		obj, ok := p.Info.Defs[n.Name].(*types.Func)
		if !ok {
			return nil
		}
		f.Obj, f.Type, f.Body = obj, n.Type, n.Body
		f.Sig = obj.Type().(*types.Signature)
		p.byObj[obj] = f
	case *ast.FuncLit:
		sig, ok := p.Info.TypeOf(n).(*types.Signature)
		if !ok {
			return nil
		}
		f.Sig, f.Type, f.Body = sig, n.Type, n.Body
		if parent != nil {
			parent.Lits = append(parent.Lits, f)
		}
	}
	p.byNode[n] = f
	p.Funcs = append(p.Funcs, f)
	return f
}

// FuncOf returns the indexed function of obj (or of the generic function it
// is an instance of), nil if its body is not in this package.
func (p *Package) FuncOf(obj *types.Func) *Func {
	if obj == nil {
		return nil
	}
	return p.byObj[obj.Origin()]
}

// FuncAt returns the indexed function of a *ast.FuncDecl or *ast.FuncLit.
func (p *Package) FuncAt(n ast.Node) *Func { return p.byNode[n] }

// Outermost returns the declaration (or package-level literal) around f, f itself if it is one.
func (f *Func) Outermost() *Func {
	for f.Parent != nil {
		f = f.Parent
	}
	return f
}

// Within reports whether f is g or lies inside it.
func (f *Func) Within(g *Func) bool {
	for ; f != nil; f = f.Parent {
		if f == g {
			return true
		}
	}
	return false
}

// Name returns a short name for messages: Load, (*Store).Load, Load.func.
func (f *Func) Name() string {
	if f.Obj != nil {
		return ShortName(f.Obj)
	}
	if f.Parent != nil {
		return f.Parent.Name() + ".func"
	}
	return "func"
}

// ShortName returns the name of a function or method without its package:
// Load, (*Store).Load, Store.Load.
func ShortName(fn *types.Func) string {
	sig, _ := fn.Type().(*types.Signature)
	if sig == nil || sig.Recv() == nil {
		return fn.Name()
	}
	t := sig.Recv().Type()
	star := false
	if ptr, ok := types.Unalias(t).(*types.Pointer); ok {
		t, star = ptr.Elem(), true
	}
	name := "?"
	switch t := types.Unalias(t).(type) {
	case *types.Named:
		name = t.Obj().Name()
	case *types.Interface:
		name = "interface"
	}
	if star {
		return "(*" + name + ")." + fn.Name()
	}
	return name + "." + fn.Name()
}

// Inspect visits the body of f in source order, not descending into nested
// literals: their code runs at another time. fn returns whether to descend.
func (f *Func) Inspect(fn func(ast.Node) bool) {
	InspectShallow(f.Body, fn)
}

// InspectShallow visits a subtree without descending into function literals
// below its root.
func InspectShallow(root ast.Node, fn func(ast.Node) bool) {
	ast.Inspect(root, func(n ast.Node) bool {
		if n == nil {
			return false
		}
		if _, ok := n.(*ast.FuncLit); ok && n != root {
			fn(n) // seen, not entered
			return false
		}
		return fn(n)
	})
}

// Calls returns the call expressions in f's own body, without those in nested literals.
func (f *Func) Calls() []*ast.CallExpr {
	if !f.done {
		f.done = true
		f.Inspect(func(n ast.Node) bool {
			if c, ok := n.(*ast.CallExpr); ok {
				f.calls = append(f.calls, c)
			}
			return true
		})
	}
	return f.calls
}

// Params returns the parameters of f in order, without the receiver. Unnamed
// and blank ones are included, so that indexes match arguments.
func (f *Func) Params() []*types.Var {
	var out []*types.Var
	for v := range f.Sig.Params().Variables() {
		out = append(out, v)
	}
	return out
}

// ParamIndex returns the index of v among f's parameters, -1 if it is none,
// -2 if it is the receiver.
func (f *Func) ParamIndex(v *types.Var) int {
	if r := f.Sig.Recv(); r != nil && r == v {
		return -2
	}
	i := 0
	for w := range f.Sig.Params().Variables() {
		if w == v {
			return i
		}
		i++
	}
	return -1
}

// Declares reports whether a variable is declared in the body of f: no parameter,
// no named result, nothing from around f.
func (f *Func) Declares(v *types.Var) bool {
	return f.Body != nil && f.Body.Pos() <= v.Pos() && v.Pos() < f.Body.End()
}

// CFG returns the control-flow graph of f's body, built when first asked for.
func (f *Func) CFG() *cfg.CFG {
	if f.cfg == nil {
		f.cfg = cfg.New(f.Body, f.Pkg.mayReturn)
	}
	return f.cfg
}

// mayReturn reports whether a call may return: panic and the calls that end
// the process or goroutine do not.
func (p *Package) mayReturn(call *ast.CallExpr) bool {
	switch fun := ast.Unparen(call.Fun).(type) {
	case *ast.Ident:
		if b, ok := p.Info.Uses[fun].(*types.Builtin); ok {
			return b.Name() != "panic"
		}
	case *ast.SelectorExpr:
		fn, ok := p.Info.Uses[fun.Sel].(*types.Func)
		if !ok || fn.Pkg() == nil {
			return true
		}
		switch fn.Pkg().Path() {
		case "os":
			return fn.Name() != "Exit"
		case "runtime":
			return fn.Name() != "Goexit"
		case "log":
			switch fn.Name() {
			case "Fatal", "Fatalf", "Fatalln", "Panic", "Panicf", "Panicln":
				return false
			}
		case "testing":
			switch fn.Name() {
			case "Fatal", "Fatalf", "FailNow", "Skip", "Skipf", "SkipNow":
				return false
			}
		}
	}
	return true
}

// FuncAround returns the innermost function whose text holds pos, nil at
// package level. Parameters and results lie in their function.
func (p *Package) FuncAround(pos token.Pos) *Func {
	var best *Func
	for _, f := range p.Funcs {
		if f.Node.Pos() <= pos && pos < f.Node.End() && (best == nil || f.Node.Pos() >= best.Node.Pos()) {
			best = f
		}
	}
	return best
}

// Walk calls fn for f and for every literal inside it, in source order.
func (f *Func) Walk(fn func(*Func)) {
	fn(f)
	for _, l := range f.Lits {
		l.Walk(fn)
	}
}
