// Package goplsbuild builds a gopls that has faultlint's passes besides its own.
//
// gopls cannot load analyzers, so it is linked anew: from a main module of a few files, written
// for the occasion, that requires gopls and faultlint as they are. Its path is below gopls', so
// that it may import gopls' internal packages, and it registers the passes in an init function.
package goplsbuild

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/faultlint/faultlint/internal/config"
)

// The modules that a build is made of.
const (
	goplsPath     = "golang.org/x/tools/gopls"
	toolsPath     = "golang.org/x/tools"
	faultlintPath = "github.com/faultlint/faultlint"
)

// Options say what to build. The zero value is the default.
type Options struct {
	// Gopls is the version of gopls: empty for the newest that the go command at hand can build,
	// else what the go command takes after an @: v0.23.0, latest.
	Gopls string
	// Dir is where the binary goes, DefaultDir if empty.
	Dir string
	// Config is the configuration file that the binary will read when it starts, whatever it is
	// started for. Without one, it reads those in the roots of the user's modules.
	Config string
	// Source is a checkout of faultlint to take the passes from. It may be empty if this faultlint
	// is a version that the go command can download.
	Source string
	// Files are more Go files for the main package, by name.
	Files map[string]string
	// Log is told what is going on; nil for silence.
	Log io.Writer
}

// Binary is the base name of what is built. Editors know gopls by that name.
func Binary() string {
	if runtime.GOOS == "windows" {
		return "gopls.exe"
	}
	return "gopls"
}

// DefaultDir is where the binary goes by default: a directory of its own, since it is named like
// the one that go install builds.
func DefaultDir() (string, error) {
	if dir := os.Getenv("XDG_DATA_HOME"); filepath.IsAbs(dir) {
		return filepath.Join(dir, "faultlint", "bin"), nil
	}
	if dir := os.Getenv("LOCALAPPDATA"); runtime.GOOS == "windows" && dir != "" {
		return filepath.Join(dir, "faultlint", "bin"), nil
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return "", err
	}
	return filepath.Join(home, ".local", "share", "faultlint", "bin"), nil
}

// Build builds gopls with faultlint and puts it in place once it has run. It leaves a Record of
// the build beside it. A build that fails leaves an older binary as it is.
func Build(ctx context.Context, opts Options) (*Record, error) {
	dir, err := outDir(opts.Dir)
	if err != nil {
		return nil, err
	}
	// Beside the binary, so that the last step is a rename.
	work, err := os.MkdirTemp(dir, ".build-*")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(work)
	g, err := newGoCommand(ctx, work, opts.Log)
	if err != nil {
		return nil, err
	}

	rec := &Record{Binary: filepath.Join(dir, Binary()), Go: g.version}
	own, err := g.faultlint(ctx, opts.Source)
	if err != nil {
		return nil, err
	}
	gopls, err := g.gopls(ctx, opts.Gopls)
	if err != nil {
		return nil, err
	}
	rec.Gopls, rec.Faultlint, rec.Source = gopls.Version, own.Version, own.source
	if opts.Config != "" {
		if rec.Config, err = filepath.Abs(opts.Config); err != nil {
			return nil, err
		}
		if _, err := config.NewSource(rec.Config, nil); err != nil {
			return nil, err
		}
	}
	if err := writeModule(work, gopls, own, rec.Config, opts); err != nil {
		return nil, err
	}

	g.logf("building gopls %s with faultlint %s and %s; the first time takes some minutes", rec.Gopls, rec.Faultlint, rec.Go)
	built := filepath.Join(work, "out", Binary())
	ldflags := fmt.Sprintf("-X=main.version=%s+faultlint", rec.Gopls)
	if _, err := g.run(ctx, "build", "-mod=mod", "-ldflags="+ldflags, "-o", built, "."); err != nil {
		return nil, err
	}
	// gopls registers the passes when it starts; if anything is wrong with them, it says so and ends.
	if rec.Version, err = versionOf(ctx, built); err != nil {
		return nil, err
	}
	if err := replace(rec.Binary, built); err != nil {
		return nil, err
	}
	return rec, rec.write()
}

// outDir makes the directory for the binary.
func outDir(dir string) (string, error) {
	if dir == "" {
		var err error
		if dir, err = DefaultDir(); err != nil {
			return "", err
		}
	}
	dir, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	return dir, os.MkdirAll(dir, 0o755)
}

// versionOf returns what gopls version prints, on one line.
func versionOf(ctx context.Context, binary string) (string, error) {
	cmd := exec.CommandContext(ctx, binary, "version")
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil {
		return "", fmt.Errorf("the gopls that was built does not run: %v\n%s", err, firstLines(stderr.String(), 20))
	}
	first, _, _ := strings.Cut(strings.TrimSpace(stdout.String()), "\n")
	return cmp.Or(first, "unknown"), nil
}

// replace moves a file to where another may be running.
func replace(dst, src string) error {
	if runtime.GOOS == "windows" {
		// A running program can be renamed there, but not overwritten.
		old := dst + ".old"
		os.Remove(old)
		if err := os.Rename(dst, old); err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
	}
	return os.Rename(src, dst)
}

func firstLines(s string, n int) string {
	lines := strings.SplitAfter(strings.TrimSpace(s), "\n")
	return strings.Join(lines[:min(n, len(lines))], "")
}
