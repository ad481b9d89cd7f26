package why_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/driver"
	"github.com/faultlint/faultlint/internal/retry"
	"github.com/faultlint/faultlint/internal/rule"
	"github.com/faultlint/faultlint/internal/summary"
)

// What the engine may say of a loop.
const (
	saysRetry   = "retry"
	saysGoesOn  = "goes on" // whatever the outcome
	saysNothing = "no retry"
)

// TestLabelledLoops compares what the engine says of the loops in
// docs/precision/loops.tsv with the labels that a reader gave them, and wants
// nine in ten to be right both ways. It needs the services, checked out at the
// commits in the table and their dependencies at hand, in the folder that
// FAULTLINT_LOOPS names.
func TestLabelledLoops(t *testing.T) {
	root := os.Getenv("FAULTLINT_LOOPS")
	if root == "" {
		t.Skip("FAULTLINT_LOOPS is not set")
	}
	data, err := os.ReadFile("../../docs/precision/loops.tsv")
	if err != nil {
		t.Fatal(err)
	}
	type place struct{ repo, at, from, label, reason string }
	var places []place
	for _, line := range strings.Split(strings.TrimSpace(string(data)), "\n")[1:] {
		f := strings.Split(line, "\t")
		if len(f) != 6 {
			t.Fatalf("%q: %d columns", line, len(f))
		}
		places = append(places, place{f[0], f[2], f[3], f[4], f[5]})
	}
	patterns := make(map[string][]string) // of a repository
	for _, p := range places {
		dir := "./" + filepath.Dir(p.at)
		if !slices.Contains(patterns[p.repo], dir) {
			patterns[p.repo] = append(patterns[p.repo], dir)
		}
	}
	says := make(map[string]string) // repository and place
	for repo, dirs := range patterns {
		for at, answer := range answers(t, filepath.Join(root, filepath.Base(repo)), dirs) {
			says[repo+" "+at] = answer
		}
	}
	table := make(map[[2]string]int) // label and answer
	var drawn, drawnRight, retries, found, said, right int
	for _, p := range places {
		answer := says[p.repo+" "+p.at]
		if answer == "" {
			answer = saysNothing
		}
		table[[2]string{p.label, answer}]++
		good := (p.label == saysRetry) == (answer == saysRetry)
		if p.from == "all" || p.from == "likely" {
			drawn++
			if good {
				drawnRight++
			}
		}
		if p.label == saysRetry {
			retries++
		}
		if answer == saysRetry {
			said++
		}
		if p.label == saysRetry && answer == saysRetry {
			found++
			right++
		}
		if !good || (answer == saysGoesOn) != (p.label == "reconnect-or-consume") {
			t.Logf("%s %s: the engine says %s, the label %s: %s", p.repo, p.at, answer, p.label, p.reason)
		}
	}
	for _, label := range []string{"retry", "reconnect-or-consume", "poll", "items", "pages", "other"} {
		t.Logf("%-20s %3d retry %3d goes on %3d no retry", label,
			table[[2]string{label, saysRetry}], table[[2]string{label, saysGoesOn}], table[[2]string{label, saysNothing}])
	}
	t.Logf("of the %d drawn from all and likely loops %d are right; of %d labelled retry %d are found; of %d said to be retries %d are",
		drawn, drawnRight, retries, found, said, right)
	if 10*drawnRight < 9*drawn || 10*found < 9*retries || 10*right < 9*said {
		t.Error("less than nine in ten are right")
	}
}

// answers returns what the engine says of the loops in packages of a module, by
// file, from its root, and line.
func answers(t *testing.T, dir string, patterns []string) map[string]string {
	suite := rule.NewSuite(rule.Options{})
	ask := &analysis.Analyzer{
		Name: "loops", Doc: "loops: what the engine says of loops", Requires: []*analysis.Analyzer{suite.Summary},
		Run: func(pass *analysis.Pass) (any, error) {
			r := pass.ResultOf[suite.Summary].(*summary.Result)
			r.Lock()
			defer r.Unlock()
			for _, f := range r.Code.Funcs {
				tell(pass, r.Retries, f)
			}
			return nil, nil
		},
	}
	res, err := driver.Run(context.Background(), driver.Options{
		Dir: dir, Patterns: patterns, Analyzers: []*analysis.Analyzer{ask}, MaxSource: summary.MaxSource, Cache: driver.OpenCache(""),
		Env: append(os.Environ(), "GOOS=linux", "GOARCH=amd64"),
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range res.Problems {
		t.Logf("%s: %s", p.Package, p.Message)
	}
	out := make(map[string]string)
	for _, f := range res.Findings {
		file, err := filepath.Rel(dir, f.Pos.File)
		if err != nil {
			t.Fatal(err)
		}
		at := fmt.Sprintf("%s:%d", file, f.Pos.Line)
		if out[at] != saysRetry {
			out[at] = f.Message
		}
	}
	return out
}

func tell(pass *analysis.Pass, x *retry.Finder, f *code.Func) {
	for _, r := range x.In(f) {
		switch {
		case r.Kind != retry.Loop && r.Kind != retry.Requeue && r.Kind != retry.LoopDriver:
		case r.OnSuccess == retry.Continues:
			pass.Reportf(r.Node.Pos(), saysGoesOn)
		default:
			pass.Reportf(r.Node.Pos(), saysRetry)
		}
	}
}
