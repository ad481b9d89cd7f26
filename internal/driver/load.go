package driver

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"golang.org/x/tools/go/packages"
)

// A unit is one package to the driver: the package as such, or the variant of it that a test is
// built with.
type unit struct {
	id, path, name string
	index          int // a dependency's index is smaller
	dir            string
	files          []string // as compiled: with what cgo generated
	other, ignored []string
	export         string // export data, if the package and its dependencies compile
	module         *packages.Module
	forTest        string
	standard       bool // of the standard library
	matched        bool // by the patterns of the command line
	main           bool // of a main module, or of none
	errors         []packages.Error
	imports        map[string]*unit // by the path in the source
	deps           []*unit          // the same, sorted by id
	base           map[string]bool  // files that are another unit's to report on

	hash, key Key
	config    string // whatever else its findings follow from

	facts future
}

// A graph is all packages of a run.
type graph struct {
	units   []*unit // dependencies first
	matched []*unit
	byID    map[string]*unit
	byPath  map[string]*unit // without test variants
	env     goEnv
	overlay map[string]string // from -overlay: file to its replacement, "" if it is to be absent
}

// goEnv is what the driver asks of go env.
type goEnv struct {
	GOROOT, GOVERSION, GOARCH, GOFLAGS, GOMODCACHE, GOMOD, GOWORK string
}

// A LoadError says that packages could not be listed at all.
type LoadError struct{ Err error }

func (e *LoadError) Error() string { return e.Err.Error() }
func (e *LoadError) Unwrap() error { return e.Err }

// load lists the packages that the patterns match, and all their dependencies. It reads no
// source: go list makes sure that there is export data, and says where.
func load(ctx context.Context, opts *Options) (*graph, error) {
	g := &graph{byID: make(map[string]*unit), byPath: make(map[string]*unit)}
	var wg sync.WaitGroup
	var envErr error
	wg.Go(func() { envErr = g.readEnv(ctx, opts) })

	patterns := opts.Patterns
	if len(patterns) == 0 {
		patterns = []string{"./..."}
	}
	roots, err := packages.Load(&packages.Config{
		Context: ctx,
		Mode: packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles | packages.NeedImports |
			packages.NeedDeps | packages.NeedExportFile | packages.NeedModule | packages.NeedForTest,
		Dir:        opts.Dir,
		Env:        opts.Env,
		BuildFlags: opts.BuildFlags,
		Tests:      opts.Tests,
	}, patterns...)
	wg.Wait()
	if err != nil {
		return nil, &LoadError{listError(err)}
	}
	if envErr != nil {
		return nil, &LoadError{envErr}
	}
	g.build(roots)
	if len(g.matched) == 0 {
		return nil, &LoadError{whyNone(ctx, opts, patterns)}
	}
	if g.outsideModule() {
		dir := opts.Dir
		if dir == "" {
			dir, _ = os.Getwd()
		}
		return nil, &LoadError{fmt.Errorf("no go.mod file in %s or any parent directory, so %s names no packages", dir, strings.Join(patterns, " "))}
	}
	return g, nil
}

// outsideModule reports whether nothing was found for want of a go.mod, of which the go command
// speaks in riddles.
func (g *graph) outsideModule() bool {
	if g.env.GOMOD != os.DevNull || g.env.GOWORK != "" && g.env.GOWORK != "off" {
		return false
	}
	return !slices.ContainsFunc(g.matched, func(u *unit) bool { return len(u.errors) == 0 || len(u.files) > 0 })
}

// whyNone asks the go command why it listed no package: go/packages does not pass it on.
func whyNone(ctx context.Context, opts *Options, patterns []string) error {
	args := append([]string{"list"}, opts.BuildFlags...)
	cmd := exec.CommandContext(ctx, "go", append(append(args, "--"), patterns...)...)
	cmd.Dir, cmd.Env = opts.Dir, opts.Env
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	cmd.Run()
	msg := strings.TrimPrefix(oneLine(stderr.String()), "go: ")
	if msg == "" || strings.HasPrefix(msg, "warning: ") {
		return fmt.Errorf("no packages match %s", strings.Join(patterns, " "))
	}
	return errors.New(msg)
}

// oneLine makes a line of a message of the go command: the first that says something, and what
// it announces.
func oneLine(msg string) string {
	var first string
	for line := range strings.Lines(msg) {
		switch line = strings.TrimSpace(line); {
		case line == "" || strings.HasPrefix(line, "# "):
		case first == "":
			first = line
			if !strings.HasSuffix(line, ":") {
				return first
			}
		default:
			return first + " " + line
		}
	}
	return first
}

// listError shortens what go/packages says of a go list that failed to what go list said.
func listError(err error) error {
	msg := err.Error()
	if before, after, ok := strings.Cut(msg, "stderr: "); ok {
		msg = after
		if strings.TrimSpace(after) == "" {
			msg = strings.TrimPrefix(strings.TrimSuffix(before, ": "), "err: ")
		}
	}
	msg = strings.TrimPrefix(oneLine(msg), "go: ")
	if msg == "" {
		return err
	}
	return errors.New(msg)
}

// readEnv asks go env, in the directory of the run: it may select another toolchain.
func (g *graph) readEnv(ctx context.Context, opts *Options) error {
	cmd := exec.CommandContext(ctx, "go", "env", "-json", "GOROOT", "GOVERSION", "GOARCH", "GOFLAGS", "GOMODCACHE", "GOMOD", "GOWORK")
	cmd.Dir, cmd.Env = opts.Dir, opts.Env
	out, err := cmd.Output()
	if err == nil {
		err = json.Unmarshal(out, &g.env)
	}
	if err != nil {
		if exit := (*exec.ExitError)(nil); errors.As(err, &exit) && len(exit.Stderr) > 0 {
			return errors.New(string(bytes.TrimSpace(exit.Stderr)))
		}
		return fmt.Errorf("go env: %w", err)
	}
	for _, flag := range append(strings.Fields(g.env.GOFLAGS), opts.BuildFlags...) {
		if name, ok := strings.CutPrefix(strings.TrimLeft(flag, "-"), "overlay="); ok {
			if err := g.readOverlay(name, opts.Dir); err != nil {
				return err
			}
		}
	}
	return nil
}

