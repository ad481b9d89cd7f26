package code_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/faultlint/faultlint/internal/code"
)

func load(t *testing.T, src string) *code.Package {
	t.Helper()
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "a.go", src, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	info := &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
		Selections: map[*ast.SelectorExpr]*types.Selection{}, Implicits: map[ast.Node]types.Object{}, Instances: map[*ast.Ident]types.Instance{},
		Scopes: map[ast.Node]*types.Scope{},
	}
	conf := types.Config{Error: func(error) {}}
	pkg, err := conf.Check("a", fset, []*ast.File{f}, info)
	if err != nil {
		t.Fatal(err)
	}
	return code.New(fset, []*ast.File{f}, pkg, info, inspector.New([]*ast.File{f}))
}

// TestReaching marks uses with use(x) and says in a comment on the same line
// from which lines the value may come; "param" is the caller's value.
func TestReaching(t *testing.T) {
	const src = `package a

func use(int) {}
func cond() bool
func get() (int, bool)

func straight(p int) {
	use(p) // want param
	p = 1
	use(p) // want 9
	p = 2
	use(p) // want 11
}

func branches(p int) {
	if cond() {
		p = 1
		use(p) // want 17
	} else if cond() {
		p = 2
	}
	use(p) // want param 17 20
	p = 3
	if q := p; cond() {
		use(q) // want 24
		use(p) // want 23
	}
}

func loop(p int) {
	v := 0
	for i := 0; i < 3; i++ {
		use(v) // want 31 35
		use(i) // want 32 32
		v = i
		use(v) // want 35
	}
	use(v) // want 31 35
}

func stacked(p int) {
	for {
		p = p + 1
		use(p) // want 43
	}
}

func literals(p int) {
	v := p
	func() { use(v) }() // want 49
	v = 2
	go func() {
		use(v) // want 51 57
		w := 1
		use(w) // want 54
	}()
	v = 3
	use(v) // want 57
}

func assignedInside() {
	v := 0
	f := func() { v = 1 }
	f()
	use(v) // want 62 63
}

func results() (n int) {
	use(n) // want param
	n, ok := get()
	_ = ok
	use(n) // want 70
	return
}

func ranges(xs []int) {
	for i, x := range xs {
		use(i) // want 77
		use(x) // want 77
	}
	switch v := any(xs).(type) {
	case int:
		use(v) // want 81
	}
}

func labelled(p int) {
	x := 1
again:
	x = 2
	use(x) // want 90
	if cond() {
		goto again
	}
}

func selfRHS(p int) {
	p = id(p)
	use(p) // want 98
}

func id(x int) int {
	use(x) // want param
	return x
}
`
	p := load(t, src)
	lines := strings.Split(src, "\n")
	want := regexp.MustCompile(`// want (.*)`)
	for _, f := range p.Funcs {
		for _, c := range f.Calls() {
			fun, ok := c.Fun.(*ast.Ident)
			if !ok || fun.Name != "use" {
				continue
			}
			line := p.Fset.Position(c.Pos()).Line
			m := want.FindStringSubmatch(lines[line-1])
			if m == nil {
				continue
			}
			var got []string
			for _, d := range p.Reaching(c.Args[0].(*ast.Ident)) {
				if d.Kind == code.DefParam {
					got = append(got, "param")
				} else {
					got = append(got, fmt.Sprint(p.Fset.Position(d.Pos()).Line))
				}
			}
			if g := strings.Join(got, " "); g != m[1] {
				t.Errorf("line %d: %s: value comes from %s, want %s", line, strings.TrimSpace(lines[line-1]), g, m[1])
			}
		}
	}
}

func TestOriginsAndRoles(t *testing.T) {
	p := load(t, `package a

type S struct{ n int; f func() }

func mk() int { return 1 }

func New() *S { return &S{n: mk()} }

func (s *S) run(g func()) {
	x := mk()
	y := (int)(x)
	_ = y
	go func() {}()
	defer func() {}()
	func() {}()
	run2(func() {})
	h := func() {}
	h()
	s.f = func() {}
	k := s.run
	_ = k
}

func run2(f func()) {}

func lit() func() { return func() {} }
`)
	var roles []code.Role
	for _, f := range p.Funcs {
		if f.Obj == nil {
			roles = append(roles, f.UseOf().Role)
		}
	}
	want := []code.Role{code.RoleGo, code.RoleDefer, code.RoleImmediate, code.RoleArg, code.RoleVar, code.RoleStored, code.RoleReturned}
	if fmt.Sprint(roles) != fmt.Sprint(want) {
		t.Errorf("roles = %v, want %v", roles, want)
	}
	st := p.Types.Scope().Lookup("S").Type().Underlying().(*types.Struct)
	o, complete := p.FieldOrigins(st.Field(0))
	if len(o) != 1 || !complete || p.Callee(o[0].Expr.(*ast.CallExpr)).Name() != "mk" {
		t.Errorf("origins of S.n = %v, %v", o, complete)
	}
	for _, f := range p.Funcs {
		if f.Name() != "(*S).run" {
			continue
		}
		f.Inspect(func(n ast.Node) bool {
			if a, ok := n.(*ast.AssignStmt); ok {
				switch lhs := a.Lhs[0].(type) {
				case *ast.Ident:
					if lhs.Name == "_" && a.Rhs[0].(*ast.Ident).Name == "y" {
						o := p.Origins(a.Rhs[0])
						if len(o) != 1 || types.ExprString(o[0].Expr) != "mk()" {
							t.Errorf("origins of y = %v", o)
						}
					}
					if lhs.Name == "_" && a.Rhs[0].(*ast.Ident).Name == "k" {
						fns, complete := p.LitsOf(a.Rhs[0])
						if len(fns) != 1 || fns[0] != f || !complete {
							t.Errorf("functions of k = %v, %v", fns, complete)
						}
					}
				}
			}
			return true
		})
	}
}

func TestCursor(t *testing.T) {
	p := load(t, `package p

// T is a type.
type T[P any] struct {
	a, b int // two
	f    func(x int) (y int)
}

var x, y = 1, func() int { return 2 }

func (t *T[P]) m(n int, rest ...string) (res int, err error) {
loop:
	for i := range n {
		switch v := any(i).(type) {
		case int, string:
			_ = v
			break loop
		default:
			defer func() { go t.f(i + 1) }()
		}
	}
	select {
	case <-make(chan int):
	}
	return t.a, nil
}

func none() {}
`)
	n := 0
	for c := range p.Inspector.Root().Preorder() {
		n++
		got, ok := p.Cursor(c.Node())
		if !ok || got != c {
			t.Errorf("Cursor(%T at %v) = %v, %v", c.Node(), p.Fset.Position(c.Node().Pos()), got, ok)
		}
	}
	if n < 100 {
		t.Errorf("only %d nodes", n)
	}
	if _, ok := p.Cursor(&ast.Ident{NamePos: p.Files[0].End() - 5, Name: "none"}); ok {
		t.Error("found a node that is not in the package")
	}
}
