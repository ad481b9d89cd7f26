//go:build unix

// Command bench measures faultlint and other tools on a checkout of a Go module. See bench/run.
package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"time"

	"golang.org/x/tools/go/packages"
)

// A cost is what a command and all its children took.
type cost struct {
	cpu, wall time.Duration
	rss       int64 // of the largest process, in bytes
}

// A bench is a run of the program.
type bench struct {
	dir   string // the checkout
	tmp   string
	tool  string // faultlint, as built
	runs  int
	warns []string
}

func main() {
	log.SetFlags(0)
	log.SetPrefix("bench: ")
	from := flag.String("from", ".", "`directory` that the argument is relative to")
	quick := flag.Bool("quick", false, "measure only go list and faultlint")
	runs := flag.Int("runs", 3, "how often to run what can be repeated; the cheapest run counts")
	check := flag.Bool("typecheck", false, "only type-check the packages of the current directory (for the program itself)")
	flag.Parse()
	if *check {
		if err := typeCheck(); err != nil {
			log.Fatal(err)
		}
		return
	}
	dir := *from
	if arg := flag.Arg(0); filepath.IsAbs(arg) {
		dir = arg
	} else if arg != "" {
		dir = filepath.Join(dir, arg)
	}
	if err := run(dir, *quick, *runs); err != nil {
		log.Fatal(err)
	}
}

// typeCheck does what no analysis can do without: list, read export data, and type-check the
// matched packages.
func typeCheck() error {
	pkgs, err := packages.Load(&packages.Config{
		Mode: packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles | packages.NeedImports |
			packages.NeedExportFile | packages.NeedTypes | packages.NeedSyntax | packages.NeedTypesInfo | packages.NeedTypesSizes,
	}, "./...")
	if err == nil && len(pkgs) == 0 {
		err = fmt.Errorf("no packages")
	}
	return err
}

func run(dir string, quick bool, runs int) error {
	tmp, err := os.MkdirTemp("", "faultlint-bench")
	if err != nil {
		return err
	}
	defer os.RemoveAll(tmp)
	b := &bench{dir: dir, tmp: tmp, tool: filepath.Join(tmp, "faultlint"), runs: runs}
	if err := b.build(b.tool, "./cmd/faultlint", ""); err != nil {
		return err
	}
	self, err := os.Executable()
	if err != nil {
		return err
	}

	// Fill the Go build cache, which every tool here relies on.
	log.Printf("compiling the packages of %s", dir)
	list := []string{"go", "list", "-e", "-export", "-deps", "./..."}
	if _, err := b.once(nil, list...); err != nil {
		return err
	}
	pkgs, deps, hub, leaf, err := b.survey()
	if err != nil {
		return err
	}
	fmt.Printf("%s: %d packages, %d with dependencies. %s, %s/%s, %d processors.\n\n",
		filepath.Base(dir), pkgs, deps, runtime.Version(), runtime.GOOS, runtime.GOARCH, runtime.GOMAXPROCS(0))
	fmt.Println("| | CPU s | wall s | peak MB |")
	fmt.Println("|---|---|---|---|")

	b.row("go list -e -export -deps ./...", b.best(nil, nil, list...))
	b.row("the same, and type-checking the packages from source", b.best(nil, nil, self, "-typecheck"))

	cache := filepath.Join(tmp, "cache")
	env := []string{"FAULTLINT_CACHE=" + cache}
	clean := func() { os.RemoveAll(cache) }
	b.row("faultlint, first run (nothing in its cache)", b.best(clean, env, b.tool, "./..."))
	b.row("faultlint, nothing changed", b.best(nil, env, b.tool, "./..."))
	for _, f := range []touched{leaf, hub} {
		if f.file == "" {
			continue
		}
		// Each run is of another content, so that nothing is known of it; compiling it is not counted.
		n, overlayEnv := 0, append([]string{}, env...)
		overlayEnv = append(overlayEnv, "")
		change := func() {
			n++
			flags, err := b.overlay(f.file, n)
			if err != nil {
				log.Fatal(err)
			}
			overlayEnv[len(overlayEnv)-1] = "GOFLAGS=" + flags
			b.once(overlayEnv, list...)
		}
		b.row(fmt.Sprintf("faultlint, one file of %s changed (imported by %d)", f.pkg, f.importers), b.best(change, overlayEnv, b.tool, "./..."))
	}
	if !quick {
		if err := b.others(); err != nil {
			return err
		}
	}
	for _, w := range b.warns {
		fmt.Printf("\n%s\n", w)
	}
	return nil
}

// others measures other tools.
func (b *bench) others() error {
	// go vet keeps its results under its flags and the identity of the tool, so that with a flag that
	// nobody used, or a tool that was built anew, it has to do all the work.
	stamp := fmt.Sprint(time.Now().UnixNano())
	fresh := filepath.Join(b.tmp, "faultlint-vettool")
	if err := b.build(fresh, "./cmd/faultlint", "-buildid="+stamp); err != nil {
		return err
	}
	for _, tool := range []struct{ name, flag string }{
		{"go vet", "-printf.funcs=bench" + stamp},
		{"go vet -vettool=faultlint", "-vettool=" + fresh},
	} {
		cmd := []string{"go", "vet", tool.flag, "./..."}
		first, err := b.once(nil, cmd...)
		if err != nil {
			return err
		}
		b.row(tool.name+" ./..., first run", first)
		b.row(tool.name+" ./..., nothing changed", b.best(nil, nil, cmd...))
	}
	if _, err := exec.LookPath("staticcheck"); err == nil {
		env := []string{"STATICCHECK_CACHE=" + filepath.Join(b.tmp, "staticcheck")}
		first, err := b.once(env, "staticcheck", "-tests=false", "./...")
		if err != nil {
			return err
		}
		b.row("staticcheck -tests=false ./..., first run", first)
		b.row("staticcheck -tests=false ./..., nothing changed", b.best(nil, env, "staticcheck", "-tests=false", "./..."))
	}
	return nil
}

