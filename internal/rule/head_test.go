package rule

import (
	"go/ast"
	"go/parser"
	"go/token"
	"testing"
)

func TestHeadEnd(t *testing.T) {
	for src, want := range map[string]string{
		"for i := 0; i < 3; i++ {\nf()\n}":              "for i := 0; i < 3; i++ ",
		"for range c {\n}":                              "for range c ",
		"if x {\n} else {\n}":                           "if x ",
		"switch x {\ncase 1:\n}":                        "switch x ",
		"switch x.(type) {\n}":                          "switch x.(type) ",
		"select {\ncase <-c:\nf()\n}":                   "select ",
		"retry(3, func() error {\nreturn f()\n}, last)": "retry(3, func() error ",
		"f(\n1,\n2)":                                    "f(\n1,\n2)",
		"go func() {\nf()\n}()":                         "go func() ",
	} {
		const before = "package p\nfunc g() {\n"
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, "p.go", before+src+"\n}\n", 0)
		if err != nil {
			t.Fatal(err)
		}
		n := file.Decls[0].(*ast.FuncDecl).Body.List[0]
		if got := src[:fset.Position(headEnd(n)).Offset-len(before)]; got != want {
			t.Errorf("head of %q is %q, want %q", src, got, want)
		}
	}
}

func TestHeadEndOfParts(t *testing.T) {
	const src = "package p\nfunc (t T) g(x int) error {\nselect {\ncase <-c:\nf()\n}\nswitch x {\ndefault:\nf()\n}\n}\n"
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "p.go", src, 0)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	ast.Inspect(file, func(n ast.Node) bool {
		switch n.(type) {
		case *ast.FuncDecl, *ast.CommClause, *ast.CaseClause:
			got = append(got, src[fset.Position(n.Pos()).Offset:fset.Position(headEnd(n)).Offset])
		}
		return true
	})
	want := []string{"func (t T) g(x int) error ", "case <-c:", "default:"}
	if len(got) != len(want) || got[0] != want[0] || got[1] != want[1] || got[2] != want[2] {
		t.Errorf("got %q, want %q", got, want)
	}
}

type part struct{ ast.Node }

func TestHeadEndOfOwnNodes(t *testing.T) {
	if n := (part{&ast.Ident{NamePos: 3, Name: "xy"}}); headEnd(n) != 5 {
		t.Errorf("a node of a rule's own ends at %d", headEnd(n))
	}
}
