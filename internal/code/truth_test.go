package code_test

import (
	"go/ast"
	"strings"
	"testing"
)

// TestTruths asks each condition in the source what is said in the comment
// behind it.
func TestTruths(t *testing.T) {
	const src = `package a

const off = false

type flag bool

func f(err error, ptr *int, ok bool) {
	if err != nil { // failure
	}
	if (nil != (err)) { // failure
	}
	if err == nil {
	}
	if ptr != nil {
	}
	if ok {
	}
	if true { // true
	}
	if (off) { // false
	}
	if bool(flag(!off)) { // true
	}
	if !true || off { // false
	}
	if nil := err; err != nil {
	}
	if true := ok; true {
	}
	if ok != true {
	}
}
`
	p := load(t, src)
	lines := strings.Split(src, "\n")
	p.Funcs[0].Inspect(func(n ast.Node) bool {
		s, isIf := n.(*ast.IfStmt)
		if !isIf {
			return true
		}
		line := lines[p.Fset.Position(s.Pos()).Line-1]
		got := ""
		if v, ok := p.Bool(s.Cond); ok {
			got = map[bool]string{true: "true", false: "false"}[v]
		} else if e := p.Failure(s.Cond); e != nil {
			got = "failure"
			if v := p.VarOf(e); v == nil || v.Name() != "err" {
				t.Errorf("%s: of %v", line, v)
			}
		}
		_, want, _ := strings.Cut(line, "// ")
		if got != want {
			t.Errorf("%s: got %q", strings.TrimSpace(line), got)
		}
		return true
	})
	if p.IsNil(nil) {
		t.Error("no expression is not nil")
	}
	if _, ok := p.Bool(nil); ok {
		t.Error("no expression is no bool")
	}
}