// build builds a command of this module or of Go.
func (b *bench) build(out, pkg, ldflags string) error {
	cmd := exec.Command("go", "build", "-o", out, "-ldflags="+ldflags, pkg)
	cmd.Stderr = os.Stderr
	return cmd.Run()
}

// once runs a command in the checkout. A command that finds something fails, so only one that
// cannot be run, or dies, is an error.
func (b *bench) once(env []string, args ...string) (cost, error) {
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Dir = b.dir
	cmd.Env = append(append(os.Environ(), "PWD="+b.dir), env...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	start := time.Now()
	err := cmd.Run()
	c := cost{wall: time.Since(start)}
	if cmd.ProcessState == nil {
		return c, err
	}
	code := cmd.ProcessState.ExitCode()
	if code < 0 || code > 2 {
		return c, fmt.Errorf("%s: %v\n%s", strings.Join(args, " "), err, stderr.Bytes())
	}
	if code == 2 || code == 1 && args[0] == "go" && args[1] == "list" {
		line, _, _ := strings.Cut(stderr.String(), "\n")
		w := fmt.Sprintf("%s ended with %d: %s", filepath.Base(args[0]), code, line)
		if !slices.Contains(b.warns, w) {
			b.warns = append(b.warns, w)
		}
	}
	c.cpu = cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	if usage, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
		c.rss = int64(usage.Maxrss)
		if runtime.GOOS != "darwin" {
			c.rss *= 1024
		}
	}
	return c, nil
}

// best runs a command several times, each time after before, and returns the cost of the cheapest.
func (b *bench) best(before func(), env []string, args ...string) cost {
	var best cost
	for i := range b.runs {
		if before != nil {
			before()
		}
		c, err := b.once(env, args...)
		if err != nil {
			log.Fatal(err)
		}
		if i == 0 || c.cpu < best.cpu {
			best.cpu = c.cpu
		}
		if i == 0 || c.wall < best.wall {
			best.wall = c.wall
		}
		best.rss = max(best.rss, c.rss)
	}
	return best
}

func (b *bench) row(name string, c cost) {
	fmt.Printf("| %s | %.2f | %.2f | %d |\n", name, c.cpu.Seconds(), c.wall.Seconds(), c.rss>>20)
}

// A touched file is one to measure a change of.
type touched struct {
	file, pkg string
	importers int // packages of the checkout that depend on it
}

// survey counts the packages, and finds that which most others depend on, and one that none does.
func (b *bench) survey() (matched, listed int, hub, leaf touched, err error) {
	cmd := exec.Command("go", "list", "-e", "-deps", "-json=ImportPath,Name,Dir,GoFiles,Deps,DepOnly", "./...")
	cmd.Dir = b.dir
	out, err := cmd.Output()
	if err != nil {
		return 0, 0, hub, leaf, fmt.Errorf("go list: %w", err)
	}
	type pkg struct {
		ImportPath, Name, Dir string
		GoFiles, Deps         []string
		DepOnly               bool
	}
	var pkgs []pkg
	importers := make(map[string]int)
	for dec := json.NewDecoder(bytes.NewReader(out)); dec.More(); {
		var p pkg
		if err := dec.Decode(&p); err != nil {
			return 0, 0, hub, leaf, err
		}
		listed++
		if !p.DepOnly {
			pkgs = append(pkgs, p)
			for _, dep := range p.Deps {
				importers[dep]++
			}
		}
	}
	leafFiles := 0
	for _, p := range pkgs {
		if len(p.GoFiles) == 0 {
			continue
		}
		t := touched{filepath.Join(p.Dir, p.GoFiles[0]), p.ImportPath, importers[p.ImportPath]}
		if t.importers > hub.importers {
			hub = t
		}
		if t.importers == 0 && p.Name != "main" && len(p.GoFiles) > leafFiles {
			leaf, leafFiles = t, len(p.GoFiles)
		}
	}
	return len(pkgs), listed, hub, leaf, nil
}

// overlay makes a change to a file for the go command and faultlint, without touching the file.
func (b *bench) overlay(file string, n int) (flags string, err error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return "", err
	}
	changed := filepath.Join(b.tmp, fmt.Sprintf("changed%d.go", n))
	data = fmt.Appendf(data, "\n// change %d of %d\n", n, time.Now().UnixNano())
	if err := os.WriteFile(changed, data, 0o666); err != nil {
		return "", err
	}
	replace, err := json.Marshal(map[string]map[string]string{"Replace": {file: changed}})
	if err != nil {
		return "", err
	}
	name := filepath.Join(b.tmp, fmt.Sprintf("overlay%d.json", n))
	if err := os.WriteFile(name, replace, 0o666); err != nil {
		return "", err
	}
	return strings.TrimSpace(os.Getenv("GOFLAGS") + " -overlay=" + name), nil
}
