package main

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// vscodeLine is how VS Code's Go extension reads a line of a lint tool (runTool in its
// diagnostics.ts).
var vscodeLine = regexp.MustCompile(`^([^:]*: )?((.:)?[^:]*):(\d+)(:(\d+)?)?:(?:\w+:)? (.*)$`)

// VS Code's Go extension runs a lint tool in the directory of the file that was saved, with the
// flags of go.lintFlags; or in the workspace, with ./... after them. It reads nothing but standard
// output, and not even that if the tool fails with something on standard error.
func TestVSCode(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod": "module example.com/m\n\ngo 1.26.0\n",
		"in/a.go": `package in

import (
	"context"
	"time"
)

func turn(ctx context.Context, next func(context.Context) error) error {
	for {
		if err := next(ctx); err != nil {
			return err
		}
		time.Sleep(10 * time.Second)
	}
}
`,
		"in/sub/b.go": "package sub\n\nimport \"net/http\"\n\nfunc run(addr string, mux *http.ServeMux) error {\n\tsrv := &http.Server{Addr: addr, Handler: mux}\n\treturn srv.ListenAndServe()\n}\n",
	} {
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, tc := range []struct {
		cwd  string
		args []string
		want []string // file:line:col
	}{
		{"in", []string{"."}, []string{"in/a.go:13:3"}},
		{"in", nil, []string{"in/a.go:13:3", "in/sub/b.go:6:10"}},
		{".", []string{"./..."}, []string{"in/a.go:13:3", "in/sub/b.go:6:10"}},
	} {
		cmd := exec.Command("faultlint", tc.args...)
		cmd.Dir = filepath.Join(dir, tc.cwd)
		cmd.Env = append(os.Environ(), "PWD="+cmd.Dir, "FAULTLINT_CACHE="+filepath.Join(dir, ".cache"), "GOFLAGS=", "CI=")
		var stdout, stderr bytes.Buffer
		cmd.Stdout, cmd.Stderr = &stdout, &stderr
		err := cmd.Run()
		if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
			t.Fatal(err)
		}
		if err != nil && stderr.Len() > 0 {
			t.Errorf("%s %q: %v with %q on standard error: VS Code shows nothing", tc.cwd, tc.args, err, stderr.String())
		}
		var got []string
		for line := range strings.Lines(stdout.String()) {
			m := vscodeLine.FindStringSubmatch(strings.TrimSuffix(line, "\n"))
			if m == nil {
				t.Errorf("VS Code does not see a finding in %q", line)
				continue
			}
			file, err := filepath.Rel(dir, filepath.Join(cmd.Dir, m[2]))
			if err != nil || !strings.HasSuffix(m[7], ")") {
				t.Errorf("VS Code takes %q for the file and %q for the message (%v)", m[2], m[7], err)
			}
			got = append(got, filepath.ToSlash(file)+":"+m[4]+":"+m[6])
		}
		if !slices.Equal(got, tc.want) {
			t.Errorf("%s %q: VS Code shows %q, want %q", tc.cwd, tc.args, got, tc.want)
		}
	}
}
