// Package driver loads packages, runs analyzers on them, and keeps what it learned in a cache.
//
// All dependencies come from export data; the packages that the patterns match are analysed from
// source. Of any other package only facts can be wanted, and only when a pass asks for one: then
// that package alone is type-checked and the analyzers with facts run on it, once, and the facts
// are kept on disk for as long as its content and that of its dependencies stays the same. So
// are the facts and findings of matched packages: a run in which nothing changed does little but
// list the packages.
//
// An analyzer that has facts must depend on no analyzer without an eye to this: whatever it
// requires runs on every dependency that is asked about.
package driver

import (
	"context"
	"encoding/json"
	"fmt"
	"go/token"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/tools/go/analysis"

	"github.com/faultlint/faultlint/internal/report"
)

// Options says what to run on what.
type Options struct {
	Dir        string   // where patterns and the go command start; "" means the current directory
	Patterns   []string // none means ./...
	Tests      bool     // also test files
	BuildFlags []string // for go list
	Env        []string // for the go command; nil means the process's

	Analyzers []*analysis.Analyzer
	Facts     string // whatever else facts follow from
	Config    string // whatever else findings follow from
	// PerDir says whatever else the facts and findings of the package in a directory follow from, such
	// as the configuration of its module; nil means nothing.
	PerDir    func(dir string) (facts, findings string)
	MaxSource int    // bytes of source above which a package has no facts; 0 means no limit
	Version   string // of the analyzers; a digest of the executable

	Cache *Cache

	// Hops returns the calls that lead to the diagnostic that is being reported; may be nil.
	Hops func() []Hop

	Progress func(done, total int) // called when a matched package is done; may be nil
}

// A Hop is a call somewhere in a package that is analysed or that it depends on.
type Hop struct {
	Package string // its path
	File    string // without its directory
	Line    int
}

// A Problem is what kept a part of the run from being done.
type Problem struct {
	Package string // the package's ID
	Message string // without a newline
	Stack   string // of a panic
}

// A Result is what a run found.
type Result struct {
	Findings []report.Finding // sorted, without duplicates
	Problems []Problem        // sorted by package
	Complete []string         // the IDs of the matched packages that have no problem
	Stats    Stats
}

// Stats says what a run did.
type Stats struct {
	Listed       int // packages, with dependencies
	Matched      int // packages by the patterns
	Cached       int // of them, those whose findings came from the cache
	Analyzed     int // of them, those analysed from source
	FactsCached  int // other packages whose facts came from the cache
	FactsSource  int // other packages whose facts came from their source
	ListTime     time.Duration
	KeyTime      time.Duration
	ImportTime   time.Duration
	AnalysisTime time.Duration

	Slowest []PackageTime            // packages analysed from source, slowest first
	Passes  map[string]time.Duration // time by analyzer; the workers' together
}

// PackageTime is how long a package took, without those it waited for.
type PackageTime struct {
	Package string
	Check   time.Duration // parsing and type-checking
	Run     time.Duration // the analyzers
}

type driver struct {
	*graph
	opts          *Options
	analyzers     []*analysis.Analyzer // with all they require, in the order to run
	factAnalyzers []*analysis.Analyzer // those with facts
	factOrder     []*analysis.Analyzer // those, with all they require
	workspace     *universe            // of the matched packages; filled before the workers begin

	todo                        map[*unit]bool // matched and not in the cache
	done, factsHit, factsSource atomic.Int32

	mu       sync.Mutex
	findings []report.Finding
	problems []Problem
	times    []PackageTime
	passes   map[string]time.Duration
}

// Run analyses packages. An error means that they could not even be listed, a *LoadError, or that
// ctx is done.
func Run(ctx context.Context, opts Options) (*Result, error) {
	d, err := newDriver(&opts)
	if err != nil {
		return nil, err
	}
	var res Result
	clock := time.Now()
	lap := func() time.Duration {
		t := clock
		clock = time.Now()
		return clock.Sub(t)
	}

	d.graph, err = load(ctx, &opts)
	if err != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return nil, err
	}
	res.Stats.ListTime = lap()
	d.keys()
	d.recall()
	res.Stats.KeyTime = lap()
	d.fillWorkspace()
	res.Stats.ImportTime = lap()
	d.work(ctx)
	res.Stats.AnalysisTime = lap()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	opts.Cache.Trim()

	res.Findings = report.Sort(d.findings)
	slices.SortStableFunc(d.problems, func(a, b Problem) int { return strings.Compare(a.Package, b.Package) })
	res.Problems = slices.Compact(d.problems)
	for _, u := range d.matched {
		if !slices.ContainsFunc(res.Problems, func(p Problem) bool { return p.Package == u.id }) {
			res.Complete = append(res.Complete, u.id)
		}
	}
	slices.SortFunc(d.times, func(a, b PackageTime) int { return int(b.Check + b.Run - a.Check - a.Run) })
	res.Stats.Slowest, res.Stats.Passes = d.times, d.passes
	res.Stats.Listed, res.Stats.Matched = len(d.units), len(d.matched)
	res.Stats.Analyzed = len(d.todo)
	res.Stats.Cached = len(d.matched) - len(d.todo)
	res.Stats.FactsCached, res.Stats.FactsSource = int(d.factsHit.Load()), int(d.factsSource.Load())
	return &res, nil
}

