package golangci

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// all runs the plugin alone and shows all that it finds.
const all = `version: "2"
linters:
  default: none
  enable: [faultlint]
  settings:
    custom:
      faultlint:
        type: module
issues:
  max-issues-per-linter: 0
  max-same-issues: 0
  uniq-by-line: false
`

// The command, go vet and golangci-lint are three ways through different code
// to the same findings.
func TestDrivers(t *testing.T) {
	faultlint := buildCommand(t)
	cases, err := filepath.Abs(filepath.Join(root, "testdata", "cases"))
	if err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct {
		name, dir string
		atLeast   int // findings
	}{
		{"passes", newCorpus(t), 100},
		{"cases", cases, 40},
	} {
		t.Run(tc.name, func(t *testing.T) {
			tool := newTool(t, tc.dir)
			if out, err := tool.command("go", "list", "-deps", "./...").CombinedOutput(); err != nil {
				t.Skipf("what %s imports is not at hand: %s", tc.name, out)
			}
			want := tool.tree(faultlint, "-json", "./...")
			if len(want) < tc.atLeast {
				t.Errorf("the command finds %d faults only", len(want))
			}
			t.Logf("%d findings", len(want))
			compare(t, "go vet", want, tool.tree("go", "vet", "-json", "-vettool="+faultlint, "./..."))
			compare(t, "golangci-lint", want, tool.issues())
			compare(t, "golangci-lint from its cache", want, tool.issues())
		})
	}
}

// All fixes that golangci-lint applies at once, to all on which the passes are
// tested, leave code that compiles, and no finding gets lost.
func TestFixAll(t *testing.T) {
	dir := newCorpus(t)
	tool := newTool(t, dir)
	before := tool.issues()
	// It ends with 1, as not all findings have a fix.
	out, err := tool.command("golangci-lint", "run", "-c", tool.config, "--fix", "--show-stats=false").CombinedOutput()
	if exit, ok := errors.AsType[*exec.ExitError](err); !ok || exit.ExitCode() != 1 {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, line := range strings.Split(string(out), "\n") {
		// What it says itself, and not the code that it prints.
		if strings.Contains(line, "level=") && (strings.Contains(line, "conflict") || strings.Contains(line, "skipped")) {
			t.Errorf("golangci-lint says %s", line)
		}
	}
	if out, err := tool.command("go", "vet", "./...").CombinedOutput(); err != nil {
		t.Errorf("after all fixes go vet says\n%s", out)
	}
	after := tool.issues()
	if len(after) >= len(before) {
		t.Errorf("%d findings before and %d after all fixes", len(before), len(after))
	}
	t.Logf("%d findings before and %d after all fixes", len(before), len(after))
}

// A tool runs programs in a directory.
type tool struct {
	t      *testing.T
	dir    string
	env    []string
	config string
}

func newTool(t *testing.T, dir string) *tool {
	tmp := t.TempDir()
	config := filepath.Join(tmp, "all.yml")
	write(t, config, all)
	env := append(os.Environ(), goEnv(t)...)
	return &tool{t, dir, append(env, "GOLANGCI_LINT_CACHE="+filepath.Join(tmp, "lint"), "FAULTLINT_CACHE="+filepath.Join(tmp, "faultlint"), "TMPDIR="+tmp), config}
}

func (r *tool) command(name string, args ...string) *exec.Cmd {
	cmd := exec.Command(name, args...)
	cmd.Dir = r.dir
	cmd.Env = r.env
	return cmd
}

// run returns what a program prints, which must end with a status of at most
// the given one.
func (r *tool) run(status int, name string, args ...string) string {
	r.t.Helper()
	var stdout, stderr bytes.Buffer
	cmd := r.command(name, args...)
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil {
		if exit, ok := errors.AsType[*exec.ExitError](err); !ok || exit.ExitCode() > status {
			r.t.Fatalf("%v: %v\n%s%s", cmd.Args, err, stdout.Bytes(), stderr.Bytes())
		}
	}
	return stdout.String()
}

// tree returns the findings of a program that prints trees as go vet -json
// does, in the form in which golangci-lint has them.
func (r *tool) tree(name string, args ...string) []string {
	r.t.Helper()
	type diagnostic struct {
		Posn, Message string
		Related       []struct{ Posn, Message string }
	}
	var list []string
	for dec := json.NewDecoder(strings.NewReader(r.run(1, name, args...))); ; {
		var tree map[string]map[string][]diagnostic
		if err := dec.Decode(&tree); err == io.EOF {
			break
		} else if err != nil {
			r.t.Fatal(err)
		}
		for _, passes := range tree {
			for pass, found := range passes {
				for _, d := range found {
					var places []string
					for _, rel := range d.Related {
						file, line, _ := cutPosition(rel.Posn)
						places = append(places, fmt.Sprintf("%s:%s: %s", filepath.Base(file), line, rel.Message))
					}
					message := strings.TrimSuffix(d.Message, " ("+pass+")") // as go vet has it
					line := fmt.Sprintf("%s: %s: %s", d.Posn, pass, message)
					if len(places) > 0 {
						line += " [" + strings.Join(places, "; ") + "]"
					}
					list = append(list, strings.TrimPrefix(line, r.dir+string(filepath.Separator)))
				}
			}
		}
	}
	slices.Sort(list)
	return slices.Compact(list) // go vet has files twice that are in two packages
}

// cutPosition takes file:line:column apart.
func cutPosition(posn string) (file, line, column string) {
	i := strings.LastIndexByte(posn, ':')
	j := strings.LastIndexByte(posn[:i], ':')
	return posn[:j], posn[j+1 : i], posn[i+1:]
}

// issues returns the findings of golangci-lint.
func (r *tool) issues() []string {
	r.t.Helper()
	var report struct {
		Issues []struct {
			FromLinter, Text string
			Pos              struct {
				Filename     string
				Line, Column int
			}
		}
	}
	out := r.run(1, "golangci-lint", "run", "-c", r.config, "--path-mode=abs", "--output.json.path=stdout", "--show-stats=false")
	if err := json.Unmarshal([]byte(out), &report); err != nil {
		r.t.Fatalf("%v in\n%s", err, out)
	}
	var list []string
	for _, issue := range report.Issues {
		if issue.FromLinter != "faultlint" {
			r.t.Fatalf("an issue of %s: %s", issue.FromLinter, issue.Text)
		}
		file := strings.TrimPrefix(issue.Pos.Filename, r.dir+string(filepath.Separator))
		list = append(list, fmt.Sprintf("%s:%d:%d: %s", file, issue.Pos.Line, issue.Pos.Column, issue.Text))
	}
	slices.Sort(list)
	return list
}

// compare reports the findings that only the command, or only the other, has.
func compare(t *testing.T, other string, command, others []string) {
	t.Helper()
	for _, f := range command {
		if !slices.Contains(others, f) {
			t.Errorf("only the command finds, not %s: %s", other, f)
		}
	}
	for _, f := range others {
		if !slices.Contains(command, f) {
			t.Errorf("only %s finds: %s", other, f)
		}
	}
	if len(command) != len(others) {
		t.Errorf("the command has %d findings, %s %d", len(command), other, len(others))
	}
}

// buildCommand builds the command with the modules that it is released with.
func buildCommand(t *testing.T) string {
	t.Helper()
	name, err := filepath.Abs(filepath.Join(t.TempDir(), "faultlint"))
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("go", "build", "-o", name, "./cmd/faultlint")
	cmd.Dir = root
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return name
}
