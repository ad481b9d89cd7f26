package driver

import (
	"encoding/json"
	"errors"
	"fmt"
	"go/scanner"
	"go/types"
	"os"
	"path/filepath"
	"strings"
	"time"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/types/objectpath"

	"github.com/faultlint/faultlint/internal/report"
)

// A worker analyses one package at a time, but for those whose facts that package asks for.
type worker struct {
	*driver
	deps    *universe // of the packages of which only facts are wanted
	depth   int       // how many of them are under analysis, each for the one before
	waiting time.Duration
}

// maxExtra is how many packages a worker keeps beside those that the workspace imports.
const maxExtra = 50

// factsOf returns the facts of a dependency of the unit under analysis.
func (w *worker) factsOf(u *unit) factTable {
	start, waited := time.Now(), w.waiting
	defer func() { w.waiting = waited + time.Since(start) }()
	if w.todo[u] {
		return w.matchedFacts(u)
	}
	f := &u.facts
	if !f.begin() {
		return f.table
	}
	defer f.set(nil)
	if w.tooLarge(u) {
		return nil
	}
	if data, ok := w.opts.Cache.Get(w.factsKey(u)); ok {
		if t, err := decodeFacts(data); err == nil {
			w.factsHit.Add(1)
			f.set(t)
			return f.table
		}
	}
	w.factsSource.Add(1)
	if w.deps == nil {
		w.deps = w.workspace.extend()
	}
	w.depth++
	defer func() {
		w.depth--
		if w.depth == 0 && len(w.deps.packages) > len(w.workspace.packages)+maxExtra {
			w.deps = nil // to have its memory back
		}
	}()
	uni := w.deps
	if u.ownUniverse() {
		uni = newUniverse(w.graph, w.workspace.fset)
	}
	watch := w.watch()
	c := uni.check(u, true)
	checked := watch()
	r := w.newRun(u, c, true)
	r.analyze(w.factOrder)
	w.time(u, checked, watch()-checked)
	c.forget()
	f.set(r.publish(c.hash == u.hash || w.immutable(u)))
	return f.table
}

// tooLarge reports whether the analyzers would not look at a package for its size, so that it need
// not be type-checked.
func (w *worker) tooLarge(u *unit) bool {
	var n int64
	for _, name := range u.files {
		if info, err := os.Stat(name); err == nil {
			n += info.Size()
		}
	}
	return w.opts.MaxSource > 0 && n > int64(w.opts.MaxSource)
}

// matchedFacts analyses a package of the workspace, if nobody has yet, and returns its facts.
func (w *worker) matchedFacts(u *unit) factTable {
	f := &u.facts
	if !f.begin() {
		return f.table
	}
	defer f.set(nil)
	uni := w.workspace
	if u.ownUniverse() {
		uni = newUniverse(w.graph, w.workspace.fset)
	}
	watch := w.watch()
	c := uni.check(u, true)
	checked := watch()
	defer c.forget()
	broken := w.reportErrors(u, c)
	r := w.newRun(u, c, false)
	r.analyze(w.factOrder)
	same := !broken && c.hash == u.hash || w.immutable(u) // else it was edited while we ran
	f.set(r.publish(same))
	r.analyze(w.analyzers)
	w.time(u, checked, watch()-checked)
	w.add(u, r.findings)
	if same && !broken && r.failed == nil {
		if data, err := json.Marshal(r.findings); err == nil {
			w.opts.Cache.Put(w.resultKey(u), data)
		}
	}
	return f.table
}

// watch returns a clock of the time that the worker spends itself.
func (w *worker) watch() func() time.Duration {
	start, waited := time.Now(), w.waiting
	return func() time.Duration { return time.Since(start) - (w.waiting - waited) }
}

func (w *worker) time(u *unit, check, run time.Duration) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.times = append(w.times, PackageTime{u.id, check, run})
}

