package driver

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"net/url"
	"path/filepath"
	"reflect"
	"runtime/debug"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/faultlint/faultlint/internal/report"
)

// newPass makes the pass of one analyzer on the unit.
func (r *run) newPass(a *analysis.Analyzer) *analysis.Pass {
	pass := &analysis.Pass{
		Analyzer:     a,
		Fset:         r.c.fset,
		Files:        r.c.files,
		OtherFiles:   r.u.other,
		IgnoredFiles: r.u.ignored,
		Pkg:          r.c.types,
		TypesInfo:    r.c.info,
		TypesSizes:   r.c.sizes,
		ResultOf:     make(map[*analysis.Analyzer]any),
		Report:       func(d analysis.Diagnostic) { r.report(a, d) },

		ImportObjectFact:  r.importObjectFact,
		ImportPackageFact: r.importPackageFact,
		ExportObjectFact:  r.exportObjectFact,
		ExportPackageFact: func(fact analysis.Fact) { r.facts[factKey{nil, reflect.TypeOf(fact)}] = fact },
		AllObjectFacts:    func() []analysis.ObjectFact { return r.allObjectFacts(a) },
		AllPackageFacts:   func() []analysis.PackageFact { return r.allPackageFacts(a) },
	}
	for _, err := range r.c.errors {
		if err, ok := err.(types.Error); ok {
			pass.TypeErrors = append(pass.TypeErrors, err)
		}
	}
	for _, req := range a.Requires {
		pass.ResultOf[req] = r.results[req]
	}
	if m := r.u.module; m != nil {
		pass.Module = &analysis.Module{Path: m.Path, Version: m.Version, GoVersion: m.GoVersion}
		if m.Replace != nil && m.GoVersion == "" {
			pass.Module.GoVersion = m.Replace.GoVersion
		}
	}
	pass.ReadFile = func(name string) ([]byte, error) {
		for _, list := range [][]string{r.u.files, r.u.other, r.u.ignored} {
			if slices.Contains(list, name) {
				return r.w.readFile(name)
			}
		}
		return nil, fmt.Errorf("Pass.ReadFile: %s is not a file of package %s", name, r.u.id)
	}
	return pass
}

func (r *run) importObjectFact(obj types.Object, ptr analysis.Fact) bool {
	if obj == nil {
		panic("nil object")
	}
	pkg := obj.Pkg()
	if pkg == nil {
		return false
	}
	if pkg == r.c.types {
		return r.own(factKey{obj, reflect.TypeOf(ptr)}, ptr)
	}
	t := r.foreign(pkg)
	if len(t) == 0 {
		return false
	}
	path, ok := r.paths[obj]
	if !ok {
		path, _ = r.encoder.For(obj) // "" if it has none
		r.paths[obj] = path
	}
	return path != "" && t.get(path, ptr)
}

func (r *run) importPackageFact(pkg *types.Package, ptr analysis.Fact) bool {
	if pkg == nil {
		panic("nil package")
	}
	if pkg == r.c.types {
		return r.own(factKey{nil, reflect.TypeOf(ptr)}, ptr)
	}
	return r.foreign(pkg).get("", ptr)
}

func (r *run) own(key factKey, ptr analysis.Fact) bool {
	f, ok := r.facts[key]
	if ok {
		reflect.ValueOf(ptr).Elem().Set(reflect.ValueOf(f).Elem())
	}
	return ok
}

// foreign returns the facts of another package. The standard library has none. And a package that
// is not of the main module hears only of its own module: else one call into a large library would
// have its dependencies analysed, and theirs.
func (r *run) foreign(pkg *types.Package) factTable {
	u := r.w.resolve(r.u, pkg.Path())
	if u == nil || u.standard || len(r.w.factAnalyzers) == 0 {
		return nil
	}
	if !r.u.main && !sameModule(r.u, u) {
		return nil
	}
	return r.w.factsOf(u)
}

func sameModule(a, b *unit) bool {
	return a.module != nil && b.module != nil && a.module.Path == b.module.Path
}

func (r *run) exportObjectFact(obj types.Object, fact analysis.Fact) {
	if obj == nil || obj.Pkg() != r.c.types {
		panic(fmt.Sprintf("in package %s: ExportObjectFact(%v, %T): the object is another package's", r.u.id, obj, fact))
	}
	r.facts[factKey{obj, reflect.TypeOf(fact)}] = fact
}

// allObjectFacts returns the facts of the package under analysis. Those of its dependencies cannot
// be listed without computing all of them.
func (r *run) allObjectFacts(a *analysis.Analyzer) []analysis.ObjectFact {
	var list []analysis.ObjectFact
	for key, fact := range r.facts {
		if key.obj != nil && has(a, key.typ) {
			list = append(list, analysis.ObjectFact{Object: key.obj, Fact: fact})
		}
	}
	slices.SortFunc(list, func(x, y analysis.ObjectFact) int {
		return cmp.Or(cmp.Compare(x.Object.Pos(), y.Object.Pos()),
			strings.Compare(reflect.TypeOf(x.Fact).String(), reflect.TypeOf(y.Fact).String()))
	})
	return list
}

