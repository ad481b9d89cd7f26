// Package baseline keeps the findings that were there when someone began to use faultlint, so that
// only those that come later are reported.
package baseline

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/faultlint/faultlint/internal/report"
)

const header = `# Findings that faultlint does not report again; version 1.
# faultlint -baseline=FILE -write-baseline writes this file; only the first word of a line counts
# for what is reported, the rest says what it is about: pass, package, file, function, line.
`

// An Entry is one known finding.
type Entry struct {
	Fingerprint string
	Pass        string
	Package     string
	File        string // its last element
	Func        string // "-" for none
	Text        string // of the line
	Line        int    // in the baseline
}

// A Set is a baseline: entries in the order of what they are about.
type Set []Entry

// A Scope says what a run has looked at.
type Scope struct {
	Packages map[string]bool // by import path
	Passes   map[string]bool
	Tests    bool // test files too
	Whole    bool // the packages are all there are
}

// Of makes a baseline of findings that have gone through report.Identify.
func Of(findings []report.Finding) Set {
	var s Set
	for _, f := range findings {
		s = append(s, Entry{
			Fingerprint: f.Fingerprint, Pass: f.Analyzer, Package: f.Path(),
			File: filepath.Base(f.Pos.File), Func: cmp.Or(f.Func, "-"), Text: f.Text,
		})
	}
	return s
}

// Read reads the baseline in a file.
func Read(name string) (Set, error) {
	data, err := os.ReadFile(name)
	if err != nil {
		if errors.Is(err, os.ErrNotExist) {
			return nil, fmt.Errorf("%w; -write-baseline makes it", err)
		}
		return nil, err
	}
	return parse(bytes.NewReader(data), name)
}

func parse(r io.Reader, name string) (Set, error) {
	var s Set
	seen := make(map[string]int)
	sc := bufio.NewScanner(r)
	sc.Buffer(nil, 1<<20)
	for n := 1; sc.Scan(); n++ {
		line := strings.TrimSpace(sc.Text())
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		f := append(strings.SplitN(line, " ", 6), "", "", "", "", "")
		e := Entry{Fingerprint: f[0], Pass: f[1], Package: f[2], File: f[3], Func: f[4], Text: f[5], Line: n}
		if len(e.Fingerprint) != 24 || strings.Trim(e.Fingerprint, "0123456789abcdef") != "" || e.Func == "" {
			return nil, fmt.Errorf("%s:%d: it is no line of a baseline; -write-baseline writes the file anew", name, n)
		}
		if before := seen[e.Fingerprint]; before == 0 { // else a merge has kept both sides
			seen[e.Fingerprint] = n
			s = append(s, e)
		}
	}
	return s, sc.Err()
}

// Write writes the baseline to a file, always the same bytes for the same entries.
func (s Set) Write(name string) error {
	s = slices.Clone(s)
	slices.SortFunc(s, func(a, b Entry) int {
		return cmp.Or(
			strings.Compare(a.Package, b.Package), strings.Compare(a.Func, b.Func), strings.Compare(a.Pass, b.Pass),
			strings.Compare(a.Text, b.Text), strings.Compare(a.File, b.File), strings.Compare(a.Fingerprint, b.Fingerprint),
		)
	})
	var b strings.Builder
	b.WriteString(header)
	for _, e := range s {
		fmt.Fprintf(&b, "%s %s %s %s %s %s\n", e.Fingerprint, e.Pass, e.Package, e.File, e.Func, e.Text)
	}
	return os.WriteFile(name, []byte(b.String()), 0o666)
}

// Filter returns the findings that are not in the baseline.
func (s Set) Filter(findings []report.Finding) []report.Finding {
	known := make(map[string]bool)
	for _, e := range s {
		known[e.Fingerprint] = true
	}
	var out []report.Finding
	for _, f := range findings {
		if !known[f.Fingerprint] {
			out = append(out, f)
		}
	}
	return out
}

// Stale returns the entries about which a run would have found something, if it were still there.
func (s Set) Stale(findings []report.Finding, scope Scope) Set {
	found := make(map[string]bool)
	for _, f := range findings {
		found[f.Fingerprint] = true
	}
	var out Set
	for _, e := range s {
		if !found[e.Fingerprint] && scope.covers(e) {
			out = append(out, e)
		}
	}
	return out
}

// Update returns the baseline of findings, with those entries of s that the run has not looked at.
func (s Set) Update(findings []report.Finding, scope Scope) Set {
	out := Of(findings)
	have := make(map[string]bool)
	for _, e := range out {
		have[e.Fingerprint] = true
	}
	for _, e := range s {
		if !have[e.Fingerprint] && !scope.covers(e) {
			out = append(out, e)
		}
	}
	return out
}

func (s Scope) covers(e Entry) bool {
	switch {
	case !s.Passes[e.Pass]:
		return false
	case !s.Tests && strings.HasSuffix(e.File, "_test.go"):
		return false
	}
	return s.Packages[e.Package] || s.Whole
}

// String says what the entry is about.
func (e Entry) String() string {
	where := e.Package
	if e.Func != "-" {
		where += "." + e.Func
	}
	return fmt.Sprintf("%s in %s (%s): %s", e.Pass, where, e.File, e.Text)
}
