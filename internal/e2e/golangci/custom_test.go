package golangci

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/mod/module"
	"golang.org/x/mod/zip"
)

// TestCustom does what a user does: the real golangci-lint builds its own
// binary from the example files, and that one finds faults. Instead of GitHub
// it clones a repository made from golangci-lint's module, and instead of a
// release it gets faultlint as a release from this directory would be.
//
// The first time it needs a module proxy for the modules that golangci-lint's
// own tests use, and some minutes. E2E_CUSTOM=1 runs it, E2E_CUSTOM=offline
// with the modules that are at hand alone.
func TestCustom(t *testing.T) {
	mode := os.Getenv("E2E_CUSTOM")
	if mode == "" {
		t.Skip("set E2E_CUSTOM=1 to build golangci-lint as users do")
	}
	dir := t.TempDir()
	custom := exampleCustom(t)
	env := append(os.Environ(),
		"GIT_CONFIG_COUNT=1",
		"GIT_CONFIG_KEY_0=url.file://"+cloneable(t, custom.Version)+"/.insteadOf",
		"GIT_CONFIG_VALUE_0=https://github.com/golangci/",
		"GOPROXY="+release(t, custom.Plugins[0].Module, custom.Plugins[0].Version, mode),
		"GOFLAGS=-trimpath -modcacherw", "GOSUMDB=off", "GOTOOLCHAIN=local", "GOWORK=off",
		// The user's own cache of modules must not keep what is no release.
		"GOMODCACHE="+filepath.Join(dir, "mod"),
		"GOLANGCI_LINT_CACHE="+filepath.Join(dir, "lint"),
	)
	run := func(dir string, status int, name string, args ...string) string {
		t.Helper()
		cmd := exec.Command(name, args...)
		cmd.Dir, cmd.Env = dir, env
		out, err := cmd.CombinedOutput()
		if cmd.ProcessState == nil || cmd.ProcessState.ExitCode() != status {
			t.Fatalf("%v: %v, want status %d\n%s", cmd.Args, err, status, out)
		}
		return string(out)
	}

	real := filepath.Join(dir, "golangci-lint")
	build := exec.Command("go", "build", "-o", real, "github.com/golangci/golangci-lint/v2/cmd/golangci-lint")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%s", out)
	}
	app := filepath.Join(dir, "app")
	write(t, filepath.Join(app, "go.mod"), "module example.com/app\n\ngo 1.26\n")
	write(t, filepath.Join(app, "app.go"), waits)
	write(t, filepath.Join(app, ".custom-gcl.yml"), read(t, filepath.Join(root, ".custom-gcl.example.yml")))
	write(t, filepath.Join(app, ".golangci.yml"), read(t, filepath.Join(root, ".golangci.example.yml")))
	t.Log(run(app, 0, real, "custom", "-v"))
	t.Log(run(app, 0, "./custom-gcl", "version"))
	out := run(app, 1, "./custom-gcl", "run")
	if want := "app.go:9:2: ctxwait: time.Sleep of 1m does not end when ctx does"; !strings.Contains(out, want) {
		t.Errorf("the binary of the example says\n%s\nwant\n%s", out, want)
	}

	// From a directory, as people do who change faultlint.
	top, err := filepath.Abs(root)
	if err != nil {
		t.Fatal(err)
	}
	plugin := custom.Plugins[0]
	write(t, filepath.Join(app, ".custom-gcl.yml"), fmt.Sprintf("version: %s\nname: local-gcl\nplugins:\n  - module: %s\n    import: %s\n    path: %s\n",
		custom.Version, plugin.Module, plugin.Import, top))
	run(app, 0, real, "custom")
	if again := run(app, 1, "./local-gcl", "run"); again != out {
		t.Errorf("the binary built from the directory says\n%s\nthe other\n%s", again, out)
	}
}

const waits = `package app

import (
	"context"
	"time"
)

func Wait(ctx context.Context) error {
	time.Sleep(time.Minute)
	return ctx.Err()
}
`

// cloneable returns a directory with a repository golangci-lint.git that has
// the given version of golangci-lint as a tag.
func cloneable(t *testing.T, version string) string {
	t.Helper()
	dir := t.TempDir()
	repo := filepath.Join(dir, "golangci-lint.git")
	if err := os.CopyFS(repo, os.DirFS(goList(t, "-m", "-f", "{{.Dir}}", "github.com/golangci/golangci-lint/v2"))); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{
		{"init", "-q"}, {"add", "-A", "-f"},
		{"-c", "user.name=test", "-c", "user.email=test@example.com", "commit", "-q", "-m", version}, {"tag", version},
	} {
		cmd := exec.Command("git", args...)
		cmd.Dir = repo
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", cmd.Args, out)
		}
	}
	return filepath.ToSlash(dir)
}

// release returns a GOPROXY that has this directory as a version of its module.
func release(t *testing.T, path, version, mode string) string {
	t.Helper()
	proxy := t.TempDir()
	escaped, err := module.EscapePath(path)
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(proxy, filepath.FromSlash(escaped), "@v")
	write(t, filepath.Join(dir, "list"), version+"\n")
	write(t, filepath.Join(dir, version+".info"), fmt.Sprintf("{\"Version\":%q}", version))
	write(t, filepath.Join(dir, version+".mod"), read(t, filepath.Join(root, "go.mod")))
	f, err := os.Create(filepath.Join(dir, version+".zip"))
	if err != nil {
		t.Fatal(err)
	}
	if err := zip.CreateFromDir(f, module.Version{Path: path, Version: version}, root); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	// What the cache of modules holds is laid out as a proxy is.
	goproxy := "file://" + filepath.ToSlash(proxy) + ",file://" + filepath.ToSlash(goEnvVar(t, "GOMODCACHE")) + "/cache/download"
	if others := goEnvVar(t, "GOPROXY"); mode != "offline" && others != "off" {
		goproxy += "," + others
	}
	return goproxy
}

func goList(t *testing.T, args ...string) string {
	t.Helper()
	out, err := exec.Command("go", append([]string{"list"}, args...)...).Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(out))
}

func goEnvVar(t *testing.T, name string) string {
	t.Helper()
	out, err := exec.Command("go", "env", name).Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(out))
}
