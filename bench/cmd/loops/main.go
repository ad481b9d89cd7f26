// Command loops draws loops at random from checkouts of Go modules, for a
// reader to label by hand: see docs/precision/README.md.
//
//	loops [-n 100] [-paced 100] [-seed 6] DIR...
//
// Half of the first n come from all loops whose body calls something, half from
// those where a retry is at all likely: the body has a call that returns an
// error, and a continue, a wait, a counter named like attempts or no end in its
// head. A retry is rare even among those, so that more are drawn from the ones
// that have a wait or such a counter. The same checkouts and seed give the same
// loops.
package main

import (
	"cmp"
	"flag"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"log"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"

	"golang.org/x/tools/go/packages"
)

// A loop is one for or range statement.
type loop struct {
	repo, file string
	line       int
	likely     bool // a retry is likely enough to be worth reading
	paced      bool // there is a wait too, or a counter of attempts
}

func main() {
	log.SetFlags(0)
	n := flag.Int("n", 100, "how many `loops` to draw")
	more := flag.Int("paced", 100, "how many `loops` to draw besides from those with a wait or a counter")
	seed := flag.Uint64("seed", 6, "`number` that the draw starts from")
	flag.Parse()
	var all []loop
	for _, dir := range flag.Args() {
		found, err := find(dir)
		if err != nil {
			log.Fatal(err)
		}
		all = append(all, found...)
	}
	var likely, paced []loop
	for _, l := range all {
		if l.likely {
			likely = append(likely, l)
		}
		if l.paced {
			paced = append(paced, l)
		}
	}
	log.Printf("%d loops that call something, %d of them likely, %d with a wait or a counter", len(all), len(likely), len(paced))
	r := rand.New(rand.NewPCG(*seed, 0))
	var drawn []loop
	for _, d := range []struct {
		name string
		from []loop
		n    int
	}{{"all", all, *n / 2}, {"likely", likely, *n - *n/2}, {"paced", paced, *more}} {
		some := draw(r, d.from, d.n, drawn)
		for _, l := range some {
			fmt.Printf("%s\t%s:%d\t%s\n", l.repo, l.file, l.line, d.name)
		}
		drawn = append(drawn, some...)
	}
}

// draw takes n loops from among those given, none that is in but.
func draw(r *rand.Rand, from []loop, n int, but []loop) []loop {
	from = slices.DeleteFunc(slices.Clone(from), func(l loop) bool { return slices.Contains(but, l) })
	r.Shuffle(len(from), func(i, j int) { from[i], from[j] = from[j], from[i] })
	out := from[:min(n, len(from))]
	slices.SortFunc(out, compare)
	return out
}

func compare(a, b loop) int {
	return cmp.Or(cmp.Compare(a.repo, b.repo), cmp.Compare(a.file, b.file), cmp.Compare(a.line, b.line))
}

// find returns the loops of the module in dir, in order.
func find(dir string) ([]loop, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	pkgs, err := packages.Load(&packages.Config{
		Dir:  dir,
		Mode: packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles | packages.NeedSyntax | packages.NeedTypes | packages.NeedTypesInfo | packages.NeedImports | packages.NeedExportFile,
		Env:  append(os.Environ(), "GOOS=linux", "GOARCH=amd64"),
	}, "./...")
	if err != nil {
		return nil, err
	}
	var out []loop
	for _, p := range pkgs {
		for _, e := range p.Errors {
			log.Printf("%s: %v", p.PkgPath, e)
		}
		for _, file := range p.Syntax {
			if ast.IsGenerated(file) {
				continue
			}
			name, err := filepath.Rel(dir, p.Fset.Position(file.Pos()).Filename)
			if err != nil || !filepath.IsLocal(name) {
				continue
			}
			for node := range ast.Preorder(file) {
				body, endless := head(node)
				if body == nil || !calls(p.TypesInfo, body, false) {
					continue
				}
				goesOn, paced := repeats(p.TypesInfo, node)
				failing := calls(p.TypesInfo, body, true)
				out = append(out, loop{
					repo: filepath.Base(dir), file: name, line: p.Fset.Position(node.Pos()).Line,
					likely: failing && (endless || goesOn || paced), paced: failing && paced,
				})
			}
		}
	}
	slices.SortFunc(out, compare)
	return slices.Compact(out), nil
}

// head returns the body of a loop, and whether its head has no end.
func head(n ast.Node) (*ast.BlockStmt, bool) {
	switch n := n.(type) {
	case *ast.ForStmt:
		return n.Body, n.Cond == nil
	case *ast.RangeStmt:
		return n.Body, false
	}
	return nil, false
}

// calls reports whether n calls a function, one that returns an error if failing is set.
func calls(info *types.Info, n ast.Node, failing bool) bool {
	for n := range ast.Preorder(n) {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			continue
		}
		tv := info.Types[ast.Unparen(call.Fun)]
		if tv.IsType() || tv.IsBuiltin() {
			continue
		}
		if !failing {
			return true
		}
		sig, ok := types.Unalias(tv.Type).(*types.Signature)
		if !ok {
			continue
		}
		if k := sig.Results().Len(); k > 0 && types.Identical(sig.Results().At(k-1).Type(), types.Universe.Lookup("error").Type()) {
			return true
		}
	}
	return false
}

var (
	counterName = regexp.MustCompile(`(?i)attempt|tries|retry|retri`)
	waitName    = regexp.MustCompile(`(?i)^(after|newtimer|newticker|tick|sleep|reset)$|backoff`)
)

// repeats reports whether the loop has a continue, and whether it has a wait or
// a variable that is named like a counter of attempts.
func repeats(info *types.Info, loop ast.Node) (goesOn, paced bool) {
	for n := range ast.Preorder(loop) {
		switch n := n.(type) {
		case *ast.BranchStmt:
			goesOn = goesOn || n.Tok == token.CONTINUE
		case *ast.CallExpr:
			paced = paced || waitName.MatchString(callee(n))
		case *ast.Ident:
			if v, ok := info.ObjectOf(n).(*types.Var); ok {
				paced = paced || counterName.MatchString(v.Name())
			}
		}
	}
	return goesOn, paced
}

func callee(call *ast.CallExpr) string {
	switch fun := ast.Unparen(call.Fun).(type) {
	case *ast.Ident:
		return fun.Name
	case *ast.SelectorExpr:
		return fun.Sel.Name
	}
	return ""
}
