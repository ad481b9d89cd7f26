package driver_test

import (
	"context"
	"fmt"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/faultlint/faultlint/internal/driver"
)

func TestProblems(t *testing.T) {
	p := newProject(t, `
-- go.mod --
module m.test

go 1.26
-- good/good.go --
package good

func Bad() {}
-- parse/parse.go --
package parse

func Bad() {
	if
}
-- types/types.go --
package types

import "time"

func Bad() { x }

func Bad2() { y; z }

func Nap() { time.Sleep(1) }
-- importer/importer.go --
package importer

import "m.test/types"

func Bad() { types.Nap() }
-- missing/missing.go --
package missing

import "nowhere.test/x"

func Bad() { x.F() }
-- bad/bad.go --
package bad

import "time"

func Bad() { nap() }

func PanicBad() {}

func nap() { time.Sleep(1) }
-- summary/summary.go --
package summary

const PanicSummary = 1

func Bad() {}
-- user/user.go --
package user

import "m.test/summary"

func Bad() { summary.Bad() }
`)
	for range 2 { // nothing of a broken package is kept
		res := p.run()
		got := p.lines(res)
		want := []string{
			"bad/bad.go:5:14: call of m.test/bad.nap sleeps: time.Sleep (nosleep)\n",
			"bad/bad.go:5:6: function is named Bad (nobad)\n",
			"good/good.go:3:6: function is named Bad (nobad)\n",
			"importer/importer.go:5:6: function is named Bad (nobad)\n",
			"user/user.go:5:6: function is named Bad (nobad)\n",
		}
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Errorf("got findings\n%swant\n%s", strings.Join(got, ""), strings.Join(want, ""))
		}
		var problems []string
		for _, p := range res.Problems {
			problems = append(problems, p.Message)
			if strings.Contains(p.Message, "panicked") != strings.Contains(p.Stack, "drivertest") {
				t.Errorf("%s has the stack\n%s", p.Message, p.Stack)
			}
		}
		wantProblems := []string{
			"internal error: nobad panicked on package m.test/bad: saw PanicBad; please report this",
			"missing/missing.go:3:8: could not import nowhere.test/x (cannot find module providing package nowhere.test/x: module lookup disabled by GOPROXY=off)",
			"parse/parse.go:5:1: expected operand, found '}'",
			"internal error: faultsummary panicked on package m.test/summary: saw PanicSummary; please report this",
			"types/types.go:5:14: undefined: x (and 2 more errors)",
		}
		if !slices.Equal(problems, wantProblems) {
			t.Errorf("got problems\n%s\nwant\n%s", strings.Join(problems, "\n"), strings.Join(wantProblems, "\n"))
		}
	}
}

func TestLoadErrors(t *testing.T) {
	for _, test := range []struct{ mod, pattern, want string }{
		{"", "./...", "no go.mod file in "},
		{"module m.test\n\ngo 1.26\n", "./...", "no packages match ./..."},
		{"modul m.test\n", "./...", "errors parsing go.mod: "},
		{"module m.test\n\ngo 1.26\n\nrequire x.test v1.0.0\n", "./...", "no packages match ./..."},
	} {
		p := newProject(t, "")
		if test.mod != "" {
			p.write("go.mod", test.mod)
		}
		_, err := driver.Run(context.Background(), p.options(test.pattern))
		if err == nil || !strings.HasPrefix(err.Error(), test.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: got error %v, want %s", test.mod, err, test.want)
		}
	}

	p := newProject(t, "-- go.mod --\nmodule m.test\n\ngo 1.26\n-- a/a.go --\npackage a\n\nfunc Bad() {}\n")
	for pattern, want := range map[string]string{
		"./b":      "./b: stat ",
		"./b/...":  "./b/...: lstat ",
		"x.test/y": "x.test/y: cannot find module providing package x.test/y",
	} {
		res := p.run(pattern, "./a")
		if len(res.Findings) != 1 || len(res.Problems) != 1 || !strings.HasPrefix(res.Problems[0].Message, want) {
			t.Errorf("%s: got problems %v and %d findings, want %s and 1", pattern, res.Problems, len(res.Findings), want)
		}
	}

	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := driver.Run(ctx, p.options()); err != context.Canceled {
		t.Errorf("cancelled: got error %v", err)
	}
}