// reportErrors notes what is wrong with a package, in one line, and reports whether anything is.
func (w *worker) reportErrors(u *unit, c *checked) bool {
	var lines []string
	for _, err := range c.errors {
		var pos report.Position
		msg := err.Error()
		switch err := err.(type) {
		case types.Error:
			p := err.Fset.Position(err.Pos)
			pos, msg = report.Position{File: p.Filename, Line: p.Line, Col: p.Column}, err.Msg
		case *scanner.Error:
			pos, msg = report.Position{File: err.Pos.Filename, Line: err.Pos.Line, Col: err.Pos.Column}, err.Msg
		}
		if strings.HasPrefix(msg, "\t") {
			continue // more about the error before
		}
		msg, _, _ = strings.Cut(msg, "\n")
		if pos.IsValid() {
			pos.File = report.Rel(w.cwd(), pos.File)
			msg = pos.String() + ": " + msg
		}
		lines = append(lines, msg)
	}
	if len(lines) == 0 {
		for _, err := range u.errors {
			lines = append(lines, w.listed(u, err))
		}
	}
	switch n := len(lines) - 1; {
	case n < 0:
		return false
	case n == 0:
		w.problem(u, "", "%s", lines[0])
	case n == 1:
		w.problem(u, "", "%s (and 1 more error)", lines[0])
	default:
		w.problem(u, "", "%s (and %d more errors)", lines[0], n)
	}
	return true
}

// listed makes a line of an error of go list.
func (w *worker) listed(u *unit, err packages.Error) string {
	msg := strings.TrimPrefix(oneLine(err.Msg), "pattern "+u.id+": ")
	if pos := err.Pos; pos != "" && pos != "-" {
		if dir := w.cwd(); filepath.IsAbs(pos) {
			pos = report.Rel(dir, pos)
		}
		return pos + ": " + msg
	}
	return u.id + ": " + msg
}

func (w *worker) cwd() string { return w.opts.Dir }

// A run is the analysis of one unit.
type run struct {
	w        *worker
	u        *unit
	c        *checked
	deponly  bool // only facts are wanted
	results  map[*analysis.Analyzer]any
	skipped  map[*analysis.Analyzer]bool
	facts    ownFacts
	paths    map[types.Object]objectpath.Path // of other packages' objects; "" for none
	encoder  objectpath.Encoder
	findings []report.Finding
	failed   error
}

func (w *worker) newRun(u *unit, c *checked, deponly bool) *run {
	return &run{
		w: w, u: u, c: c, deponly: deponly,
		results: make(map[*analysis.Analyzer]any),
		skipped: make(map[*analysis.Analyzer]bool),
		facts:   make(ownFacts),
		paths:   make(map[types.Object]objectpath.Path),
	}
}

// analyze runs those of the analyzers, given in order, that have not run.
func (r *run) analyze(analyzers []*analysis.Analyzer) {
	for _, a := range analyzers {
		if _, ok := r.results[a]; ok || r.skipped[a] {
			continue
		}
		// A dependency compiles somewhere; if it does not here, some facts are better than none.
		skip := len(r.c.errors) > 0 && !a.RunDespiteErrors && !r.deponly
		for _, req := range a.Requires {
			skip = skip || r.skipped[req]
		}
		if skip || !r.runOne(a) {
			r.skipped[a] = true
		}
	}
}

// runOne runs one analyzer, and reports whether it did its work.
func (r *run) runOne(a *analysis.Analyzer) (ok bool) {
	pass := r.newPass(a)
	watch := r.w.watch()
	defer func() {
		r.w.mu.Lock()
		r.w.passes[a.Name] += watch()
		r.w.mu.Unlock()
		if p := recover(); p != nil {
			r.failed = fmt.Errorf("%s panicked", a.Name)
			msg, _, _ := strings.Cut(fmt.Sprint(p), "\n")
			r.w.problem(r.u, stack(), "internal error: %s panicked on package %s: %s; please report this", a.Name, r.u.id, msg)
			ok = false
		}
	}()
	result, err := a.Run(pass)
	if err != nil {
		r.failed = err
		msg, _, _ := strings.Cut(err.Error(), "\n")
		r.w.problem(r.u, "", "internal error: %s failed on package %s: %s; please report this", a.Name, r.u.id, msg)
		return false
	}
	r.results[a] = result
	return true
}

// publish returns the facts as importers see them, and keeps them in the cache if store is set.
func (r *run) publish(store bool) factTable {
	data, err := r.facts.encode(&r.encoder)
	if err != nil {
		r.failed = err
		r.w.problem(r.u, "", "internal error: %s on package %s: %v; please report this", names(r.w.factAnalyzers), r.u.id, err)
		return nil
	}
	// The facts that this run goes on with are those a later run will find in the cache.
	t, err := decodeFacts(data)
	if err != nil {
		r.failed = errors.Join(r.failed, err)
		return nil
	}
	if store && r.failed == nil {
		r.w.opts.Cache.Put(r.w.factsKey(r.u), data)
	}
	return t
}