// readOverlay reads the file of go's -overlay flag.
func (g *graph) readOverlay(name, dir string) error {
	abs := func(name string) string {
		if name == "" || filepath.IsAbs(name) {
			return name
		}
		base := dir
		if base == "" {
			base, _ = os.Getwd()
		}
		return filepath.Join(base, name)
	}
	data, err := os.ReadFile(abs(name))
	if err != nil {
		return fmt.Errorf("overlay: %w", err)
	}
	var overlay struct{ Replace map[string]string }
	if err := json.Unmarshal(data, &overlay); err != nil {
		return fmt.Errorf("overlay %s: %w", name, err)
	}
	g.overlay = make(map[string]string)
	for from, to := range overlay.Replace {
		g.overlay[abs(from)] = abs(to)
	}
	return nil
}

// readFile reads a source file, or what -overlay puts in its place.
func (g *graph) readFile(name string) ([]byte, error) {
	if to, ok := g.overlay[name]; ok {
		if to == "" {
			return nil, &os.PathError{Op: "open", Path: name, Err: os.ErrNotExist}
		}
		name = to
	}
	return os.ReadFile(name)
}

// build makes units of packages, dependencies first, in an order that is the same each time.
func (g *graph) build(roots []*packages.Package) {
	type state int
	const (
		visiting state = iota + 1
		done
	)
	states := make(map[*packages.Package]state)
	units := make(map[*packages.Package]*unit)
	var visit func(p *packages.Package) *unit
	visit = func(p *packages.Package) *unit {
		switch states[p] {
		case done:
			return units[p]
		case visiting:
			return nil // an import cycle, which go list reports
		}
		states[p] = visiting
		u := g.newUnit(p)
		paths := make([]string, 0, len(p.Imports))
		for path := range p.Imports {
			paths = append(paths, path)
		}
		slices.Sort(paths)
		for _, path := range paths {
			if dep := visit(p.Imports[path]); dep != nil {
				u.imports[path] = dep
				u.deps = append(u.deps, dep)
			}
		}
		slices.SortFunc(u.deps, func(a, b *unit) int { return strings.Compare(a.id, b.id) })
		u.deps = slices.Compact(u.deps)
		u.index = len(g.units)
		g.units = append(g.units, u)
		states[p], units[p] = done, u
		g.byID[u.id] = u
		if old := g.byPath[u.path]; u.forTest == "" && (old == nil || u.id == u.path) {
			g.byPath[u.path] = u
		}
		return u
	}
	roots = slices.Clone(roots)
	slices.SortFunc(roots, func(a, b *packages.Package) int { return strings.Compare(a.ID, b.ID) })
	for _, p := range roots {
		visit(p)
	}
	for _, p := range roots {
		u := units[p]
		if strings.HasSuffix(u.id, ".test") && u.name == "main" && g.byID[strings.TrimSuffix(u.id, ".test")] != nil ||
			u.path == "unsafe" {
			continue // a generated main of tests
		}
		u.matched = true
		if base := g.byID[u.path]; base != nil && base != u {
			u.base = make(map[string]bool)
			for _, name := range base.files {
				u.base[name] = true
			}
		}
		g.matched = append(g.matched, u)
	}
	slices.SortFunc(g.matched, func(a, b *unit) int { return a.index - b.index })
}

func (g *graph) newUnit(p *packages.Package) *unit {
	u := &unit{
		id: p.ID, path: p.PkgPath, name: p.Name, dir: p.Dir,
		files: p.CompiledGoFiles, other: p.OtherFiles, ignored: p.IgnoredFiles,
		export: p.ExportFile, module: p.Module, forTest: p.ForTest,
		errors:  p.Errors,
		imports: make(map[string]*unit, len(p.Imports)),
	}
	if u.dir == "" && len(p.GoFiles) > 0 {
		u.dir = filepath.Dir(p.GoFiles[0])
	}
	u.standard = g.isStandard(u)
	u.main = !u.standard && (u.module == nil || u.module.Main)
	return u
}

// isStandard reports whether a package is of the standard library. Only go list knows for sure,
// and go/packages does not pass it on.
func (g *graph) isStandard(u *unit) bool {
	if u.path == "unsafe" {
		return true
	}
	first, _, _ := strings.Cut(u.path, "/")
	if u.module != nil || strings.Contains(first, ".") || u.path == "command-line-arguments" {
		return false
	}
	return within(filepath.Join(g.env.GOROOT, "src"), u.dir) ||
		strings.HasSuffix(filepath.ToSlash(u.dir), "/src/"+u.path)
}

// within reports whether name lies below dir.
func within(dir, name string) bool {
	return dir != "" && strings.HasPrefix(name, strings.TrimSuffix(dir, string(filepath.Separator))+string(filepath.Separator))
}

// resolve returns the unit that a package path means to u, or nil.
func (g *graph) resolve(u *unit, path string) *unit {
	var r *unit
	if u.forTest != "" {
		r = g.byID[path+" ["+u.forTest+".test]"]
	}
	if r == nil {
		r = g.byPath[path]
	}
	if r == nil || r.index >= u.index {
		return nil // no dependency: whoever waits for a fact waits for a smaller index
	}
	return r
}
