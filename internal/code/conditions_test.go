package code_test

import (
	"go/ast"
	"go/types"
	"strings"
	"testing"
)

func TestConditions(t *testing.T) {
	p := load(t, `package a

var own error

type logger struct{}

func (logger) Fatalw(string) {}
func (logger) Printf(string) {}
func (logger) Exit(int)      {}

func f(err error, l logger) {
	if err != nil {
		l.Exit(1)
	}
	if err == nil {
		l.Fatalw("x")
	}
	if err == own {
		l.Printf("x")
	}
	if (err) != (nil) {
		panic(err)
	}
	nil := err // hides nil
	if err != nil {
		l.Printf("x")
	}
}
`)
	var got []string
	for _, f := range p.Funcs {
		if f.Name() != "f" {
			continue
		}
		f.Inspect(func(n ast.Node) bool {
			ifs, ok := n.(*ast.IfStmt)
			if !ok {
				return true
			}
			b := ifs.Cond.(*ast.BinaryExpr)
			call := ifs.Body.List[0].(*ast.ExprStmt).X.(*ast.CallExpr)
			x, isNil := p.NilTest(ifs.Cond)
			line := types.ExprString(ifs.Cond) + ":"
			if x != nil && isNil {
				line += " nil"
			}
			if p.Failure(ifs.Cond) != nil {
				line += " failed"
			}
			if key := p.GlobalKey(b.Y); key != "" {
				line += " " + key
			}
			if p.MayStop(call) {
				line += " stops"
			}
			got = append(got, line)
			return true
		})
	}
	want := `err != nil: failed stops
err == nil: nil stops
err == own: a.own
(err) != (nil): failed stops
err != nil:`
	if s := strings.Join(got, "\n"); s != want {
		t.Errorf("got:\n%s\nwant:\n%s", s, want)
	}
}