func TestTests(t *testing.T) {
	p := newProject(t, `
-- go.mod --
module m.test

go 1.26
-- a/a.go --
package a

import "time"

func Bad() {}

func Nap() { time.Sleep(1) }
-- a/a_test.go --
package a

import "time"

func BadInternal() { nap() }

func Export() { Nap() }

func nap() { time.Sleep(1) }
-- a/x_test.go --
package a_test

import (
	"testing"

	"m.test/a"
	"m.test/helper"
)

func TestA(t *testing.T) { a.Nap(); a.Export(); helper.Help() }

func BadExternal() {}
-- helper/helper.go --
package helper

import "m.test/a"

func Help() { a.Nap() }
`)
	p.want(p.run(),
		"a.go:5:6: function is named Bad ",
		"helper.go:5:15: call of m.test/a.Nap sleeps")
	opts := p.options()
	opts.Tests = true
	want := []string{
		"a.go:5:6: function is named Bad ",
		"a_test.go:5:6: function is named BadInternal",
		"a_test.go:5:22: call of m.test/a.nap sleeps",
		"a_test.go:7:17: call of m.test/a.Nap sleeps",
		"x_test.go:10:28: call of m.test/a.Nap sleeps: time.Sleep",
		"x_test.go:10:37: call of m.test/a.Export sleeps: Nap → time.Sleep",
		"x_test.go:10:49: call of m.test/helper.Help sleeps: Nap → time.Sleep",
		"x_test.go:12:6: function is named BadExternal",
		"helper.go:5:15: call of m.test/a.Nap sleeps",
	}
	for i := range 2 {
		res := p.runWith(opts)
		p.want(res, want...)
		if s := res.Stats; s.Matched != 4 || i == 1 && s.Cached != 4 {
			t.Errorf("run %d: %+v", i, s)
		}
	}
}

func TestCgo(t *testing.T) {
	if _, err := exec.LookPath("gcc"); err != nil {
		t.Skip("no C compiler")
	}
	p := newProject(t, `
-- go.mod --
module m.test

go 1.26

require dep.test v0.0.0

replace dep.test => ./_dep
-- a.go --
package a

import "dep.test"

// int one(void) { return 1; }
import "C"

func Bad() { var t dep.T; t.C1(); t.Go1(); t.C2(); C.one() }
-- _dep/go.mod --
module dep.test

go 1.26
-- _dep/a.go --
package dep

// int two(void) { return 2; }
import "C"

import "time"

type T struct{}

func (T) C0() { C.two() }

func (T) C1() { C.two(); time.Sleep(1) }
-- _dep/b.go --
package dep

func (T) Go0() {}

func (T) Go1() { T{}.C1() }
-- _dep/c.go --
package dep

import "C"

func (T) C2() {}
`)
	p.want(p.run(),
		"a.go:8:6: function is named Bad",
		"a.go:8:27: call of (dep.test.T).C1 sleeps: time.Sleep",
		"a.go:8:35: call of (dep.test.T).Go1 sleeps: C1 → time.Sleep")
}

func TestOverlay(t *testing.T) {
	p := newProject(t, `
-- go.mod --
module m.test

go 1.26
-- a.go --
package a
-- b.txt --
package a

func Bad() {}
-- overlay.json --
{"Replace": {"a.go": "b.txt"}}
`)
	p.want(p.run())
	opts := p.options()
	opts.BuildFlags = []string{"-overlay=overlay.json"}
	p.want(p.runWith(opts), "a.go:3:6: function is named Bad")
	p.edit("b.txt", "Bad", "Badly")
	p.want(p.runWith(opts), "a.go:3:6: function is named Badly")
}

func TestManyWaiters(t *testing.T) {
	// A tower of packages, each above all those below it, so that every worker waits for others.
	var b strings.Builder
	b.WriteString("-- go.mod --\nmodule m.test\n\ngo 1.26\n")
	const n = 24
	for i := range n {
		fmt.Fprintf(&b, "-- p%02d/p.go --\npackage p\n\nimport (\n\t\"time\"\n", i)
		for j := range i {
			fmt.Fprintf(&b, "\tp%02d \"m.test/p%02d\"\n", j, j)
		}
		b.WriteString(")\n\nfunc Nap() {\n\ttime.Sleep(1)\n")
		for j := range i {
			fmt.Fprintf(&b, "\tp%02d.Nap()\n", j)
		}
		b.WriteString("}\n")
	}
	p := newProject(t, b.String())
	if res := p.run(); len(res.Findings) != n*(n-1)/2 {
		t.Errorf("%d findings, want %d", len(res.Findings), n*(n-1)/2)
	}
	// Only the top is matched: the others' facts are asked for from within each other.
	p.cache = t.TempDir()
	if res := p.run("./p23"); len(res.Findings) != n-1 || res.Stats.FactsSource != n-1 {
		t.Errorf("%d findings with facts of %d packages, want %d of both", len(res.Findings), res.Stats.FactsSource, n-1)
	}
}
