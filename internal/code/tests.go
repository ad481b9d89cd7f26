package code

import (
	"go/ast"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"github.com/faultlint/faultlint/internal/api"
)

// IsTestFile reports whether pos is in a file that belongs to a package only when it is tested.
func IsTestFile(fset *token.FileSet, pos token.Pos) bool {
	file := fset.File(pos)
	return file != nil && strings.HasSuffix(file.Name(), "_test.go")
}

// ForTests reports whether pos is in a test file or in code that serves tests
// only: a file that imports testing, or what tests say their expectations with, a package or file of mocks, a
// package that starts containers to be tested or is in a directory of tests.
func (p *Package) ForTests(pos token.Pos) bool {
	file := p.Fset.File(pos)
	if file == nil {
		return false
	}
	known, ok := p.forTests[file]
	if !ok {
		if p.forTests == nil {
			p.forTests = make(map[*token.File]bool)
		}
		known = p.fileForTests(pos)
		p.forTests[file] = known
	}
	return known
}

func (p *Package) fileForTests(pos token.Pos) bool {
	name := filepath.Base(p.Fset.Position(pos).Filename)
	if strings.HasSuffix(name, "_test.go") || strings.HasPrefix(name, "mock_") || strings.HasSuffix(name, "_mock.go") {
		return true
	}
	elems := strings.Split(p.Types.Path(), "/")
	for i, elem := range elems {
		switch elem {
		case "mock", "mocks", "fakes", "testutil", "testutils", "testhelpers", "testsuites", "testonly", "e2e":
			return true
		case "test", "tests", "testing", "testkit", "testsupport", "acceptance":
			// Not the name of a whole module, nor a command that is called so.
			if i > 0 && (i > 2 || !strings.Contains(elems[0], ".")) && !api.HoldsCommands(elems[i-1]) {
				return true
			}
		}
	}
	return slices.ContainsFunc(p.Files, func(f *ast.File) bool {
		here := f.FileStart <= pos && pos < f.FileEnd
		return slices.ContainsFunc(f.Imports, func(spec *ast.ImportSpec) bool {
			path := strings.Trim(spec.Path.Value, "`\"")
			return here && (path == "testing" || api.AssertsInTests(path)) || api.StartsForTests(path)
		})
	})
}

// Double reports whether a type stands in for a real one, as its own name says
// (fakeFS, MockStore): what its methods wait for is what a test wants them to.
func Double(t types.Type) bool {
	n, ok := types.Unalias(Deref(t)).(*types.Named)
	if !ok {
		return false
	}
	name := n.Obj().Name()
	for _, word := range []string{"fake", "mock", "dummy"} {
		if len(name) >= len(word) && strings.EqualFold(name[:len(word)], word) {
			if rest := name[len(word):]; rest == "" || !unicode.IsLower(rune(rest[0])) {
				return true
			}
		}
		if strings.HasSuffix(name, strings.ToUpper(word[:1])+word[1:]) {
			return true
		}
	}
	return false
}

// InDouble reports whether a function is a method of a type that stands in for a real one, or
// a literal in such a method.
func InDouble(f *Func) bool {
	recv := f.Outermost().Sig.Recv()
	return recv != nil && Double(recv.Type())
}

// StandIn reports whether a method is that of a type which only tests put where
// an interface is wanted: a double by its name, or one in code for tests.
func (p *Package) StandIn(impl *types.Func) bool {
	if body := p.FuncOf(impl); body != nil && p.ForTests(body.Node.Pos()) {
		return true
	}
	recv := impl.Signature().Recv()
	return recv != nil && Double(recv.Type())
}
