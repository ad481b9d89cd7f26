package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// The command and go vet -vettool are two ways through different code to the same findings: here
// on all cases, which use facts of many third-party modules.
func TestVetToolOnCases(t *testing.T) {
	if testing.Short() {
		t.Skip("go vet analyses all dependencies of the cases")
	}
	dir, err := filepath.Abs(filepath.Join("..", "..", "testdata", "cases"))
	if err != nil {
		t.Fatal(err)
	}
	if out, err := command(dir, "go", "list", "-deps", "./...").CombinedOutput(); err != nil {
		t.Skipf("the modules of the cases are not at hand: %s", out)
	}
	tool, err := exec.LookPath("faultlint")
	if err != nil {
		t.Fatal(err)
	}

	t.Setenv("FAULTLINT_CACHE", t.TempDir())
	fromCommand := findings(t, dir, command(dir, "faultlint", "-json", "./..."))
	again := findings(t, dir, command(dir, "faultlint", "-json", "./..."))
	fromVet := findings(t, dir, command(dir, "go", "vet", "-json", "-vettool="+tool, "./..."))
	if len(fromCommand) == 0 {
		t.Error("the command finds nothing")
	}
	compare := func(other string, others []string) {
		for _, f := range fromCommand {
			if !slices.Contains(others, f) {
				t.Errorf("only the command finds, not %s: %s", other, f)
			}
		}
		for _, f := range others {
			if !slices.Contains(fromCommand, f) {
				t.Errorf("only %s finds: %s", other, f)
			}
		}
	}
	compare("the command from its cache", again)
	compare("go vet", fromVet)
}

func command(dir, name string, args ...string) *exec.Cmd {
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	return cmd
}

// findings runs a command that prints trees as go vet -json does, and returns a line for each
// finding.
func findings(t *testing.T, dir string, cmd *exec.Cmd) []string {
	t.Helper()
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if exit, ok := err.(*exec.ExitError); err != nil && (!ok || exit.ExitCode() > 1) {
		t.Fatalf("%v: %v\n%s", cmd.Args, err, stderr.Bytes())
	}
	type diagnostic struct {
		Posn, Message string
		Related       []struct{ Posn, Message string }
	}
	var list []string
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		var tree map[string]map[string][]diagnostic
		if err := dec.Decode(&tree); err == io.EOF {
			break
		} else if err != nil {
			t.Fatalf("%v: %v\n%s", cmd.Args, err, stderr.Bytes())
		}
		for _, pkg := range tree {
			for analyzer, diags := range pkg {
				for _, d := range diags {
					name := " (" + analyzer + ")" // which go vet has at the end of the message already
					line := d.Posn + ": " + strings.TrimSuffix(d.Message, name) + name
					for _, r := range d.Related {
						line += fmt.Sprintf("; %s: %s", r.Posn, r.Message)
					}
					list = append(list, strings.ReplaceAll(line, dir+string(filepath.Separator), ""))
				}
			}
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}
