package ctxblock_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/faultlint/faultlint/analyzers/ctxblock"
	"github.com/faultlint/faultlint/internal/config"
	"github.com/faultlint/faultlint/internal/rule"
)

func Test(t *testing.T) {
	analysistest.Run(t, analysistest.TestData(), ctxblock.Analyzer, "a", "a/store", "shapes", "options", "setup", "borrowed")
}

// What is behind an interface or a function value counts where it is put there.
func TestGiven(t *testing.T) {
	analysistest.Run(t, analysistest.TestData(), ctxblock.Analyzer, "given", "queued", "schema", "pops", "kept", "behind", "iters", "tables", "commands", "undone", "fallback", "embedded", "ends", "bound")
}

// Many functions of one type or package that wait without a context are one finding.
func TestMany(t *testing.T) {
	analysistest.Run(t, analysistest.TestData(), ctxblock.Analyzer, "many", "many/shelf")
}

// The way may lead through many packages; the finding stands at its last call
// in the package that has the context.
func TestDepth(t *testing.T) {
	analysistest.Run(t, analysistest.TestData(), ctxblock.Analyzer, "depth/api", "depth/wire", "depth/svc", "depth/repo", "depth/web")
}

// Five calls over four packages, through one interface, whose implementation the first of
// them puts there.
func TestHops(t *testing.T) {
	analysistest.Run(t, analysistest.TestData(), ctxblock.Analyzer, "hops/web", "hops/catalog", "hops/price", "hops/db")
}

// Handlers know their stores as interfaces: whoever hands an implementation over sees both.
func TestWired(t *testing.T) {
	analysistest.Run(t, analysistest.TestData(), ctxblock.Analyzer, "wired/web", "wired/pg", "wired/cmd", "wired/cmdok",
		"wired/hex", "wired/layered", "wired/hexdb", "wired/hexmain", "wired/own", "wired/ownweb", "wired/near", "wired/neardb", "wired/madepg", "wired/madeweb", "wired/madecmd", "wired/watch", "wired/listen")
}

// The option takes what is one cause apart, behind interfaces as well.
func TestEach(t *testing.T) {
	over := &config.Config{Options: config.Options{CtxBlock: config.Context{Each: true}}}
	source, err := config.NewSource(config.None, over)
	if err != nil {
		t.Fatal(err)
	}
	suite := rule.NewSuite(rule.Options{Config: source})
	analysistest.Run(t, analysistest.TestData(), ctxblock.New(suite), "wired/cmdeach")
}

func TestFixes(t *testing.T) {
	analysistest.RunWithSuggestedFixes(t, analysistest.TestData(), ctxblock.Analyzer, "fix")
}

// What the fixes leave compiles, and has nothing left to report but what has
// no mechanical fix.
func TestFixed(t *testing.T) {
	fixed, err := os.ReadFile(filepath.Join(analysistest.TestData(), "src/fix/fix.go.golden"))
	if err != nil {
		t.Fatal(err)
	}
	dir, cleanup, err := analysistest.WriteFiles(map[string]string{"fix/fix.go": unwant(string(fixed))})
	if err != nil {
		t.Fatal(err)
	}
	defer cleanup()
	analysistest.Run(t, dir, ctxblock.Analyzer, "fix")
}

// unwant takes the expectations of what is fixed out of a file.
func unwant(src string) string {
	var b strings.Builder
	for line := range strings.Lines(src) {
		code, want, ok := strings.Cut(line, "// want ")
		if ok && !strings.Contains(want, "tls.Dial") {
			line = code + "\n"
		}
		b.WriteString(line)
	}
	return b.String()
}

// What a function is told by a constant decides which of its waits are reached.
func TestTold(t *testing.T) {
	analysistest.Run(t, analysistest.TestData(), ctxblock.Analyzer, "told")
}