func (r *run) allPackageFacts(a *analysis.Analyzer) []analysis.PackageFact {
	var list []analysis.PackageFact
	for key, fact := range r.facts {
		if key.obj == nil && has(a, key.typ) {
			list = append(list, analysis.PackageFact{Package: r.c.types, Fact: fact})
		}
	}
	slices.SortFunc(list, func(x, y analysis.PackageFact) int {
		return strings.Compare(reflect.TypeOf(x.Fact).String(), reflect.TypeOf(y.Fact).String())
	})
	return list
}

func has(a *analysis.Analyzer, typ reflect.Type) bool {
	return slices.ContainsFunc(a.FactTypes, func(f analysis.Fact) bool { return reflect.TypeOf(f) == typ })
}

// report keeps a diagnostic as a finding.
func (r *run) report(a *analysis.Analyzer, d analysis.Diagnostic) {
	if r.deponly {
		return
	}
	f := report.Finding{
		Package:  r.u.id,
		Analyzer: a.Name,
		Category: d.Category,
		URL:      resolveURL(a, d),
		Message:  d.Message,
		Pos:      r.position(d.Pos),
		End:      r.position(d.End),
		Func:     enclosing(r.c.files, d.Pos),
	}
	for _, rel := range d.Related {
		f.Related = append(f.Related, report.Related{Pos: r.position(rel.Pos), End: r.position(rel.End), Message: rel.Message})
	}
	f.Hops = r.hops()
	for _, fix := range d.SuggestedFixes {
		rf := report.Fix{Message: fix.Message}
		for _, e := range fix.TextEdits {
			end := e.End
			if !end.IsValid() {
				end = e.Pos
			}
			// An edit is of the file itself, whatever a //line directive says.
			start, stop := r.c.fset.PositionFor(e.Pos, false), r.c.fset.PositionFor(end, false)
			rf.Edits = append(rf.Edits, report.Edit{File: start.Filename, Start: start.Offset, End: stop.Offset, New: string(e.NewText)})
		}
		f.Fixes = append(f.Fixes, rf)
	}
	r.findings = append(r.findings, f)
}

// hops finds the files of the calls that lead to the diagnostic that is being reported.
func (r *run) hops() []report.Position {
	if r.w.opts.Hops == nil {
		return nil
	}
	var list []report.Position
	for _, h := range r.w.opts.Hops() {
		u := r.u
		if h.Package != r.c.types.Path() {
			u = r.w.resolve(r.u, h.Package)
		}
		if u != nil && !u.standard {
			list = append(list, report.Position{File: filepath.Join(u.dir, h.File), Line: h.Line})
		}
	}
	return list
}

// enclosing names the function declaration around a place as reports do: "F", "T.M", "(*T).M".
func enclosing(files []*ast.File, pos token.Pos) string {
	for _, f := range files {
		if pos < f.FileStart || f.FileEnd <= pos {
			continue
		}
		for _, d := range f.Decls {
			fd, ok := d.(*ast.FuncDecl)
			if !ok || pos < fd.Pos() || fd.End() <= pos {
				continue
			}
			if fd.Recv == nil || len(fd.Recv.List) == 0 {
				return fd.Name.Name
			}
			recv, star := ast.Unparen(fd.Recv.List[0].Type), false
			if p, ok := recv.(*ast.StarExpr); ok {
				recv, star = ast.Unparen(p.X), true
			}
			switch x := recv.(type) { // type parameters are no part of the name
			case *ast.IndexExpr:
				recv = x.X
			case *ast.IndexListExpr:
				recv = x.X
			}
			name := types.ExprString(recv)
			if star {
				name = "(*" + name + ")"
			}
			return name + "." + fd.Name.Name
		}
	}
	return ""
}

func (r *run) position(pos token.Pos) report.Position {
	if !pos.IsValid() {
		return report.Position{}
	}
	p := r.c.fset.Position(pos)
	return report.Position{File: p.Filename, Offset: p.Offset, Line: p.Line, Col: p.Column}
}

// resolveURL does what analysis.Diagnostic.URL says.
func resolveURL(a *analysis.Analyzer, d analysis.Diagnostic) string {
	if d.URL == "" && d.Category == "" && a.URL == "" {
		return ""
	}
	raw := d.URL
	if raw == "" && d.Category != "" {
		raw = "#" + d.Category
	}
	u, err := url.Parse(raw)
	if err != nil {
		return d.URL
	}
	base, err := url.Parse(a.URL)
	if err != nil {
		return d.URL
	}
	return base.ResolveReference(u).String()
}

func stack() string { return string(debug.Stack()) }
