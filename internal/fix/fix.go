// Package fix applies the suggested fixes of findings to files.
package fix

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"go/format"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"

	"github.com/faultlint/faultlint/internal/report"
)

// A Plan is a set of fixes that do not get in each other's way.
type Plan struct {
	// Taken are the findings whose fix is in the plan, by index.
	Taken []int
	edits map[string][]report.Edit // by file, sorted
	found []report.Finding
}

// New plans the first fix of every finding. A fix that overlaps one before it
// is left out: it is made the next time. Edits that are the same, such as of
// an import, are made once.
func New(found []report.Finding) *Plan {
	p := &Plan{edits: make(map[string][]report.Edit), found: found}
	for i, f := range found {
		if len(f.Fixes) > 0 && p.fits(f.Fixes[0].Edits) {
			p.take(i)
		}
	}
	return p
}

func (p *Plan) take(i int) {
	p.Taken = append(p.Taken, i)
	for _, e := range p.found[i].Fixes[0].Edits {
		if !slices.Contains(p.edits[e.File], e) {
			p.edits[e.File] = append(p.edits[e.File], e)
		}
	}
}

// fits reports whether edits are disjoint from all that are planned.
func (p *Plan) fits(edits []report.Edit) bool {
	if len(edits) == 0 {
		return false
	}
	for _, e := range edits {
		for _, o := range p.edits[e.File] {
			if e == o {
				continue
			}
			if e.Start < o.End && o.Start < e.End || e.Start == o.Start {
				return false
			}
		}
	}
	return true
}

// Without returns the plan without the fixes that touch one of the files.
func (p *Plan) Without(files map[string]bool) *Plan {
	q := &Plan{edits: make(map[string][]report.Edit), found: p.found}
	for _, i := range p.Taken {
		if !slices.ContainsFunc(p.found[i].Fixes[0].Edits, func(e report.Edit) bool { return files[e.File] }) {
			q.take(i)
		}
	}
	return q
}

// Files returns the new contents of the files that the plan changes, formatted.
// A file whose result cannot be parsed is in bad, with the reason.
func (p *Plan) Files() (files map[string][]byte, bad map[string]error) {
	files, bad = make(map[string][]byte), make(map[string]error)
	for name, edits := range p.edits {
		old, err := os.ReadFile(name)
		if err != nil {
			bad[name] = err
			continue
		}
		edits = slices.Clone(edits)
		slices.SortFunc(edits, func(a, b report.Edit) int { return a.Start - b.Start })
		var out bytes.Buffer
		at := 0
		for _, e := range edits {
			if e.Start < at || e.End < e.Start || e.End > len(old) {
				bad[name] = fmt.Errorf("%s has changed since it was analysed", name)
				break
			}
			out.Write(old[at:e.Start])
			out.WriteString(e.New)
			at = e.End
		}
		if bad[name] != nil {
			continue
		}
		out.Write(old[at:])
		text, err := format.Source(out.Bytes())
		if err != nil {
			bad[name] = err
			continue
		}
		files[name] = text
	}
	return files, bad
}

// place finds the file of an error that the go command prints.
var place = regexp.MustCompile(`(?m)^(?:vet: )?(\S+\.go):\d+`)

// Check says which of the files do not compile with their new contents, in the
// packages of their directories, tests included. The error is of a check that
// could not be made, or that fails elsewhere.
func Check(ctx context.Context, dir string, flags []string, files map[string][]byte) (bad map[string]bool, err error) {
	tmp, err := os.MkdirTemp("", "faultlint-fix-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(tmp)
	overlay := struct{ Replace map[string]string }{make(map[string]string)}
	dirs := make(map[string]bool)
	for i, name := range slices.Sorted(maps.Keys(files)) {
		to := filepath.Join(tmp, fmt.Sprintf("%d.go", i))
		if err := os.WriteFile(to, files[name], 0o600); err != nil {
			return nil, err
		}
		overlay.Replace[name] = to
		dirs[filepath.Dir(name)] = true
	}
	data, err := json.Marshal(overlay)
	if err != nil {
		return nil, err
	}
	config := filepath.Join(tmp, "overlay.json")
	if err := os.WriteFile(config, data, 0o600); err != nil {
		return nil, err
	}
	// Vet type-checks tests too, and links nothing; of its analyzers the one that
	// has nothing to say about code is enough.
	args := append([]string{"vet", "-buildtag", "-overlay=" + config}, flags...)
	cmd := exec.CommandContext(ctx, "go", append(args, slices.Sorted(maps.Keys(dirs))...)...)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if err == nil {
		return nil, nil
	}
	bad = make(map[string]bool)
	for _, m := range place.FindAllStringSubmatch(string(out), -1) {
		name := m[1]
		if !filepath.IsAbs(name) {
			name = filepath.Join(dir, name)
		}
		for file, to := range overlay.Replace {
			if file == name || to == name {
				bad[file] = true
			}
		}
	}
	if len(bad) == 0 {
		return nil, fmt.Errorf("%w\n%s", err, bytes.TrimSpace(out))
	}
	return bad, nil
}

// Write puts the new contents in place, each file by a rename, with the
// permissions that it had.
func Write(files map[string][]byte) error {
	for _, name := range slices.Sorted(maps.Keys(files)) {
		st, err := os.Stat(name)
		if err != nil {
			return err
		}
		tmp, err := os.CreateTemp(filepath.Dir(name), "."+filepath.Base(name)+"-")
		if err != nil {
			return err
		}
		_, err = tmp.Write(files[name])
		if err == nil {
			err = tmp.Chmod(st.Mode().Perm())
		}
		if cerr := tmp.Close(); err == nil {
			err = cerr
		}
		if err == nil {
			err = os.Rename(tmp.Name(), name)
		}
		if err != nil {
			os.Remove(tmp.Name())
			return err
		}
	}
	return nil
}