func newDriver(opts *Options) (*driver, error) {
	if err := analysis.Validate(opts.Analyzers); err != nil {
		return nil, err
	}
	d := &driver{opts: opts, todo: make(map[*unit]bool), passes: make(map[string]time.Duration)}
	d.analyzers = order(opts.Analyzers)
	for _, a := range d.analyzers {
		if len(a.FactTypes) > 0 {
			d.factAnalyzers = append(d.factAnalyzers, a)
		}
	}
	d.factOrder = order(d.factAnalyzers)
	registerFacts(d.factAnalyzers)
	return d, nil
}

// order returns analyzers and all that they require, requirements first.
func order(analyzers []*analysis.Analyzer) []*analysis.Analyzer {
	var list []*analysis.Analyzer
	seen := make(map[*analysis.Analyzer]bool)
	var visit func([]*analysis.Analyzer)
	visit = func(as []*analysis.Analyzer) {
		for _, a := range as {
			if !seen[a] {
				seen[a] = true
				visit(a.Requires)
				list = append(list, a)
			}
		}
	}
	visit(analyzers)
	return list
}

// recall takes the findings that the cache holds, and sets todo to the packages it does not know.
func (d *driver) recall() {
	hits := make([][]report.Finding, len(d.matched))
	known := make([]bool, len(d.matched))
	parallel(len(d.matched), func(i int) {
		u := d.matched[i]
		if len(u.errors) > 0 {
			return
		}
		data, ok := d.opts.Cache.Get(d.resultKey(u))
		known[i] = ok && json.Unmarshal(data, &hits[i]) == nil
	})
	for i, u := range d.matched {
		if known[i] {
			d.add(u, hits[i])
		} else {
			d.todo[u] = true
		}
	}
}

// add keeps findings of a unit, but not those that are another's to report.
func (d *driver) add(u *unit, findings []report.Finding) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, f := range findings {
		if !u.base[f.Pos.File] {
			d.findings = append(d.findings, f)
		}
	}
}

func (d *driver) problem(u *unit, stack, format string, args ...any) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.problems = append(d.problems, Problem{u.id, fmt.Sprintf(format, args...), stack})
}

// fillWorkspace reads the export data of all that the packages to analyse import.
func (d *driver) fillWorkspace() {
	d.workspace = newUniverse(d.graph, token.NewFileSet())
	need := make(map[*unit]bool)
	for u := range d.todo {
		if !u.ownUniverse() {
			for _, dep := range u.deps {
				need[dep] = true
			}
		}
	}
	for _, u := range d.units {
		if need[u] {
			d.workspace.load(u) // whoever imports it meets the error again
		}
	}
	if d.factsAbsent(need) {
		d.workspace.close()
	}
}

// factsAbsent reports whether many of the packages' facts will have to be made from source, rather
// than come from the cache. Then what those packages import is best read once, for all workers.
func (d *driver) factsAbsent(imported map[*unit]bool) bool {
	n, known := 0, 0
	for u := range imported {
		if !u.standard && !d.todo[u] {
			n++
			if d.opts.Cache.Has(d.factsKey(u)) {
				known++
			}
		}
	}
	return 5*known < n // of most, nobody ever asks for the facts
}

// ownUniverse reports whether the unit imports test variants, which must not meet the packages
// that they are variants of.
func (u *unit) ownUniverse() bool {
	return slices.ContainsFunc(u.deps, func(dep *unit) bool { return dep.forTest != "" })
}

// work analyses the packages that are to be done.
func (d *driver) work(ctx context.Context) {
	var list []*unit
	for _, u := range d.matched {
		if d.todo[u] {
			list = append(list, u) // dependencies first, so that few have to wait
		}
	}
	total := len(d.matched)
	d.done.Store(int32(total - len(list)))
	next := make(chan *unit)
	var wg sync.WaitGroup
	for range min(len(list), runtime.GOMAXPROCS(0)) {
		wg.Go(func() {
			w := &worker{driver: d}
			for u := range next {
				w.matchedFacts(u)
				n := d.done.Add(1)
				if d.opts.Progress != nil {
					d.opts.Progress(int(n), total)
				}
			}
		})
	}
	for _, u := range list {
		if ctx.Err() != nil {
			break
		}
		next <- u
	}
	close(next)
	wg.Wait()
}
