package driver

import (
	"crypto/sha256"
	"fmt"
	"hash"
	"io"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"

	"golang.org/x/tools/go/analysis"
)

// keys computes what names each package's entries in the cache: what its source is, and by
// recursion that of all its dependencies, under one version of faultlint and Go.
//
// The source is hashed itself, where it can change; what lies in the module cache is named by
// module and version. Export data would do as well with the compilers of today, whose files hold a
// hash of the source, but it need not stay so.
func (d *driver) keys() {
	var hashed []*unit
	for _, u := range d.units {
		if !u.standard && !d.immutable(u) {
			hashed = append(hashed, u)
		}
	}
	parallel(len(hashed), func(i int) {
		u := hashed[i]
		h := sha256.New()
		for _, name := range u.files {
			data, err := d.readFile(name)
			if err != nil {
				fmt.Fprintf(h, "%s: %v\n", name, err)
			} else {
				addFile(h, name, data)
			}
		}
		h.Sum(u.hash[:0])
	})
	base := newKey("driver 1", d.opts.Version, d.opts.Facts, d.env.GOVERSION, d.env.GOARCH)
	for _, u := range d.units {
		h := sha256.New()
		h.Write(base[:])
		fmt.Fprintf(h, "%q %q %q %q\n", u.id, u.dir, filepath.Base(u.export), u.ignored)
		if m := u.module; m != nil {
			fmt.Fprintf(h, "module %q %q %q %v\n", m.Path, m.Version, m.GoVersion, m.Main)
		}
		if d.opts.PerDir != nil && !u.standard {
			var facts string
			facts, u.config = d.opts.PerDir(u.dir)
			fmt.Fprintf(h, "config %q\n", facts)
		}
		switch {
		case u.standard: // the version of Go says it all
		case d.immutable(u):
			fmt.Fprintf(h, "files %q\n", u.files)
		default:
			h.Write(u.hash[:])
		}
		for _, dep := range u.deps {
			if !dep.standard {
				h.Write(dep.key[:])
			}
		}
		h.Sum(u.key[:0])
	}
}

// immutable reports whether a package's source is what its module's version says.
func (d *driver) immutable(u *unit) bool {
	m := u.module
	if m != nil && m.Replace != nil {
		m = m.Replace
	}
	return m != nil && m.Version != "" && !m.Main && within(d.env.GOMODCACHE, u.dir)
}

func addFile(h hash.Hash, name string, data []byte) {
	fmt.Fprintf(h, "%q %d\n", name, len(data))
	h.Write(data)
}

func newKey(parts ...string) Key {
	h := sha256.New()
	for _, p := range parts {
		io.WriteString(h, fmt.Sprintf("%d:%s;", len(p), p))
	}
	return Key(h.Sum(nil))
}

// factsKey names the facts of a unit, resultKey its findings.
func (d *driver) factsKey(u *unit) Key {
	return newKey("facts", string(u.key[:]), names(d.factAnalyzers))
}

func (d *driver) resultKey(u *unit) Key {
	return newKey("findings", string(u.key[:]), names(d.opts.Analyzers), d.opts.Config, u.config)
}

func names(analyzers []*analysis.Analyzer) string {
	var list []string
	for _, a := range analyzers {
		list = append(list, a.Name)
	}
	slices.Sort(list)
	return strings.Join(list, ",")
}

// parallel calls f for 0 to n-1, as many at a time as there are processors.
func parallel(n int, f func(i int)) {
	next := make(chan int)
	var wg sync.WaitGroup
	for range min(n, runtime.GOMAXPROCS(0)) {
		wg.Go(func() {
			for i := range next {
				f(i)
			}
		})
	}
	for i := range n {
		next <- i
	}
	close(next)
	wg.Wait()
}
