package goplsbuild

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"go/version"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"

	"golang.org/x/mod/modfile"
	"golang.org/x/mod/semver"
)

// A goCommand is the user's go command, in a directory and an environment where nothing of the
// user's projects can get in the way of the build.
type goCommand struct {
	dir     string
	env     []string
	version string // "go1.26.8"
	log     io.Writer
}

func newGoCommand(ctx context.Context, dir string, log io.Writer) (*goCommand, error) {
	g := &goCommand{dir: dir, log: log}
	out, err := g.run(ctx, "env", "-json", "GOFLAGS", "GOVERSION")
	if err != nil {
		return nil, err
	}
	var env struct{ GOFLAGS, GOVERSION string }
	if err := json.Unmarshal(out, &env); err != nil {
		return nil, fmt.Errorf("go env: %v", err)
	}
	g.version = env.GOVERSION
	g.env = append(os.Environ(),
		"PWD="+dir, // the go command trusts it
		"GOWORK=off", "GO111MODULE=on",
		"GOOS="+runtime.GOOS, "GOARCH="+runtime.GOARCH, // it has to run here
		"GOFLAGS="+harmless(env.GOFLAGS))
	return g, nil
}

// harmless returns those of the user's flags that change neither what is built nor from what.
// The result is not empty, or the go command would take the flags of its own settings.
func harmless(goflags string) string {
	keep := []string{"-mod=mod"}
	for _, f := range strings.Fields(goflags) {
		name, _, _ := strings.Cut(strings.TrimLeft(f, "-"), "=")
		switch name {
		case "trimpath", "p", "buildvcs", "modcacherw":
			keep = append(keep, f)
		}
	}
	return strings.Join(keep, " ")
}

func (g *goCommand) logf(format string, args ...any) {
	if g.log != nil {
		fmt.Fprintf(g.log, format+"\n", args...)
	}
}

// run runs the go command and returns what it prints.
func (g *goCommand) run(ctx context.Context, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir, cmd.Env = g.dir, g.env
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil {
		return stdout.Bytes(), fmt.Errorf("go %s: %w\n%s", args[0], err, firstLines(stderr.String(), 20))
	}
	return stdout.Bytes(), nil
}

// A module is what the go command says of one.
type module struct {
	Path, Version, Dir, GoMod, Error string

	source string // faultlint only: the checkout in use
}

// modFile returns the module's go.mod.
func (m *module) modFile() (*modfile.File, error) {
	data, err := os.ReadFile(m.GoMod)
	if err != nil {
		return nil, err
	}
	return modfile.ParseLax(m.GoMod, data, nil)
}

// goVersion returns the module's go line, "1.26.0", empty if it is not known.
func (m *module) goVersion() string {
	f, err := m.modFile()
	if err != nil || f.Go == nil {
		return ""
	}
	return f.Go.Version
}

// download has the module in the module cache. A module that is too new for this Go comes with the
// error.
func (g *goCommand) download(ctx context.Context, path, query string) (*module, error) {
	out, err := g.run(ctx, "mod", "download", "-json", path+"@"+query)
	m := new(module)
	if json.Unmarshal(out, m) == nil && m.Error != "" {
		return m, errors.New(m.Error)
	}
	if err != nil {
		return nil, err
	}
	return m, nil
}

// gopls returns the version of gopls that is asked for, downloaded.
func (g *goCommand) gopls(ctx context.Context, query string) (*module, error) {
	if query == "" {
		m, _, err := g.newest(ctx)
		if err != nil {
			return nil, err
		}
		query = m.Version
	}
	m, err := g.download(ctx, goplsPath, query)
	if err != nil {
		return nil, fmt.Errorf("gopls@%s: %w", query, err)
	}
	return m, nil
}

// newest returns the newest release of gopls that this Go can build: to fetch another Go is the
// user's decision. If there are newer releases, too is the newest of them.
func (g *goCommand) newest(ctx context.Context) (best, too *module, err error) {
	only := *g
	only.env = append(slices.Clip(g.env), "GOTOOLCHAIN="+g.toolchain())
	out, err := only.run(ctx, "list", "-m", "-json", "-versions", goplsPath+"@latest")
	if err != nil {
		return nil, nil, err
	}
	var all struct{ Versions []string }
	if err := json.Unmarshal(out, &all); err != nil {
		return nil, nil, fmt.Errorf("go list: %v", err)
	}
	for _, v := range slices.Backward(all.Versions) {
		if semver.Prerelease(v) != "" {
			continue
		}
		m, err := only.download(ctx, goplsPath, v)
		switch {
		case err == nil:
			return m, too, nil
		case m == nil || !tooNew(m.goVersion(), g.version):
			return nil, nil, err
		case too == nil:
			too = m
		}
	}
	return nil, nil, fmt.Errorf("no gopls can be built with %s", g.version)
}

// toolchain returns the value of GOTOOLCHAIN that stays with the Go at hand.
func (g *goCommand) toolchain() string {
	if version.IsValid(g.version) {
		return g.version
	}
	return "local"
}

// tooNew reports whether a module whose go line is line wants a newer Go than have, "go1.26.8".
func tooNew(line, have string) bool {
	have, _, _ = strings.Cut(have, " ") // experiments follow
	if !version.IsValid(have) {
		return false // built from source: new enough
	}
	return version.Compare("go"+line, have) > 0
}

// faultlint returns the module that the passes come from: a checkout if one is named, else the
// version of this program, else the checkout that the current directory is in.
func (g *goCommand) faultlint(ctx context.Context, source string) (*module, error) {
	if source == "" {
		if v := released(debug.ReadBuildInfo()); v != "" {
			return g.download(ctx, faultlintPath, v)
		}
		wd, err := os.Getwd()
		if err != nil {
			return nil, err
		}
		if source = checkout(wd); source == "" {
			return nil, errors.New("this faultlint was built from a checkout and does not know which; name its directory with -source")
		}
	}
	source, err := filepath.Abs(source)
	if err != nil {
		return nil, err
	}
	if checkout(source) != source {
		return nil, fmt.Errorf("%s is not a checkout of %s", source, faultlintPath)
	}
	return &module{Path: faultlintPath, Version: "(devel)", Dir: source, GoMod: filepath.Join(source, "go.mod"), source: source}, nil
}

// released returns the version of this program if it was built from a downloaded module, which is
// the case if the module has a checksum.
func released(info *debug.BuildInfo, ok bool) string {
	if !ok {
		return ""
	}
	for _, m := range append([]*debug.Module{&info.Main}, info.Deps...) {
		if m.Path == faultlintPath && m.Replace == nil && m.Sum != "" {
			return m.Version
		}
	}
	return ""
}

// checkout returns the directory at or above dir that has the module faultlint, if there is one.
func checkout(dir string) string {
	for {
		if data, err := os.ReadFile(filepath.Join(dir, "go.mod")); err == nil && modfile.ModulePath(data) == faultlintPath {
			return dir
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return ""
		}
		dir = parent
	}
}
